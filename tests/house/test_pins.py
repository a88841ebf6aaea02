"""What is installed is what is pinned, what is pinned is hashed, and nothing says where it comes from."""

import re
import tomllib
from importlib.metadata import version

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.rules import ROOT

PIN = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;]+)(?P<hashes>(?: --hash=sha256:[0-9a-f]{64})+)"
)


def pins() -> dict[str, str]:
    """The pinned version of each package; a line that is not a hashed pin is a failure."""
    text = (ROOT / "constraints.txt").read_text("utf-8")
    found: dict[str, str] = {}
    for line in re.sub(r"\s*\\\n\s*", " ", text).splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        match = PIN.fullmatch(line.strip())
        assert match, f"constraints.txt: {line[:60]!r} is not NAME==VERSION with hashes; run tools/pin"
        found[canonicalize_name(match["name"])] = match["version"]
    return found


def requirements() -> list[Requirement]:
    """Everything that pyproject.toml asks for: to build, to run and to develop."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["dev"],
    ]
    return [Requirement(line) for line in wanted]


def test_every_requirement_is_pinned_within_its_range() -> None:
    pinned = pins()
    for wanted in requirements():
        got = pinned.get(canonicalize_name(wanted.name))
        assert got, f"constraints.txt: {wanted.name} is not pinned; run tools/pin"
        assert got in wanted.specifier, (
            f"constraints.txt: {wanted.name}=={got} is not {wanted}; run tools/pin"
        )


def test_the_environment_is_the_pinned_one() -> None:
    wrong = {name: version(name) for name, pin in pins().items() if version(name) != pin}
    assert not wrong, f"installed but not pinned so: {wrong}; run make clean setup"


def test_the_pins_name_no_address() -> None:
    text = (ROOT / "constraints.txt").read_text("utf-8")
    found = re.findall(
        r"\S*://\S*|--(?:extra-)?index\S*|--find-links\S*|^-[if]\b.*| @ \S+", text, re.MULTILINE
    )
    assert not found, f"constraints.txt: remove {found}; pip is told elsewhere where packages are"


def test_qt_is_the_release_that_the_screens_are_written_for() -> None:
    assert version("PySide6-Essentials").startswith("6.11."), "run make clean setup"
