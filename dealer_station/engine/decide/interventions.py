"""Interventions: the floor steps in although nothing waits for a ruling, and says why.

An intervention cites no rule, and the named person who makes it has the title that a departure takes. It puts
chips right only where no rule fixes what becomes of the hand: whatever a rule fixes is reported and ruled on.
"""

from dealer_station.engine.due.settlement import is_settled
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.model.observations import Ruled
from dealer_station.engine.model.sentences import said
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.rulebook.rules import Rules

INTERVENTIONS = ("void", "void_round", "reshuffle", "pay", "take")
"""Rulings that change the table although nothing waits for one."""
AT_ANY_TIME = ("accept", "out", *INTERVENTIONS)
"""What an authority may say although nothing waits for a ruling; `accept` records that somebody was there."""


def is_intervention(rules: Rules, ruling: str) -> bool:
    """Whether this ruling is an intervention where nothing waits for one."""
    return rules.interventions and ruling in INTERVENTIONS


def objection_to_intervention(table: Table, rules: Rules, seen: Ruled) -> Objection | None:
    """Why the floor cannot step in like this."""
    if not is_intervention(rules, seen.ruling):
        return None
    if not seen.because.strip():
        return Objection("nothing waits for a ruling: whoever steps in says why", "")
    if not seen.by.strip():
        title = rules.roles.departures.value
        return Objection(said("whoever steps in gives a name: by NAME, who is {title}", title=title), "")
    names = seen.hands if seen.ruling in ("pay", "take") else ()
    return next((no for name in names if (no := _not_put_right(table, rules, name))), None)


def _not_put_right(table: Table, rules: Rules, name: str) -> Objection | None:
    for hand in hands_called(table, name):
        round_ = round_of(table, hand)
        if hand.voided or round_.voided:
            reason = said(
                "spot {name} is void and can neither win nor lose: report a dispute", name=hand.name
            )
            return Objection(reason, rules.settlement.void.cite)
        if not is_settled(hand):
            return Objection(said("spot {name} is not settled yet", name=hand.name), "")
        if not may_be_put_right(round_, hand):
            reason = said(
                "a rule fixes what becomes of spot {name}: report a dispute or a wrong payment",
                name=hand.name,
            )
            return Objection(reason, "")
    return None


def may_be_put_right(round_: Round, hand: Hand) -> bool:
    """Whether the floor may pay or take by its own word: nothing but the settlement concerns the hand."""
    has_card = any(drawn.place == hand.spot for drawn in round_.draws)
    fixed = bool(hand.excess) or hand.name in round_.remedied
    return is_settled(hand) and has_card and not (hand.voided or round_.voided or fixed)


def hands_called(table: Table, name: str) -> list[Hand]:
    """The hands that a name or a spot means: those of this round once they are settled, or of the last."""
    here = [hand for hand in table.round.hands if name in (hand.name, str(hand.bet.spot))]
    before = table.last.hands if table.last else ()
    there = [hand for hand in before if name in (hand.name, str(hand.bet.spot))]
    return here if any(hand.lines for hand in here) or not there else there


def round_of(table: Table, hand: Hand) -> Round:
    """The round of a hand: the last where it was settled there, or else this one."""
    return table.last if table.last is not None and hand in table.last.hands else table.round
