"""A device at a station: what its driver hears is told, and what the log has is answered over the wire."""

import threading
from collections.abc import Callable
from typing import Any

import structlog
from msgspec import Struct

from dealer_station.engine.model.events import DeviceNoted, HoldRuled, RulingRecorded
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid
from dealer_station.engine.view.table_view import TableView
from dealer_station.station.device_handshake import DATA_LOSS
from dealer_station.station.station import Greeting, Seen, Shown, Station
from drivers.driver import PROGRESSIVE, SHUFFLER, Driver, Heard, Met
from drivers.families import Chosen, progressive_for
from drivers.ports.ports import SerialPort
from drivers.ports.usb import UsbPort
from drivers.progressive_reference import Progressive, Wanted
from drivers.shuffler_reference import reference_shuffler
from drivers.supervisor import OpenPort, Supervisor

WAITING_MOST = 32
"""So much of one device may wait for the log, twice the window of the link; then its wire is not read."""
FLOOD = "it chatters: more comes than is drawn by hand, and it is not listened to until somebody has ruled"

log = structlog.get_logger()


class Arrived(Struct, frozen=True):
    """Something of a device is in the log now, up to this event where the device counts them."""

    seq: int | None
    card: bool = False


class Room:
    """How much of a device waits in the station's inbox; where that is full the wire's thread waits."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting = 0
        self._said = self._held = self._closed = False

    def enter(self, flooded: Callable[[], None] | None) -> None:
        """In the wire's thread; `flooded` is called once where there is no room, and then somebody rules."""
        with self._changed:
            if self._waiting >= WAITING_MOST and flooded and not self._closed:
                self._said = False
                flooded()
                self._changed.wait_for(lambda: self._closed or (self._said and not self._held))
            self._changed.wait_for(lambda: self._closed or self._waiting < WAITING_MOST)
            self._waiting += 1

    def leave(self) -> None:
        """One thing of it is in the log."""
        with self._changed:
            self._waiting -= 1
            self._changed.notify()

    def said(self) -> None:
        """The flood is in the log, and was shown."""
        with self._changed:
            self._said = True
            self._changed.notify()

    def hold(self, held: bool) -> None:
        """Whether somebody has to rule on the flood first."""
        with self._changed:
            self._held = held
            self._changed.notify()

    def close(self) -> None:
        """Nobody waits any more."""
        with self._changed:
            self._closed = True
            self._changed.notify()


class Attached:
    """A device on a wire; `arrived` is called in the station's thread after each thing that is committed."""

    def __init__(
        self,
        station: Station,
        address: str,
        driver: Driver,
        arrived: Callable[[Arrived], None],
        open_port: OpenPort = SerialPort,
    ) -> None:
        self._station = station
        self._source = driver.device
        self._arrived = arrived
        self._stopped_by = self._serial = ""
        self._loses_cards = driver.loses_cards
        self._room = Room()
        self._supervisor = Supervisor(address, driver, self.hear, open_port)

    def start(self) -> None:
        self._supervisor.start()

    def stop(self) -> None:
        self._room.close()
        self._supervisor.stop()

    def show(self, shown: Shown) -> None:
        """What the table shows now, after the commit: the floor may have accepted who sits in the port."""
        for one in shown.events:
            if isinstance(one, DeviceNoted) and one.device == self._source and DATA_LOSS in one.detail:
                log.warning("data loss", device=self._source, serial=self._serial, why=one.detail)
        stranger = self._supervisor.stranger
        about_it = f"({self._source} lost " in self._stopped_by and f" {stranger}," in self._stopped_by
        accepted = any(isinstance(one, HoldRuled) and one.ruling == "accept" for one in shown.events)
        # Where something else was ruled before, nothing is asked any more and the floor says so by itself.
        unasked = any(isinstance(one, RulingRecorded) and one.ruling == "accept" for one in shown.events)
        if stranger and ((about_it and accepted) or unasked):
            self._supervisor.accept(stranger)
        holds = self._supervisor.holds = tuple(hold.words for hold in shown.view.holds)
        self._stopped_by = holds[0] if holds else ""
        self._room.hold(any(f"({self._source} " in words and FLOOD in words for words in holds))

    def hear(self, item: Heard | Met) -> None:
        """Called in the wire's thread; the station's inbox keeps the order."""
        self._room.enter(self._flooded if self._may_flood(item) else None)
        match item:
            case Met(serial, journal, oldest, newest, model, firmware):
                self._serial = serial
                self._station.tell(
                    Greeting(
                        self._source,
                        journal,
                        oldest,
                        newest,
                        lambda seq: self.greeted(item, seq),
                        serial,
                        model,
                        firmware,
                    )
                )
            case Heard():
                self._station.tell(self._seen(item))

    def _may_flood(self, item: Heard | Met) -> bool:
        """What a journal sends again may be much; cards that nobody kept are only drawn one by one."""
        if isinstance(item, Met) or item.resent:
            return False
        return self._loses_cards or isinstance(item.observation, CardDrawn | CutCardSeen)

    def _flooded(self) -> None:
        """Said once, after all that waits; without a journal what comes meanwhile is gone."""
        why = f"{FLOOD}: cards {DATA_LOSS}" if self._loses_cards else FLOOD
        log.warning("chatter", device=self._source, serial=self._serial, why=why)
        lost = self._loses_cards
        said = DeviceSaid(self._source, "lost" if lost else "error", why, missed=lost)
        self._station.tell(Seen(said, self._source, acknowledge=self._room.said))

    def greeted(self, met: Met, seq: int) -> None:
        """The station has answered; called in its thread."""
        self._room.leave()
        self._supervisor.greeted(met.journal, seq)
        self._arrived(Arrived(seq))

    def settled(self) -> bool:
        """Whether the device shows what the table shows; a shoe shows nothing."""
        return True

    def _seen(self, heard: Heard) -> Seen:
        return Seen(
            heard.observation,
            self._source,
            frame=heard.frame or None,
            journal=heard.journal,
            device_seq=heard.number if heard.seq is None else heard.seq,
            resent=heard.resent,
            acknowledge=lambda: self._committed(heard),
        )

    def _committed(self, heard: Heard) -> None:
        self._room.leave()
        if heard.seq is not None:
            self._supervisor.committed(heard.journal, heard.seq)
        self._arrived(Arrived(heard.seq, isinstance(heard.observation, CardDrawn | CutCardSeen)))


class AttachedProgressive(Attached):
    """A progressive controller: it shows what the table shows, as the screen does."""

    def __init__(
        self,
        station: Station,
        address: str,
        driver: Progressive,
        arrived: Callable[[Arrived], None],
        open_port: OpenPort = SerialPort,
    ) -> None:
        super().__init__(station, address, driver, arrived, open_port)
        self._driver = driver
        self._wanted: Wanted | None = None

    def show(self, shown: Shown) -> None:
        super().show(shown)
        wanted = wanted_by(shown.view)
        if wanted != self._wanted:
            self._wanted = wanted
            self._supervisor.tell(lambda now: self._driver.want(wanted, now))

    def settled(self) -> bool:
        return self._driver.shows(self._wanted)


def wanted_by(view: TableView) -> Wanted:
    """The lock, the round and the lights of a view; a light belongs to a spot."""
    lit = sorted({int(name.rstrip("abc")) for name in view.lights})
    return Wanted(view.round_number, view.side_bets_locked, tuple(lit))


def attached_progressive(
    station: Station, chosen: Chosen, arrived: Callable[[Arrived], None], open_port: OpenPort = SerialPort
) -> AttachedProgressive:
    """A controller on a port, with what the log knows of it."""
    known = station.expected(PROGRESSIVE)
    driver = progressive_for(chosen, known.journal, known.seq, known.serial)
    return AttachedProgressive(station, chosen.address, driver, arrived, open_port)


def attached_shuffler(
    station: Station,
    serial: str,
    backend: Any,
    arrived: Callable[[Arrived], None],
    listened: Callable[[OpenPort], OpenPort] = lambda opens: opens,
) -> Attached:
    """A shuffler on USB, in whichever port; `backend` is pyusb's, `listened` may keep its bytes."""
    known = station.expected(SHUFFLER)
    driver = reference_shuffler(serial or known.serial, known.journal, known.seq, station.table.shuffler)
    opens = listened(lambda *_: UsbPort(driver.serial, backend))
    return Attached(station, "usb", driver, arrived, opens)
