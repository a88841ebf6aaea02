"""Measures a card from the wire to its row while the table's floor is reached, away or slow."""

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.client.thread import SyncThread
from dealer_station.floor.trial.postgres import PostgresServer
from dealer_station.station.station import Shown
from hw_sim.bench.bench_station import BenchStation
from hw_sim.bench.run_scene import quiet
from tools.bench.floor_site import NOWHERE, FloorSite, neighbour
from tools.bench.measures import Measure
from tools.bench.wire import deal_in_turn

ROUNDS, PASSES = 8, 3
ALONE = "without a floor"


class CardTimes(Struct, frozen=True):
    """The seconds of the cards of a short shift, and of the bare commits between them."""

    cards: list[float]
    commits: list[float]

    @property
    def card(self) -> float:
        """The median of the cards."""
        return statistics.median(self.cards)

    @property
    def beyond_commit(self) -> float:
        """The median of the cards less that of the bare commits."""
        return self.card - statistics.median(self.commits)


class SyncedStation(BenchStation):
    """A station with the thread that brings its log to a floor, woken as the dealer's screen wakes it."""

    sync: SyncThread | None = None

    def __init__(self, settings: FloorSettings | None, *arguments: Any) -> None:
        super().__init__(*arguments)
        if settings:
            self.sync = SyncThread(settings, self.db, "bench", lambda _: None)
            self.sync.start()

    def _show(self, shown: Shown) -> None:
        super()._show(shown)
        if self.sync:
            self.sync.wake()

    def stop(self) -> None:
        if self.sync:
            self.sync.stop()
        super().stop()


def measure_table(server: PostgresServer, folder: Path) -> Iterator[Measure]:
    """Deal short shifts in turn: with no floor, and with a floor in each of its states."""
    site = FloorSite(server, folder, "beside")
    passes: list[dict[str, CardTimes]] = []
    with ExitStack() as stack:
        stack.enter_context(quiet())
        gateway = stack.enter_context(neighbour(*site.gateway_words()))
        wire = stack.enter_context(neighbour("tools.bench.floor_neighbours", "slow", gateway.port))
        ports = {ALONE: 0, "floor reached": gateway.port, "floor away": NOWHERE, "floor slow": wire.port}
        for number in range(PASSES):
            # Every other pass is in reverse, so that a machine that becomes busier affects all alike.
            turns = [*ports.items()][:: -1 if number % 2 else 1]
            passes.append({words: _shift(site, folder, f"{words}-{number}", port) for words, port in turns})
    cards = [second for one in passes for second in one[ALONE].cards]
    yield Measure(f"wire to row {ALONE}, median", statistics.median(cards) * 1e6, "us")
    yield Measure("the same, p99", statistics.quantiles(cards, n=100)[98] * 1e6, "us")
    # No verdict: a disk that PostgreSQL keeps busy may flush faster or slower than an idle one, which changes
    # the card and the bare commit alike. The time beyond a bare commit is what the thread can lengthen.
    for words in ports:
        if words != ALONE:
            ratio = statistics.median(one[words].card / one[ALONE].card for one in passes)
            yield Measure(f"{words} against {ALONE}", ratio, "x")
        beyond = statistics.median(one[words].beyond_commit for one in passes)
        yield Measure(f"a card beyond a bare commit, {words}", beyond * 1e6, "us")


def _shift(site: FloorSite, folder: Path, name: str, port: int) -> CardTimes:
    """Deal a few rounds at a new table."""
    settings = site.settings(name, site.enrol([name])[name], port) if port else None
    with tempfile.TemporaryDirectory(dir=folder) as own:
        player = deal_in_turn(Path(own), ROUNDS, partial(SyncedStation, settings))
        return CardTimes(player.latencies_seconds, player.commits["bare in room"])
