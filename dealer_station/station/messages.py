"""What may be told to a station, and what it shows of it."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from dealer_station.engine.due.dues import Due
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.view.table_view import TableView
from dealer_station.log.store.records import RoundKept
from dealer_station.people import SignedIn

BY_HAND = ("dealer", "floor", "keyed")
"""Where taps come from."""


class Seen(Struct, frozen=True):
    """Something that happened, and how the station came to know."""

    observation: Observation
    source: str
    who: str = ""
    frame: bytes | None = None
    """The bytes of the device, as they came."""
    journal: str = ""
    device_seq: int | None = None
    resent: bool = False
    """The device kept it while the station was away."""
    acknowledge: Callable[[], None] | None = None
    signed: SignedIn | None = None
    """Whose PIN stands behind it, where it takes one."""


class PeopleNoted(Struct, frozen=True):
    """Something happened with people that the log lacks."""


class Greeting(Struct, frozen=True):
    """A device that keeps a journal introduces itself; the answer is the last event in the log."""

    source: str
    journal: str
    oldest: int
    newest: int
    answer: Callable[[int], None]
    serial: str = ""
    model: str = ""
    firmware: str = ""


class SettingChanged(Struct, frozen=True):
    """Somebody wants another value in station.toml; the answer is why not, or nothing when it is logged."""

    key: str
    value: str
    source: str
    who: str
    answer: Callable[[str], None]
    signed: SignedIn | None = None


class Look(Struct, frozen=True):
    """Somebody wants to know when everything that was told before has been done."""

    answer: Callable[[], None]


Told = Seen | Greeting | Look | PeopleNoted | SettingChanged
"""What may be put into a station's inbox."""


class Shown(Struct, frozen=True):
    """What people see now, and what led to it."""

    seq: int
    """The row of the log that it stands on."""
    table: Table
    view: TableView
    due: Due
    events: tuple[Event, ...] = ()
    ended: RoundKept | None = None
    """The round that this ended, at a glance."""
    fault: str = ""
    """Why the station has stopped."""
    mark: Literal["", "training", "simulated"] = ""
    """What every screen must say of a table that is not live."""
    met: tuple[str, ...] = ()
    """Devices that have introduced themselves since the station came up, whatever the log says of before."""
