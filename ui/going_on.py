"""What else a tap meant: one touch says that several things are done, as long as the table asks for them."""

from collections.abc import Callable

from dealer_station.engine import observations as o
from dealer_station.engine.dues import AwaitRuling, Due, Offer, Perform, Settle
from dealer_station.engine.observations import Observation
from dealer_station.station import Shown
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


def take_back(times: int) -> GoOn:
    """One finger may have said several things: taken back is all of it."""
    left = times

    def go_on(_: Due) -> Observation | None:
        nonlocal left
        left -= 1
        return o.TookBack() if left > 0 else None

    return go_on


class Sayings:
    """How many things each tap came to, for as long as they can be taken back."""

    def __init__(self) -> None:
        self._taps: list[int] = []
        self._saying = 0
        self._taking_back = False

    def begin(self) -> None:
        """A finger taps."""
        self._saying, self._taking_back = 0, False

    def say(self) -> None:
        """The station is told one thing of it."""
        self._saying += 1

    def heard(self, shown: Shown, *, refused: bool) -> None:
        """It has answered; a card or a ruling makes everything before it final."""
        if not shown.view.can_undo:
            self._taps.clear()
        if self._saying and not self._taking_back and not refused:
            # The first thing of a tap begins it, the others belong to it.
            if self._saying == 1:
                self._taps.append(1)
            elif self._taps:
                self._taps[-1] += 1

    def take_back(self) -> int:
        """How many things the last tap came to."""
        self._taking_back = True
        return self._taps.pop() if self._taps else 1
