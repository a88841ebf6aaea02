"""The goals for taps: how many a round, a report and a ruling may take."""

from collections.abc import Iterator

from dealer_station.engine.model import observations as o
from tests.ui.by_touch.playing import Touched
from tests.ui.by_touch.touched_table import PIN

REPORT_TAPS_MAX = 4
"""A report that the book resolves by itself, with the steps that it asks for left out."""
RULING_TAPS_MAX = 4 + len(PIN)
"""A ruling with its signature: four taps, and the digits of the PIN."""


def from_call_to_call(touched: list[Touched]) -> Iterator[list[Touched]]:
    """The taps of each round that is followed by another: all after one closing call, up to the next."""
    taps: list[Touched] | None = None
    for one in touched:
        if taps is not None:
            taps.append(one)
        if any(isinstance(act, o.Called) for act in one.acts):
            if taps is not None:
                yield taps
            taps = []


def too_many(touched: list[Touched]) -> list[str]:
    """The reports and rulings that take more taps than they may."""
    return [f"{one.taps} taps for {one.acts[:1] or one.kind}" for one in touched if one.taps > _most(one)]


def _most(one: Touched) -> int:
    """The most taps that something may take; what is keyed in, and what is chosen beside it, comes on top."""
    if not one.acts:
        return 1
    match one.acts[0]:
        case o.Reported() as seen:
            keyed = len(str(seen.cents)) + 4 if seen.cents or seen.nothing or one.stopped else 0
            return REPORT_TAPS_MAX + keyed
        case o.Ruled() as ruled:
            keyed = len(str(ruled.cents)) if ruled.cents else 0
            # Hands are chosen and entered; a departure says why, and confirms the rule that it breaks.
            chosen = len(ruled.hands) + 1 if ruled.hands else 0
            return RULING_TAPS_MAX + keyed + chosen + 3 * ruled.departs + bool(ruled.card) + bool(ruled.at)
        case o.Answered() as answered:
            return 1 if answered.war_tie_cents == 0 else 10
        case o.Settled() | o.Called() | o.TookBack():
            return 1
        case _:
            return 100
