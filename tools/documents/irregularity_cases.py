"""The examples of irregularities: for each kind the situations in which it is reported."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import HoldKind
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.rulebook.rules import Rules
from tools.documents import example_situations as s
from tools.documents.example_situations import Play

Options = dict[str, dict[str, str]]


class Case(Struct, frozen=True):
    """A situation with an observation; `options` are answers a book needs to reach the situation."""

    label: str
    situation: Callable[[Rules], Play]
    seen: Observation
    report: str
    """The observation in the words of the page."""
    options: Options = {}


def reported(kind: HoldKind, label: str, situation: Callable[[Rules], Play], spot: int = 0) -> Case:
    """A case in which the dealer makes a report about the last card or a spot."""
    where = f" {spot}" if spot else ""
    return Case(label, situation, o.Reported(kind, spot), f"The dealer reports `{kind}{where}`")


BY_HAND: Options = {"house_manual": {"card_supply": "hand_no_rules"}}
WITH_PROGRESSIVE: Options = {"massachusetts": {"progressive": "on"}, "maryland": {"progressive": "on"}}
WITH_A_WHEEL: Options = {
    "maryland": {
        "bonus_spin": "on",
        "bonus_trigger": "red7",
        "bonus_wheel": "primary,secondary,400,100,25",
        "bonus_seeds": "10000,5000",
    }
}
WITH_OPENING_BURN: Options = {"new_zealand": {"opening_burn": "on"}}
TWO_BATCHES: Options = {
    book: {"card_supply": "two_batch_shuffler"} for book in ("massachusetts", "maryland", "new_zealand")
}
WITH_A_SHUFFLER: Options = {**TWO_BATCHES, "new_zealand": {"card_supply": "csm"}}


def _by_hand(case: Case) -> Case:
    return replace(case, options=BY_HAND)


CASES: dict[str, tuple[Case, ...]] = {
    "face_up": (
        reported("face_up", "Just dealt", s.dealing),
        reported("face_up", "Stray card", s.stray_held),
        reported("face_up", "A hand was settled on it", s.settling),
    ),
    "drawn_unseen": (
        reported("drawn_unseen", "Stray card", s.stray_held),
        reported("drawn_unseen", "Card that was due", s.dealing),
    ),
    "drawn_exposed": (
        reported("drawn_exposed", "Stray card", s.stray_held),
        reported("drawn_exposed", "Card that was due", s.dealing),
    ),
    "burn_exposed": (
        reported("burn_exposed", "Burn of the war", s.first_war_burn),
        replace(reported("burn_exposed", "Opening burn", s.opening_burned), options=WITH_OPENING_BURN),
    ),
    "burn_forgotten": (
        Case(
            "In the war",
            s.burns_dealt,
            o.Reported("burn_forgotten", faces=(Card("2d"), Card("9s"), Card("Kc"))),
            "The dealer reports `burn_forgotten` and keys in the three cards, `2d`, `9s` and `Kc`",
        ),
    ),
    "missed_spot": (
        reported("missed_spot", "While dealing", s.three_cards_out, 2),
        reported("missed_spot", "All cards out", s.all_dealt, 2),
        reported("missed_spot", "The spot was settled", s.settling, 3),
    ),
    "empty_spot": (
        reported("empty_spot", "Just dealt", s.dealing, 4),
        reported("empty_spot", "Stray card", s.stray_held, 4),
    ),
    "misplaced": (
        reported("misplaced", "Just dealt", s.dealing),
        reported("misplaced", "Stray card", s.stray_held),
    ),
    "option_missed": (
        reported("option_missed", "In the war deal", s.war_begun, 1),
        reported("option_missed", "After a hand of the war was settled", s.war_settled, 1),
    ),
    "cut_card_missing": (
        _by_hand(reported("cut_card_missing", "In a round", s.dealing)),
        _by_hand(reported("cut_card_missing", "Between rounds", s.round_over)),
    ),
    "cut_card_overrun": (
        _by_hand(reported("cut_card_overrun", "In a round", s.dealing)),
        _by_hand(reported("cut_card_overrun", "Between rounds", s.round_over)),
        Case(
            "Seen by the station", s.shoe_low, o.CardDrawn(Card("8s")), "One more card, `8s`, leaves the shoe"
        ),
    ),
    "shoe_empty": (
        reported("shoe_empty", "While dealing", s.dealing),
        _by_hand(
            Case("Seen by the station", s.last_card, o.CardDrawn(Card("8s")), "The last card, `8s`, is dealt")
        ),
    ),
    "damaged_card": (
        reported("damaged_card", "While dealing", s.dealing),
        reported("damaged_card", "Stray card", s.stray_held),
    ),
    "exposed_before_shoe": (
        reported("exposed_before_shoe", "Before the cut", s.shuffled),
        reported("exposed_before_shoe", "After the cut", s.cut),
    ),
    "over_limit": (
        reported("over_limit", "Before the call", s.wagers_down, 2),
        Case(
            "Nobody entered how much, and it was counted",
            s.uncounted,
            o.Reported("over_limit", 1, cents=150_000),
            "The dealer reports `over_limit 1 1500`",
        ),
    ),
    "late_wager": (
        reported("late_wager", "Cards are out", s.dealing, 2),
        reported("late_wager", "A hand was settled", s.settling, 2),
    ),
    "altered_wager": (
        reported("altered_wager", "Cards are out", s.dealing, 2),
        reported("altered_wager", "A hand was settled", s.settling, 2),
    ),
    "wrong_pay": (
        reported("wrong_pay", "In the round", s.settling, 3),
        reported("wrong_pay", "After the round", s.round_over, 3),
    ),
    "player_left": (reported("player_left", "Cards are out", s.dealing, 2),),
    "progressive_count": (
        Case(
            "Cards are out",
            s.dealing,
            o.Reported("progressive_count"),
            "The dealer reports `progressive_count`",
            WITH_PROGRESSIVE,
        ),
    ),
    "unreadable": (
        Case(
            "Keyed in",
            s.unread,
            o.Reported("unreadable", card=Card("Qh")),
            "The dealer reports `unreadable Qh`",
        ),
        Case("Not read", s.first_card, o.CardDrawn(None), "The next card cannot be read"),
    ),
    "impossible_card": (
        Case(
            "Seen by the station",
            s.first_card,
            o.CardDrawn(Card("7c"), impossible=True),
            "The next card is one `7c` more than the shoe can hold",
        ),
        reported("impossible_card", "Reported", s.dealing),
    ),
    "dispute": (reported("dispute", "Settlement begun", s.settling),),
    "card_touched": (reported("card_touched", "Cards are out", s.dealing, 2),),
    "not_seated": (reported("not_seated", "Cards are out", s.dealing, 2),),
    "stood_up": (reported("stood_up", "Cards are out", s.dealing, 2),),
    "suspicious": (reported("suspicious", "Cards are out", s.dealing),),
    "card_not_due": (
        Case(
            "Settlement is due", s.all_dealt, o.CardDrawn(Card("Td")), "One more card, `Td`, leaves the shoe"
        ),
        Case("Between rounds", s.round_over, o.CardDrawn(Card("Td")), "A card, `Td`, leaves the shoe"),
    ),
    "second_face_up": (
        reported("face_up", "In one round", s.one_lay_face_up),
        reported("face_up", "In a later round", s.one_lay_face_up_before),
    ),
    "cut_card": (
        Case("In the deal", s.dealing, o.CutCardSeen(), "The cut card leaves the shoe", BY_HAND),
        Case("Before the first card", s.called, o.CutCardSeen(), "The cut card leaves the shoe", BY_HAND),
    ),
    "settled_then_void": (
        Case(
            "Settlement begun",
            s.settling,
            o.Ruled("void_round", by="Lee", because="two decks were mixed"),
            "The authority steps in with `void_round` and a reason",
        ),
    ),
    "shuffler_fault": (
        Case(
            "In a round",
            s.dealing,
            o.DeviceSaid("shuffler", "jam"),
            "The shuffler says that it is jammed",
            WITH_A_SHUFFLER,
        ),
        Case(
            "Between rounds",
            s.round_over,
            o.DeviceSaid("shuffler", "jam"),
            "The shuffler says that it is jammed",
            WITH_A_SHUFFLER,
        ),
    ),
    "device": (
        Case(
            "In a round", s.dealing, o.DeviceSaid("shoe", "lost"), "The shoe's reader is not heard any more"
        ),
    ),
    "count": (
        Case(
            "Between rounds",
            s.round_over,
            o.DeviceSaid("shuffler", "count", count=311),
            "The shuffler counts 311 cards",
        ),
    ),
    "batch": (
        Case(
            "After a shoe",
            s.batch_dealt,
            o.DeviceSaid("shuffler", "batch", batch="red"),
            "The shuffler gives the red batch again",
            TWO_BATCHES,
        ),
    ),
    "order_shuffle": (
        Case("Between rounds", s.round_over, o.Ordered("shuffle"), "A shuffle is ordered"),
        Case("In a round", s.dealing, o.Ordered("shuffle"), "A shuffle is ordered"),
    ),
    "idle": (Case("Between rounds", s.round_over, o.Ordered("idle"), "The dealer taps that nobody plays"),),
    "payout_limit": (
        Case(
            "Hand to pay",
            s.three_cards_out,
            o.CardDrawn(Card("5s")),
            "The dealer's card makes spot 3 win 20, and the limit is 10",
            {"maryland": {"payout_limit": "10"}},
        ),
    ),
    "toke_on_tie": (
        Case("Tied hand", s.toke_tied, o.Confirmed(""), "The dealer's card is turned, and spot 1 ties"),
    ),
    "toke_colour": (
        Case("At any time", s.dealing, o.Ordered("change_toke"), "A toke is changed for colour"),
    ),
    "coupon": (
        Case("Hand settled", s.coupon_won, o.Settled(), "Spot 1 wins, with a coupon beside its wager"),
    ),
    "verbal_wager": (
        Case("With chips", s.between_rounds, o.VerbalWager(4, "chips"), "A wager is called out, with chips"),
        Case("With cash", s.between_rounds, o.VerbalWager(4, "cash"), "A wager is called out, with cash"),
    ),
    "wheel_validation": (
        Case("Wheel spun", s.wheel_due, o.Spun(1, "100"), "The wheel shows 100 for spot 1", WITH_A_WHEEL),
        Case("Jackpot", s.wheel_due, o.Spun(1, "primary"), "The wheel shows a jackpot", WITH_A_WHEEL),
    ),
}
"""The cases of each kind; the first one appears in the matrix."""
