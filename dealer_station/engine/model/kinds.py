"""The codes of the engine: kinds, steps, statuses and rulings."""

from typing import TYPE_CHECKING, Final, Literal, cast

HoldKind = Literal[
    "face_up",
    "drawn_unseen",
    "drawn_exposed",
    "burn_exposed",
    "burn_forgotten",
    "missed_spot",
    "empty_spot",
    "misplaced",
    "option_missed",
    "cut_card_missing",
    "cut_card_overrun",
    "shoe_empty",
    "damaged_card",
    "exposed_before_shoe",
    "over_limit",
    "late_wager",
    "altered_wager",
    "wrong_pay",
    "player_left",
    "progressive_count",
    "unreadable",
    "impossible_card",
    "dispute",
    "card_touched",
    "not_seated",
    "stood_up",
    "suspicious",
    "card_not_due",
    "second_face_up",
    "cut_card",
    "settled_then_void",
    "shuffler_fault",
    "device",
    "count",
    "batch",
    "order_shuffle",
    "idle",
    "payout_limit",
    "toke_on_tie",
    "toke_colour",
    "coupon",
    "verbal_wager",
    "wheel_validation",
]
"""Kinds of irregularity that stop the table or may be reported; `due/irregularity_kinds.py` defines each."""

Ruling = Literal[
    "play_on",
    "burn",
    "discard",
    "forward",
    "dealer_next",
    "void_round",
    "void",
    "out",
    "reshuffle",
    "reconstruct",
    "correct",
    "pay",
    "take",
    "accept",
    "refuse",
    "unfounded",
    "withdraw",
]
"""Rulings that an authority may give."""

FINDINGS: Final = ("unfounded", "withdraw")
"""Findings: this stop rests on a mistake, or the report or device fault that led to it does."""

CardGoes = Literal["next", "burn", "rack", "dealer"]
"""Destinations of a card in question: next out, burned, into the rack, or to the dealer."""

GivenRuling = Ruling | CardGoes | Literal["reported", "back", "in_order"]
"""A ruling as it is on record. A report says where the card goes, or becomes the stop itself (`reported`);
`back` where a device came back and its stop ended without a ruling; `in_order` where the dealer said that
only a tap was missing before the card.
"""

StepName = Literal[
    "carry_out",
    "empty_shuffler",
    "remove_cards",
    "spread_idle",
    "first_player_looks",
    "stack",
    "inspect",
    "verify_inspection",
    "inspect_independently",
    "spread_for_player",
    "wash",
    "plug",
    "riffle",
    "turn",
    "strip",
    "halve_brick",
    "riffle_halves",
    "riffle_with_middle",
    "split_brick",
    "riffle_final",
    "shuffle",
    "cover_device",
    "load_shuffler",
    "take_batch",
    "check_batch",
    "offer_cut",
    "cut",
    "complete_cut",
    "place_cut_card",
    "cover_last_card",
    "load",
    "change_decks",
    "wait_for_shuffler",
    "offer_tie_area",
    "lock_progressive",
    "collect_progressive",
    "count_progressive",
    "turn_dealer_card",
    "verify_hand",
    "verify_light",
    "validate_progressive",
    "toke_box",
    "spin_wheel",
    "match_war",
    "confirm_war",
    "confirm_layout",
    "restore_wagers",
    "pick_up",
    "replace_card",
    "return_cards",
]
"""Steps that the dealer confirms, on the way to a shoe and in a round."""

DeviceStatus = Literal[
    "lost",
    "back",
    "door",
    "closed",
    "error",
    "error_cleared",
    "locked",
    "unlocked",
    "started",
    "standby",
    "preset",
    "repeated",
    "result",
    "missed",
    "out_of_order",
    "idle",
    "shuffling",
    "ready",
    "jam",
    "stopped",
    "incomplete",
    "sort_mode",
    "count",
    "batch",
    "wagered",
    "latched",
    "meter",
    "lit",
    "late",
]
"""States and events that a device reports of itself, or its driver reports of it."""


HandledStep = StepName | Literal["open_table"]
"""Steps on the way back to the shoe; `open_table` where somebody opened a table that was closed."""

PreparationStep = HandledStep | Literal["batch_out"]
"""Steps on the way back to the shoe, and `batch_out` when the batch came out of the shuffler."""

DoneStep = StepName | Literal["toke_follows", "payout_limit"]
"""Steps done or agreed to in a round that change no money and move no card."""

CardFault = HoldKind | Literal["", "missed_in_war"]
"""Faults of a card or its place; `missed_in_war` is a spot missed in a war without a rule of the book."""

VoidKind = CardFault | Ruling | Literal["error", "abandoned"]
"""The reason for a void: an irregularity, a ruling, an error under the book's own doctrine, or a
player who left; empty where the authority gave no reason of the book.
"""

ReportKind = HoldKind | Literal[""]
"""The irregularity that a tap reported; empty if the tap was no report."""

RecordedKind = ReportKind | Literal["intervention"]
"""The report that a ruling found mistaken, or `intervention` where nothing had stopped the table."""

ShufflerState = Literal[
    "",
    "idle",
    "shuffling",
    "ready",
    "jam",
    "stopped",
    "incomplete",
    "out_of_order",
    "sort_mode",
    "miscounted",
    "same_batch",
]
"""The state of a shuffler at the table; `miscounted` and `same_batch` are found by the engine."""

if TYPE_CHECKING:
    SeenKind = HoldKind
    SeenRuling = Ruling
    SeenStatus = DeviceStatus
    SeenStep = StepName | Literal["", "over"]
else:
    # A log keeps every observation as it came, even one refused for an unknown code, so unknown codes must
    # decode.
    SeenKind = SeenRuling = SeenStatus = SeenStep = str


def as_ruling(text: str) -> Ruling:
    """A ruling from a screen or a file. An unknown name passes, and `decide` refuses it."""
    return cast(Ruling, text)


def as_hold_kind(text: str) -> HoldKind:
    """A hold kind from a screen or a file. An unknown name passes, and `decide` refuses it."""
    return cast(HoldKind, text)


def as_step(text: str) -> "SeenStep":
    """A step from a screen or a file. An unknown name passes, and `decide` refuses it."""
    return cast("SeenStep", text)


def as_status(text: str) -> DeviceStatus:
    """A status from a file or a device. An unknown one passes, and `decide` only notes it."""
    return cast(DeviceStatus, text)
