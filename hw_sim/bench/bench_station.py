"""A real station for one scene: its log on a disk, its devices on wires, and a
queue of everything that it shows.
"""

import queue
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.notation.model import Header
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.log.integrity import keys
from dealer_station.log.store.append import Origin, Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.codec import Content, Part
from dealer_station.log.store.records import OpenedAs, RulesKept
from dealer_station.rulebooks import words_of
from dealer_station.station.device_adapter import Arrived, Attached
from dealer_station.station.station import Look, Seen, Shown, Station
from drivers.device_addresses import driver_for
from drivers.driver import SHOE
from hw_sim.bench.hands_at_devices import Hands


class EventCommitted(Struct, frozen=True):
    """An event of a device was committed at time `at`."""

    device: str
    arrived: Arrived
    at: float


class MessageHandled(Struct, frozen=True):
    """The station has handled every earlier message."""


News = Shown | EventCommitted | MessageHandled


class Place(Struct, frozen=True):
    """Paths of a scene's log, its keys and its escrow key, and the kind of table."""

    db: Path
    keys: Path
    escrow: Path
    opened_as: OpenedAs | None = None


class _TimedWriter(Writer):
    """A log writer that remembers when its last row was committed."""

    committed_at = 0.0

    def append(self, origin: Origin, contents: Sequence[tuple[Part, Content]]) -> int:
        seq = super().append(origin, contents)
        self.committed_at = time.monotonic()
        return seq


class BenchStation:
    """The station on which a scene is played; it can be stopped and restarted."""

    def __init__(
        self, folder: Path, rules: Rules, header: Header, hands: Hands, place: Place | None = None
    ) -> None:
        place = place or Place(folder / "log.db", folder / "keys", folder / "escrow.key")
        self.db, self.escrow = place.db, place.escrow
        self._keys = keys.make(place.keys, place.escrow)
        self._opened_as = place.opened_as
        self._rules = rules
        self._header = header
        self._hands = hands
        self._attached: list[Attached] = []
        self._last_shown: Shown | None = None
        self.news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._begin()

    def _begin(self) -> None:
        log = self._log = _TimedWriter(self.db, self._keys, SystemClock(), start=self._header.start)
        try:
            profile = self._header.profile
            words = RulesKept(profile, self._rules.digest, words_of(profile), self._rules.options)
            self.station = Station(log, self._rules, words, self._show, opened_as=self._opened_as)
            self.station.resume()
        except BaseException:
            log.close()
            raise
        self._attached = [self._shoe(), *self._hands.beside.attach(self.station, self._landed)]
        for attached in self._attached:
            if self._last_shown:
                attached.show(self._last_shown)
        self.station.start()
        for attached in self._attached:
            attached.start()

    def _shoe(self) -> Attached:
        chosen, known = self._hands.chosen, self.station.expected(SHOE)
        driver = driver_for(chosen, known.journal, known.seq, known.serial)
        return Attached(self.station, chosen.address, driver, lambda arrived: self._landed(SHOE, arrived))

    def _show(self, shown: Shown) -> None:
        """Pass a display on to the devices and the queue; called in the station's thread."""
        self._last_shown = shown
        for attached in self._attached:
            attached.show(shown)
        self.news.put(shown)

    def settled(self) -> bool:
        """True if every device shows the table's state."""
        return all(attached.settled() for attached in self._attached)

    def _landed(self, device: str, arrived: Arrived) -> None:
        """Queue a committed event with its time. This runs in the station's
        thread, so the last commit is that of this event.
        """
        self.news.put(EventCommitted(device, arrived, self._log.committed_at))

    def tell(self, seen: Seen) -> None:
        """Send an observation to the station."""
        self.station.tell(seen)

    def look(self) -> None:
        """Ask the station to put `MessageHandled` into the queue after every earlier message."""
        self.station.tell(Look(lambda: self.news.put(MessageHandled())))

    def restart(self) -> None:
        """Stop the station and start it again on its log."""
        self.stop()
        self._begin()

    def stop(self) -> None:
        """Release the wires, then the log; raise the station's fault if it had one."""
        for attached in self._attached:
            attached.stop()
        self._attached = []
        self.station.stop()

    def next(self, seconds: float) -> News:
        """Return the next news; raise TimeoutError if nothing comes in time."""
        try:
            news = self.news.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            raise TimeoutError from None
        if isinstance(news, Shown) and news.fault:
            raise DealerStationError(news.fault)
        return news
