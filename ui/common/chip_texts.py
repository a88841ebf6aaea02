"""Texts for the chips of a hand on the felt: the wagers still on the layout and their amounts."""

from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.view.table_view import BettorView
from ui.common.translate import Speech

SHORTER = {"progressive": "prog.", "war tie": "w. tie"}
"""Short wager names for the felt, where there is little room."""


def stake_words(bettor: BettorView) -> str:
    """The main wager, the amount added for a war, and the tie wagers: `25 / 25 + 5`."""
    main = amount(bettor.main_cents)
    if bettor.war_cents != 0:
        main += f" / {amount(bettor.war_cents)}"
    ties = [amount(cents) for cents in (bettor.tie_cents, bettor.war_tie_cents) if cents != 0]
    return " + ".join((main, *ties))


def beside_words(bettor: BettorView, say: Speech) -> list[str]:
    """The chips that still lie beside the main wager, including the dealer's own chips for a war."""
    beside = {
        "war": bettor.war_cents,
        "dealer": bettor.matched_cents,
        "tie": bettor.tie_cents,
        "war tie": bettor.war_tie_cents,
        "progressive": bettor.progressive_cents,
        "bonus": bettor.bonus_cents,
        "toke": bettor.toke_cents,
        "coupon": bettor.coupon_cents,
    }
    lies_there = {
        wager: cents
        for wager, cents in beside.items()
        if cents != 0 and wager.replace(" ", "_") not in bettor.gone
    }
    return [f"{say(SHORTER.get(wager, wager))} {amount(cents)}" for wager, cents in lies_there.items()]


def is_settled(bettor: BettorView) -> bool:
    """True if the main wager is decided, or the tie wager of a hand that has no main wager."""
    return ("main" if bettor.main_cents != 0 else "tie") in bettor.gone


def money(cents: Cents) -> str:
    """An amount with a dollar sign, so that nobody takes it for the number of a spot."""
    return "?" if cents is None else f"${dollars(cents)}"


def amount(cents: Cents) -> str:
    """Dollars as entered; a question mark if the amount was not entered."""
    return "?" if cents is None else dollars(cents)
