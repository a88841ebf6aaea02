"""Every ruling on a report about chips or cards keeps the promises about chips and cards."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from dealer_station.engine.due.next_step import due_after_moves
from dealer_station.engine.due.step_types import AwaitRuling
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules
from tests.exhaustive.explore import Findings, State, reachable
from tests.exhaustive.invariants import (
    faults_of_cards,
    faults_of_changed_cards,
    faults_of_money,
    faults_of_void_chips,
    rulings_in_full,
)
from tests.exhaustive.moment import observe
from tests.exhaustive.regular import HIGH, LOW
from tests.exhaustive.tables import BOOKS, Case, case

STATES_SAMPLED = [8, pytest.param(0, marks=pytest.mark.campaign)]
"""Number of closed states, and of states with a settlement, in which everything is reported; 0 for all."""
PROMISES = (faults_of_cards, faults_of_money, faults_of_changed_cards, faults_of_void_chips)
CENTS = (100, 200, 700, 99_900)
"""Amounts below, at and above the stakes of the layouts, and beyond any limit."""


def reports_about_chips(table: Table) -> Iterator[Observation]:
    """Wagers that came late, were changed, taken away or are over the limit."""
    for hand in table.round.hands:
        at = o.Reported("late_wager", spot=hand.spot, bettor=hand.bettor)
        for cents in CENTS:
            yield replace(at, cents=cents)
            yield replace(at, kind="altered_wager", cents=cents)
            yield replace(at, kind="over_limit", cents=cents)
            yield replace(at, cents=cents, wager="tie")
            yield replace(at, kind="altered_wager", cents=cents, wager="tie")
        yield replace(at, kind="altered_wager", nothing=True)
        yield replace(at, kind="altered_wager", wager="tie", nothing=True)
    yield o.Reported("late_wager", spot=4, cents=700)


def reports_about_cards(table: Table) -> Iterator[Observation]:
    """Cards that were read wrongly, are damaged, or went to a place where they belong to nobody."""
    for kind in ("impossible_card", "damaged_card", "face_up"):
        yield o.Reported(kind)
        yield from (o.Reported(kind, lies=place) for place in (0, *(hand.spot for hand in table.round.hands)))
    yield from (o.Reported("empty_spot", spot=spot) for spot in (1, 3))
    yield from (o.Reported("missed_spot", spot=hand.spot) for hand in table.round.hands)
    yield o.Reported("drawn_exposed")
    yield from (o.Reported("misplaced", lies=place) for place in (0, 1, 2))


def every_ruling(table: Table, rules: Rules) -> Iterator[Observation]:
    """Every ruling that the newest stop offers, with all that it asks for."""
    step = due_after_moves(table, rules)
    if not isinstance(step, AwaitRuling):
        return
    for ruling in (*step.rulings, *step.departures):
        for ruled in rulings_in_full(table, rules, step.hold, ruling, departs=ruling in step.departures):
            yield ruled
            if isinstance(ruled, o.Ruled) and ruled.card is not None:
                yield replace(ruled, card=LOW if ruled.card == HIGH else HIGH)


def on_the_felt(table: Table) -> tuple[object, ...]:
    """Everything that a ruling can change for players and dealer, apart from the rule that it cites."""
    round_ = table.round
    moves = tuple(replace(move, ruled=None) for move in table.moves)
    cards = (round_.draws, tuple((one.card, one.number) for one in table.kept), table.rack, table.preparing)
    over = (round_.voided, round_.later, round_.reread)
    return (round_.hands, cards, moves, table.holds, table.corrections, over)


def faults_of_departures(table: Table, rules: Rules) -> Iterator[str]:
    """Departures that leave the table as the confirmation of the book's remedy does."""
    step = due_after_moves(table, rules)
    if not isinstance(step, AwaitRuling) or not step.hold.decided:
        return
    confirmed = observe(table, rules, o.Ruled("accept", by="Lee", because="it is so"))
    for ruling in step.departures:
        for ruled in rulings_in_full(table, rules, step.hold, ruling, departs=True):
            departed = observe(table, rules, ruled)
            if not departed.refused and on_the_felt(departed.after) == on_the_felt(confirmed.after):
                yield f"{step.hold.kind}: the departure {ruling} changes nothing"


def rule_everywhere(table: Case, states: list[State], findings: Findings) -> int:
    """Report in each state, rule on it in every way, and note each promise that is broken."""
    made = 0
    for state in states:
        for seen in (*reports_about_chips(state.table), *reports_about_cards(state.table)):
            reported = observe(state.table, table.rules, seen)
            if reported.refused:
                continue
            for fault in faults_of_departures(reported.after, table.rules):
                findings.add(fault, state, seen)
            for ruled in every_ruling(reported.after, table.rules):
                moment = observe(reported.after, table.rules, ruled)
                if moment.refused:
                    continue
                made += 1
                for fault in (fault for check in PROMISES for fault in check(moment)):
                    findings.add(fault, state, seen, ruled)
    return made


@pytest.mark.parametrize("sampled", STATES_SAMPLED)
@pytest.mark.parametrize("name", BOOKS)
def test_no_ruling_loses_a_chip_or_pays_against_the_cards(name: str, sampled: int) -> None:
    table, findings = case(name), Findings()
    closed = [state for state in reachable(table).values() if state.table.round.closed]
    settled = [state for state in closed if any(hand.lines for hand in state.table.round.hands)]
    chance = random.Random(name)
    states = [*chance.choices(closed, k=sampled), *chance.choices(settled, k=sampled)] if sampled else closed
    assert rule_everywhere(table, states, findings)
    assert not findings.ways, str(findings)
