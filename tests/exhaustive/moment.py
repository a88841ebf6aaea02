"""One observation at one table, with everything that the promises are checked on."""

from msgspec import Struct

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import Due
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules

Events = tuple[Event, ...]


class Moment(Struct, frozen=True):
    """One observation at one table: what was so, what was seen, what was written down, what is so now."""

    before: Table
    step: Due
    """The step that was due."""
    rules: Rules
    seen: Observation
    events: Events
    after: Table

    @property
    def refused(self) -> bool:
        return isinstance(self.events[0], e.TapRefused) if self.events else False

    @property
    def stopped(self) -> bool:
        """It raised a hold that still stands."""
        raised = any(isinstance(event, e.HoldRaised) for event in self.events)
        return raised and bool(self.after.holds)


def observe(table: Table, rules: Rules, seen: Observation) -> Moment:
    """Let the table see something."""
    step = due(table, rules)
    events = decide(table, rules, seen)
    return Moment(table, step, rules, seen, events, fold(table, events))


def after(table: Table, rules: Rules, seen: Observation) -> Table:
    """The table once it has seen something."""
    return fold(table, decide(table, rules, seen))
