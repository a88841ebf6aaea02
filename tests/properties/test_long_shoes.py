"""Several rounds of a shoe, regular play and any noise mixed: every promise holds at every moment."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.irregularity_kinds import KINDS, RULINGS
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import Draw
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import PACK
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Shoe, Table, open_table
from dealer_station.engine.rulebook.rules import Rules
from tests.exhaustive.explore import BROKEN, told
from tests.exhaustive.invariants import faults, faults_of_replay
from tests.exhaustive.moment import observe
from tests.exhaustive.noise import every_observation
from tests.exhaustive.regular import regular_moves
from tests.exhaustive.tables import Case, Layout
from tests.properties.strategies import layouts, rulebooks

Move = int | Observation
"""A number: what the step that is due asks for, as chance has it. An observation: that, whatever is due."""


class Story(Struct, frozen=True):
    """A table, and everything that happens at it."""

    rules: Rules
    layouts: tuple[Layout, ...]
    start: Table
    moves: tuple[Move, ...]

    def __repr__(self) -> str:
        """The shoe as a script that a person can follow."""
        seen = "\n    ".join(told(observation) for observation in self.observations())
        shoe = f"{self.start.fresh} {self.start.shoe}"
        return f"{self.rules.book.id} {dict(self.rules.options)} {shoe}\n    {seen}"

    def observations(self) -> list[Observation]:
        """The observations of the table, in order."""
        table, seen = self.start, list[Observation]()
        for move in self.moves:
            seen.append(self.observation(table, move))
            try:
                table = observe(table, self.rules, seen[-1]).after
            except BROKEN:
                break
        return seen

    def observation(self, table: Table, move: Move) -> Observation:
        """The observation that a move is at this table."""
        if not isinstance(move, int):
            return move
        step = due(table, self.rules)
        if isinstance(step, Draw):
            return o.CardDrawn(PACK[move % len(PACK)])
        moves = list(regular_moves(table, step, self.rules, self.layouts))
        return moves[move % len(moves)]


def noise(case: Case) -> st.SearchStrategy[Observation]:
    """Everything that the exhaustive proof throws, and reports and rulings with any arguments."""
    cards, spots = st.sampled_from(PACK), st.integers(0, 4)
    some_cards, hands = st.lists(cards, max_size=6).map(tuple), st.sampled_from("1 2 2a 2b 3 4".split())
    return (
        st.sampled_from(every_observation(case))
        | st.builds(o.CardDrawn, cards | st.none(), st.booleans())
        | st.builds(o.Reported, st.sampled_from(KINDS), spots, st.sampled_from(["", "b"]), cards, some_cards)
        | st.builds(
            o.Ruled,
            st.sampled_from(RULINGS),
            st.lists(hands, max_size=2).map(tuple),
            st.sampled_from([0, 500, None]),
            st.none() | cards,
        )
    )


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """Any table, with a shoe of any length, and what happens in some rounds."""
    rules = draw(rulebooks())
    played = tuple(Layout(draw(layouts(rules)), war_ties=True, cut_cards=True) for _ in range(2))
    shoe = draw(st.builds(Shoe, size=st.sampled_from([0, 20, 40]), behind_cut=st.sampled_from([0, 10])))
    start = replace(open_table(draw(st.sampled_from(["closed", "loaded", "round"]))), shoe=shoe)
    regular = st.integers(0, len(PACK) - 1)
    odd = noise(Case("", rules, played))
    moves = draw(st.lists(st.one_of(*[regular] * 5, odd), min_size=40, max_size=160))
    return Story(rules, played, start, tuple(moves))


@settings(max_examples=40)
@given(stories())
def test_every_promise_holds_at_every_moment_of_a_shoe(story: Story) -> None:
    judge(story)


@pytest.mark.campaign
@settings(max_examples=3_000)
@given(stories())
def test_every_promise_holds_at_every_moment_of_many_shoes(story: Story) -> None:
    judge(story)


def judge(story: Story) -> None:
    """Play a story, and check every promise after each of its moments."""
    table, events = story.start, list[Event]()
    for move in story.moves:
        moment = observe(table, story.rules, story.observation(table, move))
        assert not faults(moment), told(moment.seen)
        table = moment.after
        events += moment.events
    assert not list(faults_of_replay(story.start, tuple(events), table, story.rules))
