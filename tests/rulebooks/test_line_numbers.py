"""Every value of a profile is found on its line, however the file writes it."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from dealer_station.rulebooks import NAMES, folder
from dealer_station.rulebooks.line_numbers import LineNumbers, Path, spelled


def paths_in(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every path below a value, with what stands there."""
    if path:
        yield path, value
    items: Any = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    for key, item in items:
        yield from paths_in(item, (*path, key))


@pytest.mark.parametrize("book", NAMES)
def test_every_key_and_text_of_a_rulebook_stands_on_the_line_that_is_named(book: str) -> None:
    text = (folder() / f"{book}.toml").read_text("utf-8")
    lines = text.split("\n")
    places = LineNumbers(text)
    for path, value in paths_in(tomllib.loads(text)):
        line = lines[places.line_of(path) - 1]
        if isinstance(path[-1], str):
            assert path[-1] in line, spelled(path)
        elif isinstance(value, str):
            assert value in line, spelled(path)


FORMS = '''
# [not.a.section]
top = 1
"quoted key" = 2
dotted.one = 3
dotted . "two" = 4
[ spaced . out ]  # comment with = and [x]
list = [
  "a", # [no]
  ["b", "c"],
  { x = 1, y = "]}" },
]
when = 2024-01-01 10:00:00
long = """
fake = 1
[fake]
"quotes\\""""
raw = \'\'\'
also = "fake"\'\'\'
last = { a = { b = [1, 2] } }
[[many]]
x = 1
[[many]]
x = 2
[many.inner]
y = 3
[[many.deep]]
z = 4
[[many.deep]]
z = 5
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("top",), 3),
        (("quoted key",), 4),
        (("dotted",), 5),
        (("dotted", "one"), 5),
        (("dotted", "two"), 6),
        (("spaced",), 7),
        (("spaced", "out"), 7),
        (("spaced", "out", "list"), 8),
        (("spaced", "out", "list", 0), 9),
        (("spaced", "out", "list", 1, 1), 10),
        (("spaced", "out", "list", 2, "y"), 11),
        (("spaced", "out", "when"), 13),
        (("spaced", "out", "long"), 14),
        (("spaced", "out", "raw"), 18),
        (("spaced", "out", "last", "a", "b", 1), 20),
        (("many",), 21),
        (("many", 0, "x"), 22),
        (("many", 1), 23),
        (("many", 1, "x"), 24),
        (("many", 1, "inner", "y"), 26),
        (("many", 1, "deep", 0, "z"), 28),
        (("many", 1, "deep", 1), 29),
        (("many", 1, "deep", 1, "z"), 30),
        (("many", 1, "deep", 1, "missing", "key"), 29),
        (("nowhere",), 1),
        ((), 1),
    ],
)
def test_the_line_of_a_path(path: Path, line: int) -> None:
    assert tomllib.loads(FORMS), "the text must be TOML for the test to mean anything"
    assert LineNumbers(FORMS).line_of(path) == line


def test_a_path_is_spelled_as_people_write_it() -> None:
    assert spelled(("war", "deal", 1, "cite")) == "war.deal[1].cite"
    assert spelled(()) == "the whole file"
