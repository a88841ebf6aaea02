"""A restart in every state that a round can reach: what a log keeps survives, the same step is due."""

import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import Perform
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import RoundOpened
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.store.codec import decode, encode
from tests.exhaustive.explore import reachable
from tests.exhaustive.tables import BOOKS, case

BACK = o.DeviceSaid("station", "back")


@pytest.mark.parametrize("name", BOOKS)
def test_the_layout_is_confirmed_and_the_same_step_is_due_again(name: str) -> None:
    table = case(name)
    for state in reachable(table).values():
        before, step = state.table, due(state.table, table.rules)
        away = fold(before, decide(before, table.rules, BACK))
        if before.holds or before.preparing:
            assert due(away, table.rules) == step
            continue
        asked = due(away, table.rules)
        assert isinstance(asked, Perform)
        assert asked.step == "confirm_layout"
        confirmed = decide(away, table.rules, o.Confirmed("confirm_layout"))
        assert not any(isinstance(event, RoundOpened) for event in confirmed)
        assert due(fold(away, confirmed), table.rules) == step, step_id(step)


@pytest.mark.parametrize("name", BOOKS)
def test_whatever_a_log_keeps_reads_back_as_it_was(name: str) -> None:
    kept = {event for state in reachable(case(name)).values() for event in state.events}
    assert kept
    for event in kept:
        assert decode("fact", encode(event)) == event
    for state in reachable(case(name)).values():
        for seen in state.path:
            assert decode("seen", encode(seen)) == seen
