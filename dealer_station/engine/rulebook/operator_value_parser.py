"""Parser for values that a book leaves to the operator, such as `red7` or `100:125`.

Each notation is parsed in one place, so that a profile, an option and the engine agree on its meaning.
"""

import re
from functools import cache
from typing import Any, assert_never

from msgspec import Struct

from dealer_station.engine.model.cards import RANKS, SUITS, Card
from dealer_station.engine.rulebook.rule_sections import Form, PayLine

JACKPOTS = ("primary", "secondary")
"""The two jackpot symbols: the book prints one for both, the operator's wheel tells them apart."""

ENVY_HANDS = {
    "suited_double_tie": "Suited Double Tie",
    "4_of_a_kind": "4 of a Kind",
    "double_tie": "Double Tie",
    "suited_tie": "Suited Tie",
    "tie": "Tie",
}
"""Hands of the paytable that an operator may designate for the envy; the highest is the book's own."""

COLOURS = {"red": "dh", "black": "cs"}
RATE_UNITS = 10_000
"""A rate has at most four decimals."""

_AMOUNT = re.compile(r"[0-9]{1,8}(?:\.[0-9]{1,2})?")
_RATE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,4})?")
_SYMBOL = re.compile(r"[0-9]{1,8}|primary|secondary")
_PAY = re.compile(
    r"(?P<symbol>[0-9]{1,8}|primary|secondary):(?:(?P<dollars>[0-9]{1,8}(?:\.[0-9]{1,2})?)|(?P<percent>[0-9]{1,3})%)"
)


class Trigger(Struct, frozen=True):
    """The designated rank and colour that trigger the wheel."""

    rank: str
    suits: str

    def is_met_by(self, card: Card) -> bool:
        """True if this card triggers the wheel."""
        return card[0] == self.rank and card[1] in self.suits


def read_form(form: Form, text: str) -> Any:
    """Parse the operator's answer; raise a ValueError that explains the notation."""
    match form:
        case "trigger":
            return read_trigger(text)
        case "symbols":
            return read_symbols(text)
        case "table":
            return read_table(text)
        case "seeds":
            return _pair(text, _AMOUNT, 100, "two amounts in dollars, primary first, such as 10000,5000")
        case "rates":
            return _rates(text)
        case "envy":
            return read_envy(text)
        case _:
            assert_never(form)


@cache
def read_trigger(text: str) -> Trigger:
    """Parse a trigger: `red7`, `blackA`."""
    found = re.fullmatch(rf"(red|black)([{RANKS}])", text)
    if not found:
        raise ValueError(f'"{text}": write red or black and a rank of {RANKS}, such as red7')
    suits = "".join(suit for suit in SUITS if suit in COLOURS[found[1]])
    return Trigger(found[2], suits)


@cache
def read_symbols(text: str) -> tuple[str, ...]:
    """Parse the symbols of the wheel, each once: `primary,secondary,1000,600`."""
    symbols = tuple(text.split(","))
    if not all(_SYMBOL.fullmatch(symbol) for symbol in symbols) or len(set(symbols)) != len(symbols):
        raise ValueError(f'"{text}": write the symbols of the wheel once each, such as primary,1000,25')
    return symbols


@cache
def read_table(text: str) -> tuple[PayLine, ...]:
    """Parse the prize of each symbol, in dollars or as a share of its meter: `100:100,primary:10%`."""
    lines: list[PayLine] = []
    for part in text.split(","):
        found = _PAY.fullmatch(part)
        share = int(found["percent"] or 0) if found else 0
        if not found or share > 100 or (share and found["symbol"] not in JACKPOTS):
            raise ValueError(f'"{part}": write SYMBOL:DOLLARS, or primary:PERCENT% of its meter')
        lines.append(
            PayLine(found["symbol"], meter_percent=share, cents=_scaled(found["dollars"] or "0", 100))
        )
    if len({line.hand for line in lines}) != len(lines):
        raise ValueError(f'"{text}": a symbol is there twice')
    return tuple(lines)


@cache
def read_envy(text: str) -> tuple[PayLine, ...]:
    """Parse the envy payment for each hand, in dollars per five staked: `suited_double_tie:500,tie:5`."""
    lines: list[PayLine] = []
    for part in text.split(","):
        name, _, amount = part.partition(":")
        if name not in ENVY_HANDS or not _AMOUNT.fullmatch(amount):
            raise ValueError(f'"{part}": write HAND:DOLLARS, HAND one of {", ".join(ENVY_HANDS)}')
        lines.append(PayLine(ENVY_HANDS[name], cents=_scaled(amount, 100)))
    if len({line.hand for line in lines}) != len(lines):
        raise ValueError(f'"{text}": a hand is there twice')
    return tuple(lines)


def _rates(text: str) -> tuple[int, int]:
    rates = _pair(text, _RATE, RATE_UNITS, "two rates in cents for a dollar, such as 3,1.5")
    if sum(rates) > 100 * RATE_UNITS:
        raise ValueError(f'"{text}": more than a dollar of each dollar')
    return rates


@cache
def _pair(text: str, number: re.Pattern[str], scale: int, form: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) != 2 or not all(number.fullmatch(part) for part in parts):
        raise ValueError(f'"{text}": write {form}')
    return _scaled(parts[0], scale), _scaled(parts[1], scale)


def _scaled(text: str, scale: int) -> int:
    """A decimal number in whole units of 1/scale, exactly."""
    whole, _, part = text.partition(".")
    digits = len(str(scale)) - 1
    return int(whole) * scale + int((part + "0" * digits)[:digits])
