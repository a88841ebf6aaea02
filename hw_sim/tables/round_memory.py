"""A memory of rounds: a table's way from one call for wagers to the next, by what was observed.

The engine is a pure function, and in a long simulation nearly every round repeats one that was played: the
same ranks in the same places, the same taps. The engine plays each such round once. After that, people and
shoe still do everything, and a tree of situations says what the engine would answer.

Three facts make the tree exact. Suits decide nothing (`rank`) unless somebody bets on them, and such a table
has no memory. The face of a burn card decides nothing. The cards that are out decide nothing as long as the
round ends in front of the cut card, which the caller makes sure of. `tests/odds` compares both ways.
"""

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import Draw, Due, TakeBets
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model.cards import rank
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.events import TapRefused
from dealer_station.engine.model.observations import CardDrawn, Observation
from dealer_station.engine.model.table import Racked, Round, Table
from dealer_station.engine.rulebook.rules import Rules
from hw_sim.people.people import SimulatedPeople

MOST_SITUATIONS = 20_000
"""With many players hardly any round repeats; then the memory is emptied instead of filling the machine."""
BURNED = -1
"""The key of any card that is burned."""
Key = int | Observation


class Situation:
    """A table at one point of a round, with the step that is due."""

    __slots__ = ("ended", "next", "step", "table")

    def __init__(self, table: Table, step: Due, ended: Round | None) -> None:
        self.table = table
        self.step = step
        self.ended = ended
        """The round that ended with the last observation, if one did."""
        self.next: dict[Key, Situation] = {}
        """The situations that followed, by what was observed."""


class RoundStart(Struct, frozen=True):
    """Everything at the beginning of a round that the round depends on."""

    table: Table
    bets: tuple[object, ...]
    again: bool


class RoundMemory:
    """The situations of a table under one rulebook."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._starts: dict[RoundStart, Situation] = {}
        self._count = 0

    def start(self, table: Table) -> Situation:
        """The situation of a table that waits for wagers."""
        known, last = self._as_after_a_shuffle(table), table.last
        start = RoundStart(
            replace(known, rack=(), last=None, round=replace(table.round, number=0)),
            tuple(hand.bet for hand in last.hands) if last else (),
            last is not None,
        )
        found = self._starts.get(start)
        if found is None:
            found = self._starts[start] = Situation(known, due(known, self._rules), None)
        return found

    def _as_after_a_shuffle(self, table: Table) -> Table:
        """The table without what earlier rounds left behind. A continuous shuffler counts the cards that are
        out, so these stay."""
        known = replace(table, account=(), before=None)
        if self._rules.cards.card_supply.value == "csm":
            return known
        return replace(known, rack=(), shoe=replace(table.shoe, drawn=0))

    def play_round(self, start: Situation, people: SimulatedPeople) -> tuple[Situation, Round]:
        """Play one round from its call for wagers; return the start of the next one, and the round."""
        here, ended = start, None
        while True:
            seen = people.respond(here.step)
            key = _key(here.step, seen)
            there = here.next.get(key)
            if there is None:
                there = here.next[key] = self._after(here, seen)
            ended = there.ended or ended
            here = there
            if ended is not None and isinstance(here.step, TakeBets):
                return here, ended

    def _after(self, here: Situation, seen: Observation) -> Situation:
        """Let the engine say what follows an observation."""
        if self._count == MOST_SITUATIONS:
            self._count = 0
            for start in self._starts.values():
                start.next.clear()
            self._starts.clear()
        self._count += 1
        table = observed(here.table, self._rules, seen)
        ended = table.last if table.last is not here.table.last else None
        step = due(table, self._rules)
        if isinstance(step, TakeBets) and table.last is not None and not table.round.opened:
            start = self.start(table)
            # The next round begins where an earlier one did, whatever this one was.
            there = Situation(start.table, step, ended)
            there.next = start.next
            return there
        return Situation(table, step, ended)


def observed(table: Table, rules: Rules, seen: Observation) -> Table:
    """The table after an observation; raise ProfileError if the engine refuses it."""
    events = decide(table, rules, seen)
    if isinstance(events[0], TapRefused):
        # A refused tap changes nothing, so the simulation would never end.
        raise ProfileError(f"{rules.book.id} cannot be played: {events[0].reason} ({events[0].cite})")
    return fold(table, events)


def with_cards_out(table: Table, since: Table, drawn: int) -> Table:
    """A table after remembered rounds that drew so many cards since another one: they lie in the rack."""
    rack = (Racked(None, "burn", 0),) * (len(since.rack) + drawn)
    return replace(table, shoe=replace(table.shoe, drawn=since.shoe.drawn + drawn), rack=rack)


def _key(step: Due, seen: Observation) -> Key:
    """An observation as far as it matters: of a card its rank, and nothing of one that is burned."""
    if isinstance(step, Draw) and isinstance(seen, CardDrawn) and seen.card is not None:
        return rank(seen.card) if step.place is not None else BURNED
    return seen
