"""Consequences: events that follow a decision without input, until the table waits for input again."""

from typing import get_args

from dealer_station.engine.decide import chip_moves
from dealer_station.engine.decide.on_card import cut_card_place
from dealer_station.engine.decide.reports import events_of_report
from dealer_station.engine.due.next_step import due_after_moves
from dealer_station.engine.due.step_types import Draw, RoundOver
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.table import Kept, Table
from dealer_station.engine.model.values import DEALER, AskLater, Cause, Hold, ShuffleLater
from dealer_station.engine.rulebook.rules import Rules

Events = tuple[Event, ...]


def onward(table: Table, rules: Rules) -> Events:
    """Events that need no further input: kept cards are used, an empty shoe stops, a finished round ends."""
    events: Events = ()
    while more := _next_consequence(table, rules):
        events, table = (*events, *more), fold(table, more)
    return events


def _next_consequence(table: Table, rules: Rules) -> Events:
    if table.holds:
        # The table waits for a ruling. Finding out which rulings are open is costly and not needed here.
        return ()
    step = due_after_moves(table, rules)
    if isinstance(step, RoundOver):
        return _ending(table, rules)
    if questions := chip_moves.question_about(table, rules, step):
        return questions
    if not isinstance(step, Draw):
        return ()
    for_dealer = step.place is not None and step.place <= DEALER
    kept = next((kept for kept in table.kept if kept.for_dealer and for_dealer), None)
    kept = kept or next((kept for kept in table.kept if not kept.for_dealer), None)
    if kept is not None:
        return _kept_is_used(step, kept)
    if table.shoe.left is not None and table.shoe.left <= 0:
        empty = events_of_report(table, rules, o.Reported("shoe_empty"))
        return () if isinstance(empty, Objection) else empty
    return ()


def _kept_is_used(step: Draw, kept: Kept) -> Events:
    if step.place is None:
        return (e.CardBurned(step.deal, kept=True),)
    if kept.card is None:
        unread = Hold(
            "unreadable", has_card=True, number=kept.number, kept=True, place=step.place, deal=step.deal
        )
        return (e.HoldRaised(unread),)
    return (e.CardDealt(kept.card, step.place, step.deal, kept=True),)


def _ending(table: Table, rules: Rules) -> Events:
    """Events that end a round: its outcome, then the shuffle or the questions that waited for it."""
    round_ = table.round
    ended = e.RoundEnded("void" if round_.voided else "complete")
    causes: list[Cause] = [cause for cause in get_args(Cause) if ShuffleLater(cause) in round_.later]
    if round_.cut_card and rules.deal.cutcard_mid_round.value != "finish_then_ask":
        causes.append("cut_card")
    supply = rules.cards.card_supply.value
    if "shuffler_fault" in causes and supply == "two_batch_shuffler":
        # The fault concerned the other batch, so the batch in the shoe stays in play.
        causes.remove("shuffler_fault")
    device_failed = supply == "csm" and table.shuffler == "out_of_order"
    if device_failed and not table.shoe.by_hand:
        causes.append("shuffler_fault")
    if causes:
        cause = "replaced" if "replaced" in causes else causes[0]
        # Other reasons for a shuffle do not matter here: who cuts depends on where the cut card came out (MA
        # §5(c)(2)).
        return (ended, e.CardsTakenOut(cause, None if cause == "replaced" else cut_card_place(round_)))
    questions = [later.kind for later in round_.later if isinstance(later, AskLater)]
    if round_.cut_card:
        questions.append("cut_card")
    return (ended, *(e.HoldRaised(Hold(kind)) for kind in dict.fromkeys(questions)))
