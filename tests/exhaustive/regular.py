"""Regular play: what the world may do when a step is due, if everybody keeps to the book."""

from collections.abc import Iterable
from typing import assert_never

from dealer_station.engine.due.step_types import (
    AwaitRuling,
    Call,
    Draw,
    Due,
    Offer,
    Perform,
    RoundOver,
    Settle,
    TakeBets,
)
from dealer_station.engine.due.where_cards_lie import reads_of
from dealer_station.engine.evolve.table_evolution import SPOILED, UNFINISHED
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.observations import Bet, Observation
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules
from tests.exhaustive.tables import WAR_TIE_CENTS, Layout

LOW, HIGH = Card("2c"), Card("9d")
"""Two ranks are enough to make higher, lower and tie."""


def regular_moves(
    table: Table, step: Due, rules: Rules, layouts: tuple[Layout, ...]
) -> Iterable[Observation]:
    """Everything that may regularly happen now: the reader may fail, and the cut card may come."""
    match step:
        case TakeBets():
            return [o.BetsPlaced(layout.bets) for layout in layouts]
        case Call():
            return [o.Called()]
        case Draw(place):
            if place is None:
                return [o.CardDrawn(LOW)]
            cut = [o.CutCardSeen()] if cut_card_may_come(table, layout_of(table, layouts)) else []
            return [*(o.CardDrawn(card) for card in (LOW, HIGH, None)), *cut]
        case Settle():
            return [o.Settled()]
        case Offer(hand):
            return answers(hand, rules, war_ties=layout_of(table, layouts).war_ties)
        case Perform("offer_cut", _, (spot, *_)):
            return [o.CutOffered(spot, accepted=True), o.CutOffered(spot, accepted=False)]
        case Perform("spin_wheel", _, (spot, *_)):
            return [o.Spun(spot, symbol) for symbol in ("400", "100", "primary")]
        case Perform("take_batch" | "wait_for_shuffler") if table.shuffler in UNFINISHED:
            return [o.DeviceSaid("shuffler", "shuffling" if table.shuffler in SPOILED else "ready")]
        case Perform("validate_progressive"):
            return [o.Confirmed(step.step, by="Lee")]
        case Perform():
            return [o.Confirmed(step.step)]
        case AwaitRuling(hold, _, rulings):
            if hold.kind == "unreadable" and hold.has_card:
                return [o.Ruled("correct", card=LOW), o.Ruled("correct", card=HIGH)]
            earlier = reads_of(table, LOW) if hold.kind == "impossible_card" else ()
            return [
                *(_ruling(ruling, hold, table) for ruling in rulings),
                *(o.Ruled("correct", card=HIGH, at=read.at) for read in earlier),
            ]
        case RoundOver():
            return []
        case _:
            assert_never(step)


def _ruling(ruling: Ruling, hold: Hold, table: Table) -> o.Ruled:
    """A ruling as a person gives it: with a card, a hand or a sum where it needs one."""
    if ruling in ("pay", "take"):
        known = table.round.hands or (table.last.hands if table.last else ())
        names = tuple(hand.name for hand in known[:1])
        return o.Ruled(ruling, hands=hold.hands or names, cents=500)
    return o.Ruled(ruling, card=LOW if ruling == "correct" else None)


def answers(hand: Hand, rules: Rules, *, war_ties: bool) -> list[Observation]:
    """The answers that a tied player may give."""
    spot, bettor = hand.spot, hand.bettor
    said: list[Observation] = [o.Answered(spot, bettor, "war"), o.Answered(spot, bettor, "surrender")]
    if war_ties and rules.war.war_tie_wager.value != "forbidden":
        said.append(o.Answered(spot, bettor, "war", WAR_TIE_CENTS))
    return said


def layout_of(table: Table, layouts: tuple[Layout, ...]) -> Layout:
    """The layout that is played at this table; before the wagers, one without detours."""
    bets: tuple[Bet, ...] = tuple(hand.bet for hand in table.round.hands)
    return next((layout for layout in layouts if layout.bets == bets), Layout(()))


def cut_card_may_come(table: Table, layout: Layout) -> bool:
    """Once in a shoe: a shoe that was cut and loaded anew in this round has another one at its far end."""
    return layout.cut_cards and not table.round.cut_card and table.round.calls < 2


def round_is_over(table: Table, step: Due) -> bool:
    """The next round's wagers can be taken: everything that this round left to be done is done."""
    return table.round.number > 1 and isinstance(step, TakeBets)
