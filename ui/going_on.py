"""What else a tap meant: one touch says that several things are done, as long as the table asks for them."""

from collections.abc import Callable

from dealer_station.engine import observations as o
from dealer_station.engine.dues import AwaitRuling, Due, Offer, Perform, Settle
from dealer_station.engine.observations import Observation
from ui.desk import place_of

GoOn = Callable[[Due], Observation | None]
"""What else a tap meant, as long as the table asks for it."""


def settle_all(step: Due) -> Observation | None:
    """As long as hands are to be settled; a card that was to be turned first has been turned."""
    if isinstance(step, Perform) and step.step == "turn_dealer_card":
        return o.Confirmed(step.step)
    return o.Settled() if isinstance(step, Settle) else None


def settle_then_call() -> GoOn:
    """The closing call of the next round says that everything before it is done."""
    called = False

    def go_on(step: Due) -> Observation | None:
        nonlocal called
        if called:
            return None
        if settled := settle_all(step):
            return settled
        if isinstance(step, AwaitRuling | Offer):
            return None
        called = True
        return o.Called()

    return go_on


def settle_and_answer(name: str, *, war: bool) -> GoOn:
    """The choice is tapped when the pass is settled: the hands before it, and for a war those after it."""
    spot, bettor = place_of(name)
    answered = False

    def go_on(step: Due) -> Observation | None:
        nonlocal answered
        if not answered and isinstance(step, Offer) and step.hand.name == name:
            answered = True
            return o.Answered(spot, bettor, "war" if war else "surrender")
        if answered and not war:
            # How the half goes back is still to be shown.
            return None
        return settle_all(step)

    return go_on
