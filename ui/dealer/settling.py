"""The settlements that stand on the screen and the call that may follow them: all that one tap may mean."""

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
"""As many hands as the panel has room for beneath the one that is due, in letters that can be read."""


class Displayed(Struct, frozen=True):
    """The hands that the dealer is shown with one prompt."""

    now: tuple[Settle, ...] = ()
    """The hand that is due and those beneath it, in their order."""
    for_a_war: tuple[Settle, ...] = ()
    """Hands that are settled before a war, if the player who is asked goes to war."""
    ahead: Due | None = None
    """The step after `now`, where all hands before it are on the screen."""
    left_out: int = 0
    """Hands that follow and found no room; the next prompt shows them."""
    then_call: bool = False
    """The closing call is taken when `now` is done, or at once where nothing is to be settled."""

    @property
    def asked(self) -> Offer | None:
        """The tied player who is asked when `now` is done."""
        return self.ahead if isinstance(self.ahead, Offer) else None

    def rows(self, rules: Rules, say: Speech) -> list[dict[str, Any]]:
        """What stands beneath the hand that is due: headings, hands, and how many more there are."""
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
    """The hands that belong on the screen while `step` is due."""
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
    """The dealer's word that this very settlement is done."""
    return o.Settled(step.hand.name, tuple((line.wager, line.action, line.cents) for line in step.lines))


def _heading(text: str) -> dict[str, Any]:
    return {"text": text, "heading": True}


def _row(text: str) -> dict[str, Any]:
    return {"text": text, "heading": False}
