"""A device at a station: what its driver hears is told, and what the log has is answered over the wire."""

from collections.abc import Callable
from typing import Any

import structlog
from msgspec import Struct

from dealer_station.engine.events import DeviceNoted, HoldRuled
from dealer_station.engine.observations import CardDrawn, CutCardSeen
from dealer_station.engine.view import TableView
from dealer_station.station import DATA_LOSS, Greeting, Seen, Shown, Station
from drivers.families import Chosen, progressive_for
from drivers.heard import PROGRESSIVE, SHUFFLER, Driver, Heard, Met
from drivers.ports import SerialPort
from drivers.progressive_reference import Progressive, Wanted
from drivers.shuffler_reference import reference_shuffler
from drivers.supervisor import OpenPort, Supervisor
from drivers.usb import UsbPort

log = structlog.get_logger()


class Arrived(Struct, frozen=True):
    """Something of a device is in the log now, up to this event where the device counts them."""

    seq: int | None
    card: bool = False


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
        self._supervisor = Supervisor(address, driver, self.hear, open_port)

    def start(self) -> None:
        self._supervisor.start()

    def stop(self) -> None:
        self._supervisor.stop()

    def show(self, shown: Shown) -> None:
        """What the table shows now, after the commit: the floor may have accepted who sits in the port."""
        for one in shown.events:
            if isinstance(one, DeviceNoted) and one.device == self._source and DATA_LOSS in one.detail:
                log.warning("data loss", device=self._source, serial=self._serial, why=one.detail)
        stranger = self._supervisor.stranger
        about_it = f"({self._source} lost " in self._stopped_by and f" {stranger}," in self._stopped_by
        accepted = any(isinstance(one, HoldRuled) and one.ruling == "accept" for one in shown.events)
        if stranger and about_it and accepted:
            self._supervisor.accept(stranger)
        self._stopped_by = shown.view.holds[0].words if shown.view.holds else ""

    def hear(self, item: Heard | Met) -> None:
        """Called in the wire's thread; the station's inbox keeps the order."""
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

    def greeted(self, met: Met, seq: int) -> None:
        """The station has answered; called in its thread."""
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
            device_seq=heard.seq,
            resent=heard.resent,
            acknowledge=lambda: self._committed(heard),
        )

    def _committed(self, heard: Heard) -> None:
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
    driver = reference_shuffler(serial or known.serial, known.journal, known.seq)
    opens = listened(lambda *_: UsbPort(driver.serial, backend))
    return Attached(station, "usb", driver, arrived, opens)
