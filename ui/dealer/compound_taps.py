"""Compound taps: one touch says that several things are done, none of which was missing on the screen."""

from collections.abc import Callable

from dealer_station.engine.due.dues import AwaitRuling, Due, Offer, Settle
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.observations import Observation
from dealer_station.station.station import Shown
from ui.dealer.form_context import place_of
from ui.dealer.settling import Displayed, done

GoOn = Callable[[Due], Observation | None]
"""What else a tap meant, as long as the table asks for it."""


def settle_shown(shown: tuple[Settle, ...]) -> GoOn:
    """Settles the hands that the dealer was shown, in their order; stops at any other step."""
    left = list(shown)

    def go_on(step: Due) -> Observation | None:
        if not left or not isinstance(step, Settle) or done(step) != done(left[0]):
            return None
        return done(left.pop(0))

    return go_on


def settle_then_call(shown: tuple[Settle, ...]) -> GoOn:
    """The closing call of the next round says that the hands on the screen are settled and picked up."""
    settle = settle_shown(shown)
    called = False

    def go_on(step: Due) -> Observation | None:
        nonlocal called
        if settled := settle(step):
            return settled
        if called or isinstance(step, AwaitRuling | Offer | Settle):
            return None
        called = True
        return o.Called()

    return go_on


def settle_and_answer(name: str, shown: Displayed, *, war: bool) -> GoOn:
    """The choice says that the hands shown before it are settled; a war also those shown for a war."""
    spot, bettor = place_of(name)
    before, after = settle_shown(shown.now), settle_shown(shown.for_a_war if war else ())
    answered = False

    def go_on(step: Due) -> Observation | None:
        nonlocal answered
        if not answered and isinstance(step, Offer) and step.hand.name == name:
            answered = True
            return o.Answered(spot, bettor, "war" if war else "surrender")
        return after(step) if answered else before(step)

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
