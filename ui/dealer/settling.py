"""The settlements shown with one prompt and the call that may follow: everything that one tap confirms."""

from typing import Any

from msgspec import Struct

from dealer_station.engine.due.dues import Call, Due, Offer, Perform, Settle, TakeBets
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.upcoming import call_is_taken, settlement_pass
from dealer_station.engine.words.prompts import prompt
from ui.common.translate import Speech

LINES_MAX = 9
"""Most hands listed beneath the due one, at a readable size."""


class Displayed(Struct, frozen=True):
    """The hands shown with one prompt."""

    now: tuple[Settle, ...] = ()
    """The due hand and those listed beneath it, in order."""
    for_a_war: tuple[Settle, ...] = ()
    """Hands that are settled before a war, if the player who is asked chooses war."""
    ahead: Due | None = None
    """The step after `now`, if all hands before it are on the screen."""
    left_out: int = 0
    """Number of further hands without room on the screen; the next prompt shows them."""
    then_call: bool = False
    """True if the closing call is accepted after `now`, or at once if nothing has to be settled."""

    @property
    def asked(self) -> Offer | None:
        """The tie choice that follows `now`, if any."""
        return self.ahead if isinstance(self.ahead, Offer) else None

    def rows(self, rules: Rules, say: Speech) -> list[dict[str, Any]]:
        """The lines beneath the due hand: headings, hands, and the number of further hands."""
        beneath, war = self.now[1:], self.for_a_war
        found = [_heading(say("Then settle:"))] if beneath else []
        found += [_row(say(prompt(one, rules).do)) for one in beneath]
        found += [_heading(say("Before a war, settle:"))] if war else []
        found += [_row(say(prompt(one, rules).do)) for one in war]
        return [
            *found,
            *([_heading(say("{count} more after these", count=self.left_out))] if self.left_out else []),
        ]


def displayed(table: Table, rules: Rules, step: Due) -> Displayed:
    """The hands to show while `step` is due."""
    if not isinstance(step, Settle | Offer):
        calls = isinstance(step, TakeBets | Call | Perform) and call_is_taken(table, rules)
        return Displayed(then_call=calls)
    found = settlement_pass(table, rules)
    now = found.now[: LINES_MAX + 1]
    if left_out := len(found.now) - len(now):
        return Displayed(now, left_out=left_out)
    war = found.after_a_war[: LINES_MAX + 1 - len(now)]
    left_out = len(found.after_a_war) - len(war)
    return Displayed(now, war, found.ahead, left_out, found.then_call)


def done(step: Settle) -> o.Settled:
    """The observation that this exact settlement is done."""
    return o.Settled(step.hand.name, tuple((line.wager, line.action, line.cents) for line in step.lines))


def _heading(text: str) -> dict[str, Any]:
    return {"text": text, "heading": True}


def _row(text: str) -> dict[str, Any]:
    return {"text": text, "heading": False}
