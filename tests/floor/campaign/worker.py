"""A process with many simulated stations: each deals rounds, writes its own log, and brings it to the floor.

    python -m tests.floor.campaign.worker SETTINGS

It reads one word a line: `finish` ends the dealing and waits until the floor has everything, `ledger` tells
what was acknowledged so far; both write the accounts of all stations to the file that follows the word."""

import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from dealer_station.floor.client.link import FloorLink, FloorSettings
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.client.sync import Synchroniser
from dealer_station.floor.client.thread import LogWatch, follow
from dealer_station.floor.protocol.messages import Append, KeptUpTo, Refusal
from dealer_station.log.store.append import Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.rulebooks import load
from dealer_station.station.station import Shown, Station
from hw_sim.people.shift_crew import Crew
from hw_sim.tables.direct_table import DirectTable
from tests.log.shifts import keys_of, words

PROFILE = "massachusetts"
ROUNDS_MAX = 1_000_000


class StationOrder(Struct, frozen=True):
    """A station that a worker runs."""

    name: str
    log: str
    url: str
    files: str
    """The folder with its certificate, its key and the floor's authority."""
    seed: int


class WorkerOrder(Struct, frozen=True):
    """The stations of a worker, and how it runs them."""

    stations: list[StationOrder]
    pause_seconds: float
    """The pause of a dealer between two deeds."""
    settle_seconds: float
    """The time in which the floor must have everything after the dealing has ended."""


class Account(Struct, frozen=True):
    """A station's account of itself."""

    name: str
    log: str
    rounds: int
    acknowledged: list[tuple[int, int]]
    """Time in microseconds and last row of every answer to a batch that says that rows are kept."""
    refused: dict[str, int]
    """Refusals by their code."""
    kept: int
    size: int
    status: str
    why: str
    longest_us: int
    """The longest time from a deed at the table to the screen that shows it."""


class LedgerLink(FloorLink):
    """A link that writes down every acknowledgement at the moment at which the station has it."""

    def __init__(self, settings: FloorSettings) -> None:
        super().__init__(settings)
        self.acknowledged: list[tuple[int, int]] = []
        self.refused: dict[str, int] = {}

    def append(self, batch: Append) -> KeptUpTo | Refusal:
        answer = super().append(batch)
        if isinstance(answer, Refusal):
            self.refused[answer.code] = self.refused.get(answer.code, 0) + 1
        elif batch.rows:
            self.acknowledged.append((time.time_ns() // 1000, answer.head.seq))
        return answer


class _OverError(Exception):
    """The dealer goes home."""


class DealingStation:
    """A table that deals at its own pace, with the thread that brings its log to the floor."""

    def __init__(self, order: StationOrder, pause_seconds: float) -> None:
        self._name, self._path, self._pause_seconds = order.name, Path(order.log), pause_seconds
        self._path.parent.mkdir(parents=True)
        self._over = threading.Event()
        self._sent_at = self._rounds = self._longest_ns = 0
        rules = load(PROFILE)
        # Anchors, checkpoints, seals and keys are those of a real table.
        self._table = DirectTable(rules, order.seed, self._path, Crew(rules, order.seed, 3))
        self._log = Writer(self._path, keys_of(self._path), SystemClock(), start="loaded")
        self._station = Station(self._log, rules, words(PROFILE), self._show)
        self._station.resume()
        names = (Path(order.files) / name for name in ("station.pem", "station.key", "ca.pem"))
        self._link = LedgerLink(FloorSettings(order.url, *names))
        self._sync = Synchroniser(Outbox(self._path), self._link, order.name, "campaign")
        self._threads = [
            threading.Thread(target=self._deal, name=f"dealer {order.name}", daemon=True),
            threading.Thread(target=self._follow, name=f"sync {order.name}", daemon=True),
        ]

    def start(self) -> None:
        for one in self._threads:
            one.start()

    def _show(self, shown: Shown) -> None:
        sent_at, self._sent_at = self._sent_at, 0
        if sent_at:
            self._longest_ns = max(self._longest_ns, time.monotonic_ns() - sent_at)
        self._table.show(shown)

    def _saw(self, shown: Shown) -> None:
        if self._over.wait(self._pause_seconds):
            raise _OverError
        self._rounds = shown.table.round.number
        self._sent_at = time.monotonic_ns()

    def _deal(self) -> None:
        with suppress(_OverError):
            self._table.play(self._station, rounds=ROUNDS_MAX, pause_seconds=0, saw=self._saw)
        self._station.stop()
        self._table.close()

    def _follow(self) -> None:
        follow(self._sync, LogWatch(self._path), self._pause, lambda: False)

    def _pause(self, seconds: float) -> bool:
        time.sleep(seconds)
        return False

    def finish(self) -> None:
        self._over.set()

    @property
    def is_settled(self) -> bool:
        """True if nobody deals any more and the floor has all rows."""
        if self._threads[0].is_alive() or self._sync.state.status != "current":
            return False
        return self._sync.state.kept == Outbox(self._path).introduction().size

    def account(self) -> Account:
        state = self._sync.state
        return Account(
            name=self._name,
            log=str(self._path),
            rounds=self._rounds,
            acknowledged=list(self._link.acknowledged),
            refused=dict(self._link.refused),
            kept=state.kept,
            size=state.size,
            status=state.status,
            why=state.words,
            longest_us=self._longest_ns // 1000,
        )


def run(order: WorkerOrder) -> None:
    """Run the stations until the lines of commands end."""
    stations = [DealingStation(one, order.pause_seconds) for one in order.stations]
    for one in stations:
        one.start()
        # Two hundred tables do not deal in step.
        time.sleep(order.pause_seconds / len(stations))
    print("dealing", flush=True)
    for line in sys.stdin:
        word, _, path = line.strip().partition(" ")
        if word == "finish":
            for one in stations:
                one.finish()
            ends = time.monotonic() + order.settle_seconds
            while time.monotonic() < ends and not all(one.is_settled for one in stations):
                time.sleep(0.2)
        Path(path).write_bytes(msgspec.json.encode([one.account() for one in stations]))
        print("written", flush=True)


if __name__ == "__main__":
    run(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=WorkerOrder))
