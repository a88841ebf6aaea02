"""Every observation in every state that one round can reach keeps all of the engine's promises."""

import random

import pytest

from tests.exhaustive.explore import (
    Findings,
    inject_everything,
    odd_successors,
    play_on_from,
    reachable,
    void_everywhere,
)
from tests.exhaustive.noise import every_observation
from tests.exhaustive.pins import PINNED
from tests.exhaustive.tables import BOOKS, case

ODD_STATES_SAMPLED = [15, pytest.param(200, marks=pytest.mark.campaign)]
"""States one observation off the regular way, into which everything is thrown once more."""

JUDGE_EVERY = [36, pytest.param(1, marks=pytest.mark.campaign)]
"""Every observation is decided and counted; every n-th is also held against each promise."""

JUDGED_OF_LARGE_LAYOUTS = 7
"""Every n-th observation at a table with more wagers or spots is held against each promise."""


@pytest.mark.parametrize("judge_every", JUDGE_EVERY)
@pytest.mark.parametrize("name", BOOKS)
def test_every_observation_in_every_state_keeps_every_promise(name: str, judge_every: int) -> None:
    table, findings = case(name), Findings()
    counts = inject_everything(table, reachable(table).values(), findings, judge_every)
    assert not findings.ways, str(findings)
    assert counts == PINNED.get(name), f"\nthe procedure changed; pin this row:\n    {name!r}: {counts},"


@pytest.mark.parametrize("name", BOOKS)
def test_a_round_may_be_voided_in_every_state_and_comes_to_its_end(name: str) -> None:
    table, findings = case(name), Findings()
    void_everywhere(table, reachable(table).values(), findings)
    assert not findings.ways, str(findings)


@pytest.mark.parametrize("sampled", ODD_STATES_SAMPLED)
@pytest.mark.parametrize("name", BOOKS)
def test_two_observations_off_the_regular_way_keep_every_promise(name: str, sampled: int) -> None:
    table, findings, visited = case(name), Findings(), reachable(case(name))
    chance = random.Random(name)
    states = chance.choices(list(visited.values()), k=sampled)
    noise = every_observation(table)
    odd = (odd_successors(table, state, visited, chance.sample(noise, len(noise))) for state in states)
    found_odd = [state for found in odd if (state := next(found, None))]
    inject_everything(table, found_odd, findings)
    play_on_from(table, found_odd, findings)
    assert not findings.ways, str(findings)


@pytest.mark.campaign
@pytest.mark.parametrize("layout", ["two_ties", "three"])
@pytest.mark.parametrize("name", BOOKS)
def test_more_wagers_and_three_spots_keep_every_promise(name: str, layout: str) -> None:
    table, findings = case(name, layout), Findings()
    states = reachable(table).values()
    inject_everything(table, states, findings, JUDGED_OF_LARGE_LAYOUTS)
    void_everywhere(table, states, findings)
    assert not findings.ways, str(findings)


def test_every_book_is_pinned() -> None:
    assert PINNED.keys() == BOOKS.keys()
