"""The messages a station accepts in its inbox, and the state it publishes."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from dealer_station.engine.due.step_types import Due
from dealer_station.engine.model.events import Event, TapRefused
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.view.table_view import TableView
from dealer_station.engine.view.upcoming import Lookahead
from dealer_station.log.store.records import RoundKept
from dealer_station.people import SignedIn

BY_HAND = ("dealer", "floor", "keyed")
"""The sources of taps by people."""


class Seen(Struct, frozen=True):
    """An observation, with its source and the means to acknowledge it."""

    observation: Observation
    source: str
    who: str = ""
    frame: bytes | None = None
    """The device's frame, as it was received."""
    journal: str = ""
    device_seq: int | None = None
    resent: bool = False
    """True if the device kept the event while the station was away."""
    acknowledge: Callable[[], None] | None = None
    signed: SignedIn | None = None
    """The person whose PIN authorises it, if it requires one."""


class PeopleNoted(Struct, frozen=True):
    """The people file holds notes that the log does not have yet."""


class Greeting(Struct, frozen=True):
    """A device with a journal introduces itself; `answer` gets the number of its last event in the log."""

    source: str
    journal: str
    oldest: int
    newest: int
    answer: Callable[[int], None]
    serial: str = ""
    model: str = ""
    firmware: str = ""


class SettingChanged(Struct, frozen=True):
    """A request to change a value of station.toml, or a dealer's own setting; `answer` gets the reason for a
    refusal, or "" once logged.
    """

    key: str
    value: str
    source: str
    who: str
    answer: Callable[[str], None]
    signed: SignedIn | None = None
    is_own: bool = False
    """A setting that belongs to the dealer who is signed in, and that needs no PIN."""


class Look(Struct, frozen=True):
    """A request to call `answer` when all earlier messages are processed."""

    answer: Callable[[], None]


class RefusalQuery(Struct, frozen=True):
    """A question whether the table would take an observation; `answer` gets the refusal, or None."""

    observation: Observation
    answer: Callable[[TapRefused | None], None]
    about: int = 0
    """The hold that it is about, if that is not the newest."""


Told = Seen | RefusalQuery | Greeting | Look | PeopleNoted | SettingChanged
"""The messages a station's inbox accepts."""


class Shown(Struct, frozen=True):
    """The state that is published after a commit, with the events that led to it."""

    seq: int
    """The last row of the log this state includes."""
    table: Table
    view: TableView
    due: Due
    ahead: Lookahead
    """The steps after the due one."""
    events: tuple[Event, ...] = ()
    ended: RoundKept | None = None
    """Summary of the round that has just ended."""
    fault: str = ""
    """The reason why the station has stopped; empty while it runs."""
    is_unexpected: bool = False
    """True if it has stopped for a reason that it does not know, so that starting it again may help."""
    mark: Literal["", "training", "simulated", "school"] = ""
    """The kind of a table that is not live; every screen must show it."""
    met: tuple[str, ...] = ()
    """Devices that have introduced themselves since the station started."""
