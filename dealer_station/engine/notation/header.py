"""The header of a written round: the book, the operator's answers, limits, and where the story begins."""

import re
from typing import Any

from msgspec.structs import replace

from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model.cards import CARDS_PER_DECK
from dealer_station.engine.model.events import MeterChanged
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Shoe, Table, open_table
from dealer_station.engine.notation import model as w
from dealer_station.engine.rulebook.rule_sections import Limits
from dealer_station.engine.rulebook.rules import Rules

DOLLARS = r"\d{1,9}(?:\.\d{1,2})?"
_LIMIT = re.compile(rf"({DOLLARS})-({DOLLARS})(?:/({DOLLARS}))?")

HEADER_WORDS = ("profile", "decks", "spots", "option", "limit", "meter", "start", "taps")


def read_header_line(header: dict[str, Any], line: str) -> None:
    """Add a line to the header; raise a ValueError that says what was expected."""
    word, *rest = line.split()
    value = " ".join(rest)
    if word in header or f"{word}_cents" in header or (word != "option" and word in header["options"]):
        raise ValueError(f"{word} is there twice")
    match word, rest:
        case "profile", [name]:
            header["profile"] = name
        case (("decks" | "spots"), [number]) if number.isdecimal():
            header["options"][word] = number
        case "option", [pair] if re.fullmatch(r"\w+=\S+", pair):
            name, answer = pair.split("=", 1)
            if name in header["options"]:
                raise ValueError(f"option {name} is there twice")
            header["options"][name] = answer
        case "limit", [("main" | "tie") as wager, limits] if found := _LIMIT.fullmatch(limits):
            if f"{wager}_limits" in header:
                raise ValueError(f"limit {wager} is there twice")
            header[f"{wager}_limits"] = Limits(*(cents_in(part or "0") or 0 for part in found.groups()))
        case "meter", [amount] if re.fullmatch(DOLLARS, amount):
            header["meter_cents"] = cents_in(amount)
        case "start", [("closed" | "loaded" | "round") as start]:
            header["start"] = start
        case "taps", [("implied" | "written") as taps]:
            header["taps"] = taps
        case _:
            raise ValueError(f'"{word} {value}" is not a header line; expected {_HEADER_FORMS[word]}')


_HEADER_FORMS = {
    "profile": "profile NAME",
    "decks": "decks N",
    "spots": "spots N",
    "option": "option NAME=VALUE",
    "limit": "limit main MIN-MAX/STEP or limit tie MIN-MAX/STEP",
    "meter": "meter DOLLARS",
    "start": "start closed, start loaded or start round",
    "taps": "taps implied or taps written",
}


def table_of(header: w.Header, rules: Rules) -> Table:
    """The table that a header describes; a freshly loaded shoe holds every card."""
    table = open_table(header.start)
    if header.start == "loaded":
        table = replace(table, shoe=Shoe(rules.cards.decks.value * CARDS_PER_DECK))
    if header.meter_cents is None:
        return table
    return fold(table, (MeterChanged("progressive", "set", 0, header.meter_cents, 0),))


def cents_in(text: str) -> Cents:
    """Parse an amount; None if it was not entered."""
    if text == "?":
        return None
    whole, _, part = text.partition(".")
    return int(whole) * 100 + int((part + "00")[:2])
