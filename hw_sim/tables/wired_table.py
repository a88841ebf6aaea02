"""A simulated table whose devices are on wires: a drawn card must arrive in the log before play continues.

`WiredTable` has the crew, the queue of news and the loop. Its devices are passed to it: those on
real ports (`real_port_devices`), simulated ones on their own cables (`simulated_devices`), or those
replayed from a capture (`replayed_devices`).
"""

import queue
import time
from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.step_types import Due
from dealer_station.engine.model.observations import Observation
from dealer_station.station.device_adapter import Arrived, Attached
from dealer_station.station.station import Shown, Station
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.people.people import SimulatedPlayer
from hw_sim.people.shift_crew import Crew

LIGHTS_SECONDS = 10.0
"""Longest wait for the lock and the lights to agree with the table."""
LOOK_SECONDS = 0.001


class TapShown(Struct, frozen=True):
    """The station has handled a tap. Displays in between may come from devices and do not answer it."""


class ShufflerSpoke(Struct, frozen=True):
    """The log has another event of the shuffler, for which somebody may be waiting."""


News = Shown | Arrived | TapShown | ShufflerSpoke


class TableDevices(Protocol):
    """The devices of a wired table, and what its people must know of them."""

    patience_seconds: float | None
    """Longest silence before `has_ended` is asked; None to wait for ever."""

    @property
    def cards(self) -> SimulatedShoe:
        """The shoe that people draw from and load; nobody draws from it if the real cards are elsewhere."""

    @property
    def on_the_way(self) -> int:
        """Number of cards that have left the shoe and are not in the log."""

    def take_shoe(self) -> None:
        """Open what lies beside the log, once the log is ours."""

    def attach(
        self, station: Station, arrived: Callable[[Arrived], None], spoke: Callable[[], None]
    ) -> Iterator[Attached]:
        """Switch the devices on and yield the station's end of each. The station's thread calls `arrived` for
        each event of the shoe that the log has, and `spoke` for each one of the shuffler.
        """

    def note(self, arrived: Arrived) -> None:
        """Note that the log has an event of the shoe."""

    def may_act(self, shown: Shown) -> bool:
        """True if people may act on this display; False if a device has to do something first."""

    def attend(self, step: Due, players: tuple[SimulatedPlayer, ...]) -> None:
        """Do at the devices what the step asks for, before it is tapped."""

    def slip_out(self) -> Observation | None:
        """Draw a card that is not due; return None if that is not possible now."""

    def card_left(self) -> None:
        """Send the card that was just drawn; the wire is the only way to the station."""

    def has_ended(self) -> bool:
        """True if no more news can come; raise DeviceFaultError if news is overdue."""

    def close(self) -> None:
        """Switch the devices off; the station's ends are already closed."""


class WiredTable:
    """A crew at a table with devices on wires."""

    def __init__(self, crew: Crew, devices: TableDevices) -> None:
        self.crew = crew
        self._devices = devices
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._attached: list[Attached] = []
        self._last_shown: Shown | None = None
        self._gave_up = False

    def take_shoe(self) -> None:
        """Open what lies beside the log, once the log is ours."""
        self._devices.take_shoe()

    def show(self, shown: Shown) -> None:
        """Pass a display on to the devices, then to the people; devices first,
        because people may be quick.
        """
        self._last_shown = shown
        for attached in self._attached:
            attached.show(shown)
        self._news.put(shown)

    def play(
        self, station: Station, *, rounds: int, pause_seconds: float, saw: Callable[[Shown], None]
    ) -> None:
        """Deal until `rounds` rounds have ended, or no more can come; `saw` is called with each display."""
        end = station.table.round.number + rounds
        self._attach(station)
        last: Shown | None = None
        tapped, met = False, False
        while True:
            news = self._next_news()
            if news is None:
                return
            if isinstance(news, Shown):
                saw(news)
                if news.fault or news.table.round.number >= end:
                    return
                last = news
            elif isinstance(news, TapShown):
                tapped = False
            elif isinstance(news, Arrived):
                self._devices.note(news)
                met |= not self._devices.on_the_way
            # People act only on the newest display: the shoe has been attached and its backlog has arrived,
            # the last tap is answered, and no news is waiting.
            if met and last and not tapped and self._news.empty() and self._devices.may_act(last):
                time.sleep(pause_seconds * self.crew.dealer.pace)
                self._wait_for_lights()
                # The display may have changed during the pause.
                tapped = self._news.empty() and self._act(last, station)

    def close(self) -> None:
        """Close the station's ends of the wires first and the devices last, because a closed device gets no
        acknowledgement.
        """
        for attached in self._attached:
            attached.stop()
        self._devices.close()

    def _attach(self, station: Station) -> None:
        attached = self._devices.attach(station, self._news.put, lambda: self._news.put(ShufflerSpoke()))
        # One by one: if a later device fails, `close` finds those before it.
        for one in attached:
            self._attached.append(one)
        self.crew.sit_down(station.table, self._devices.cards)
        start_attached(station, self._attached, self._last_shown)

    def _act(self, shown: Shown, station: Station) -> bool:
        """Act on the display; return True if that was a tap, which the station will answer."""
        self._devices.attend(shown.due, self.crew.players(shown.view.round_number))
        tap = self.crew.act(shown, self._devices.slip_out)
        if tap is None:
            self._devices.card_left()
            return False
        station.tell(replace(tap, acknowledge=lambda: self._news.put(TapShown())))
        return True

    def _next_news(self) -> News | None:
        """Return the next news, or None if no more can come."""
        while True:
            try:
                return self._news.get(timeout=self._devices.patience_seconds)
            except queue.Empty:
                if self._devices.has_ended():
                    return None

    def _wait_for_lights(self) -> None:
        """Wait until the lock and the lights agree with the table; after a
        time-out do not wait again until all have settled.
        """
        until = time.monotonic() + (0 if self._gave_up else LIGHTS_SECONDS)
        while self._news.empty() and not all(attached.settled() for attached in self._attached):
            if time.monotonic() > until:
                self._gave_up = True
                return
            time.sleep(LOOK_SECONDS)
        self._gave_up &= not self._news.empty()


def start_attached(station: Station, attached: list[Attached], last_shown: Shown | None) -> None:
    """Start the station, then its ends of the wires; each knows the table before it hears its device."""
    for one in attached:
        if last_shown:
            one.show(last_shown)
    station.start()
    for one in attached:
        one.start()
