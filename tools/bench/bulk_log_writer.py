"""Builds a large log quickly: a simulated shift through the real station, with many commits in one."""

from pathlib import Path
from random import Random

from dealer_station.log.integrity import keys
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.store.append import Statement, Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.records import RulesKept
from dealer_station.rulebooks import load, words_of
from dealer_station.station.station import Seen, Shown, Station
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.people.people import SimulatedPeople, seat_players

STATEMENTS_AT_ONCE = 20_000
PROFILE = "massachusetts"


class BulkWriter(Writer):
    """A writer that batches commits and does not sync them; only for files that may be lost."""

    def __init__(self, path: Path) -> None:
        self._waiting: list[Statement] = []
        super().__init__(path, keys.make(path.with_name("keys"), None), SystemClock(), start="loaded")
        self._connection.exec_driver_sql("PRAGMA synchronous=OFF")

    def _commit(self, statements: list[Statement]) -> None:
        self._waiting += statements
        if len(self._waiting) >= STATEMENTS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Commit the waiting statements."""
        waiting, self._waiting = self._waiting, []
        super()._commit(waiting)
        super().checkpoint_wal("TRUNCATE")

    def _publish(self, checkpoint: Checkpoint) -> None:
        self._signed_seq = checkpoint.seq

    def checkpoint_wal(self, mode: str = "PASSIVE") -> None:
        del mode

    def sign_now(self) -> None:
        self.flush()
        super().sign_now()

    def turn_month(self) -> bool:
        return False


def build(path: Path, events: int, players: int = 4) -> int:
    """Deal until the log has at least this many rows; return the number of rounds."""
    rules = load(PROFILE)
    log = BulkWriter(path)
    last: list[Shown] = []
    words = RulesKept(PROFILE, rules.digest, words_of(PROFILE), rules.options)
    station = Station(log, rules, words, lambda shown: last.__setitem__(slice(None), [shown]))
    station.resume()
    people = SimulatedPeople(SimulatedShoe(rules, Random(1)), seat_players(rules, players, "war"))
    while log.known.seq < events or last[0].ended is None:
        station.observe(Seen(people.respond(last[0].due), "dealer", "Ana"))
    rounds = log.known.table.round.number - 1
    log.close()
    return rounds
