"""The environment holds the pinned versions, every pin has hashes, and no pin names an address."""

import re
import tomllib
from importlib.metadata import version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.rules import ROOT

PIN = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;]+)(?P<hashes>(?: --hash=sha256:[0-9a-f]{64})+)"
)


TABLE, DEVELOPMENT, FLOOR = "constraints.txt", "constraints-dev.txt", "constraints-floor.txt"


def pins(*names: str) -> dict[str, str]:
    """The pinned version of each package; a line that is not a hashed pin is a failure."""
    text = "\n".join((ROOT / name).read_text("utf-8") for name in names)
    found: dict[str, str] = {}
    for line in re.sub(r"\s*\\\n\s*", " ", text).splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        match = PIN.fullmatch(line.strip())
        assert match, f"{names}: {line[:60]!r} is not NAME==VERSION with hashes; run tools/pin"
        name = canonicalize_name(match["name"])
        assert name not in found, f"{name} is pinned twice; run tools/pin"
        found[name] = match["version"]
    return found


def requirements() -> dict[str, list[str]]:
    """The requirements of pyproject.toml, by the files that pin them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return {
        TABLE: [*project["build-system"]["requires"], *project["project"]["dependencies"]],
        DEVELOPMENT: project["project"]["optional-dependencies"]["dev"],
        FLOOR: project["project"]["optional-dependencies"]["floor"],
    }


@pytest.mark.parametrize(
    ("file", "pinned_in"),
    [(TABLE, (TABLE,)), (DEVELOPMENT, (TABLE, DEVELOPMENT)), (FLOOR, (TABLE, FLOOR))],
)
def test_every_requirement_is_pinned_within_its_range(file: str, pinned_in: tuple[str, ...]) -> None:
    pinned = pins(*pinned_in)
    for wanted in map(Requirement, requirements()[file]):
        got = pinned.get(canonicalize_name(wanted.name))
        assert got, f"{file}: {wanted.name} is not pinned; run tools/pin"
        assert got in wanted.specifier, f"{file}: {wanted.name}=={got} is not {wanted}; run tools/pin"


def test_the_environment_is_the_pinned_one() -> None:
    pinned = pins(TABLE, DEVELOPMENT) | pins(TABLE, FLOOR)
    wrong = {name: version(name) for name, pin in pinned.items() if version(name) != pin}
    assert not wrong, f"installed but not pinned so: {wrong}; run make clean setup"


@pytest.mark.parametrize("file", [TABLE, DEVELOPMENT, FLOOR, "constraints-campaign.txt"])
def test_the_pins_name_no_address(file: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    found = re.findall(
        r"\S*://\S*|--(?:extra-)?index\S*|--find-links\S*|^-[if]\b.*| @ \S+", text, re.MULTILINE
    )
    assert not found, f"{file}: remove {found}; pip is told elsewhere where packages are"


def test_qt_is_the_release_that_the_screens_are_written_for() -> None:
    assert version("PySide6-Essentials").startswith("6.11."), "run make clean setup"


def test_a_table_needs_nothing_of_the_floor() -> None:
    assert not set(pins(FLOOR)) & set(pins(TABLE)), "a kiosk installs no package of the floor"
