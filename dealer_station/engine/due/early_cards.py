"""Early cards: cards that left the shoe when none was due, one after another, are dealt with together.

One ruling may be about all of them. Where only taps were missing, the dealer is asked first: what the taps
confirm was done before the cards, or it was not.
"""

from typing import Final

from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules

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


def may_be_asked_about(table: Table, rules: Rules, hold: Hold) -> bool:
    """True if the dealer's word settles whether the taps before this early card were only forgotten."""
    # One book calls the supervisor under all circumstances: there the dealer's word is not enough.
    if hold.kind != EARLY or not hold.number or hold.came_first:
        return False
    if rules.house.dispute_call.value == "always_supervisor" or table.moves or table.kept:
        return False
    # The hold of a device ends by itself when the device returns, and says nothing about the card.
    return len(early_cards(table, hold)) == sum(one.kind != "device" for one in table.holds)
