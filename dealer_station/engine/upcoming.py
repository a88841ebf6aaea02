"""What comes after the step that is due, as far as the table can know: the small lines on the screen."""

from dealer_station.engine import observations as o
from dealer_station.engine.cards import Card
from dealer_station.engine.decisions import decide
from dealer_station.engine.dues import Call, Draw, Due, Offer, Perform, Settle
from dealer_station.engine.evolution import fold
from dealer_station.engine.observations import Observation
from dealer_station.engine.procedure import due
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Table

SOME_CARD = Card("2c")
"""Whatever it is: where the card after it goes does not depend on it."""


def upcoming(table: Table, rules: Rules, count: int = 2) -> tuple[Due, ...]:
    """The steps after this one, none of which depends on a card that is not drawn or a choice not made."""
    found: list[Due] = []
    step, drawn = due(table, rules), False
    while len(found) < count and (done := _when_done(step)) is not None:
        drawn = drawn or isinstance(step, Draw)
        table = fold(table, decide(table, rules, done))
        step = due(table, rules)
        if drawn and not isinstance(step, Draw):
            break
        found.append(step)
    return tuple(found)


def _when_done(step: Due) -> Observation | None:
    match step:
        case Settle():
            return o.Settled()
        case Call():
            return o.Called()
        case Draw():
            return o.CardDrawn(SOME_CARD)
        case Perform() if step.step not in ("spin_wheel", "validate_progressive", "turn_dealer_card"):
            # What follows a card that still lies face down would give its face away.
            return o.Confirmed(step.step)
        case _:
            return None


def after_settling(table: Table, rules: Rules) -> Due:
    """What is due when every hand that can be settled now is: a tie, a war, the end of the round."""
    return due(_settled(table, rules)[1], rules)


def settled_before_a_war(table: Table, rules: Rules) -> tuple[Settle, ...]:
    """The hands that are settled, up to the tie after it, if the player who is asked next goes to war."""
    before, table = _settled(table, rules)
    step = due(table, rules)
    if not isinstance(step, Offer):
        return ()
    bet = step.hand.bet
    after, _ = _settled(fold(table, decide(table, rules, o.Answered(bet.spot, bet.bettor, "war"))), rules)
    # The hand that is being settled stands above the others.
    return (*before[1:], *after)


def _settled(table: Table, rules: Rules) -> tuple[list[Settle], Table]:
    """Hands that can be settled now, one after the other, and the table when all of them are."""
    found: list[Settle] = []
    while isinstance(step := due(table, rules), Settle):
        found.append(step)
        table = fold(table, decide(table, rules, o.Settled()))
    return found, table


def to_be_prepared(table: Table, rules: Rules) -> tuple[str, ...]:
    """The steps that are left until the cards are in the shoe, the one that is due first."""
    left: list[str] = []
    while table.preparing and isinstance(step := due(table, rules), Perform) and len(left) < STEPS_MAX:
        left.append(step.step)
        before, table = table, fold(table, decide(table, rules, o.Confirmed(step.step, by="somebody")))
        if table == before:
            break
    return tuple(left)


STEPS_MAX = 30
"""No book has more of them."""
