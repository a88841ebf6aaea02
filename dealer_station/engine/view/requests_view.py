"""Requests of the floor and the dealer beside the due step, and the data that their forms need."""

from typing import Literal

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.due.ruling_choices import MISREAD_WHEEL, found_mistaken_unasked
from dealer_station.engine.due.shoe_preparation import cards_at_hand, measure_words
from dealer_station.engine.due.wheel import prizes
from dealer_station.engine.evolve.shoe_evolution import spots_of
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.kinds import as_ruling
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view import trial
from dealer_station.engine.view.ruling_details import hands_for

Order = Literal["shuffle", "recut", "replace_cards", "idle", "close", "change_toke"]
SOMEBODY, SOME_REASON = "?", "?"
"""Stand for the name and the reason that are asked later."""
ORDERS: tuple[Order, ...] = ("shuffle", "recut", "replace_cards", "idle", "close", "change_toke")
"""Orders that the floor may give."""
RULINGS = ("accept", "void", "void_round", "out", "unfounded", "reshuffle", "pay", "take")
"""Rulings that the floor may give with nothing stopped."""


def floor_requests(table: Table, rules: Rules) -> tuple[str, ...]:
    """The rulings and orders that the table would accept from the floor now."""
    in_play = table.round.closed and not table.round.voided
    possible = {
        "void": in_play,
        "void_round": in_play,
        "out": in_play and rules.irregularities.players_out_option.value != "none",
        "unfounded": bool(found_mistaken_unasked(table)),
    }
    rulings = (
        ruling
        for ruling in RULINGS
        if possible.get(ruling, True) and trial.is_taken(table, rules, *_ruled(ruling, table, rules))
    )
    orders = (
        order
        for order in ORDERS
        if _is_possible(order, table, rules) and trial.is_taken(table, rules, o.Ordered(order))
    )
    possible_orders = tuple(orders)
    # An order to shuffle rests on the book, so no ruling without a rule is offered beside it.
    same = ("reshuffle",) if "shuffle" in possible_orders else ()
    return (*(ruling for ruling in rulings if ruling not in same), *possible_orders)


def _is_possible(order: Order, table: Table, rules: Rules) -> bool:
    match order:
        case "change_toke":
            return bool(rules.house.tokes.value)
        case "recut":
            return table.preparing is not None and "cut" in table.preparing.done
        case "close" if table.preparing is not None and table.preparing.is_closed:
            return False
        case _:
            # What is ordered in a round may wait for its end; the trial shows whether this book lets it.
            return order in ("shuffle", "replace_cards") or not table.round.closed


def _ruled(ruling: str, table: Table, rules: Rules) -> tuple[Observation, ...]:
    """A possible ruling, for each hand that it may be about."""
    if ruling not in ("pay", "take", "void", "out"):
        return (o.Ruled(as_ruling(ruling), by=SOMEBODY, because=SOME_REASON),)
    cents = 100 if ruling in ("pay", "take") else 0
    return tuple(
        o.Ruled(as_ruling(ruling), (hand.name,), cents, by=SOMEBODY, because=SOME_REASON)
        for hand in hands_for(table, rules, ruling)
    )


def mistaken_words(table: Table) -> str:
    """The finding that a wheel symbol was misread, in words; empty if the finding would be on a report."""
    misread = found_mistaken_unasked(table) == MISREAD_WHEEL
    return CATALOGUE[MISREAD_WHEEL].finding if misread else ""


def spots_to_be_asked(table: Table, spots: tuple[int, ...]) -> tuple[int, ...]:
    """The spots that may still refuse the cut."""
    refused = table.preparing.refused if table.preparing else ()
    return tuple(spot for spot in spots if spot not in refused)


def war_tie_hands(table: Table, rules: Rules) -> tuple[Hand, ...]:
    """The hands at war that may place a tie wager on it now."""
    return tuple(
        hand
        for hand in table.round.hands
        if hand.choice == "war"
        and hand.war_tie_cents == 0
        and trial.is_taken(table, rules, o.Answered(hand.spot, hand.bettor, "war", None))
    )


def seated_spots(table: Table) -> tuple[int, ...]:
    """The spots that are known to be taken."""
    betting = table.round if table.round.hands or table.seats or table.last is None else table.last
    return spots_of(table.seats, betting)


def wheel_symbols(table: Table, rules: Rules, spot: int) -> tuple[str, ...]:
    """The symbols of the bonus wheel for the wager of a spot."""
    stake = next((hand.bet.bonus_cents or 0 for hand in table.round.hands if hand.spot == spot), 0)
    return tuple(prizes(rules, stake))


def depth_words(table: Table, rules: Rules, step: str) -> str:
    """The allowed depth of the cut, or distance of the cut card from the back."""
    measure = rules.cut.cut_depth.value if step == "cut" else rules.cut.cut_card_reinsert.value
    return measure_words(measure, cards_at_hand(table, rules))
