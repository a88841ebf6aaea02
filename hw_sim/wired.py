"""A table whose cards come over a real wire: people do what is due, and what they draw must arrive."""

import queue
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.attached import Arrived, Attached, attached_shuffler
from dealer_station.engine.dues import Draw, Perform
from dealer_station.engine.errors import DeviceFaultError
from dealer_station.engine.evolution import UNFINISHED
from dealer_station.engine.rules import Rules
from dealer_station.station import Seen, Shown, Station
from drivers.families import Chosen, Family, driver_for
from drivers.heard import SHOE
from drivers.usb import libusb
from hw_sim.people import People
from hw_sim.served import ServedShoe
from hw_sim.shoe import Shoe
from hw_sim.shoe_devices import device_for
from hw_sim.table_shuffler import SUPPLIES, TableShuffler
from hw_sim.wheel import Wheel
from hw_sim.wires.pty import PtyCable
from hw_sim.world import World

PATIENCE_SECONDS = 10.0
"""How long a card may take from the simulated shoe to the log."""


class Committed(Struct, frozen=True):
    """A tap, or a word of the shuffler, is in the log: what is shown now has it."""

    tap: bool


class WiredWorld(World):
    """The simulated people with a shoe behind a port that somebody else draws from when a card is due."""

    def __init__(
        self,
        rules: Rules,
        seed: int,
        players: int,
        log: Path,
        chosen: Chosen,
        shuffler: str | None = None,
    ) -> None:
        super().__init__(rules, seed, players, log)
        self._chosen = chosen
        self._shuffler = shuffler
        self._backend = None if shuffler is None else libusb()
        self._shuffler_known = shuffler is None
        self._news: queue.SimpleQueue[Shown | Arrived | Committed] = queue.SimpleQueue()
        self._attached: list[Attached] = []

    @cached_property
    def _people(self) -> People:
        """They shuffle and load as they are told; the cards themselves are somewhere else."""
        nothing_drawn = Shoe(self._rules, Random(self._seed))
        return People(nothing_drawn, (), Wheel(self._rules, Random(f"wheel {self._seed}")))

    def show(self, shown: Shown) -> None:
        self._news.put(shown)

    def play(
        self, station: Station, *, rounds: int, pause_seconds: float, saw: Callable[[Shown], None]
    ) -> None:
        self._attach(station)
        last: Shown | None = None
        left, tapped, attached = rounds, False, False
        while left:
            news = self._next_news()
            if isinstance(news, Shown):
                saw(news)
                if news.fault:
                    return
                left -= news.ended is not None
                last = news
            elif isinstance(news, Committed):
                # What a device says meanwhile is shown too, and is no answer to a tap.
                tapped &= not news.tap
            else:
                self._note(news)
                attached |= not self._on_the_way
            if left and attached and last and not tapped and self._news.empty() and self._may_act(last):
                time.sleep(pause_seconds)
                tapped = self._act(last, station)

    def close(self) -> None:
        self._detach()
        super().close()

    def _detach(self) -> None:
        for attached in self._attached:
            attached.stop()

    def _attach(self, station: Station) -> None:
        self._people.sit_down_at(station.table)
        driver = driver_for(self._chosen, *station.position(SHOE))
        self._attached.append(Attached(station, self._chosen.address, driver, self._news.put))
        if self._shuffler is not None:
            beside = attached_shuffler(station, self._shuffler, self._backend, self._shuffler_spoke)
            self._attached.append(beside)
        station.start()
        for attached in self._attached:
            attached.start()

    @property
    def _on_the_way(self) -> int:
        """Cards that have left the shoe and are not in the log; nobody knows of those of a strange shoe."""
        return 0

    def _next_news(self) -> Shown | Arrived | Committed:
        return self._news.get()

    def _note(self, arrived: Arrived) -> None:
        """Something of the shoe is in the log."""

    def _may_act(self, shown: Shown) -> bool:
        return not self._shuffler_works(shown) and (not isinstance(shown.due, Draw) or not shown.view.dealer)

    def _shuffler_spoke(self, _: Arrived) -> None:
        """The log knows whether it is there; called in the station's thread."""
        self._shuffler_known = True
        self._news.put(Committed(tap=False))

    def _shuffler_works(self, shown: Shown) -> bool:
        """Nobody knows yet whether it is there, or the batch is wanted and not ready: nobody taps."""
        wanted = isinstance(shown.due, Perform) and shown.due.step == "take_batch"
        return not self._shuffler_known or (wanted and shown.view.shuffler in UNFINISHED)

    def _tell(self, station: Station, tap: Seen) -> None:
        super()._tell(station, replace(tap, acknowledge=lambda: self._news.put(Committed(tap=True))))

    def _act(self, shown: Shown, station: Station) -> bool:
        """Whether it was a tap, which will be shown."""
        self._do(shown, station)
        return True


class OwnWiredWorld(WiredWorld):
    """The shoe is simulated too, behind a cable of its own: what is drawn must come back over the wire."""

    def __init__(
        self,
        rules: Rules,
        seed: int,
        players: int,
        log: Path,
        family: Family,
        shuffler: str | None = None,
    ) -> None:
        self._cable = PtyCable(log.with_name(log.name + ".port"))
        serial = f"SIM-{seed}" if family == "reference" else ""
        chosen = Chosen(family, str(self._cable.link), serial)
        super().__init__(rules, seed, players, log, chosen, shuffler)
        self.served: ServedShoe | None = None
        own = family == "reference" and shuffler is None and rules.cards.card_supply.value in SUPPLIES
        self.shuffler = TableShuffler(rules, seed, log) if own else None
        self._arrived_to = 0

    @cached_property
    def _people(self) -> People:
        return People(self.shoe, (), Wheel(self._rules, Random(f"wheel {self._seed}")))

    def _detach(self) -> None:
        """The devices last: one that is switched off hears no acknowledgement."""
        super()._detach()
        if self.served:
            self.served.stop()
        if self.shuffler:
            self.shuffler.close()

    def _attach(self, station: Station) -> None:
        device = device_for(self._chosen.family, self.shoe, self._chosen.serial)
        self.served = ServedShoe(self.shoe, device, self._cable)
        self._arrived_to = self.shoe.newest if self._chosen.family != "reference" else 0
        if self.shuffler:
            heard = Committed(tap=False)
            self._attached.append(self.shuffler.attach(station, lambda: self._news.put(heard)))
        super()._attach(station)

    @property
    def _on_the_way(self) -> int:
        return self.shoe.newest - self._arrived_to

    def _next_news(self) -> Shown | Arrived | Committed:
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
        if self.shuffler:
            self.shuffler.attend(shown.due)
        self._do(shown, station)
        return self.shoe.newest == newest

    def _card_left(self, station: Station) -> None:  # noqa: ARG002
        """The wire tells the station, nobody else."""
        if self.served:
            self.served.nudge()
