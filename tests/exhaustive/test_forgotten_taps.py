"""In every state a card may come before a tap: the dealer's word leads to the table that the taps lead to."""

from collections.abc import Iterable
from typing import assert_never

import pytest
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import forgotten_taps
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
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from tests.exhaustive.explore import (
    Findings,
    State,
    judge,
    play_to_the_end,
    reachable,
    seen_at,
    successor,
)
from tests.exhaustive.moment import observe
from tests.exhaustive.regular import LOW
from tests.exhaustive.tables import BOOKS, Case, case

JUDGE_EVERY = [6, pytest.param(1, marks=pytest.mark.campaign)]
"""Every question is answered; after every n-th answer the round is held against each promise to its end."""
SUPERVISED = "house_manual"
"""The book whose supervisor is called under all circumstances."""


def tap(step: Due) -> Observation:
    """The tap that was missing."""
    match step:
        case Call() | TakeBets():
            return o.Called()
        case Settle():
            return o.Settled()
        case Offer(hand):
            return o.Answered(hand.spot, hand.bettor, "war")
        case AwaitRuling() | Draw() | Perform() | RoundOver():
            raise AssertionError(f"no tap is missing for {step}")
        case _:
            assert_never(step)


def tapped_in_time(table: Table, steps: Iterable[Due], of: Case) -> Table:
    """The table if the dealer had made the taps before the card."""
    for seen in (*map(tap, steps), o.CardDrawn(LOW)):
        table = fold(table, observe(table, of.rules, seen).events)
    return table


def facts(table: Table) -> Table:
    """The table without what only tells how it came to be: the last tap, reports, and numbers of stops."""
    # A fresh shoe means something until its burn, and where no burn is owed it means nothing.
    return replace(table, before=None, reports=(), ruled=None, reported="", stops=0, fresh=())


@pytest.mark.parametrize("judge_every", JUDGE_EVERY)
@pytest.mark.parametrize("name", BOOKS)
def test_an_early_card_in_order_lies_where_the_taps_would_have_led_it(name: str, judge_every: int) -> None:
    table, findings, asked = case(name), Findings(), 0
    for state in reachable(table).values():
        early = successor(state, observe(state.table, table.rules, o.CardDrawn(LOW)))
        hold = early.table.holds[-1] if early.table.holds else None
        steps = forgotten_taps(early.table, table.rules, hold) if hold else ()
        if not steps:
            continue
        asked += 1
        answered = seen_at(early, table, o.Recalled(done=True), findings)
        assert answered is not None
        assert not answered.refused
        assert facts(answered.after) == facts(tapped_in_time(state.table, steps, table)), state.path
        if asked % judge_every == 0:
            judge(early, answered, findings)
            _play_on(table, early, findings)
    assert not findings.ways, str(findings)
    assert (asked > 0) == (table.rules.book.id != SUPERVISED)


def _play_on(of: Case, early: State, findings: Findings) -> None:
    for done in (True, False):
        play_to_the_end(of, early, o.Recalled(done=done), findings)
