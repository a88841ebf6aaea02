"""Generates the page of station.toml's keys from the shape of the file."""

import json
from typing import Any, Literal, get_args, get_origin

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo

from dealer_station.config.template import WORDS, is_section, keys
from tools.documents.markdown import page, table

HEAD = """\
<!-- `make docs` writes this page from dealer_station/config. Change that, then run it again. -->
# Keys of station.toml

Every section and key that [station.toml](station-toml.md) may have. A key that is not in this table is a
fault, and so is a value that the book does not allow; the message names the file, the line and the nearest
key that exists. Relative paths are resolved against the file's directory.
"""

TYPES = {str: "text", int: "whole number", float: "number", bool: "true or false"}


def station_keys() -> str:
    """The page: name, type, default and meaning of each key."""
    head = ("key", "type", "default", "meaning")
    return page([HEAD, *table(head, (_row(name, field) for name, field in keys()))])


def _row(name: str, field: FieldInfo) -> tuple[str, str, str, str]:
    return f"`{name}`", _type(field), _default(field), WORDS[name]


def _type(field: FieldInfo) -> str:
    kind: Any = field.type
    if is_section(field):
        return "section"
    if get_origin(kind) is Literal:
        return ", ".join(f"`{value}`" for value in get_args(kind))
    if get_origin(kind) is tuple:
        return f"list of {TYPES[get_args(kind)[0]]}s"
    return TYPES.get(kind, "section of answers")


def _default(field: FieldInfo) -> str:
    if is_section(field) or (field.type not in TYPES and get_origin(field.type) not in (Literal, tuple)):
        return "required" if field.required else ""
    if field.default is NODEFAULT:
        return "required"
    return "empty" if field.default in ("", ()) else f"`{json.dumps(field.default)}`"
