"""Docstrings name their subject, and the modules and names that they mention exist."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.rules import ROOMS, ROOT, address, nodes, python_files

QUESTION_WORDS = ("What", "Who", "Whose", "How", "Where", "Whether", "Which", "When", "Why", "As")
FOREIGN = {"writable_schema", "red7"}
"""A name of SQLite, and an example of what an operator writes."""
_NAME = re.compile(r"`([a-z_][a-z0-9_]*)(\.py)?`")


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every docstring: of modules, classes and functions, and below a value."""
    for node in nodes(text):
        body = getattr(node, "body", ())
        for part in body if isinstance(body, list) else ():
            match part:
                case ast.Expr(ast.Constant(str(words))):
                    yield part.lineno, words


def question_faults(path: Path, text: str) -> list[str]:
    """Complaints about docstrings that begin with a question word instead of their subject."""
    return [
        f"{address(path, line)}: begins with {first!r}; name the subject: True if ..., The ..., Return ..."
        for line, words in docstrings(text)
        if (first := re.split(r"\W", words, maxsplit=1)[0]) in QUESTION_WORDS
    ]


@cache
def modules() -> frozenset[str]:
    """The names of all modules and folders of the product."""
    paths = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    return frozenset(name for path in paths for name in (path.stem, path.parent.name))


@cache
def names() -> frozenset[str]:
    """Every name that the code of the product uses, and every word that it has as a string."""
    found: set[str] = set()
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in nodes(path.read_text("utf-8")):
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name):
                    found.add(name)
                case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                    found.add(name)
                case ast.keyword(arg=str(name)) | ast.Constant(value=str(name)):
                    found.add(name)
    return frozenset(found)


def stale_faults(path: Path, text: str) -> list[str]:
    """Complaints about docstrings that mention a module or a name that the product does not have."""
    return [
        f"{address(path, line)}: `{name}{ending}` does not exist; use the name of today"
        for line, words in docstrings(text)
        for name, ending in _NAME.findall(words)
        if name not in modules() and (ending or name not in names() | FOREIGN)
    ]


def test_every_module_and_name_in_a_docstring_exists() -> None:
    paths = [path for path in python_files() if path.relative_to(ROOT).parts[0] in ROOMS]
    faults = [fault for path in paths for fault in stale_faults(path, path.read_text("utf-8"))]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('"""What a table holds."""', "a.py:1: begins with 'What'"),
        ('def f():\n    """As the screen knows it."""', "a.py:2: begins with 'As'"),
        ('A = 1\n"""Where it is."""', "a.py:2: begins with 'Where'"),
    ],
)
def test_a_question_word_is_named_with_its_place(text: str, complaint: str) -> None:
    assert complaint in "\n".join(question_faults(Path("a.py"), text))


def test_a_name_that_does_not_exist_is_told_from_one_that_does() -> None:
    stale = '"""Read by `notation_read`, counted in `chance.py`, written by `reader.py` and `due`."""'
    faults = stale_faults(Path("a.py"), stale)
    assert [fault.split("`")[1] for fault in faults] == ["notation_read", "chance.py"]
