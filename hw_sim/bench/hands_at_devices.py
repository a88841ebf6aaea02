"""The hands that draw cards and pull cables on the bench: simulated ones, or those of a tester who is told
what to do.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Protocol

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from dealer_station.engine.rulebook.rules import Rules
from drivers.device_addresses import DeviceAddress, Family
from drivers.driver import SHOE
from hw_sim.bench.devices_beside_shoe import AttachedDevices, beside_of
from hw_sim.devices.fault_catalogue import FaultOrder, wire_fault
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.devices.shoe_faults import SHOE_FAULTS
from hw_sim.devices.shoes_on_wires import device_for
from hw_sim.scenes.reader import DeviceLine, Scene, Shift
from hw_sim.wires.device_server import ShoeServer
from hw_sim.wires.pty import PtyCable

Out = CardDrawn | CutCardSeen


class CannotByHandError(DealerStationError):
    """Raised when a person cannot do what the scene asks for; the scene is skipped."""


class Hands(Protocol):
    """The actions of a scene on the shoe and the devices beside it."""

    chosen: DeviceAddress
    sent: list[Out]
    """The cards that have left the shoe, as its reader reported them."""
    patience_seconds: float
    beside: AttachedDevices
    """The devices beside the shoe."""

    @property
    def shoe(self) -> SimulatedShoe:
        """The shoe that people shuffle and load."""

    def draw(self, out: Out | None) -> int | None:
        """Draw the named card, or any if None; return its number if the shoe counts."""

    def on_the_wire_at(self) -> float | None:
        """Return the time when the last card was sent, or None if it is unknown."""

    def pull(self, device: str) -> None:
        """Pull the cable."""

    def plug(self, device: str) -> None:
        """Put the cable back."""

    def strike(self, struck: FaultOrder) -> None:
        """Cause a fault."""

    def mend(self, device: str) -> None:
        """End all faults of the wire."""

    def close(self) -> None:
        """Close the devices."""


class SimulatedHands:
    """A simulated shoe on a pseudo-terminal, and the devices that the scene attaches beside it."""

    patience_seconds = 30.0

    def __init__(self, rules: Rules, scene: Scene, folder: Path) -> None:
        family, seed = scene.family, scene.seed
        self._seed = seed
        self.beside = beside_of(scene.attached, rules, seed, folder)
        self.shoe = JournaledShoe(rules, seed, folder / "shoe.journal", f"SIM-{seed}", stacked=True)
        cable = PtyCable(folder / "shoe")
        serial = f"SIM-{seed}" if family == "reference" else ""
        self.chosen = DeviceAddress(family, str(cable.link), serial)
        self._counts = family == "reference"
        self.sent: list[Out] = []
        self._wrote_at: float | None = None
        self._server = ShoeServer(self.shoe, device_for(family, self.shoe, serial), cable)
        self._server.wrote = self._wrote

    def _wrote(self, now: float) -> None:
        if self._wrote_at is None:
            self._wrote_at = now

    def draw(self, out: Out | None) -> int | None:
        self._wrote_at = None
        told = self.shoe.draw(out)
        if told is None:
            raise DealerStationError("the simulated shoe is empty; shorten the scene")
        self.sent.append(told)
        self._server.nudge()
        return self.shoe.newest if self._counts else None

    def on_the_wire_at(self) -> float | None:
        return self._wrote_at

    def pull(self, device: str) -> None:
        if device == SHOE:
            self._server.pull()
        else:
            self.beside.on_cable[device].pull()

    def plug(self, device: str) -> None:
        if device == SHOE:
            self._server.plug()
        else:
            self.beside.on_cable[device].plug()

    def strike(self, struck: FaultOrder) -> None:
        if struck.device != SHOE:
            self.beside.on_cable[struck.device].strike(struck)
        elif struck.fault in SHOE_FAULTS:
            self._server.strike(SHOE_FAULTS[struck.fault])
        else:
            self._server.spoil(wire_fault(struck, f"{self._seed} {len(self.sent)}"))

    def mend(self, device: str) -> None:
        if device == SHOE:
            self._server.faults = []
        else:
            self.beside.on_cable[device].mend()

    def close(self) -> None:
        self._server.stop()
        self.shoe.close()
        self.beside.close()


BY_HAND = {
    "reboot": "switch the shoe off and on again",
    "misread": "cover the reader, so that it cannot read the next card",
    "cable_pull": "pull the cable of the shoe while it reads the next card, and put it back",
    "wrong_identity": "put another shoe into this port",
    "lid_open": "open the lid of the shoe",
    "lid_closed": "close the lid of the shoe",
}
"""Faults that a person can cause, with the request to the tester."""


_NO_SHIFT = "a shift has no written cards, so nobody knows which card must arrive"


def check_by_hand(scene: Scene, family: Family) -> None:
    """Raise CannotByHandError if a person cannot do all that the scene asks for;
    checked before the first card.
    """
    if scene.family != family:
        raise CannotByHandError(f"the scene is for {scene.family}, the shoe is {family}")
    if scene.attached:
        raise CannotByHandError(f"only the shoe can be real; the scene attaches {scene.attached[0]}")
    for line in scene.lines:
        deed = line.deed if isinstance(line, DeviceLine) else None
        if isinstance(deed, Shift):
            raise CannotByHandError(_NO_SHIFT)
        if isinstance(deed, FaultOrder) and (
            deed.fault not in BY_HAND or deed.rate is not None or deed.at_byte is not None
        ):
            raise CannotByHandError(f"{deed.fault} cannot be caused by hand")


class TesterHands:
    """A real shoe and a tester who reads what to do."""

    def __init__(
        self, rules: Rules, chosen: DeviceAddress, say: Callable[[str], None], patience_seconds: float
    ) -> None:
        self.chosen = chosen
        self.beside = AttachedDevices()
        self.shoe: SimulatedShoe = _ToldShoe(rules, say)
        self._say = say
        self.patience_seconds = patience_seconds
        self.sent: list[Out] = []
        self._misread = self._stranger = False

    def draw(self, out: Out | None) -> int | None:
        if out is None:
            raise CannotByHandError(_NO_SHIFT)
        if isinstance(out, CardDrawn) and out.card is None:
            self._say(BY_HAND["misread"])
        self._say(f"draw {card_words(out)}")
        if isinstance(out, CardDrawn) and self._misread:
            out = CardDrawn(None)
            self._misread = False
        self.sent.append(out)
        return None

    def on_the_wire_at(self) -> float | None:
        return None

    def pull(self, device: str) -> None:  # noqa: ARG002
        self._say("pull the cable of the shoe")

    def plug(self, device: str) -> None:  # noqa: ARG002
        self._say("put the cable of the shoe back")

    def strike(self, struck: FaultOrder) -> None:
        self._misread |= struck.fault == "misread"
        if struck.fault == "wrong_identity":
            self._stranger = not self._stranger
        back = struck.fault == "wrong_identity" and not self._stranger
        self._say("put the right shoe back into this port" if back else BY_HAND[struck.fault])

    def mend(self, device: str) -> None:
        """Do nothing: a person causes no lasting fault of a wire."""

    def close(self) -> None:
        """Do nothing: the real shoe stays where it is."""


class _ToldShoe(SimulatedShoe):
    """Stands for a real shoe: asks the tester to shuffle and load it."""

    def __init__(self, rules: Rules, say: Callable[[str], None]) -> None:
        super().__init__(rules, Random(0))
        self._say = say

    def reload(self) -> None:
        self._say("shuffle all cards and load the shoe")

    def shuffle_discards(self) -> None:
        self._say("shuffle the cards of the discard rack and load the shoe")

    @property
    def last_card(self) -> CardDrawn | None:
        return None


def card_words(out: Out) -> str:
    """Return the card as the prompt names it."""
    if isinstance(out, CutCardSeen):
        return "the cut card"
    return str(out.card or "a card")
