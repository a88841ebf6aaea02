"""Measures a card from the wire to its row while the table's floor is reached, away or slow.

One table deals one shift. Every few cards the floor changes its state, so that all states meet the same
disk, the same cores and the same neighbours."""

import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from dealer_station.engine.model.events import Event
from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.client.thread import SyncThread
from dealer_station.floor.trial.postgres import PostgresServer
from dealer_station.station.station import Shown
from hw_sim.bench.bench_station import BenchStation
from hw_sim.bench.hands_at_devices import Out
from hw_sim.bench.run_scene import quiet
from tools.bench.floor_site import NOWHERE, FloorSite, neighbour
from tools.bench.measures import Measure
from tools.bench.wire import InTurn, deal_in_turn

ROUNDS = 140
BLOCK_CARDS, SETTLING_CARDS = 8, 2
"""Cards between two changes, and how many of them are not counted."""
SETTLE_SECONDS = 5.0
ALONE, REACHED = "without a floor", "floor reached"
AIM_TABLE = 1.1


class SyncedStation(BenchStation):
    """A station with the thread that brings its log to a floor, woken as the dealer's screen wakes it."""

    sync: SyncThread | None = None

    def __init__(self, settings: dict[str, FloorSettings | None], *arguments: Any) -> None:
        self.settings = settings
        super().__init__(*arguments)

    def turn(self, words: str) -> None:
        """Change the state of the floor; a floor that is reached gets the rows that it lacks first."""
        if self.sync:
            # A thread that waits for the slow floor ends on its own; nobody waits for it.
            threading.Thread(target=self.sync.stop, daemon=True).start()
        settings = self.settings[words]
        self.sync = SyncThread(settings, self.db, "bench", lambda _: None) if settings else None
        if self.sync:
            self.sync.start()
        ends = time.monotonic() + SETTLE_SECONDS
        while words == REACHED and self.sync and time.monotonic() < ends:
            if self.sync.state.status == "current":
                return
            time.sleep(0.01)

    def _show(self, shown: Shown) -> None:
        super()._show(shown)
        if self.sync:
            self.sync.wake()

    def stop(self) -> None:
        if self.sync:
            self.sync.stop()
        super().stop()


class ChangingFloor(InTurn):
    """Deals a shift, changes the floor every few cards, and notes the time of each card by the state."""

    def __init__(self, scene: Any, stage: SyncedStation, *arguments: Any) -> None:
        super().__init__(scene, stage, *arguments)
        self.synced = stage
        self.cards: dict[str, list[float]] = {words: [] for words in stage.settings}
        self.turns: list[dict[str, list[float]]] = []
        """The cards of each turn by the state of the floor."""
        self.bare_commits: dict[str, list[float]] = {words: [] for words in stage.settings}
        self._order, self._orders, self._dealt = [ALONE], Random(2), 0

    def _draw(self, out: Out | None) -> tuple[Event, ...]:
        at = self._dealt % BLOCK_CARDS
        if at == 0:
            # Each state comes once in a turn, in an order of its own, so that nothing keeps step with it.
            self._order.pop(0)
            if not self._order:
                self._order = [*self.cards]
                self._orders.shuffle(self._order)
                self.turns.append({words: [] for words in self.cards})
            self.synced.turn(self._order[0])
        known, commits = len(self.latencies_seconds), self.commits["bare in room"]
        events = super()._draw(out)
        if at >= SETTLING_CARDS and len(self.latencies_seconds) > known:
            self.cards[self._order[0]].append(self.latencies_seconds[-1])
            self.turns[-1][self._order[0]].append(self.latencies_seconds[-1])
            self.bare_commits[self._order[0]].append(commits[-1])
        self._dealt += 1
        return events

    def against_alone(self, words: str) -> float:
        """The cards of a state against those without a floor: the median of the ratios of all whole turns."""
        whole = [one for one in self.turns if all(one.values())]
        return statistics.median(
            statistics.median(one[words]) / statistics.median(one[ALONE]) for one in whole
        )


def measure_table(server: PostgresServer, folder: Path) -> Iterator[Measure]:
    """Deal a shift at a table whose floor changes its state."""
    near, far = FloorSite(server, folder, "near"), FloorSite(server, folder, "far")
    with ExitStack() as stack:
        stack.enter_context(quiet())
        # The slow floor is one of its own, because its last request is still under way in the next block.
        gateway, behind = (stack.enter_context(neighbour(*site.gateway_words())) for site in (near, far))
        wire = stack.enter_context(neighbour("tools.bench.floor_neighbours", "slow", behind.port))
        places = (
            (REACHED, near, gateway.port),
            ("floor away", near, NOWHERE),
            ("floor slow", far, wire.port),
        )
        bundles = {site: site.enrol(["table"])["table"] for site in (near, far)}
        settings: dict[str, FloorSettings | None] = {ALONE: None}
        settings |= {words: site.settings("table", bundles[site], port) for words, site, port in places}
        own = folder / "changing"
        own.mkdir()
        player = deal_in_turn(own, ROUNDS, partial(SyncedStation, settings), ChangingFloor)
    alone = statistics.median(player.cards[ALONE])
    yield Measure("cards dealt in each state", min(map(len, player.cards.values())), "cards")
    yield Measure(f"wire to row {ALONE}, median", alone * 1e6, "us")
    yield Measure("the same, p99", statistics.quantiles(player.cards[ALONE], n=100)[98] * 1e6, "us")
    for words, cards in player.cards.items():
        if words != ALONE:
            ratio = player.against_alone(words)
            # A floor that is reached has its gateway and PostgreSQL on the table's own cores and disk here,
            # which no table has; so it has no verdict.
            aim = "" if words == REACHED else f"at most {AIM_TABLE:g} x"
            met = ratio <= AIM_TABLE if aim else None
            yield Measure(f"{words} against {ALONE}", ratio, "x", aim, met=met)
        beyond = statistics.median(cards) - statistics.median(player.bare_commits[words])
        yield Measure(f"a card beyond a bare commit, {words}", beyond * 1e6, "us")
