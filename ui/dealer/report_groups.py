"""The five groups of reports, and the three that are likeliest at each moment of the work.

The order within a group and the three tiles of a moment never change, so that a hand finds them without
looking. A report that cannot be made now leaves its place empty.
"""

from typing import Literal, assert_never

from msgspec import Struct

from dealer_station.engine.model.kinds import HoldKind
from dealer_station.engine.view.step_view import StepView

GroupName = Literal["card", "wager", "player", "payout", "device"]
Moment = Literal["wagers", "deal", "burn", "tie", "settlement", "round", "shuffle", "stop"]
"""A kind of moment, by the step that is due."""


class Group(Struct, frozen=True):
    """A group of reports: its name on the screen, its shape, and its reports in their fixed order."""

    name: GroupName
    text: str
    glyph: str
    kinds: tuple[HoldKind, ...]


GROUPS: tuple[Group, ...] = (
    Group(
        "card",
        "Card",
        "card",
        (
            *("missed_spot", "misplaced", "empty_spot", "face_up"),
            *("drawn_unseen", "drawn_exposed", "burn_forgotten", "burn_exposed"),
            *("damaged_card", "exposed_before_shoe", "cut_card_missing", "cut_card_overrun"),
        ),
    ),
    Group("wager", "Wager", "chip", ("late_wager", "altered_wager", "over_limit", "progressive_count")),
    Group(
        "player",
        "Player",
        "person",
        ("option_missed", "player_left", "card_touched", "stood_up", "not_seated", "suspicious"),
    ),
    Group("payout", "Payout", "payout", ("wrong_pay", "dispute")),
    Group(
        "device",
        "Device",
        "device",
        ("impossible_card", "unreadable", "shoe_empty"),
    ),
)
LIKELIEST: dict[Moment, tuple[HoldKind, HoldKind, HoldKind]] = {
    "wagers": ("wrong_pay", "over_limit", "dispute"),
    "deal": ("missed_spot", "misplaced", "face_up"),
    "burn": ("burn_exposed", "face_up", "late_wager"),
    "tie": ("missed_spot", "altered_wager", "late_wager"),
    "settlement": ("wrong_pay", "missed_spot", "dispute"),
    "round": ("wrong_pay", "option_missed", "dispute"),
    "shuffle": ("exposed_before_shoe", "damaged_card", "wrong_pay"),
    "stop": ("drawn_exposed", "impossible_card", "late_wager"),
}


def group_of(kind: HoldKind) -> Group:
    """The group of a report."""
    return next(group for group in GROUPS if kind in group.kinds)


def moment_of(step: StepView, *, preparing: bool) -> Moment:
    """The kind of moment; `preparing`: the cards are out of the shoe."""
    match step.kind:
        case "ruling":
            return "stop"
        case "bets" | "call":
            return "wagers"
        case "draw":
            return "burn" if step.place is None else "deal"
        case "offer":
            return "tie"
        case "settle":
            return "settlement"
        case "perform" | "over":
            return "shuffle" if preparing else "round"
        case _:
            assert_never(step.kind)
