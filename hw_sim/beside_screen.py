"""A simulated table with a person at its screen: the shoe gives a card when asked, and others may play on."""

import threading
from pathlib import Path

from dealer_station.engine.events import CardsReturned, ShoeLoaded
from dealer_station.engine.rules import Rules
from dealer_station.station import Shown, Station
from hw_sim.world import World


class BesideScreen(World):
    """Does nothing of itself; what the person at the screen confirmed happens to the simulated cards too."""

    def __init__(self, rules: Rules, seed: int, players: int, log: Path) -> None:
        super().__init__(rules, seed, players, log)
        self._lock = threading.Lock()
        """Cards are drawn in the screen's thread and shuffled in the station's."""
        self._before: Shown | None = None
        self._waiting: Shown | None = None

    def show(self, shown: Shown) -> None:
        with self._lock:
            self._follow(shown)
            self._before = self._waiting = shown

    def _follow(self, shown: Shown) -> None:
        """Cards that were loaded are in the shoe; those of a round that is over are in the rack."""
        if any(isinstance(event, ShoeLoaded | CardsReturned) for event in shown.events):
            was = self._before.table.preparing if self._before else None
            if was is not None and was.cause == "short_shoe":
                self.shoe.shuffle_discards()
            else:
                self.shoe.reload()
        if shown.ended:
            self.shoe.begin_round()

    def sit_down(self, station: Station) -> None:
        """The station is told what it lacks of the shoe's journal, and begins."""
        self._people.sit_down_at(station.table)
        self._send_again(station)
        station.start()

    def draw(self, station: Station) -> None:
        """A card leaves the shoe, whether one is due or not; nothing does where it is empty."""
        with self._lock:
            if self.shoe.draw():
                self._card_left(station)

    def step(self, station: Station) -> None:
        """Somebody does what the screen asks for, once for each thing that it shows."""
        with self._lock:
            shown, self._waiting = self._waiting, None
            if shown and not shown.fault:
                self._do(shown, station)
