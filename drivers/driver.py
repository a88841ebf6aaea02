"""What a driver makes of its bytes: the few things that a station can be told about a device."""

from typing import Protocol

from msgspec import Struct

from dealer_station.engine.model.observations import Observation

SHOE = "shoe"
PROGRESSIVE = "progressive"
SHUFFLER = "shuffler"
USED_MEANWHILE = (
    "nobody knows whether it was used while the station was off: cards may be missing; "
    "look at the layout and count"
)
NO_FRAMES = "bytes come that are no frames: wrong speed or wrong family?"


class Quality(Struct):
    """How good a wire is: what arrived damaged, and how often something was asked for or ordered again."""

    damaged: int = 0
    resends: int = 0
    orders_again: int = 0
    noise_bytes: int = 0
    """What came and belonged to no frame."""


class Heard(Struct, frozen=True):
    """Something happened at the device."""

    observation: Observation
    frame: bytes
    journal: str = ""
    """The journal that keeps it, where the device has one."""
    seq: int | None = None
    resent: bool = False
    number: int | None = None
    """How a device without a journal counts: numbers that go round, so that the next run notices a gap."""


class Met(Struct, frozen=True):
    """A device with a journal has said who it is; it waits to hear what the log has of it."""

    serial: str
    journal: str
    oldest: int
    newest: int
    model: str = ""
    firmware: str = ""


class Down(Struct, frozen=True):
    """The device cannot be relied on any more; the port is closed and tried again."""

    why: str
    refused: bool = False
    """Somebody answers, and it is not who is expected."""
    serial: str = ""
    """Who it is, where it might be accepted instead."""


Item = Heard | Met | Down


class Driver(Protocol):
    """A device family without its wire: bytes and the time come in, items and bytes go out."""

    device: str
    """Which of the table's devices it is."""
    baud: int
    quality: Quality
    loses_cards: bool
    """What happens while the cable is out is gone for good: the family keeps no journal."""
    missing_before: str
    """What may have happened while the station was off and can never be known; nothing where it can."""

    def opened(self, now: float) -> None:
        """The port is open; everything from before is stale."""

    def feed(self, data: bytes, now: float) -> list[Item]:
        """What `data` says."""

    def tick(self, now: float) -> list[Item]:
        """What the time says."""

    def outgoing(self) -> bytes:
        """What is to be sent now."""

    def greeted(self, journal: str, seq: int) -> None:
        """The log has this journal up to `seq`."""

    def committed(self, journal: str, seq: int) -> None:
        """The log has one event more."""

    def accept(self, serial: str) -> None:
        """The floor takes this device for the one that is expected."""
