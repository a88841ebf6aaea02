"""A shift at a simulated table without devices: people do what is due, and the
engine decides what it means.
"""

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import DealerArrived, Observation
from dealer_station.engine.model.table import Round, Table, open_table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.table_view import TableView, view
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.devices.wheel import Wheel
from hw_sim.people.people import SimulatedPeople, seat_players
from hw_sim.people.shift_crew import dealer_on_duty, in_the_mood


class ShiftMoment(Struct, frozen=True):
    """One observation with the view before it and the events that followed."""

    shown: TableView
    seen: Observation
    events: tuple[Event, ...]
    ended: Round | None
    """The round that this observation ended, if any."""


def play_shift(rules: Rules, *, rounds: int, seed: int, players: int) -> Iterator[ShiftMoment]:
    """Open a table and deal `rounds` rounds; people, wagers and cards depend only on the seed."""
    chance = Random(f"people {seed}")
    seats = seat_players(rules, players, "war")
    players_now = tuple(in_the_mood(seat, rules, chance) for seat in seats)
    people = SimulatedPeople(
        SimulatedShoe(rules, Random(seed)), players_now, Wheel(rules, Random(f"wheel {seed}"))
    )
    table = open_table("loaded")
    while table.round.number <= rounds:
        seen = _new_dealer(table) or people.respond(due(table, rules))
        events = decide(table, rules, seen)
        shown, number = view(table, rules), table.round.number
        table = fold(table, events)
        ended = table.last if table.round.number > number else None
        if ended and chance.random() < 0.3:
            people.players = tuple(in_the_mood(seat, rules, chance) for seat in seats)
        yield ShiftMoment(shown, seen, events, ended)


def _new_dealer(table: Table) -> DealerArrived | None:
    """Return the arrival of the next dealer if a change is due between rounds."""
    on_duty = dealer_on_duty(table.round.number)
    return DealerArrived(on_duty) if not table.round.opened and table.dealer != on_duty else None
