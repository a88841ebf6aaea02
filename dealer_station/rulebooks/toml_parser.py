"""Parses TOML text and gives each fault its line, its path and a remedy."""

import re
import tomllib
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from dealer_station.rulebooks.line_numbers import LineNumbers, spelled
from dealer_station.rulebooks.shape_check import Complaint

_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TOML_STATEMENT = re.compile(r"""^\s*(?:(["'\w.-]+)\s*=|(\[\[?[\s"'\w.-]+\]\]?)\s*(?:\#.*)?$)""")
_TOML_IN_OUR_WORDS = (
    (r"Cannot declare \((.*)\) twice", r"the section [\1] appears twice; keep one of them"),
    (r"Duplicate inline table key '(.*)'", r'the key "\1" appears twice; keep one of them'),
    (
        r"Cannot mutate immutable namespace \((.*)\)",
        r"\1 is complete and cannot be added to; write it in one place",
    ),
    (r"Illegal character '\\n'", "a text is not closed; end it with a quotation mark on its own line"),
    (r"Unterminated string", "a text is not closed; end it with a quotation mark"),
    (r"Unclosed array", "a list is not closed, or a comma is missing in it"),
    (r"Unclosed inline table", "a table in { } is not closed, or a comma is missing in it"),
    (
        r"Invalid initial character for a key part",
        "expected a key; a table in { } must be on one line, without a comma at its end",
    ),
    (r"Invalid value", 'expected a value; put words in quotation marks, "once"'),
    (r"Invalid statement", "expected key = value, or [section]"),
)


class Fault(Struct, frozen=True):
    """A fault in a file: its line, the path of the value, and what was expected."""

    line: int
    path: str
    complaint: str

    def sentence(self, file: str) -> str:
        """The fault in one line: `my.toml line 41, war.war_burn.value: "twice" is not allowed; ...`"""
        return f"{file} line {self.line}{f', {self.path}' * bool(self.path)}: {self.complaint}"


def parsed(raw: bytes) -> tuple[str, dict[str, Any]] | Fault:
    """Return the text and data of a file, or the fault that makes it invalid TOML."""
    try:
        # Editors on Windows may add a byte order mark and end lines with CR LF.
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return Fault(line, "", "not UTF-8 text; save the file as UTF-8")
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _toml_fault(text, str(error))
    except ValueError:  # Python refuses to read a number of thousands of digits.
        line = next((n for n, words in enumerate(text.split("\n"), 1) if re.search(r"[\d_]{4000}", words)), 1)
        return Fault(line, "", "a number of thousands of digits; no table has such a number")
    except RecursionError:
        return Fault(1, "", "lists or tables inside each other without end; four levels are enough")


def placed(text: str, found: Iterable[Complaint]) -> tuple[Fault, ...]:
    """Turn complaints into faults, in line order."""
    lines = LineNumbers(text)
    faults = [Fault(lines.line_of(path), spelled(path), complaint) for path, complaint in found]
    return tuple(sorted(faults, key=lambda fault: fault.line))


def _toml_fault(text: str, message: str) -> Fault:
    """Turn tomllib's message into a fault in our own words, with its line."""
    place = _TOML_PLACE.search(message)
    said = message[: place.start()] if place else message
    line = int(place[1]) if place and place[1] else text.rstrip().count("\n") + 1
    column = f"column {place[2]}" if place and place[2] else ""
    if said == "Cannot overwrite a value":
        line, key = _statement_above(text, line)
        return Fault(line, key, f'not valid TOML: "{key}" appears twice; keep one of them')
    for pattern, words in _TOML_IN_OUR_WORDS:
        if found := re.fullmatch(pattern, said):
            names = [re.sub(r"', '", ".", name).strip("',") for name in found.groups()]
            said = words.replace(r"\1", names[0] if names else "")
    return Fault(line, column, f"not valid TOML: {said}")


def _statement_above(text: str, line: int) -> tuple[int, str]:
    """The line and key of the statement that ends at this line; tomllib reports the end of a value."""
    lines = text.split("\n")
    for number in range(line, 0, -1):
        if found := _TOML_STATEMENT.match(lines[number - 1]):
            return number, found[1] or found[2]
    return line, ""
