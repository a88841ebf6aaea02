"""Early cards: cards that left the shoe when none was due, one after another, are ruled on together."""

from typing import Final

from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import Hold

EARLY: Final = "card_not_due"
RULED_TOGETHER: tuple[Ruling, ...] = ("play_on", "forward")
"""Rulings that may be about several early cards: each of them makes its card the next one out."""


def early_cards(table: Table, hold: Hold) -> tuple[Hold, ...]:
    """The stop, and those after it whose early cards came right after its own; other stops stand alone."""
    # The number of a card in the shoe tells whether another came between; a keyed-in card has none.
    waiting = {one.number: one for one in table.holds if one.kind == EARLY and one.number and not one.kept}
    row, number = [hold], hold.number + 1
    while hold.kind == EARLY and hold.number and number in waiting:
        row.append(waiting[number])
        number += 1
    return tuple(row)
