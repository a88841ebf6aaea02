"""The simulated devices of a virtual table, each on its cable, with the actions that a person can take on it.

To add a device, add an entry to MAKERS. It then has a cable, a state and faults, and obeys the same words.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from dealer_station.engine.due.meters import seed_cents
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from dealer_station.engine.rulebook.rules import Rules
from drivers.device_addresses import Family
from drivers.driver import PROGRESSIVE, SHOE, SHUFFLER
from hw_sim.devices.fault_catalogue import FaultOrder, check_family, wire_fault
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.progressive_device import Controller, controller_words
from hw_sim.devices.shoe_faults import SHOE_FAULTS
from hw_sim.devices.shoes_on_wires import ReferenceDevice, ShoeDevice, device_for
from hw_sim.devices.wire_faults import WireFault
from hw_sim.tables.progressive_at_table import PluggedController
from hw_sim.tables.shuffler_at_table import SUPPLIES, TableShuffler
from hw_sim.wires.device_server import ShoeServer
from hw_sim.wires.pty import PtyCable

Out = CardDrawn | CutCardSeen
IN_THIS_PROCESS = "a simulated USB bus, for a station in the same process only"


class ShoeEmptyError(DealerStationError):
    """Raised when a card is to be drawn from a shoe without cards."""


class VirtualDevice(Protocol):
    """A simulated device on a cable."""

    def pull(self) -> None:
        """Pull the cable."""

    def plug(self) -> None:
        """Put the cable back."""

    def strike(self, struck: FaultOrder) -> None:
        """Cause a fault."""

    def mend(self) -> None:
        """End the faults of the wire."""

    def reload(self) -> None:
        """Start over with all cards, if the device has any."""

    def state(self) -> dict[str, Any]:
        """Return the state of the device; never the face of a card."""

    def close(self) -> None:
        """Switch the device off."""


class VirtualShoe:
    """A simulated shoe on a port; its journal file lies beside the port."""

    def __init__(self, rules: Rules, link: Path, seed: int, family: Family, serial: str) -> None:
        cable = self._cable = PtyCable(link)
        self._seed = seed
        self._family = family
        self._shoe = JournaledShoe(rules, seed, link.with_name(link.name + ".journal"), serial, stacked=True)
        self._device: ShoeDevice = device_for(family, self._shoe, serial)
        self._server = ShoeServer(self._shoe, self._device, cable)

    def draw(self, out: Out | None = None) -> None:
        """Draw a card; raise ShoeEmptyError, or DealerStationError if the shoe is locked."""
        if isinstance(self._device, ReferenceDevice) and self._device.locked:
            raise DealerStationError("the shoe is locked; write unlock shoe")
        if self._shoe.draw(out) is None:
            raise ShoeEmptyError("the shoe is empty")
        self._server.nudge()

    @property
    def drawn(self) -> int:
        return self._shoe.cards_out

    def order(self, word: str) -> None:
        """Press a button of the shoe: lock, unlock or clear."""
        device = self._device
        if not isinstance(device, ReferenceDevice):
            raise DealerStationError(f"a simulated {self._family} shoe has no {word}; use --family reference")
        self._server.happens(lambda: device.press(word))

    def pull(self) -> None:
        self._server.pull()

    def plug(self) -> None:
        self._server.plug()

    def strike(self, struck: FaultOrder) -> None:
        check_family(self._family, struck.fault)
        if struck.fault in SHOE_FAULTS:
            self._server.strike(SHOE_FAULTS[struck.fault])
        else:
            self.spoil(wire_fault(struck, f"{self._seed} {self._shoe.newest}"))

    def spoil(self, fault: WireFault) -> None:
        """Add a fault to the wire."""
        self._server.spoil(fault)

    def mend(self) -> None:
        self._server.faults = []

    def reload(self) -> None:
        self._shoe.reload()

    def state(self) -> dict[str, Any]:
        who = self._device if isinstance(self._device, ReferenceDevice) else None
        return {
            "family": self._family,
            "serial": who.serial if who else None,
            "port": str(self._cable.link),
            "plugged": self._cable.plugged,
            "lid": ("open" if self._shoe.lid_open else "closed") if who else None,
            "drawn": self.drawn,
            "noticed": self._shoe.newest,
            "acknowledged": self._shoe.acknowledged,
            "hung": self._device.hung,
            "locked": who is not None and who.locked,
            "faults": [fault.name for fault in self._server.faults if fault.times != 0],
        }

    def close(self) -> None:
        self._server.stop()
        self._shoe.close()


class VirtualShuffler(TableShuffler):
    """A simulated shuffler on a simulated USB bus, which no other program can reach."""

    def __init__(self, rules: Rules, seed: int, folder: Path) -> None:
        super().__init__(rules, seed, folder / SHUFFLER)
        self.plug()

    def reload(self) -> None:
        """Clear the shuffler, so that it starts over with all its cards."""
        self.clear()

    def state(self) -> dict[str, Any]:
        now = self.shuffler.now
        door = ", door open" if now.door_open else ""
        sorting = ", set to sort" if now.sorting else ""
        return {
            "family": "reference",
            "serial": self.device.serial,
            "port": IN_THIS_PROCESS,
            "plugged": self.plugged,
            "noticed": self.shuffler.newest,
            "acknowledged": now.acknowledged,
            "doing": f"{now.state}{door}{sorting}",
            "hung": self.device.hung,
            "faults": [],
        }


class VirtualProgressive(PluggedController):
    """A simulated controller on a port; its memory file lies beside the port."""

    def __init__(self, rules: Rules, link: Path, seed: int) -> None:
        cable = PtyCable(link)
        offered = rules.progressive.progressive.value == "on"
        meter_cents = seed_cents(rules, "progressive") if offered else 0
        memory = link.with_name(link.name + ".memory")
        serial = f"SIM-P{seed}"
        super().__init__(Controller(memory, serial, meter_cents=meter_cents), cable, serial)

    def reload(self) -> None:
        """Take all coins off the controller."""
        self.collect()

    def state(self) -> dict[str, Any]:
        return {
            "family": "reference",
            "serial": self.device.serial,
            "port": str(self.cable.link),
            "plugged": self.cable.plugged,
            "noticed": self.controller.newest,
            "acknowledged": self.controller.acknowledged,
            "doing": controller_words(self.controller),
            "hung": self.device.hung,
            "faults": [fault.name for fault in self.server.faults if fault.times != 0],
        }


class DeviceSettings(Struct, frozen=True):
    """The settings of a virtual table."""

    rules: Rules
    folder: Path
    seed: int = 1
    family: Family = "reference"
    serial: str = "SIM-1"


def _shoe(settings: DeviceSettings) -> VirtualDevice:
    link = settings.folder / SHOE
    return VirtualShoe(settings.rules, link, settings.seed, settings.family, settings.serial)


def _shuffler(settings: DeviceSettings) -> VirtualDevice | None:
    if settings.rules.cards.card_supply.value not in SUPPLIES:
        return None
    return VirtualShuffler(settings.rules, settings.seed, settings.folder)


def _progressive(settings: DeviceSettings) -> VirtualDevice:
    return VirtualProgressive(settings.rules, settings.folder / PROGRESSIVE, settings.seed)


MAKERS: dict[str, Callable[[DeviceSettings], VirtualDevice | None]] = {
    SHOE: _shoe,
    SHUFFLER: _shuffler,
    PROGRESSIVE: _progressive,
}
"""Constructors of the devices by name; a constructor returns None if the table has no such device."""
