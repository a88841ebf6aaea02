"""Words for movements of chips: PAY, TAKE, RETURN, with the wager and the amount or the odds."""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.translatable_sentences import joined, said
from dealer_station.engine.model.values import Line
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import wager_words

Way = Literal["take", "return", "bring", "lock"]


class ChipMove(Struct, frozen=True):
    """One movement of chips by the dealer: the action and the amount, or None if it is unknown."""

    way: Way
    cents: Cents
    part: Literal["half", "whole"]


SURRENDERS: dict[str, tuple[tuple[Way, Literal["half", "whole"]], ...]] = {
    "take_half_return_half": (("take", "half"), ("return", "half")),
    "draw_in_split_return_lock": (("bring", "whole"), ("return", "half"), ("lock", "half")),
    "unspecified": (("take", "half"), ("return", "half")),
}
"""Movements of a surrender's chips in each book."""


def surrender_moves(line: Line, rules: Rules) -> tuple[ChipMove, ...]:
    """The movements of a surrender in the order of the book."""
    half = line.cents
    whole = None if half is None else 2 * half
    return tuple(
        ChipMove(way, half if part == "half" else whole, part)
        for way, part in SURRENDERS[rules.settlement.surrender_handling.value]
    )


def line_words(line: Line, rules: Rules, *, matched: bool = False) -> str:
    """One movement of chips: `PAY Initial wager 50`, or the odds where the stake is unknown."""
    wager = wager_words(line.wager, rules)
    if line.action == "half":
        return joined("; ", (_move_words(move, wager) for move in surrender_moves(line, rules)))
    if line.meter_cents:
        return said("PAY {wager} {with_meter}", wager=wager, with_meter=_with_meter(line))
    if line.cents is None:
        moved = (
            said("PAY {wager} {odds} to 1", wager=wager, odds=line.odds)
            if line.action == "pay"
            else said("{action} {wager}", action=line.action.upper(), wager=wager)
        )
    else:
        moved = said(
            "{action} {wager} {amount}", action=line.action.upper(), wager=wager, amount=dollars(line.cents)
        )
    matching = matching_words(line) if matched else ""
    return joined("", (moved, matching)) if matching else moved


def _move_words(move: ChipMove, wager: str) -> str:
    amount = move.part if move.cents is None else dollars(move.cents)
    match move.way:
        case "bring":
            return said("BRING {wager} to the left, above the chip rack", wager=wager)
        case "take":
            return said("TAKE {amount} of {wager}", amount=amount, wager=wager)
        case "return":
            return said("RETURN {amount}", amount=amount)
        case "lock":
            return said("LOCK UP {amount}", amount=amount)


def _with_meter(line: Line) -> str:
    """The amount with the meter's part: `17340: the meter's 12340 and 5000`, so that both can be counted."""
    if line.cents is None:
        return said("{odds} to 1 and the meter's {amount}", odds=line.odds, amount=dollars(line.meter_cents))
    rest = line.cents - line.meter_cents
    template = "{amount}: the meter's {meter} and {rest}" if rest else "{amount}: the meter's {meter}"
    return said(template, amount=dollars(line.cents), meter=dollars(line.meter_cents), rest=dollars(rest))


def matching_words(line: Line) -> str:
    """The dealer's own chips beside a war wager: the first unit of the payment, or taken back."""
    # If the dealer matches the war wager (new_zealand 8.7.1(b)), one unit is on the layout already.
    if line.wager != "war":
        return ""
    unit = unit_words(line)
    if line.action == "return":
        return said("; TAKE your {amount} back", amount=unit) if unit else "; TAKE your matching chips back"
    if line.action == "take":
        return said(", and your {amount}", amount=unit) if unit else ", and your matching chips"
    if line.odds > 1:
        more = dollars((line.cents or 0) - (line.cents or 0) // line.odds)
        return (
            said(": {more}, and the {amount} beside it", more=more, amount=unit)
            if unit
            else ": the chips beside it, and as much again"
        )
    return said(": the {amount} beside it", amount=unit) if unit else ": the chips beside it"


def unit_words(line: Line) -> str:
    """The amount that the dealer put beside the war wager; empty if nobody entered it."""
    if line.cents is None:
        return ""
    return dollars(line.cents // line.odds if line.action == "pay" else line.cents)
