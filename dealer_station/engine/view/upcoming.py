"""The steps that come after the one that is due, as far as anybody at the table can know them."""

from msgspec import Struct

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.dues import Call, Draw, Due, Offer, Perform, Settle
from dealer_station.engine.due.round import due
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules

SOME_CARD = Card("2c")
"""Whatever it is: where the card after it goes does not depend on it."""


def upcoming(table: Table, rules: Rules, count: int = 2) -> tuple[Due, ...]:
    """The steps after this one, none of which depends on a card that is not drawn or a choice not made."""
    found: list[Due] = []
    step, drawn = due(table, rules), False
    while len(found) < count and (done := _when_done(step)) is not None:
        drawn = drawn or isinstance(step, Draw)
        after = _after(table, rules, done)
        if after is None:
            break
        table, step = after, due(after, rules)
        if drawn and not isinstance(step, Draw):
            break
        found.append(step)
    return tuple(found)


def _after(table: Table, rules: Rules, done: Observation) -> Table | None:
    """The table when `done` has happened; None where a card comes into play that nobody has seen."""
    events = decide(table, rules, done)
    # A card that lies aside is face down. The engine knows its face and deals it by itself when a card is
    # due, so whatever follows would tell the players a result while they may still wager.
    aside = any(isinstance(event, e.CardDealt | e.CardBurned) and event.kept for event in events)
    return None if aside else fold(table, events)


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


class UpcomingPass(Struct, frozen=True):
    """The hands that are settled one after the other, up to something else than a settlement."""

    now: tuple[Settle, ...] = ()
    """From the hand that is due, up to the next step of another kind."""
    ahead: Due | None = None
    """That step; None where nobody at the table can know it."""
    after_a_war: tuple[Settle, ...] = ()
    """Hands that follow only if the player who is asked next goes to war."""
    then_call: bool = False
    """The closing call is taken when `now` is done."""


def settlement_pass(table: Table, rules: Rules) -> UpcomingPass:
    """The settlements that are due in a row, and those that follow an answer of the player asked next."""
    now, settled = _settled(table, rules)
    if settled is None:
        return UpcomingPass(now)
    ahead = due(settled, rules)
    if not isinstance(ahead, Offer):
        return UpcomingPass(now, ahead, then_call=call_is_taken(settled, rules))
    bet = ahead.hand.bet
    answered = _after(settled, rules, o.Answered(bet.spot, bet.bettor, "war"))
    return UpcomingPass(now, ahead, _settled(answered, rules)[0] if answered else ())


def call_is_taken(table: Table, rules: Rules) -> bool:
    """Whether the closing call, with all that it implies, would be taken at this table."""
    return not any(isinstance(event, e.TapRefused) for event in decide(table, rules, o.Called()))


def _settled(table: Table, rules: Rules) -> tuple[tuple[Settle, ...], Table | None]:
    """Hands that can be settled now, one after the other, and the table when all of them are."""
    found: list[Settle] = []
    now: Table | None = table
    while now is not None and isinstance(step := due(now, rules), Settle):
        found.append(step)
        now = _after(now, rules, o.Settled())
    return tuple(found), now


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
