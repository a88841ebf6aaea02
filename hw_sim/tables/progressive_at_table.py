"""The simulated progressive controller of a simulated table, on its own cable,
with coins where people bet.
"""

from collections.abc import Callable
from pathlib import Path

from dealer_station.engine.due.meters import MILLIONTHS, seed_cents, share_millionths
from dealer_station.engine.due.step_types import Call, Due, Perform, TakeBets
from dealer_station.engine.rulebook.rules import Rules
from drivers.device_addresses import DeviceAddress
from hw_sim.devices.fault_catalogue import FaultOrder, is_of_the_wire, wire_fault
from hw_sim.devices.progressive_device import Controller, ProgressiveDevice
from hw_sim.devices.progressive_faults import PROGRESSIVE_FAULTS
from hw_sim.people.people import SimulatedPlayer, usual_progressive
from hw_sim.wires.device_server import DeviceServer
from hw_sim.wires.pty import PtyCable


class PluggedController:
    """A controller on a cable, with the actions of the people who use it."""

    def __init__(self, controller: Controller, cable: PtyCable, serial: str) -> None:
        self.controller = controller
        self.device = ProgressiveDevice(controller, serial)
        self.cable = cable
        self.server = DeviceServer(self.device, cable)

    def bet(self, *positions: int) -> None:
        """Place coins on exactly these positions."""
        self._happens(lambda: self.controller.bet(*positions))

    def collect(self) -> None:
        self._happens(self.controller.collect)

    def set_meter(self, cents: int) -> None:
        self._happens(lambda: self.controller.set_meter(cents))

    def _happens(self, change: Callable[[], None]) -> None:
        self.server.happens(change)

    def pull(self) -> None:
        self.server.pull()

    def plug(self) -> None:
        self.server.plug()

    def strike(self, struck: FaultOrder) -> None:
        """Cause a fault of the controller or of its wire."""
        if is_of_the_wire(struck.device, struck.fault):
            self.server.spoil(wire_fault(struck, f"{self.device.serial} {self.controller.newest}"))
        else:
            self._happens(lambda: PROGRESSIVE_FAULTS[struck.fault](self.device))

    def mend(self) -> None:
        """End the faults of the wire."""
        self.server.faults = []

    def close(self) -> None:
        self.server.stop()
        self.controller.close()


class TableProgressive:
    """The controller of a table; coins lie on it where people bet."""

    def __init__(self, rules: Rules, seed: int, log: Path) -> None:
        self._cable = PtyCable(log.with_name(log.name + ".progressive.port"))
        self._memory = log.with_name(log.name + ".progressive")
        self._meter_cents = seed_cents(rules, "progressive")
        self._raise_cents = share_millionths(usual_progressive(rules), rules, "progressive") // MILLIONTHS
        self.chosen = DeviceAddress("reference", str(self._cable.link), f"SIM-P{seed}")
        self.plugged: PluggedController | None = None

    def plug(self) -> PluggedController:
        """Make the controller and plug it in. Its memory is read only now, when the log is ours."""
        controller = Controller(
            self._memory, self.chosen.serial, meter_cents=self._meter_cents, raise_cents=self._raise_cents
        )
        self.plugged = PluggedController(controller, self._cable, self.chosen.serial)
        return self.plugged

    def attend(self, step: Due, players: tuple[SimulatedPlayer, ...]) -> None:
        """Place coins on the positions before the call, and collect them at the step that requires it."""
        if not self.plugged:
            return
        if isinstance(step, TakeBets | Call):
            self.plugged.bet(*(player.bet.spot for player in players if player.bet.progressive_cents))
        elif isinstance(step, Perform) and step.step == "collect_progressive":
            self.plugged.collect()

    def close(self) -> None:
        if self.plugged:
            self.plugged.close()
