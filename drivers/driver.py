"""The driver protocol: the interface of every device family, and the items that a driver reports."""

from typing import Protocol

from msgspec import Struct

from dealer_station.engine.model.observations import DeviceTrouble, Observation

SHOE = "shoe"
PROGRESSIVE = "progressive"
SHUFFLER = "shuffler"
USED_MEANWHILE = (
    "nobody knows whether it was used while the station was off: cards may be missing; "
    "look at the layout and count"
)
NO_FRAMES = "it sends bytes that are not frames: wrong speed or wrong family?"


class Quality(Struct):
    """Counters of line quality: damaged frames, resend requests and repeated orders."""

    damaged: int = 0
    resends: int = 0
    orders_again: int = 0
    noise_bytes: int = 0
    """Bytes received that belonged to no frame."""


class Heard(Struct, frozen=True):
    """An observation that the device reported, with the frame that carried it."""

    observation: Observation
    frame: bytes
    journal: str = ""
    """The journal that holds the event; empty if the device has none."""
    seq: int | None = None
    resent: bool = False
    number: int | None = None
    """The running number of a device without a journal; it wraps around, and the next run detects gaps by it.
    """


class Met(Struct, frozen=True):
    """A device with a journal has identified itself; the station answers with the last event in its log."""

    serial: str
    journal: str
    oldest: int
    newest: int
    model: str = ""
    firmware: str = ""


class DeviceDown(Struct, frozen=True):
    """The device can no longer be relied on; the device thread closes the port and tries again."""

    why: str
    """The reason as a sentence for the technician."""
    cause: DeviceTrouble
    serial: str = ""
    """Serial number of a device that was not expected, if the floor may accept it instead."""

    @property
    def refused(self) -> bool:
        """True if a device answers that is not the expected one."""
        return self.cause in ("stranger", "wrong_kind")


Item = Heard | Met | DeviceDown


class Driver(Protocol):
    """A device family without its wire: takes bytes and the time, returns items and bytes to send."""

    device: str
    """The table's device that this driver serves: shoe, shuffler or progressive."""
    baud: int
    quality: Quality
    loses_cards: bool
    """True if the family keeps no journal: events that happen while the cable is out are lost for good."""
    missing_before: str
    """Warning about events that the station may have missed while it was off; empty if it missed none."""

    def opened(self, now: float) -> None:
        """Start a session on a newly opened port and drop state from the previous one."""

    def feed(self, data: bytes, now: float) -> list[Item]:
        """Decode `data` and return the items that it completes."""

    def tick(self, now: float) -> list[Item]:
        """Return the items that are due by time alone, such as a time-out."""

    def outgoing(self) -> bytes:
        """Return the bytes to send now and clear the buffer."""

    def greeted(self, journal: str, seq: int) -> None:
        """Continue the session: the log has this journal up to `seq`."""

    def committed(self, journal: str, seq: int) -> None:
        """Note that the log now has this journal up to `seq`, so that the device may forget the event."""

    def accept(self, serial: str) -> None:
        """Expect the device with this serial number from now on, as the floor has ruled."""
