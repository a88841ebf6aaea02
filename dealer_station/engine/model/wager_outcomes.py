"""Wager outcomes: a rulebook's money lines as written rounds write them: `main pay 1`, `main half`.

A line may cite its own paragraph after `@`, if another one decides the outcome, and its status: `tie take @
Deal 5a (inferred)`.
"""

from functools import cache
from typing import Literal, get_args

from msgspec import Struct

from dealer_station.engine.model.rule_part_addresses import Status, own_address

Wager = Literal["main", "tie", "war", "war_tie", "progressive", "envy", "bonus", "toke"]
Action = Literal["take", "pay", "return", "half"]


class MoneyLine(Struct, frozen=True):
    """The outcome of one wager: `pay` has odds to 1, the others have none."""

    wager: Wager
    action: Action
    odds: int = 0
    cite: str = ""
    """The citation of this line; empty if the paragraph that decides the outcome covers it."""
    status: Status = "stated"
    """The status of that citation."""


@cache
def read_line(text: str) -> MoneyLine:
    """Parse a line such as `main pay 1`; raise a ValueError that explains the notation."""
    line, _, cite = (part.strip() for part in text.partition("@"))
    words = line.split()
    wager = next((word for word in get_args(Wager) if words[:1] == [word]), None)
    action = next((word for word in get_args(Action) if words[1:2] == [word]), None)
    odds = words[2:]
    well_formed = (len(odds) == 1 and odds[0].isdecimal()) if action == "pay" else not odds
    if wager is None or action is None or not well_formed:
        raise ValueError(
            f'"{text}" is not a money line; write WAGER take, WAGER return, WAGER half or WAGER pay ODDS, '
            "and @ CITE where another paragraph says so"
        )
    return MoneyLine(wager, action, int(odds[0]) if odds else 0, *own_address(cite, "stated"))


@cache
def read_lines(texts: tuple[str, ...]) -> tuple[MoneyLine, ...]:
    """Read the lines of one outcome."""
    return tuple(read_line(text) for text in texts)


def dollars(cents: int) -> str:
    """An amount as people and written rounds write it: 25, 7.50."""
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"
