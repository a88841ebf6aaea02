"""Links lead somewhere, and the paths and names that maps and walks of the code mention exist."""

import ast
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.house.rules import ROOT, files

_FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]+`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_PATH = re.compile(r"`([\w*./-]+(?:\.(?:py|md|toml|ts|qml|round|scene)|/))`")

_ROW = re.compile(r"^\|.*`(?P<path>[\w/]+\.py)` \|(?P<names>.*)\|$", re.MULTILINE)
_NAME = re.compile(r"`([A-Za-z_][\w.]*)`")
WALKS = sorted((ROOT / "docs" / "explanation").glob("a-*.md"))


def documents() -> list[Path]:
    """The Markdown files of the tree."""
    return [path for path in files() if path.suffix == ".md"]


def anchors(text: str) -> set[str]:
    """The address of each heading of a page, as Markdown renderers make it."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in _HEADING.findall(_FENCE.sub("", text))
    }


def dead_links(page: Path, text: str) -> list[str]:
    """The relative links of a page whose file or heading does not exist."""
    dead = []
    for link in _LINK.findall(_CODE.sub("", _FENCE.sub("", text))):
        if "://" in link:
            continue
        name, _, place = link.partition("#")
        target = (page.parent / name) if name else page
        if target != page and not target.exists():
            dead.append(f"{page.name}: no file {link}")
        elif place and place not in anchors(text if target == page else target.read_text("utf-8")):
            dead.append(f"{page.name}: no heading {link}")
    return dead


def missing_paths(text: str, known: set[str]) -> list[str]:
    """The paths and file names in a text that match no file or folder of the tree."""
    return [
        name
        for name in sorted(set(_PATH.findall(text)))
        if not any(fnmatchcase(path, name) or fnmatchcase(path, f"*/{name}") for path in known)
    ]


def defined_in(source: str) -> set[str]:
    """Every class, function and module-level name of a module; a method as `Class.method`."""
    found = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        if isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def unknown_names(text: str) -> list[str]:
    """The names in the table of a walk that the module beside them does not define."""
    unknown = []
    for row in _ROW.finditer(text):
        path = ROOT / row["path"]
        known = defined_in(path.read_text("utf-8")) if path.exists() else set()
        unknown += [f"{row['path']}: {name}" for name in _NAME.findall(row["names"]) if name not in known]
    return unknown


def tree() -> set[str]:
    """Every file of the tree, and every folder with a slash behind it."""
    found = {path.relative_to(ROOT).as_posix() for path in files()}
    return found | {f"{folder.as_posix()}/" for path in found for folder in Path(path).parents}


@pytest.mark.parametrize("page", documents(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    assert not (dead := dead_links(page, page.read_text("utf-8"))), "\n".join(dead)


def test_every_path_that_the_architecture_names_exists() -> None:
    missing = missing_paths((ROOT / "ARCHITECTURE.md").read_text("utf-8"), tree())
    assert not missing, f"ARCHITECTURE.md names what does not exist: {', '.join(missing)}"


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.stem)
def test_every_module_and_name_of_a_walk_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    assert _ROW.search(text), "the walk begins with a table of names"
    assert not (missing := [*missing_paths(text, tree()), *unknown_names(text)]), "\n".join(missing)


def test_a_name_that_its_module_does_not_define_is_found() -> None:
    here = "| 1 | `tests/house/rules.py` | the rules: `files` and `ROOT` |\n"
    assert unknown_names(here) == []
    assert unknown_names(here.replace("`files`", "`folders`")) == ["tests/house/rules.py: folders"]
    assert defined_in("class A:\n    def b(self): ...\n") == {"A", "A.b"}


def test_a_dead_link_and_a_dead_path_are_named(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    (tmp_path / "b.md").write_text("# One thing\n```\n# no heading\n```\n", "utf-8")
    good = "[b](b.md) [c](b.md#one-thing) `[d](d.md)` [e](https://example.test/e)\n"
    assert dead_links(page, good) == []
    assert dead_links(page, "[c](c.md)") == ["a.md: no file c.md"]
    assert dead_links(page, "[b](b.md#no-heading)") == ["a.md: no heading b.md#no-heading"]
    assert dead_links(page, "# Here\n[there](#there)") == ["a.md: no heading #there"]
    known = {"x/one.py", "x/two_words.py", "x/"}
    assert missing_paths("`one.py`, `x/one.py`, `two_*.py` and `x/`, not `one`", known) == []
    assert missing_paths("`three.py` and `y/`", known) == ["three.py", "y/"]
