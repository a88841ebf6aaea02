"""Compound taps: one touch confirms several steps, all of them shown on the screen.

The station takes one observation at a time. The first observation of a compound tap is sent at once, each
further one after the station's answer to the one before. A refusal, a hold, or any step that the tap does not
cover ends the sequence, so a tap never confirms what the dealer was not shown.

Undo also takes back one observation at a time. `TapCounter` counts the observations of each tap, and
`take_back` repeats the undo until the whole tap is gone.
"""

from collections.abc import Callable

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.observations import HandName, Observation
from dealer_station.engine.view.step_view import StepView
from dealer_station.station.messages import Shown
from ui.dealer.shown_settlements import Displayed, done

GoOn = Callable[[StepView], Observation | None]
"""Returns the next observation of a compound tap for the due step; None ends the sequence."""


def settle_shown(shown: tuple[StepView, ...]) -> GoOn:
    """Settle the hands that the dealer was shown, in order; stop at any other step."""
    left = list(shown)

    def go_on(step: StepView) -> Observation | None:
        if not left or step.kind != "settle" or done(step) != done(left[0]):
            return None
        return done(left.pop(0))

    return go_on


def settle_then_call(shown: tuple[StepView, ...], placed: o.BetsPlaced | None = None) -> GoOn:
    """Settle the hands on the screen, then make the closing call with the wagers entered for it, if any."""
    # The call implies the pick-up. If the table refuses the wagers, the sequence ends and no call is made.
    settle = settle_shown(shown)
    left: list[Observation] = [placed, o.Called()] if placed else [o.Called()]

    def go_on(step: StepView) -> Observation | None:
        if settled := settle(step):
            return settled
        if not left or step.kind in ("ruling", "offer", "settle"):
            return None
        return left.pop(0)

    return go_on


def settle_and_answer(name: str, shown: Displayed, *, war: bool) -> GoOn:
    """Settle the hands shown before a tie choice and answer it; for a war, also settle those shown for it."""
    spot, bettor = HandName.read(name)
    before, after = settle_shown(shown.now), settle_shown(shown.for_a_war if war else ())
    answered = False

    def go_on(step: StepView) -> Observation | None:
        nonlocal answered
        if not answered and step.kind == "offer" and step.hand and step.hand.name == name:
            answered = True
            return o.Answered(spot, bettor, "war" if war else "surrender")
        return after(step) if answered else before(step)

    return go_on


def take_back(times: int) -> GoOn:
    """Undo all observations of the last tap. The caller sends the first undo; this sends the others."""
    left = times

    def go_on(_: StepView) -> Observation | None:
        nonlocal left
        left -= 1
        return o.TookBack() if left > 0 else None

    return go_on


class TapCounter:
    """Counts the observations of each tap for as long as they can be undone."""

    def __init__(self) -> None:
        self._taps: list[int] = []
        self._waiting = 0
        """Observations sent by a tap that the station has not answered yet."""
        self._begins = False

    def begin(self) -> None:
        """Start counting for a new tap."""
        self._waiting, self._begins = 0, True

    def say(self) -> None:
        """Count one observation sent to the station."""
        self._waiting += 1

    def heard(self, shown: Shown) -> None:
        """Match the station's answers to taps. When undo is no longer possible, clear all counts."""
        for event in shown.events:
            if isinstance(event, e.Tapped):
                if event.tap == "card":
                    # A card that was keyed makes all taps before it final.
                    self._taps.clear()
                self._take()
            elif isinstance(event, e.TapRefused | e.TapTakenBack):
                self._waiting = max(0, self._waiting - 1)
        if not shown.view.can_undo:
            self._taps.clear()

    def _take(self) -> None:
        """Count an accepted observation for the current tap; one without a tap counts on its own."""
        if self._waiting and not self._begins and self._taps:
            self._taps[-1] += 1
        else:
            self._taps.append(1)
        self._waiting, self._begins = max(0, self._waiting - 1), False

    @property
    def count(self) -> int:
        """The number of taps that can be taken back."""
        return len(self._taps)

    def take_back(self) -> int:
        """Remove the last tap and return its number of observations."""
        return self._taps.pop() if self._taps else 1
