"""Interventions: the floor steps in although nothing waits for a ruling, and states a reason.

An intervention cites no rule, and it requires the same title as a departure. It corrects chips only where no
rule determines the result of the hand; cases that a rule covers are reported and ruled on.
"""

from dealer_station.engine.due.ruling_choices import (
    INTERVENTIONS,
    hands_called,
    is_intervention,
    may_be_put_right,
    round_of,
)
from dealer_station.engine.due.settlement import is_settled
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.model.observations import Ruled
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.rulebook.rules import Rules

AT_ANY_TIME = ("accept", "out", *INTERVENTIONS)
"""Rulings that are accepted although none is due; `accept` only records that an authority was present."""


def objection_to_intervention(table: Table, rules: Rules, seen: Ruled) -> Objection | None:
    """The reason why the floor cannot intervene in this way, or None."""
    if not is_intervention(rules, seen.ruling):
        return None
    if not seen.because.strip():
        return Objection("no ruling is due: give a reason for stepping in", "")
    if not seen.by.strip():
        title = rules.roles.departures.value
        return Objection(said("an intervention needs a name: by NAME, who is {title}", title=title), "")
    names = seen.hands if seen.ruling in ("pay", "take") else ()
    return next((no for name in names if (no := _not_put_right(table, rules, name))), None)


def _not_put_right(table: Table, rules: Rules, name: str) -> Objection | None:
    for hand in hands_called(table, name):
        round_ = round_of(table, hand)
        if hand.voided or round_.voided:
            reason = said(
                "spot {name} is void and can neither win nor lose: report a wrong payment", name=hand.name
            )
            return Objection(reason, rules.settlement.void.cite)
        if not is_settled(hand):
            return Objection(said("spot {name} is not settled yet", name=hand.name), "")
        if not may_be_put_right(round_, hand):
            reason = said(
                "a rule decides spot {name}: report a dispute or a wrong payment",
                name=hand.name,
            )
            return Objection(reason, "")
    return None
