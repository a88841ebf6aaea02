"""A device at a station: what its driver hears is told, and what the log has is answered over the wire."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from dealer_station.engine.observations import CardDrawn, CutCardSeen
from dealer_station.station import Greeting, Seen, Station
from drivers.heard import SHUFFLER, Driver, Heard, Met
from drivers.ports import SerialPort
from drivers.shuffler_reference import reference_shuffler
from drivers.supervisor import OpenPort, Supervisor
from drivers.usb import UsbPort


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
        self._supervisor = Supervisor(address, driver, self._hear, open_port)

    def start(self) -> None:
        self._supervisor.start()

    def stop(self) -> None:
        self._supervisor.stop()

    def _hear(self, item: Heard | Met) -> None:
        """Called in the wire's thread; the station's inbox keeps the order."""
        match item:
            case Met(_, journal, oldest, newest):
                self._station.tell(
                    Greeting(self._source, journal, oldest, newest, lambda seq: self._greeted(journal, seq))
                )
            case Heard():
                self._station.tell(self._seen(item))

    def _greeted(self, journal: str, seq: int) -> None:
        self._supervisor.greeted(journal, seq)
        self._arrived(Arrived(seq))

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


def attached_shuffler(
    station: Station, serial: str, backend: Any, arrived: Callable[[Arrived], None]
) -> Attached:
    """A shuffler on USB, in whichever port; `backend` is what pyusb works with."""
    driver = reference_shuffler(serial, *station.position(SHUFFLER))
    return Attached(station, "usb", driver, arrived, lambda *_: UsbPort(driver.serial, backend))
