"""Finds everything in a profile's data that does not have the shape of Rules, with what was
expected.

msgspec stops at the first misfit and does not name the value. The author of a house's own file
needs all of them at once, in plain words.
"""

import json
import types
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from dealer_station.engine.rulebook.rule_sections import DealOrder, Rule
from dealer_station.engine.rulebook.rules import SET_BY_THE_LOADER, Gap, Rules
from dealer_station.rulebooks.line_numbers import Path

Complaint = tuple[Path, str]


@cache
def fields_of(kind: Any) -> tuple[FieldInfo, ...]:
    """The fields of a struct type, cached."""
    return fields(kind)


PARTS: dict[str, Any] = {
    field.name: field.type for field in fields_of(Rules) if field.name not in SET_BY_THE_LOADER
}
"""The sections of a file with their types, without what the loader adds itself."""

NUMBER_MAX = 10**15
"""A larger number is a typing error; cents and counts of any table stay far below."""

_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "a truth value", type(None): "nothing"}


def shown(value: object) -> str:
    """A value as its author wrote it, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except ValueError:  # Python refuses to format a number of thousands of digits.
        return "this number"
    return text if len(text) <= 60 else f"{text[:56]} ..."


def misfits(data: Mapping[str, Any]) -> Iterator[Complaint]:
    """Yield every misfit of a whole file."""
    strange = [name for name in data if name not in PARTS]
    meant = {name: _close(name, [part for part in PARTS if part not in data]) for name in strange}
    for name in strange:
        hint = f"did you mean [{meant[name]}]?" if meant[name] else f"a profile has {', '.join(PARTS)}"
        yield (name,), f'unknown section "{name}"; {hint}'
    for name, kind in PARTS.items():
        if name in data:
            yield from against(kind, data[name], (name,))
        elif name not in meant.values():
            yield (), _missing(name)


def _missing(section: str) -> str:
    if section == "gaps":
        return "the [[gaps]] entries are missing; write gaps = [] at the top where there are none"
    return f"the section [{section}] is missing; a profile answers every topic, also where the book is silent"


def against(kind: Any, value: object, path: Path) -> Iterator[Complaint]:
    """Yield the misfits of `value` against the type `kind`."""
    origin = get_origin(kind)
    if origin is Literal:
        if value not in get_args(kind) or isinstance(value, bool):
            yield path, f"{shown(value)} is not allowed; expected one of {', '.join(get_args(kind))}"
    elif origin in (Union, types.UnionType):
        if all(any(against(option, value, path)) for option in get_args(kind)):
            yield path, _unexpected(value, get_args(kind)[0])
    elif origin is tuple:
        yield from _against_list(kind, value, path)
    elif origin is dict:
        yield from _against_table(kind, value, path)
    elif isinstance(origin or kind, type) and issubclass(origin or kind, Struct):
        yield from _against_struct(kind, value, path)
    elif not _is(kind, value):
        yield path, _unexpected(value, kind)
    elif isinstance(value, int) and abs(value) > NUMBER_MAX:
        yield path, f"{shown(value)} is too large; no table has such a number"


def _is(kind: Any, value: object) -> bool:
    if isinstance(value, bool):
        return kind is bool
    return isinstance(value, (int, float) if kind is float else kind)


def _against_list(kind: Any, value: object, path: Path) -> Iterator[Complaint]:
    items = get_args(kind)
    any_number = items[-1] is Ellipsis
    if not isinstance(value, list) or not (any_number or len(value) == len(items)):
        yield path, _unexpected(value, kind)
        return
    for index, item in enumerate(value):
        yield from against(items[0] if any_number else items[index], item, (*path, index))


def _against_table(kind: Any, value: object, path: Path) -> Iterator[Complaint]:
    if not isinstance(value, dict):
        yield path, _unexpected(value, kind)
        return
    for name, item in value.items():
        yield from against(get_args(kind)[1], item, (*path, name))


def _against_struct(kind: Any, value: object, path: Path) -> Iterator[Complaint]:
    if not isinstance(value, dict):
        yield path, _unexpected(value, kind)
        return
    known = {field.name: field for field in fields_of(kind)}
    strange = [name for name in value if name not in known]
    meant = {name: _close(name, [field for field in known if field not in value]) for name in strange}
    for name in strange:
        hint = f"did you mean {meant[name]}?" if meant[name] else f"expected only {', '.join(known)}"
        yield (*path, name), f'unknown key "{name}"; {hint}'
    for name, field in known.items():
        if name in value:
            yield from against(field.type, value[name], (*path, name))
        elif field.required and name not in meant.values():
            yield path, f'"{name}" is missing; {_needed(kind, field)}'


def _needed(kind: Any, field: FieldInfo) -> str:
    if (get_origin(kind) or kind) in (Rule, DealOrder):
        if field.name == "cite":
            return 'name the paragraph, or "not addressed" where the book is silent'
        return "every value needs value, cite and status"
    if (get_origin(field.type) or field.type) in (Rule, DealOrder):
        return 'a profile answers every topic, also where the book is silent (status = "silent")'
    if get_args(field.type)[:1] == (DealOrder,):
        return "give an [[war.deal]] entry for each answer to war_burn and dealer_war_cards"
    return f"expected {_described(field.type)}"


def _unexpected(value: object, kind: Any) -> str:
    return f"{shown(value)} is {_kind_of(value)}; expected {_described(kind)}"


def _kind_of(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return _WORDS.get(type(value), "a date or time")


def _described(kind: Any) -> str:
    """A description of a type in terms an author of TOML knows."""
    origin = get_origin(kind)
    if origin is tuple:
        items = get_args(kind)
        if items[-1] is not Ellipsis:  # Only the range of an open number has this shape.
            return "two whole numbers, [least, most]"
        if (get_origin(items[0]) or items[0]) in (DealOrder, Gap):
            return "one entry in double brackets, [[...]], for each"
        return f"a list in [ ], each item {_described(items[0])}"
    if origin in (Union, types.UnionType):
        return " or ".join(_described(option) for option in get_args(kind))
    if origin is Literal:
        return f"one of {', '.join(get_args(kind))}"
    if origin is dict:
        return "a table of names and values"
    if origin is Rule or kind is DealOrder:
        return '{ value = ..., cite = "...", status = "..." }'
    if kind in _WORDS:
        return _WORDS[kind]
    return f"a table with {', '.join(field.name for field in fields_of(kind))}"


def _close(name: str, known: list[str]) -> str:
    return next(iter(get_close_matches(name, known, n=1, cutoff=0.75)), "")
