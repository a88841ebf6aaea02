"""Texts for the chips of a hand on the felt: the wagers still on the layout and their amounts."""

from collections.abc import Iterable
from typing import Literal

from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.wager_outcomes import Wager, dollars
from dealer_station.engine.view.table_view import BettorView

FeltWager = Wager | Literal["matched", "coupon"]
"""A kind of chip on the felt: a wager, the dealer's own chips for a war, or a coupon."""
CHIP_NAMES: dict[FeltWager, str] = {
    "main": "wager",
    "tie": "tie",
    "war": "war",
    "matched": "dealer",
    "war_tie": "war tie",
    "progressive": "progressive",
    "envy": "envy",
    "bonus": "bonus",
    "toke": "toke",
    "coupon": "coupon",
}
"""Names of the chips for a screen reader."""


def stake_words(bettor: BettorView) -> str:
    """The main wager, the amount added for a war, and the tie wagers: `25 / 25 + 5`."""
    main = amount(bettor.main_cents)
    if bettor.war_cents != 0:
        main += f" / {amount(bettor.war_cents)}"
    ties = [amount(cents) for cents in (bettor.tie_cents, bettor.war_tie_cents) if cents != 0]
    return " + ".join((main, *ties))


def chips_of(bettor: BettorView, due: Iterable[str] = ()) -> dict[FeltWager, Cents]:
    """The wagers of a hand that lie on the layout or were on it, and the dealer's own chips for a war."""
    # `due` names wagers of settlement lines: an envy is paid although the hand has no stake on it.
    lies: dict[FeltWager, Cents] = {
        "main": bettor.main_cents,
        "tie": bettor.tie_cents,
        "war": bettor.war_cents,
        "matched": bettor.matched_cents,
        "war_tie": bettor.war_tie_cents,
        "progressive": bettor.progressive_cents,
        "envy": 0,
        "bonus": bettor.bonus_cents,
        "toke": bettor.toke_cents,
        "coupon": bettor.coupon_cents,
    }
    settled = {*due, *(line.wager for line in bettor.lines)}
    return {wager: cents for wager, cents in lies.items() if cents != 0 or wager in settled}


def is_settled(bettor: BettorView) -> bool:
    """True if the main wager is decided, or the tie wager of a hand that has no main wager."""
    return ("main" if bettor.main_cents != 0 else "tie") in bettor.gone


def money(cents: Cents) -> str:
    """An amount with a dollar sign, so that nobody takes it for the number of a spot."""
    return "?" if cents is None else f"${dollars(cents)}"


def amount(cents: Cents) -> str:
    """Dollars as entered; a question mark if the amount was not entered."""
    return "?" if cents is None else dollars(cents)
