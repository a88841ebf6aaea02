"""Simulated tables whose cards come over a real wire: a drawn card must arrive in
the log before play goes on.
"""

import queue
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.dues import Draw, Perform
from dealer_station.engine.evolve.table_evolution import UNFINISHED
from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.device_adapter import Arrived, Attached, attached_progressive, attached_shuffler
from dealer_station.station.station import Seen, Shown, Station
from drivers.driver import PROGRESSIVE, SHOE, SHUFFLER, Driver
from drivers.families import Chosen, Family, driver_for
from drivers.ports.ports import SerialPort
from drivers.ports.usb import libusb
from drivers.supervisor import OpenPort
from hw_sim.devices.device_server import ServedShoe
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.devices.shoe_devices import device_for
from hw_sim.devices.wheel import Wheel
from hw_sim.people.dealers import Manner
from hw_sim.people.people import SimulatedPeople
from hw_sim.tables.shuffler_at_table import SUPPLIES, TableShuffler
from hw_sim.tables.simulated_progressive import SimulatedProgressive
from hw_sim.tables.table import World
from hw_sim.wires.pty import PtyCable

PATIENCE_SECONDS = 10.0
"""Longest time for a card to get from the simulated shoe to the log, and for a light to go on."""
LOOK_SECONDS = 0.001


class TapShown(Struct, frozen=True):
    """The station has handled a tap. Displays in between may come from devices and do not answer it."""


class Spoke(Struct, frozen=True):
    """The log has another event of the shuffler, for which somebody may be waiting."""


News = Shown | Arrived | TapShown | Spoke


class Wiring(Struct, frozen=True):
    """The devices attached beside the shoe, and the capture of their ports."""

    progressive: Chosen | None = None
    shuffler: str | None = None
    """Serial number of a shuffler on USB; "" if any will do, None if there is none."""
    listened: Callable[[str, str, OpenPort], OpenPort] = lambda _device, _family, opens: opens
    """Wraps the opening of a device's port, so that its bytes are captured."""


class WiredWorld(World):
    """The simulated people at a table whose shoe is on a port; somebody else draws a card when one is due."""

    def __init__(
        self,
        rules: Rules,
        seed: int,
        players: int,
        log: Path,
        chosen: Chosen,
        wiring: Wiring | None = None,
        manner: Manner = "steady",
    ) -> None:
        super().__init__(rules, seed, players, log, manner)
        self._chosen = chosen
        self._wiring = wiring or Wiring()
        shuffler = self._wiring.shuffler
        self._backend = None if shuffler is None else libusb()
        self._shuffler_known = shuffler is None
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._attached: list[Attached] = []
        self._last_shown: Shown | None = None
        self._gave_up = False

    @cached_property
    def _people(self) -> SimulatedPeople:
        """People who shuffle and load as they are told; the real cards are elsewhere."""
        nothing_drawn = SimulatedShoe(self._rules, Random(self._seed))
        return SimulatedPeople(nothing_drawn, (), Wheel(self._rules, Random(f"wheel {self._seed}")))

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
        end = station.table.round.number + rounds
        self._attach(station)
        last: Shown | None = None
        tapped, attached = False, False
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
                self._note(news)
                attached |= not self._on_the_way
            # People act only on the newest display: the shoe has been attached and its backlog has arrived,
            # the last tap is answered, and no news is waiting.
            if attached and last and not tapped and self._news.empty() and self._may_act(last):
                time.sleep(pause_seconds * self.dealer.pace)
                self._wait_for_lights()
                # The display may have changed during the pause.
                tapped = self._news.empty() and self._act(last, station)

    def close(self) -> None:
        self._detach()
        super().close()

    def _wait_for_lights(self) -> None:
        """Wait until the lock and the lights agree with the table; after a
        time-out do not wait again until all have settled.
        """
        until = time.monotonic() + (0 if self._gave_up else PATIENCE_SECONDS)
        while self._news.empty() and not all(attached.settled() for attached in self._attached):
            if time.monotonic() > until:
                self._gave_up = True
                return
            time.sleep(LOOK_SECONDS)
        self._gave_up &= not self._news.empty()

    def _detach(self) -> None:
        for attached in self._attached:
            attached.stop()

    def _attach(self, station: Station) -> None:
        self._people.sit_down_at(station.table)
        known = station.expected(SHOE)
        driver = driver_for(self._chosen, known.journal, known.seq, known.serial)
        self._attached.append(self._shoe_on(station, driver))
        if self._wiring.progressive:
            self._attached.append(self._controller(station, self._wiring.progressive))
        if (shuffler := self._shuffler_at(station)) is not None:
            self._attached.append(shuffler)
        for attached in self._attached:
            if self._last_shown:
                attached.show(self._last_shown)
        station.start()
        for attached in self._attached:
            attached.start()

    def _shoe_on(self, station: Station, driver: Driver) -> Attached:
        port = self._wiring.listened(SHOE, self._chosen.family, SerialPort)
        return Attached(station, self._chosen.address, driver, self._news.put, port)

    def _controller(self, station: Station, chosen: Chosen) -> Attached:
        port = self._wiring.listened(PROGRESSIVE, chosen.family, SerialPort)
        return attached_progressive(station, chosen, lambda _: None, port)

    def _shuffler_at(self, station: Station) -> Attached | None:
        """Attach a real shuffler if the table has one."""
        if self._wiring.shuffler is None:
            return None
        return attached_shuffler(
            station, self._wiring.shuffler, self._backend, self._shuffler_spoke, self._listened_shuffler
        )

    def _listened_shuffler(self, opens: OpenPort) -> OpenPort:
        return self._wiring.listened(SHUFFLER, "reference", opens)

    @property
    def _on_the_way(self) -> int:
        """Number of cards that have left the shoe and are not in the log; always
        zero for a shoe that we do not simulate.
        """
        return 0

    def _card_slips_out(self) -> Observation | None:
        """Return None: somebody else has the shoe."""
        return None

    def _tap(self, station: Station, seen: Seen) -> None:
        super()._tap(station, replace(seen, acknowledge=lambda: self._news.put(TapShown())))

    def _next_news(self) -> News | None:
        """Return the next news, or None if no more can come."""
        return self._news.get()

    def _note(self, arrived: Arrived) -> None:
        """Note that the log has an event of the shoe."""

    def _may_act(self, shown: Shown) -> bool:
        return not self._shuffler_works(shown) and (not isinstance(shown.due, Draw) or not shown.view.dealer)

    def _shuffler_spoke(self, _: Arrived) -> None:
        """Note that the log has an event of the shuffler; called in the station's thread."""
        self._shuffler_known = True
        self._news.put(Spoke())

    def _shuffler_works(self, shown: Shown) -> bool:
        """True if nobody may tap: the shuffler is not known yet, or it is needed and has not finished."""
        wanted = isinstance(shown.due, Perform) and shown.due.step in ("take_batch", "wait_for_shuffler")
        return not self._shuffler_known or (wanted and shown.view.shuffler in UNFINISHED)

    def _act(self, shown: Shown, station: Station) -> bool:
        """Act on the display; return True if that was a tap, which the station will answer."""
        self._do(shown, station)
        return True


class OwnWiredWorld(WiredWorld):
    """A wired table that simulates its own shoe on its own cable; each card drawn
    must come back over the wire.
    """

    def __init__(
        self,
        rules: Rules,
        seed: int,
        players: int,
        log: Path,
        family: Family,
        wiring: Wiring | None = None,
        manner: Manner = "steady",
    ) -> None:
        self._cable = PtyCable(log.with_name(log.name + ".port"))
        serial = f"SIM-{seed}" if family == "reference" else ""
        wiring = wiring or Wiring()
        self.progressive: SimulatedProgressive | None = None
        offered = rules.progressive.progressive.value == "on"
        if offered and family == "reference" and wiring.progressive is None:
            self.progressive = SimulatedProgressive(rules, seed, log)
            wiring = replace(wiring, progressive=self.progressive.chosen)
        chosen = Chosen(family, str(self._cable.link), serial)
        super().__init__(rules, seed, players, log, chosen, wiring, manner)
        self.served: ServedShoe | None = None
        own = (
            family == "reference"
            and self._wiring.shuffler is None
            and rules.cards.card_supply.value in SUPPLIES
        )
        self.shuffler = TableShuffler(rules, seed, log) if own else None
        self._arrived_to = 0

    @cached_property
    def _people(self) -> SimulatedPeople:
        return SimulatedPeople(self.shoe, (), Wheel(self._rules, Random(f"wheel {self._seed}")))

    def _detach(self) -> None:
        """Detach the station first and the devices last, because a closed device gets no acknowledgement."""
        super()._detach()
        if self.served:
            self.served.stop()
        # An interruption during plugging may leave a plugged cable without a served shoe.
        self._cable.pull()
        if self.progressive:
            self.progressive.close()
        if self.shuffler:
            self.shuffler.close()

    def _attach(self, station: Station) -> None:
        device = device_for(self._chosen.family, self.shoe, self._chosen.serial)
        self.served = ServedShoe(self.shoe, device, self._cable)
        self._arrived_to = self.shoe.newest if self._chosen.family != "reference" else 0
        if self.progressive:
            self.progressive.plug()
        if self.shuffler:
            beside = self.shuffler.attach(station, self._shuffler_spoke, self._listened_shuffler)
            self._attached.append(beside)
            self.shuffler.plug()
        super()._attach(station)

    @property
    def _on_the_way(self) -> int:
        return self.shoe.newest - self._arrived_to

    def _card_slips_out(self) -> Observation | None:
        return None if self._on_the_way else self.shoe.draw()

    def _next_news(self) -> News | None:
        try:
            return self._news.get(timeout=PATIENCE_SECONDS)
        except queue.Empty:
            raise DeviceFaultError(
                f"{self._chosen.address}: a card was drawn and did not arrive; look at the device's messages"
            ) from None

    def _note(self, arrived: Arrived) -> None:
        if arrived.seq is not None:
            self._arrived_to = max(self._arrived_to, arrived.seq)
        elif arrived.card:
            self._arrived_to += 1

    def _may_act(self, shown: Shown) -> bool:
        if self._shuffler_works(shown) or (self.shuffler and self.shuffler.is_waited_for(shown.due)):
            return False
        return not isinstance(shown.due, Draw) or not self._on_the_way

    def _act(self, shown: Shown, station: Station) -> bool:
        newest = self.shoe.newest
        if self.progressive:
            self.progressive.attend(shown.due, self._players(shown.view.round_number))
        if self.shuffler:
            self.shuffler.attend(shown.due)
        self._do(shown, station)
        return self.shoe.newest == newest

    def _card_left(self, station: Station) -> None:  # noqa: ARG002
        """Send the card over the wire; nothing else tells the station."""
        if self.served:
            self.served.nudge()
