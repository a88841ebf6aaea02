"""The page on licences names every package that a table is delivered with."""

import re

from tests.house.rules import ROOT


def test_every_package_of_a_table_has_its_licence_on_the_page() -> None:
    page = (ROOT / "docs" / "reference" / "licences.md").read_text("utf-8")
    packages = re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    cells = [row.split("|")[1] for row in page.splitlines() if row.startswith("| ")]
    named = {name.strip() for cell in cells for name in cell.split(",")}
    assert not (missing := sorted(set(packages) - named)), f"licences.md lacks {', '.join(missing)}"
    assert packages
