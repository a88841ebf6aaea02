"""Visit every state that regular play can reach in one round, and throw everything at each of them."""

from collections import Counter, deque
from collections.abc import Container, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import fields, replace

from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import TakeBets
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.kinds import as_step
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Shoe, Table, open_table
from dealer_station.engine.model.values import DEALER, Deal, Drawn
from dealer_station.engine.words.prompts import step_id
from tests.exhaustive.invariants import faults, faults_of_replay
from tests.exhaustive.moment import Moment, observe
from tests.exhaustive.noise import departures, every_observation
from tests.exhaustive.offered_reports import faults_of_reports
from tests.exhaustive.regular import HIGH, LOW, regular_moves, round_is_over
from tests.exhaustive.tables import Case

STARTS = ("closed", "loaded", "round")
STEPS_TO_THE_END_MAX = 100
BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError, StopIteration)
"""Exceptions that wrong code raises; the engine raises none."""

Key = tuple[Table, bool, int]


class State(Struct, frozen=True):
    """A table, and how it came to be."""

    start: str
    path: tuple[Observation, ...]
    events: tuple[Event, ...]
    table: Table


class Counts(Struct, frozen=True):
    """The size of a book: a change of the procedure changes these numbers."""

    states: int
    observations: int
    refused: int
    stopped: int


class Findings:
    """Broken promises, each with the shortest way to it that was found."""

    def __init__(self) -> None:
        self.ways: dict[str, tuple[str, tuple[Observation, ...]]] = {}
        self.times: Counter[str] = Counter()

    def add(self, fault: str, state: State, *seen: Observation) -> None:
        """Keep the shortest way to each fault, and count them all."""
        self.times[fault] += 1
        path = (*state.path, *seen)
        if fault not in self.ways or len(path) < len(self.ways[fault][1]):
            self.ways[fault] = state.start, path

    def __str__(self) -> str:
        return "\n".join(
            f'{fault} ({self.times[fault]} times), as from open_table("{start}") by\n    '
            + "\n    ".join(told(seen) for seen in path)
            for fault, (start, path) in self.ways.items()
        )


def told(thing: object) -> str:
    """The thing as Python writes it, without default values: `Ruled(ruling='burn')`."""
    if isinstance(thing, Struct):
        said = {info.name: getattr(thing, info.name) for info in fields(thing)}
        usual = {info.name: info.default for info in fields(thing)}
        words = (f"{name}={told(value)}" for name, value in said.items() if value != usual[name])
        return f"{type(thing).__name__}({', '.join(words)})"
    if isinstance(thing, tuple):
        return f"({', '.join(told(item) for item in thing)}{',' if len(thing) == 1 else ''})"
    return repr(thing)


def key(table: Table) -> Key:
    """The facts that decide what comes next: not the rack, nor what came before the round."""
    draws = tuple(drawn for drawn in table.round.draws if drawn.deal != "opening")
    for deal in ("original", "war"):
        draws = with_ties_alike(draws, deal)
    round_ = replace(table.round, draws=draws, cut_card_before=None)
    # The numbers of stops only tell them apart.
    holds = tuple(replace(hold, raised=0) for hold in table.holds)
    same = replace(
        table,
        round=round_,
        shoe=Shoe(),
        rack=(),
        account=(),
        last=None,
        before=None,
        holds=holds,
        stops=0,
        reports=(),
    )
    return same, table.before is None, len(table.reports)


def with_ties_alike(draws: tuple[Drawn, ...], deal: Deal) -> tuple[Drawn, ...]:
    """A deal in which everybody ties with the dealer is the same, whatever the rank."""
    dealt = [drawn for drawn in draws if drawn.deal == deal and drawn.place is not None]
    if not any(drawn.place == DEALER for drawn in dealt) or any(drawn.card != HIGH for drawn in dealt):
        return draws
    return tuple(replace(drawn, card=LOW) if drawn in dealt else drawn for drawn in draws)


def reachable(case: Case) -> dict[Key, State]:
    """Every state of one round and of what follows it, until the next round's wagers can be taken."""
    visited: dict[Key, State] = {}
    pending = deque(State(start, (), (), open_table(start)) for start in STARTS)
    while pending:
        state = pending.popleft()
        if key(state.table) in visited:
            continue
        visited[key(state.table)] = state
        step = due(state.table, case.rules)
        if not round_is_over(state.table, step):
            for move in regular_moves(state.table, step, case.rules, case.layouts):
                pending.append(successor(state, observe(state.table, case.rules, move)))
    return visited


def successor(state: State, moment: Moment) -> State:
    """The state after one more observation."""
    return State(state.start, (*state.path, moment.seen), (*state.events, *moment.events), moment.after)


def inject_everything(
    case: Case, states: Iterable[State], findings: Findings, judge_every: int = 1
) -> Counts:
    """Decide every observation in every state, and check each of the engine's promises after every n-th."""
    # Deciding costs a third of what judging does. The sample that is judged moves on by one observation from
    # state to state.
    noise = every_observation(case)
    seen = refused = stopped = visited = 0
    for state in states:
        confirmed = o.Confirmed(as_step(step_id(due(state.table, case.rules))))
        observations = (*noise, confirmed, *departures(state.table, case.rules))
        visited, seen = visited + 1, seen + len(observations)
        for fault in faults_of_replay(open_table(state.start), state.events, state.table, case.rules):
            findings.add(fault, state)
        # All are seen before any is judged: what is due at one table is worked out once.
        moments = [seen_at(state, case, observation, findings) for observation in observations]
        known = {moment.seen: moment for moment in moments if moment is not None}
        for fault in faults_of_reports(state.table, case.rules, known):
            findings.add(fault, state)
        for at, moment in enumerate(moments, start=visited):
            if moment is not None:
                if at % judge_every == 0:
                    judge(state, moment, findings)
                refused += moment.refused
                stopped += moment.stopped
    return Counts(visited, seen, refused, stopped)


def void_everywhere(case: Case, states: Iterable[State], findings: Findings) -> None:
    """Stop the table in every state, void the round, and play what is left of it to its end."""
    for state in states:
        stopped = successor(state, observe(state.table, case.rules, o.Reported("dispute")))
        play_to_the_end(case, stopped, o.Ruled("void_round"), findings)


def play_on_from(case: Case, states: Iterable[State], findings: Findings) -> None:
    """Try everything that each state asks for, and then play regularly to the end."""
    for state in states:
        step = due(state.table, case.rules)
        for move in regular_moves(state.table, step, case.rules, case.layouts):
            play_to_the_end(case, state, move, findings)


def play_to_the_end(case: Case, state: State, move: Observation, findings: Findings) -> None:
    """One more observation, and then the first thing that each step asks for, until wagers can be taken."""
    began, first = state, move
    for _ in range(STEPS_TO_THE_END_MAX):
        moment = seen_at(state, case, move, findings)
        if moment is None:
            return
        judge(state, moment, findings)
        state = successor(state, moment)
        step = due(state.table, case.rules)
        if isinstance(step, TakeBets):
            return
        move = next(iter(regular_moves(state.table, step, case.rules, case.layouts)))
    findings.add("the round does not come to an end", began, first)


def odd_successors(
    case: Case, state: State, visited: Container[Key], noise: Iterable[Observation]
) -> Iterator[State]:
    """The states that one observation leads to and regular play does not."""
    for seen in noise:
        moment = observe(state.table, case.rules, seen)
        if not moment.refused and key(moment.after) not in visited:
            yield successor(state, moment)


def seen_at(state: State, case: Case, seen: Observation, findings: Findings) -> Moment | None:
    """The moment that an observation leads to; every observation has consequences."""
    try:
        return observe(state.table, case.rules, seen)
    except BROKEN as error:
        findings.add(f"decide raised {error!r}", state, seen)
        return None


def judge(state: State, moment: Moment, findings: Findings) -> None:
    """Check every promise of one moment."""
    try:
        found = faults(moment)
    except BROKEN as error:
        found = [f"after it something raised {error!r}"]
    for fault in found:
        findings.add(fault, state, moment.seen)
