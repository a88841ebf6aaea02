"""Measures the way of a row from the table to the floor, beside a bare HTTPS request and a bare commit."""

import queue
import ssl
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

from dealer_station.floor.client.link import FloorSettings, WholeRequestConnection
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.client.thread import SyncThread
from dealer_station.floor.protocol.messages import APPEND, FloorHead, packed
from dealer_station.floor.store.connection import bare_connect
from dealer_station.floor.trial.postgres import PostgresServer
from dealer_station.log.integrity import keys
from dealer_station.log.store.append import Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.records import PersonNoted
from hw_sim.bench.run_scene import quiet
from tools.bench.floor_site import HOST, FloorSite, neighbour
from tools.bench.measures import Measure

ROWS = 200
PAUSE_SECONDS = 0.005
"""The pause before each measured step: rows of a table come one at a time, to idle machines."""
ARRIVAL_SECONDS = 30.0
AIM_WAY = 2.0
BARE = "CREATE TABLE bare (seq bigint PRIMARY KEY, body bytea)"


class WatchedLog:
    """A log with the thread that brings it to the floor, and the times at which its rows arrive."""

    def __init__(self, folder: Path, settings: FloorSettings) -> None:
        folder.mkdir()
        self.path = folder / "log.db"
        self._log = Writer(self.path, keys.make(folder / "keys", None), SystemClock(), start="closed")
        self._arrived: queue.SimpleQueue[tuple[int, float]] = queue.SimpleQueue()
        self._sync = SyncThread(
            settings,
            self.path,
            "bench",
            lambda state: self._arrived.put((state.kept, time.perf_counter())),
        )
        self._sync.start()

    def add(self) -> float:
        """Commit a row at the table; return the seconds until the table knows that the floor has it."""
        self._log.record(PersonNoted(1, "signed_in", "Maria"))
        start = time.perf_counter()
        self._sync.wake()
        while True:
            kept, at = self._arrived.get(timeout=ARRIVAL_SECONDS)
            if kept >= self.size:
                return at - start

    @property
    def size(self) -> int:
        """The number of the last row."""
        return self._log.known.seq

    def close(self) -> None:
        """Stop the thread, then close the log."""
        self._sync.stop()
        self._log.close()


def measure_way(server: PostgresServer, folder: Path) -> Iterator[Measure]:
    """Take each way in turn, in random order, so that the machine affects all alike."""
    site = FloorSite(server, folder, "way")
    bundle = site.enrol(["table"])["table"]
    with ExitStack() as stack:
        stack.enter_context(quiet())
        gateway = stack.enter_context(neighbour(*site.gateway_words()))
        bare = stack.enter_context(neighbour("tools.bench.floor_neighbours", "answer", site.folder))
        settings = site.settings("table", bundle, gateway.port)
        log = WatchedLog(folder / "way-log", settings)
        stack.callback(log.close)
        log.add()
        sent = Outbox(log.path).batch(FloorHead(1, log.size - 1), log.size - 1, 0)
        assert sent
        ways = {
            "floor": log.add,
            "http": _timed(_request(settings, bare.port, packed(sent), stack)),
            "commit": _timed(_commit(site.database, packed(sent), stack)),
        }
        taken: dict[str, list[float]] = {name: [] for name in ways}
        orders, chance = list(ways), Random(1)
        for _ in range(ROWS):
            chance.shuffle(orders)
            for name in orders:
                time.sleep(PAUSE_SECONDS)
                taken[name].append(ways[name]())
    middle = {name: statistics.median(times) for name, times in taken.items()}
    yield Measure("row at the table to row at the floor, median", middle["floor"] * 1e6, "us")
    yield Measure("the same, p99", statistics.quantiles(taken["floor"], n=100)[98] * 1e6, "us")
    yield Measure("a bare request over the same TLS, median", middle["http"] * 1e6, "us")
    yield Measure("a bare commit in the same PostgreSQL, median", middle["commit"] * 1e6, "us")
    ratio = middle["floor"] / (middle["http"] + middle["commit"])
    aim = f"at most {AIM_WAY:g} x"
    yield Measure("row to row against request plus commit", ratio, "x", aim, met=ratio <= AIM_WAY)


def _timed(work: Callable[[], object]) -> Callable[[], float]:
    def timed() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return timed


def _request(settings: FloorSettings, port: int, body: bytes, stack: ExitStack) -> Callable[[], object]:
    """A function that sends a message of the same size over a connection that stays open."""
    context = ssl.create_default_context(cafile=str(settings.ca))
    context.load_cert_chain(settings.certificate, settings.key)
    connection = WholeRequestConnection(HOST, port, context=context, timeout=ARRIVAL_SECONDS)
    stack.callback(connection.close)

    def ask() -> bytes:
        connection.request("POST", APPEND, body)
        return connection.getresponse().read()

    ask()
    return ask


def _commit(database: str, body: bytes, stack: ExitStack) -> Callable[[], object]:
    """A function that commits a row of the same size."""
    floor = stack.enter_context(bare_connect(database))
    floor.execute(BARE)
    numbers = iter(range(ROWS + 1))
    return lambda: floor.execute("INSERT INTO bare VALUES (%s, %s)", (next(numbers), body))
