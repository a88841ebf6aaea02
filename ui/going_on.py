"""What else a tap meant: one touch says that several things are done, as long as the table asks for them."""

from collections.abc import Callable

from dealer_station.engine import events as e
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
        self._waiting = 0
        """Things that the station was told by a finger and has not answered yet."""
        self._begins = False

    def begin(self) -> None:
        """A finger taps."""
        self._waiting, self._begins = 0, True

    def say(self) -> None:
        """The station is told one thing of it."""
        self._waiting += 1

    def heard(self, shown: Shown) -> None:
        """It has answered; what a device says meanwhile is no answer. A card or a ruling makes all final."""
        for event in shown.events:
            if isinstance(event, e.Tapped):
                self._take()
            elif isinstance(event, e.TapRefused | e.TapTakenBack):
                self._waiting = max(0, self._waiting - 1)
        if not shown.view.can_undo:
            self._taps.clear()

    def _take(self) -> None:
        """The first thing of a tap begins it, the others belong to it; what no finger said stands alone."""
        if self._waiting and not self._begins and self._taps:
            self._taps[-1] += 1
        else:
            self._taps.append(1)
        self._waiting, self._begins = max(0, self._waiting - 1), False

    def take_back(self) -> int:
        """How many things the last tap came to."""
        return self._taps.pop() if self._taps else 1
