"""Trials: `decide` applied to a copy of the table. Views use the outcome; screens run no trials."""

from dealer_station.engine.decide.decisions import decide, forgotten_taps
from dealer_station.engine.due.step_types import Due
from dealer_station.engine.model import events as e
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules


def events_of(table: Table, rules: Rules, seen: Observation) -> tuple[Event, ...]:
    """The facts that an observation would cause."""
    return decide(table, rules, seen)


def taps_missing_before(table: Table, rules: Rules, hold: Hold) -> tuple[Due, ...]:
    """The steps whose taps were missing before an early card, if the dealer may say that they were done."""
    return forgotten_taps(table, rules, hold)


def is_taken(table: Table, rules: Rules, *seen: Observation) -> bool:
    """True if the table would accept at least one of these observations."""
    return any(
        not any(isinstance(event, e.TapRefused) for event in decide(table, rules, one)) for one in seen
    )
