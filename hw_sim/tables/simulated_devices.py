"""The simulated devices of a table, each on its own cable: a shoe, and where the rules have them a
progressive controller and a shuffler.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from dealer_station.engine.due.step_types import Draw, Due
from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.station.device_adapter import Arrived, Attached
from dealer_station.station.station import Shown, Station
from drivers.device_addresses import DeviceAddress, Family
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shoes_on_wires import device_for
from hw_sim.people.people import SimulatedPlayer
from hw_sim.tables.direct_table import journal_path
from hw_sim.tables.progressive_at_table import TableProgressive
from hw_sim.tables.real_port_devices import PortsBesideShoe, Wiring, shoe_on_port
from hw_sim.tables.shuffler_at_table import SUPPLIES, TableShuffler
from hw_sim.wires.device_server import ShoeServer
from hw_sim.wires.pty import PtyCable


class SimulatedDevices:
    """Devices that the station reaches only over their cables; each card drawn must come back over one."""

    patience_seconds: float | None = 10.0
    """Longest time for a card to get from the shoe to the log."""

    def __init__(
        self, rules: Rules, seed: int, log: Path, family: Family = "reference", wiring: Wiring | None = None
    ) -> None:
        self._rules = rules
        self._seed = seed
        self._log = log
        self.cable = PtyCable(log.with_name(log.name + ".port"))
        self._chosen = DeviceAddress(
            family, str(self.cable.link), f"SIM-{seed}" if family == "reference" else ""
        )
        wiring = wiring or Wiring()
        self.progressive: TableProgressive | None = None
        offered = rules.progressive.progressive.value == "on"
        if offered and family == "reference" and wiring.progressive is None:
            self.progressive = TableProgressive(rules, seed, log)
            wiring = replace(wiring, progressive=self.progressive.chosen)
        shuffled = rules.cards.card_supply.value in SUPPLIES
        self.shuffler: TableShuffler | None = None
        if shuffled and family == "reference" and wiring.shuffler is None:
            self.shuffler = TableShuffler(rules, seed, log)
        self._wiring = wiring
        self._beside = PortsBesideShoe(wiring)
        self.server: ShoeServer | None = None
        self._arrived_to = 0

    @cached_property
    def cards(self) -> JournaledShoe:
        """The shoe. Its journal is opened on first use, after the station has its
        log: before that another station may use both.
        """
        return JournaledShoe(self._rules, self._seed, journal_path(self._log), f"SIM-{self._seed}")

    @property
    def on_the_way(self) -> int:
        return self.cards.newest - self._arrived_to

    def take_shoe(self) -> None:
        """Open the shoe once the log is ours, so that a journal with other
        settings is refused before anything is written.
        """
        _ = self.cards

    def attach(
        self, station: Station, arrived: Callable[[Arrived], None], spoke: Callable[[], None]
    ) -> Iterator[Attached]:
        device = device_for(self._chosen.family, self.cards, self._chosen.serial)
        self.server = ShoeServer(self.cards, device, self.cable)
        # A shoe without numbers is heard from now on; what it dealt before is not on its way.
        self._arrived_to = self.cards.newest if self._chosen.family != "reference" else 0
        if self.progressive:
            self.progressive.plug()
        if self.shuffler:
            yield self.shuffler.attach(station, lambda _: spoke(), self._beside.listened_shuffler)
            self.shuffler.plug()
        yield shoe_on_port(station, self._chosen, self._wiring, arrived)
        yield from self._beside.attach(station, spoke)

    def note(self, arrived: Arrived) -> None:
        if arrived.seq is not None:
            self._arrived_to = max(self._arrived_to, arrived.seq)
        elif arrived.card:
            self._arrived_to += 1

    def may_act(self, shown: Shown) -> bool:
        if self._beside.watch.is_busy(shown) or (self.shuffler and self.shuffler.is_waited_for(shown.due)):
            return False
        return not isinstance(shown.due, Draw) or not self.on_the_way

    def attend(self, step: Due, players: tuple[SimulatedPlayer, ...]) -> None:
        if self.progressive:
            self.progressive.attend(step, players)
        if self.shuffler:
            self.shuffler.attend(step)

    def slip_out(self) -> Observation | None:
        return None if self.on_the_way else self.cards.draw()

    def card_left(self) -> None:
        if self.server:
            self.server.nudge()

    def has_ended(self) -> bool:
        raise DeviceFaultError(
            f"{self._chosen.address}: a card was drawn and did not arrive; look at the device's messages"
        )

    def close(self) -> None:
        if self.server:
            self.server.stop()
        # An interruption during plugging may leave a plugged cable without a served shoe.
        self.cable.pull()
        if self.progressive:
            self.progressive.close()
        if self.shuffler:
            self.shuffler.close()
        if "cards" in self.__dict__:
            self.cards.close()
