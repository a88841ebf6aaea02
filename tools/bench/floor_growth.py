"""Measures growth: the same live appends from a few stations and from many, through TLS and a gateway."""

import statistics
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from dealer_station.floor.client.link import FloorLink
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.protocol.messages import Append, KeptUpTo
from dealer_station.floor.store import stations
from dealer_station.floor.store.connection import OWNER, connect
from dealer_station.floor.trial.postgres import PostgresServer
from tools.bench.floor_rows import copied_logs
from tools.bench.floor_site import FloorSite, Neighbour, cpu_seconds, neighbour
from tools.bench.measures import Measure

FEW, MANY = 10, 200
APPENDS = 2_000
"""Appends of all stations together; each station stays below what the gateway lets one ask for."""
APPEND_ROWS = 2


class Growth(Struct, frozen=True):
    """The figures of one run."""

    events_per_second: float
    median_seconds: float
    gateway_seconds: float
    """CPU of the gateway for an append."""
    database_seconds: float
    """CPU of PostgreSQL for an append."""


class BusyStation(Struct):
    """A station that sends one append after the other."""

    link: FloorLink
    batches: list[Append]
    taken: list[float]

    def send(self) -> None:
        """Send every batch but the first, each after the answer to the one before."""
        for batch in self.batches[1:]:
            start = time.perf_counter()
            assert isinstance(self.link.append(batch), KeptUpTo)
            self.taken.append(time.perf_counter() - start)


def measure_growth(server: PostgresServer, folder: Path, outbox: Outbox) -> Iterator[Measure]:
    """Run the same number of appends from few stations and from many."""
    found = {count: _run(server, folder, outbox, count) for count in (FEW, MANY)}
    for count, one in found.items():
        words = f"{count} stations"
        yield Measure(f"{words}: through TLS and gateway", one.events_per_second, "events per second")
        yield Measure(f"{words}: appends", one.events_per_second / APPEND_ROWS, "per second")
        yield Measure(f"{words}: an answer, median", one.median_seconds * 1e3, "ms")
        yield Measure(f"{words}: CPU of the gateway for an append", one.gateway_seconds * 1e6, "us")
        yield Measure(f"{words}: CPU of PostgreSQL for an append", one.database_seconds * 1e6, "us")
    few, many = found[FEW], found[MANY]
    growth = many.events_per_second / few.events_per_second
    yield Measure(f"events per second of {MANY} stations against {FEW}", growth, "x")
    cpu = (many.gateway_seconds + many.database_seconds) / (few.gateway_seconds + few.database_seconds)
    yield Measure(f"CPU for an append of {MANY} stations against {FEW}", cpu, "x")


def _run(server: PostgresServer, folder: Path, outbox: Outbox, count: int) -> Growth:
    site = FloorSite(server, folder, f"growth_{count}")
    with neighbour(*site.gateway_words()) as gateway:
        made = _stations(site, gateway, outbox, count)
        # The first append of each opens its connection, which a table does once in a shift.
        for one in made:
            assert isinstance(one.link.append(one.batches[0]), KeptUpTo)
        threads = [threading.Thread(target=one.send) for one in made]
        before = cpu_seconds(gateway.pid), cpu_seconds(server.pid)
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        wall = time.perf_counter() - start
        after = cpu_seconds(gateway.pid), cpu_seconds(server.pid)
        for one in made:
            one.link.close()
    taken = [seconds for one in made for seconds in one.taken]
    appends = len(taken)
    assert appends == APPENDS, "an append was not kept"
    used = [(now - then) / appends for now, then in zip(after, before, strict=True)]
    return Growth(appends * APPEND_ROWS / wall, statistics.median(taken), used[0], used[1])


def _stations(site: FloorSite, gateway: Neighbour, outbox: Outbox, count: int) -> list[BusyStation]:
    """Stations with a log each, introduced to the floor; their rows are those of a dealt shift."""
    logs = copied_logs(outbox, count, APPENDS // count + 1, APPEND_ROWS)
    bundles = site.enrol([*logs])
    made = []
    with connect(site.database, OWNER) as floor:
        for name, log in logs.items():
            stations.welcome(floor, name, bundles[name].public_key, log.hello)
            link = FloorLink(site.settings(name, bundles[name], gateway.port))
            made.append(BusyStation(link, log.appends, []))
    return made
