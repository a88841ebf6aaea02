"""Moments of written rounds: every table that they pass through, for tests that look at all of them."""

from collections.abc import Iterator

from msgspec import Struct

from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import Due
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation import reader
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.written_rounds.play import Player, rules_of
from tests.house.rules import ROOT


class Moment(Struct, frozen=True):
    """A table between two observations, and the rules that it is played under."""

    table: Table
    rules: Rules

    @property
    def due(self) -> Due:
        return due(self.table, self.rules)


class _Watched(Player):
    """Keeps every moment that it passes through."""

    def __init__(self, rules: Rules, header: w.Header) -> None:
        super().__init__(rules, header)
        self.moments = [Moment(self.table, self.rules)]

    def see(self, observation: Observation) -> tuple[Event, ...]:
        events = super().see(observation)
        self.moments.append(Moment(self.table, self.rules))
        return events


def moments_of(profile: str, every: int = 1) -> Iterator[Moment]:
    """The moments of all written rounds of a book, or of every so many of them; equal ones only once."""
    found: set[Moment] = set()
    for path in sorted((ROOT / "tests" / "rounds" / profile).rglob("*.round"))[::every]:
        written = reader.read(path.read_text("utf-8"))
        player = _Watched(rules_of(written.header), written.header)
        player.play(written.lines)
        new = [moment for moment in dict.fromkeys(player.moments) if moment not in found]
        found.update(new)
        yield from new
