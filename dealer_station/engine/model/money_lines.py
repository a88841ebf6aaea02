"""A rulebook's money in the words of the written round: `main pay 1`, `tie take`, `main half`.

A line may name its own paragraph after `@`, where it is not the one that decides the outcome, and
how sure that is: `tie take @ Deal 5a (inferred)`.
"""

from functools import cache
from typing import Literal, get_args

from msgspec import Struct

from dealer_station.engine.model.part_citations import Status, own_address

Wager = Literal["main", "tie", "war", "war_tie", "progressive", "envy", "bonus", "toke"]
Action = Literal["take", "pay", "return", "half"]


class MoneyLine(Struct, frozen=True):
    """Outcome of one wager: `pay` has odds to 1, the others have none."""

    wager: Wager
    action: Action
    odds: int = 0
    cite: str = ""
    """Empty where the paragraph that decides the outcome says this too."""
    status: Status = "stated"
    """Of that paragraph."""


@cache
def read_line(text: str) -> MoneyLine:
    """`main pay 1` as data; a ValueError says how a money line is written."""
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
    """Money as people and the written round write it: 25, 7.50."""
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"
