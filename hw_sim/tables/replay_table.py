"""A table whose devices replay a capture: people do what is due, and each
captured event waits until it fits.
"""

import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

from dealer_station.engine.due.dues import AwaitRuling, Draw, Perform
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid, Observation
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.device_adapter import Arrived, Attached
from dealer_station.station.station import Look, Shown, Station
from drivers.driver import SHUFFLER, Driver, Heard, Met
from drivers.families import Chosen
from drivers.ports.capture import CaptureReplay
from drivers.shuffler_reference import reference_shuffler
from drivers.supervisor import OpenPort
from hw_sim.tables.wired_table import LOOK_SECONDS, News, Spoke, WiredWorld

IRREGULAR_SECONDS = 5.0
"""Longest wait for an event to become due. An event that is not due by then was
irregular when captured, and is replayed as such.
"""
QUIET_SECONDS = 3.0
TAKES_A_BATCH = "take_batch"
LOADS = ("load_shuffler", "return_cards", TAKES_A_BATCH)


class ReplayedDevice(Attached):
    """A replayed device that holds its wire back. The wire's clock stands still
    meanwhile, so being late loses nothing.
    """

    def __init__(
        self,
        station: Station,
        address: str,
        driver: Driver,
        arrived: Callable[[Arrived], None],
        open_port: OpenPort,
        wait_for: Callable[[Observation], None],
    ) -> None:
        super().__init__(station, address, driver, arrived, open_port)
        self._wait_for = wait_for
        self._answered = threading.Event()

    def hear(self, item: Heard | Met) -> None:
        if isinstance(item, Met):
            self._answered.clear()
            super().hear(item)
            self._answered.wait(IRREGULAR_SECONDS)
            return
        self._wait_for(item.observation)
        super().hear(item)

    def greeted(self, met: Met, seq: int) -> None:
        super().greeted(met, seq)
        self._answered.set()


class ReplayHands:
    """Records what people have done with the cards, so that a shuffler's report
    of it can wait for the deed.
    """

    def __init__(self) -> None:
        self._moved = threading.Condition()
        self._done: set[str] = set()

    def did(self, what: str) -> None:
        """Record that somebody does this now."""
        with self._moved:
            self._done.add(what)
            self._moved.notify_all()

    def wait_for(self, what: str) -> None:
        """Wait until it has been done since the last wait for it, and take that deed off the record."""
        with self._moved:
            self._moved.wait_for(lambda: what in self._done, IRREGULAR_SECONDS)
            self._done.discard(what)


class ReplayedWorld(WiredWorld):
    """The simulated people at a table whose devices are a capture; it ends when the capture ends."""

    def __init__(
        self,
        rules: Rules,
        seed: int,
        players: int,
        log: Path,
        chosen: Chosen,
        shoe: CaptureReplay,
        shuffler: CaptureReplay | None = None,
    ) -> None:
        super().__init__(rules, seed, players, log, chosen)
        self._shoe, self._shuffler = shoe, shuffler
        self._shuffler_known = shuffler is None
        # Released once for each display that asks for a card, and acquired by each captured card before it is
        # passed on. So the cards keep their captured order, and still wait for the people.
        self._due = threading.Semaphore(0)
        self._hands = ReplayHands()
        self._asked_at_row = 0

    def _shoe_on(self, station: Station, driver: Driver) -> Attached:
        def wait_for(observation: Observation) -> None:
            if isinstance(observation, CardDrawn | CutCardSeen):
                if self._shuffler:
                    self._let_it_speak(self._shuffler, station)
                self._due.acquire(timeout=IRREGULAR_SECONDS)

        return ReplayedDevice(
            station, self._chosen.address, driver, self._news.put, self._shoe.port, wait_for
        )

    def _shuffler_at(self, station: Station) -> Attached | None:
        if self._shuffler is None:
            return None
        return ReplayedDevice(
            station, SHUFFLER, reference_shuffler(), self._shuffler_spoke, self._shuffler.port, self._handled
        )

    def _handled(self, observation: Observation) -> None:
        """Hold a report back until its cause: a batch comes out when it is taken,
        a shuffle begins after a load.
        """
        match observation:
            case DeviceSaid(status="batch"):
                self._hands.wait_for(TAKES_A_BATCH)
            case DeviceSaid(status="shuffling"):
                self._hands.wait_for("load")
            case _:
                pass

    def _let_it_speak(self, shuffler: CaptureReplay, station: Station) -> None:
        """Wait until the shuffler's earlier events are in the log, then have
        people look at the table again.
        """
        until = time.monotonic() + IRREGULAR_SECONDS
        while not shuffler.has_passed(self._shoe.number) and time.monotonic() < until:
            time.sleep(LOOK_SECONDS)
        looked = threading.Event()
        station.tell(Look(looked.set))
        looked.wait(IRREGULAR_SECONDS)
        while self._due.acquire(blocking=False):
            pass
        self._asked_at_row = 0
        self._news.put(Spoke())

    def _next_news(self) -> News | None:
        while True:
            try:
                return self._news.get(timeout=QUIET_SECONDS)
            except queue.Empty:
                if self._shoe.ended.is_set() and (self._shuffler is None or self._shuffler.ended.is_set()):
                    return None

    def _may_act(self, shown: Shown) -> bool:
        step = shown.due
        if (isinstance(step, Perform) and step.step in LOADS) or isinstance(step, AwaitRuling):
            self._hands.did("load")
        if isinstance(step, Draw) and shown.view.dealer:
            if shown.seq != self._asked_at_row:
                self._asked_at_row = shown.seq
                self._due.release()
            return False
        if self._shuffler_works(shown):
            return False
        if isinstance(step, Perform) and step.step == TAKES_A_BATCH:
            self._hands.did(TAKES_A_BATCH)
        return True
