"""A shift whose cards come out of a capture: people do what is due, and each card waits until it is due."""

import queue
import threading
from pathlib import Path

from dealer_station.attached import Attached
from dealer_station.engine.dues import Draw
from dealer_station.engine.observations import CardDrawn, CutCardSeen
from dealer_station.engine.rules import Rules
from dealer_station.station import Shown, Station
from drivers.capture import Replay
from drivers.families import Chosen
from drivers.heard import Driver, Heard, Met
from hw_sim.wired import News, WiredWorld

IRREGULAR_SECONDS = 5.0
"""A card that is not due by then came when none was due, and comes so again."""
QUIET_SECONDS = 3.0


class ReplayedShoe(Attached):
    """Holds the wire back, whose time stands still meanwhile: nothing is lost by being late."""

    due = threading.Semaphore(0)

    def hear(self, item: Heard | Met) -> None:
        if isinstance(item, Met):
            self._answered = threading.Event()
            super().hear(item)
            self._answered.wait(IRREGULAR_SECONDS)
            return
        if isinstance(item.observation, CardDrawn | CutCardSeen):
            self.due.acquire(timeout=IRREGULAR_SECONDS)
        super().hear(item)

    def greeted(self, met: Met, seq: int) -> None:
        super().greeted(met, seq)
        self._answered.set()


class ReplayedWorld(WiredWorld):
    """The simulated people at a table whose shoe is a capture; it ends where the capture ends."""

    def __init__(
        self, rules: Rules, seed: int, players: int, log: Path, chosen: Chosen, replay: Replay
    ) -> None:
        super().__init__(rules, seed, players, log, chosen)
        self._replay = replay
        self._due = threading.Semaphore(0)
        self._asked_at_row = 0
        self._card_wanted = False

    def _shoe_on(self, station: Station, driver: Driver) -> Attached:
        shoe = ReplayedShoe(station, self._chosen.address, driver, self._news.put, self._replay.port)
        shoe.due = self._due
        return shoe

    def _next_news(self) -> News | None:
        while True:
            try:
                return self._news.get(timeout=QUIET_SECONDS)
            except queue.Empty:
                if self._replay.ended.is_set() and self._card_wanted:
                    return None

    def _may_act(self, shown: Shown) -> bool:
        self._card_wanted = isinstance(shown.due, Draw) and bool(shown.view.dealer)
        if not self._card_wanted:
            return True
        if shown.seq != self._asked_at_row:
            self._asked_at_row = shown.seq
            self._due.release()
        return False
