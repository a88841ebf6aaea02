"""The tables that the proofs look at: every book, the answers that change a round, and who bets what."""

from msgspec import Struct

from dealer_station.engine.model.observations import Bet
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import load

WAR_TIE_CENTS = 500


class Layout(Struct, frozen=True):
    """The wagers on the felt, and the detours of a regular round that are tried with them."""

    bets: tuple[Bet, ...]
    war_ties: bool = False
    """A player at war may also wager on a tied war, where the book allows it."""
    cut_cards: bool = False
    """The cut card may come out instead of any card."""


class Case(Struct, frozen=True):
    """One book with one set of the operator's answers, and the layouts that are played on it."""

    name: str
    rules: Rules
    layouts: tuple[Layout, ...]


ONE_AND_TWO = "one one_tie two"

BOOKS: dict[str, tuple[str, dict[str, str], str]] = {
    "massachusetts": ("massachusetts", {}, ONE_AND_TWO),
    "house_manual": ("house_manual", {}, ONE_AND_TWO),
    "house_manual, burn once": ("house_manual", {"war_burn": "once"}, "two"),
    "maryland": ("maryland", {}, ONE_AND_TWO),
    "maryland, continuous shuffler": ("maryland", {"card_supply": "csm"}, "two"),
    "exhibit_a": ("exhibit_a", {}, ONE_AND_TWO),
    "exhibit_a, a dealer's card for each war": (
        "exhibit_a",
        {"dealer_war_cards": "one_per_war_player"},
        "two",
    ),
    "new_zealand": ("new_zealand", {}, f"{ONE_AND_TWO} tie_only shared"),
    "new_zealand, no war burn": ("new_zealand", {"war_burn": "none"}, "two"),
    "new_zealand, opening burn": ("new_zealand", {"opening_burn": "on"}, "one"),
    "new_zealand, method B": ("new_zealand", {"war_stake": "dealer_matches"}, "two shared"),
    "massachusetts, progressive": (
        "massachusetts",
        {"progressive": "on", "meter_rate": "3.3333"},
        "progressive",
    ),
    "maryland, progressive": (
        "maryland",
        {"progressive": "on", "meter_rate": "15", "progressive_stake_on_win": "returned"},
        "progressive",
    ),
    "maryland, payout limit": ("maryland", {"payout_limit": "30"}, "one"),
    "maryland, bonus spin": (
        "maryland",
        {
            "bonus_spin": "on",
            "bonus_trigger": "black2",
            "bonus_wheel": "primary,400,100",
            "bonus_seeds": "10000,5000",
            "bonus_rates": "2,0.3333",
        },
        "bonus",
    ),
    "house_manual, tokes": ("house_manual", {}, "toke"),
    "massachusetts, a coupon": ("massachusetts", {}, "coupon"),
}
"""Every book as it stands, and again for each answer that gives a round another shape."""


def case(name: str, layouts: str = "") -> Case:
    """The table of that name, with its own layouts or those that are named."""
    book, options, own = BOOKS[name]
    every = _layouts(unit_cents=100 if book == "exhibit_a" else 1000)
    return Case(name, load(book, options), tuple(every[layout] for layout in (layouts or own).split()))


def _layouts(unit_cents: int) -> dict[str, Layout]:
    """All layouts; no two wagers of one layout are equal, so that money paid to the wrong one is seen."""
    one, two, three, four = (unit_cents * times for times in (1, 2, 3, 4))
    return {
        "one": Layout((Bet(2, "", two),), cut_cards=True),
        "one_tie": Layout((Bet(2, "", two, three),), war_ties=True),
        "two": Layout((Bet(1, "", two, one), Bet(2, "", four))),
        "two_ties": Layout((Bet(1, "", two, one), Bet(2, "", four, three)), war_ties=True, cut_cards=True),
        "three": Layout((Bet(1, "", two), Bet(2, "", four, one), Bet(3, "", three))),
        "tie_only": Layout((Bet(1, "", 0, one), Bet(2, "", two))),
        "progressive": Layout(
            (Bet(1, "", two, progressive_cents=1000), Bet(2, "", four, progressive_cents=500))
        ),
        "bonus": Layout((Bet(2, "", two, bonus_cents=500),)),
        "toke": Layout((Bet(1, "", two, toke_cents=500), Bet(2, "", four, one))),
        "coupon": Layout((Bet(2, "", two, coupon_cents=500),)),
        "shared": Layout((Bet(2, "a", two), Bet(2, "b", four, one))),
    }
