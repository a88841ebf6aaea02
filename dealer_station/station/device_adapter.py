"""Connects a device to the station: forwards what its driver hears, and acknowledges what the log
holds.

The wire's thread and the station's thread meet here. Back-pressure keeps a fast device from filling
the inbox: if too many of its events wait for the log, its wire is not read.
"""

import threading
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from dealer_station.engine.model.events import DeviceNoted, HoldRaised, HoldRuled, RulingRecorded
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid, HandName
from dealer_station.engine.model.values import Hold
from dealer_station.engine.view.table_view import TableView
from dealer_station.station.station import Greeting, Seen, Shown, Station
from dealer_station.technical_messages import TechnicalMessages
from drivers.device_addresses import DeviceAddress, progressive_for
from drivers.device_thread import DeviceThread, OpenPort
from drivers.driver import PROGRESSIVE, SHUFFLER, Driver, Heard, Met
from drivers.ports.serial_port import SerialPort
from drivers.progressive_reference import Progressive, WantedState
from drivers.shuffler_reference import reference_shuffler

WAITING_MOST = 32
"""Most events of one device that may wait for the log, twice the link's window; then its wire is not read."""
FLOOD = "it chatters: it sends more than anybody draws by hand, and is ignored until somebody has ruled"

log = TechnicalMessages()


class Arrived(Struct, frozen=True):
    """An event of a device is committed; `seq` is its number if the device counts its events."""

    seq: int | None
    card: bool = False


class Room:
    """Limits the events of a device in the station's inbox; blocks the wire's thread at the limit."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting = 0
        self._said = self._held = self._closed = False

    def enter(self, flooded: Callable[[], None] | None) -> None:
        """Take a place, in the wire's thread; if none is free, call `flooded` once and wait for a ruling."""
        # Two waits follow each other. After a flood the thread waits until its report is in the log (`_said`)
        # and no hold about it is open; then, as every time, until a place is free. `close` ends both waits.
        with self._changed:
            if self._waiting >= WAITING_MOST and flooded and not self._closed:
                self._said = False
                flooded()
                self._changed.wait_for(lambda: self._closed or (self._said and not self._held))
            self._changed.wait_for(lambda: self._closed or self._waiting < WAITING_MOST)
            self._waiting += 1

    def leave(self) -> None:
        """Free a place: one event of the device is in the log."""
        with self._changed:
            self._waiting -= 1
            self._changed.notify()

    def said(self) -> None:
        """Note that the flood report is in the log and was shown."""
        with self._changed:
            self._said = True
            self._changed.notify()

    def hold(self, held: bool) -> None:
        """Set whether a hold about the flood still waits for a ruling."""
        with self._changed:
            self._held = held
            self._changed.notify()

    def close(self) -> None:
        """Release every waiting thread."""
        with self._changed:
            self._closed = True
            self._changed.notify()


class Attached:
    """A device on a wire; calls `arrived` in the station's thread after each committed event."""

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
        self._serial = ""
        self._loses_cards = driver.loses_cards
        self._room = Room()
        self._device_thread = DeviceThread(address, driver, self.hear, open_port)

    def start(self) -> None:
        self._device_thread.start()

    def stop(self) -> None:
        self._room.close()
        self._device_thread.stop()

    def show(self, shown: Shown) -> None:
        """After a commit: log data loss, admit an unknown device the floor accepted, and keep the holds."""
        for one in shown.events:
            if isinstance(one, DeviceNoted) and one.device == self._source and one.is_data_loss:
                log.warning("data loss", device=self._source, serial=self._serial, why=one.detail)
        stranger = self._device_thread.stranger
        about_it = (self._source, "stranger", stranger)
        accepted = any((hold.device, hold.cause, hold.serial) == about_it for hold in self._accepted(shown))
        # If the hold was already ruled otherwise, no question is open and the floor accepts by an
        # intervention.
        unasked = any(isinstance(one, RulingRecorded) and one.ruling == "accept" for one in shown.events)
        if stranger and (accepted or unasked):
            self._device_thread.accept(stranger)
        holds = self._device_thread.holds = shown.table.holds
        self._room.hold(any((hold.device, hold.cause) == (self._source, "flood") for hold in holds))

    def _accepted(self, shown: Shown) -> list[Hold]:
        """The holds that were ruled to be accepted since the last commit that was shown."""
        waiting, accepted = list(self._device_thread.holds), []
        for one in shown.events:
            if isinstance(one, HoldRaised):
                waiting.append(one.hold)
            elif isinstance(one, HoldRuled) and waiting:
                hold = waiting.pop(one.index if one.index < len(waiting) else -1)
                accepted += [hold] if one.ruling == "accept" else []
        return accepted

    def hear(self, item: Heard | Met) -> None:
        """Forward one item to the station, in the wire's thread; the station's inbox keeps the order."""
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
        """True if many of these mean a flood; a journal may resend any number, but fresh cards come
        singly.
        """
        if isinstance(item, Met) or item.resent:
            return False
        return self._loses_cards or isinstance(item.observation, CardDrawn | CutCardSeen)

    def _flooded(self) -> None:
        """Report the flood once, behind everything that waits; without a journal, further events are lost."""
        why = f"{FLOOD}: cards may be missing" if self._loses_cards else FLOOD
        log.warning("chatter", device=self._source, serial=self._serial, why=why)
        lost = self._loses_cards
        said = DeviceSaid(self._source, "lost" if lost else "error", why, missed=lost, cause="flood")
        self._station.tell(Seen(said, self._source, acknowledge=self._room.said))

    def greeted(self, met: Met, seq: int) -> None:
        """Pass the station's answer to a greeting on to the driver; called in the station's thread."""
        self._room.leave()
        self._device_thread.greeted(met.journal, seq)
        self._arrived(Arrived(seq))

    def settled(self) -> bool:
        """True if the device shows what the table shows; a shoe shows nothing."""
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
            self._device_thread.committed(heard.journal, heard.seq)
        self._arrived(Arrived(heard.seq, isinstance(heard.observation, CardDrawn | CutCardSeen)))


class AttachedProgressive(Attached):
    """A progressive controller, which shows the round, the lock and the lights of the table."""

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
        self._wanted: WantedState | None = None

    def show(self, shown: Shown) -> None:
        super().show(shown)
        wanted = wanted_by(shown.view)
        if wanted != self._wanted:
            self._wanted = wanted
            self._device_thread.tell(lambda now: self._driver.want(wanted, now))

    def settled(self) -> bool:
        return self._driver.shows(self._wanted)


def wanted_by(view: TableView) -> WantedState:
    """The lock, the round and the lit spots of a view; a light belongs to a spot, not to a bettor."""
    lit = sorted({HandName.read(name).spot for name in view.lights})
    return WantedState(view.round_number, view.side_bets_locked, tuple(lit))


def attached_progressive(
    station: Station,
    chosen: DeviceAddress,
    arrived: Callable[[Arrived], None],
    open_port: OpenPort = SerialPort,
) -> AttachedProgressive:
    """Attach a progressive controller on a port, with its last known position in the log."""
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
    """Attach a shuffler on any USB port; `backend` is pyusb's, `listened` may wrap the port to capture it."""
    # pyusb is loaded only at a table with a shuffler.
    from drivers.ports.usb_port import UsbPort

    known = station.expected(SHUFFLER)
    driver = reference_shuffler(serial or known.serial, known.journal, known.seq, station.table.shuffler)
    opens = listened(lambda *_: UsbPort(driver.serial, backend))
    return Attached(station, "usb", driver, arrived, opens)
