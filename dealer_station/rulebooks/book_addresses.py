"""Addresses of the books: tables in which every citation is looked up before it is shown.

Each of the five books has a table in `addresses/`: every address with its gist in our own words,
one entry for each normative sentence. A rulebook with another name has no table, and its citations
are not checked.
"""

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.rule_part_addresses import own_address
from dealer_station.engine.rulebook.rule_sections import PayLine
from dealer_station.engine.rulebook.ruling_sections import RulingRule
from dealer_station.rulebooks.line_numbers import Path
from dealer_station.rulebooks.shape_check import Complaint, shown

TABLE_LIMITS = "the table's limits"
"""The citation of limits that are posted at the table and are in no book."""

OUTSIDE_THE_BOOK = ("not addressed", TABLE_LIMITS)

WHOLE_TEXT = "whole text"
"""The place of a gap that concerns the whole book: a silence has no paragraph."""


class NormativeSentence(Struct, frozen=True, forbid_unknown_fields=True):
    """One normative sentence, in our own words."""

    says: str
    by: tuple[str, ...] = ()
    """The carriers of this sentence, if the address alone does not determine them: `prompt burn`."""


class Heading(Struct, frozen=True, forbid_unknown_fields=True):
    """An address that only opens a list or a chapter."""

    heading: str


class Address(Struct, frozen=True):
    """A citable place in a book."""

    name: str
    gist: str
    sentences: tuple[NormativeSentence, ...]


Addresses = Mapping[str, Address]


class _Translations(Struct, frozen=True, forbid_unknown_fields=True):
    """The gists of a book in another language, as their file gives them."""

    gists: dict[str, str]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """An address table as its file defines it."""

    addresses: dict[str, str | list[NormativeSentence] | dict[str, Any]]


@cache
def addresses_of(book: str) -> Addresses:
    """Every address of a book in the order of its text; empty for a book without a table."""
    file = resources.files("dealer_station.rulebooks").joinpath("addresses", f"{book}.toml")
    if not book.isidentifier() or not file.is_file():
        return {}
    table = msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File)
    return {name: _address(name, entry) for name, entry in table.addresses.items()}


@cache
def translated_gists(book: str, language: str) -> Mapping[str, str]:
    """The gists of a book in another language, by address; empty without a translation."""
    file = resources.files("dealer_station.rulebooks").joinpath("addresses", language, f"{book}.toml")
    if not (book.isidentifier() and language.isidentifier() and file.is_file()):
        return {}
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), _Translations).gists


def gists_cited(book: str, cite: str, language: str = "en") -> dict[str, str]:
    """The gist of each address of a citation in this language, else in English; empty without a table."""
    known, translated = addresses_of(book), translated_gists(book, language)
    return {one: translated.get(one, known[one].gist) for one in cited_in(cite) if one in known}


def _address(name: str, entry: str | list[NormativeSentence] | dict[str, Any]) -> Address:
    if isinstance(entry, dict):
        if "heading" in entry:
            return Address(name, msgspec.convert(entry, Heading).heading, ())
        entry = [msgspec.convert(entry, NormativeSentence)]
    sentences = (NormativeSentence(entry),) if isinstance(entry, str) else tuple(entry)
    return Address(name, " ".join(sentence.says for sentence in sentences), sentences)


def gist(book: str, address: str) -> str:
    """Return the gist of an address; raise ProfileError naming the nearest one if it does not exist."""
    if found := addresses_of(book).get(address):
        return found.gist
    raise ProfileError(unknown(book, address))


def unknown(book: str, address: str) -> str:
    """The message for an unknown address, with the nearest known one."""
    return f"{shown(address)} is not an address of {book}; {_instead(book, address)}"


def _instead(book: str, address: str) -> str:
    nearest = get_close_matches(address, addresses_of(book), n=1, cutoff=0.0)
    return f"the nearest is {nearest[0]}" if nearest else "there is no table of its addresses"


def cited_in(cite: str) -> tuple[str, ...]:
    """The addresses in a citation; empty if the book is silent."""
    return tuple(part for part in cite.split(", ") if part.strip() and part not in OUTSIDE_THE_BOOK)


def wrong_addresses(book: str, parts: Mapping[str, Mapping[str, Any]], gaps: Any) -> Iterator[Complaint]:
    """Yield every citation of a file that is not in the book's table; nothing if the book has no table."""
    if not addresses_of(book):
        return
    for section, part in parts.items():
        for name, rule in part.items() if section != "book" else ():
            for path, cite in _cites_of(rule, (section, name)):
                yield from _wrong(book, path, cite)
    for index, gap in enumerate(gaps if isinstance(gaps, list) else ()):
        where = gap.get("where", "") if isinstance(gap, dict) else ""
        if isinstance(where, str) and where != WHOLE_TEXT:
            yield from _wrong(book, ("gaps", index, "where"), where)


def _wrong(book: str, path: Path, cite: str) -> Iterator[Complaint]:
    for address in cited_in(cite):
        if address not in addresses_of(book):
            yield path, unknown(book, address)
    if TABLE_LIMITS in cite:
        yield path, f"{shown(TABLE_LIMITS)} is for what the operator answers; cite the book"


def _cites_of(rule: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield each citation of a rule with its path: its own, and those of steps, money lines and pay lines."""
    if isinstance(rule, tuple):
        for index, order in enumerate(rule):
            yield from _cites_of(order, (*path, index))
        return
    yield (*path, "cite"), rule.cite
    if isinstance(rule, RulingRule):
        return
    for index, line in enumerate(rule.at):
        yield (*path, "at", index), own_address(line.partition(" @ ")[2], rule.status)[0]
    for index, item in enumerate(rule.value if isinstance(rule.value, tuple) else ()):
        if isinstance(item, PayLine):
            yield (*path, "value", index, "cite"), item.cite
        elif isinstance(item, str) and " @ " in item:
            yield (*path, "value", index), own_address(item.partition(" @ ")[2], rule.status)[0]
