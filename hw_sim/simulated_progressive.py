"""The simulated controller of a simulated table: on a cable of its own, with coins where people bet."""

from pathlib import Path

from dealer_station.engine.dues import Call, Due, Perform, TakeBets
from dealer_station.engine.meters import MILLIONTHS, seed_cents, share_millionths
from dealer_station.engine.rules import Rules
from drivers.families import Chosen
from hw_sim.people import Player, usual_progressive
from hw_sim.progressive_device import Controller, ProgressiveDevice
from hw_sim.served import Served
from hw_sim.wires.pty import PtyCable


class SimulatedProgressive:
    """Coins lie on it where people bet."""

    def __init__(self, rules: Rules, seed: int, log: Path) -> None:
        self._cable = PtyCable(log.with_name(log.name + ".progressive.port"))
        self._memory = log.with_name(log.name + ".progressive")
        self._seed = seed
        self._meter_cents = seed_cents(rules, "progressive")
        self._raise_cents = share_millionths(usual_progressive(rules), rules, "progressive") // MILLIONTHS
        self.chosen = Chosen("reference", str(self._cable.link), f"SIM-P{seed}")
        self.controller: Controller | None = None
        self.served: Served | None = None

    def plug(self) -> None:
        """Its memory is read when the log is ours."""
        controller = self.controller = Controller(
            self._memory, self._seed, meter_cents=self._meter_cents, raise_cents=self._raise_cents
        )
        self.served = Served(ProgressiveDevice(controller, self.chosen.serial), self._cable)

    def attend(self, step: Due, players: tuple[Player, ...]) -> None:
        """Coins go onto the positions before the call, and are collected after it."""
        if not self.controller or not self.served:
            return
        controller = self.controller
        if isinstance(step, TakeBets | Call):
            positions = [player.bet.spot for player in players if player.bet.progressive_cents]
            self.served.happens(lambda: controller.bet(*positions))
        elif isinstance(step, Perform) and step.step == "collect_progressive":
            self.served.happens(controller.collect)

    def close(self) -> None:
        if self.served and self.controller:
            self.served.stop()
            self.controller.close()
