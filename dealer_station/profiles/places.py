"""Where in a profile's text a value stands, and what would have been right there."""

import re
from typing import Any

from msgspec import inspect

from dealer_station.engine.rules import Rules

_HEADER = re.compile(r"^\s*(\[\[?)\s*([\w.]+)\s*\]\]?")
_KEY = re.compile(r"^\s*([\w.]+)\s*=")
_AT = re.compile(r"^(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?$", re.DOTALL)
_FIELD = re.compile(r"field `(\w+)`")


def line_of(text: str, path: str) -> int:
    """The line of the deepest part of `path` (such as `war.deal[1].cite`) that stands in the text."""
    best, line_number = 1, 1
    for known, number in _places(text).items():
        inside = path == known or path.startswith((known + ".", known + "["))
        if inside and len(known) >= best:
            best, line_number = len(known), number
    return line_number


def _places(text: str) -> dict[str, int]:
    """Every section and key of the text with its line."""
    places: dict[str, int] = {}
    counts: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            section = header[2]
            if header[1] == "[[":
                index = counts.get(section, 0)
                counts[section] = index + 1
                section = f"{section}[{index}]"
            places[section] = number
        elif key := _KEY.match(line):
            places[f"{section}.{key[1]}" if section else key[1]] = number
    return places


def explain(file: str, text: str, message: str) -> str:
    """A msgspec complaint in a person's words: file, line, which value, what was expected."""
    found = _AT.match(message)
    what, path = (found["what"], (found["path"] or "").lstrip(".")) if found else (message, "")
    where = f"{file} line {line_of(text, path)}, {path or 'the whole file'}"
    info = _type_at(path)
    field = _FIELD.search(what)
    if "unknown field" in what and field:
        known = ", ".join(_field_names(info))
        return f'{where}: unknown key "{field[1]}"; expected only {known}'
    if "missing required field" in what and field:
        return f'{where}: "{field[1]}" is missing; {_needed(field[1])}'
    allowed = _literals(info)
    if allowed:
        return f"{where}: {what}; expected one of {', '.join(allowed)}"
    return f"{where}: {what}"


def _needed(field: str) -> str:
    if field in ("value", "cite", "status"):
        return "every value needs value, cite and status"
    return 'a profile answers every topic, also where the book is silent (status = "silent")'


def _type_at(path: str) -> inspect.Type | None:
    """What the shape of Rules says about the value at `path`."""
    info: inspect.Type | None = inspect.type_info(Rules)
    for part in re.findall(r"\w+|\[[^\]]*\]", path):
        info = _step(info, part)
    return info


def _step(info: inspect.Type | None, part: str) -> inspect.Type | None:
    if part.startswith("["):
        return getattr(info, "item_type", None)
    fields: Any = getattr(info, "fields", ())
    return next((field.type for field in fields if field.name == part), None)


def _field_names(info: inspect.Type | None) -> list[str]:
    fields: Any = getattr(info, "fields", ())
    return [field.name for field in fields if field.name not in ("digest", "options")]


def _literals(info: inspect.Type | None) -> list[str]:
    return [str(value) for value in info.values] if isinstance(info, inspect.LiteralType) else []
