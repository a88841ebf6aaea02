"""The settlements shown with one prompt and the call that may follow: everything that one tap confirms."""

from typing import Any

from msgspec import Struct

from dealer_station.engine.model import observations as o
from dealer_station.engine.view.step_view import StepView
from dealer_station.engine.view.upcoming import Lookahead
from ui.common.translate import Speech

LINES_MAX = 9
"""Most hands listed beneath the due one, at a readable size."""


class Displayed(Struct, frozen=True):
    """The hands shown with one prompt."""

    now: tuple[StepView, ...] = ()
    """The due hand and those listed beneath it, in order."""
    for_a_war: tuple[StepView, ...] = ()
    """Hands that are settled before a war, if the player who is asked chooses war."""
    ahead: StepView | None = None
    """The step after `now`, if all hands before it are on the screen."""
    left_out: int = 0
    """Number of further hands without room on the screen; the next prompt shows them."""
    then_call: bool = False
    """True if the closing call is accepted after `now`, or at once if nothing has to be settled."""
    war_tie: bool = False
    """True if a tie wager on a war is accepted now."""
    then_card: bool = False
    """True if the next card says that the due step is done."""
    new_wagers: bool = False
    """True if the closing call deals wagers that were entered for the next round."""

    @property
    def asked(self) -> StepView | None:
        """The tie choice that follows `now`, if any."""
        return self.ahead if self.ahead and self.ahead.kind == "offer" else None

    def rows(self, say: Speech) -> list[dict[str, Any]]:
        """The lines beneath the due hand: headings, hands, and the number of further hands."""
        beneath, war = self.now[1:], self.for_a_war
        found = [_heading(say("Then settle:"))] if beneath else []
        found += [_row(say(one.do)) for one in beneath]
        found += [_heading(say("Before a war, settle:"))] if war else []
        found += [_row(say(one.do)) for one in war]
        return [
            *found,
            *([_heading(say("{count} more after these", count=self.left_out))] if self.left_out else []),
        ]


def displayed(found: Lookahead) -> Displayed:
    """The hands to show, of all that follow the due step."""
    now = found.settlements[: LINES_MAX + 1]
    if left_out := len(found.settlements) - len(now):
        return Displayed(now, left_out=left_out)
    war = found.after_a_war[: LINES_MAX + 1 - len(now)]
    left_out = len(found.after_a_war) - len(war)
    return Displayed(
        now, war, found.then, left_out, found.call_is_taken, found.war_tie, then_card=found.card_is_taken
    )


def done(step: StepView) -> o.Settled:
    """The observation that this exact settlement is done."""
    assert step.hand
    return o.Settled(step.hand.name, tuple((line.wager, line.action, line.cents) for line in step.lines))


def _heading(text: str) -> dict[str, Any]:
    return {"text": text, "heading": True}


def _row(text: str) -> dict[str, Any]:
    return {"text": text, "heading": False}
