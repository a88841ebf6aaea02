"""A table's simulated devices on ports of their own, and one entrance for all that a person does to them.

A new device joins by an entry in MAKERS: it then has a port, a state, faults, and answers the same words.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from dealer_station.engine.errors import DealerStationError
from dealer_station.engine.observations import CardDrawn, CutCardSeen
from dealer_station.engine.rules import Rules
from drivers.families import Family
from drivers.heard import SHOE
from hw_sim.faults import DEVICE_FAULTS, WIRE_FAULTS, WireFault
from hw_sim.journal import StackedShoe
from hw_sim.scene import DrawnUnheard, Mended, Plugged, Pulled, Struck, deed_of
from hw_sim.served import ServedShoe
from hw_sim.shoe_devices import ReferenceDevice, ShoeDevice, device_for
from hw_sim.wires.pty import PtyCable

Out = CardDrawn | CutCardSeen
CARDS_AT_ONCE_MAX = 1000

HELP = {
    "draw": "a card leaves the shoe; draw N draws so many, draw shoe CARD... these",
    "pull DEVICE": "take its cable out",
    "plug DEVICE": "put its cable back",
    "fault DEVICE NAME": "cause a fault; behind it xTIMES, a RATE from 0 to 1, or at BYTE",
    "mend DEVICE": "the faults of its wire end",
    "reload DEVICE": "all its cards, shuffled",
    "state": "what every device is doing",
    "faults": "every fault by name",
    "help": "these words",
    "quit": "switch everything off",
}


class VirtualDevice(Protocol):
    """A simulated device on a cable."""

    faults: dict[str, str]
    """By name, each with what it is."""

    def pull(self) -> None:
        """The cable is out."""

    def plug(self) -> None:
        """The cable is back."""

    def strike(self, struck: Struck) -> None:
        """A fault begins."""

    def mend(self) -> None:
        """The faults of its wire end."""

    def reload(self) -> None:
        """It begins anew with all cards, where it has any."""

    def state(self) -> dict[str, Any]:
        """What it is doing; never the face of a card."""

    def close(self) -> None:
        """It is switched off."""


class VirtualShoe:
    """A simulated shoe on a port; its journal lies beside it."""

    def __init__(self, rules: Rules, link: Path, seed: int, family: Family, serial: str) -> None:
        cable = self._cable = PtyCable(link)
        self._seed = seed
        self._family = family
        self._shoe = StackedShoe(rules, seed, link.with_name(link.name + ".journal"))
        self._device: ShoeDevice = device_for(family, self._shoe, serial)
        self._served = ServedShoe(self._shoe, self._device, cable)
        self.faults = shoe_faults()

    def draw(self, out: Out | None = None) -> str:
        """A card leaves the shoe; why not, where it cannot."""
        if isinstance(self._device, ReferenceDevice) and self._device.locked:
            return "the shoe is locked"
        self._shoe.next_out = out
        if self._shoe.draw() is None:
            return "the shoe is empty; write reload"
        self._served.nudge()
        return ""

    @property
    def drawn(self) -> int:
        return self._shoe.newest

    def pull(self) -> None:
        self._served.pull()

    def plug(self) -> None:
        self._served.plug()

    def strike(self, struck: Struck) -> None:
        if struck.fault in DEVICE_FAULTS:
            self._served.strike(DEVICE_FAULTS[struck.fault])
        else:
            self.spoil(wire_fault(struck, f"{self._seed} {self._shoe.newest}"))

    def spoil(self, fault: WireFault) -> None:
        """Something is wrong with the wire from now on."""
        lasting = [before for before in self._served.faults if before.times != 0]
        self._served.faults = [*lasting, fault]

    def mend(self) -> None:
        self._served.faults = []

    def reload(self) -> None:
        self._shoe.reload()

    def state(self) -> dict[str, Any]:
        return {
            "family": self._family,
            "port": str(self._cable.link),
            "plugged": self._cable.plugged,
            "drawn": self._shoe.newest,
            "acknowledged": self._shoe.acknowledged,
            "hung": self._device.hung,
            "locked": isinstance(self._device, ReferenceDevice) and self._device.locked,
            "faults": [fault.name for fault in self._served.faults if fault.times != 0],
        }

    def close(self) -> None:
        self._served.stop()
        self._shoe.close()


def shoe_faults() -> dict[str, str]:
    """Every fault of a shoe and of its wire."""
    wire = {name: fault.__doc__ or "" for name, fault in WIRE_FAULTS.items()}
    return wire | {name: type(fault).__doc__ or "" for name, fault in DEVICE_FAULTS.items()}


def wire_fault(struck: Struck, seed: str) -> WireFault:
    """A fault of a wire as it was asked for."""
    times = struck.times if struck.rate is None else None
    chance = Random(f"{struck.fault} {seed}")
    return WIRE_FAULTS[struck.fault](struck.rate or 0, chance, times=times, at_byte=struck.at_byte)


class Settings(Struct, frozen=True):
    """What a virtual table is made of."""

    rules: Rules
    folder: Path
    seed: int = 1
    family: Family = "reference"
    serial: str = "SIM-1"


def _shoe(settings: Settings) -> VirtualDevice:
    link = settings.folder / SHOE
    return VirtualShoe(settings.rules, link, settings.seed, settings.family, settings.serial)


MAKERS: dict[str, Callable[[Settings], VirtualDevice]] = {SHOE: _shoe}
"""Every device of a table."""

FAULTS: dict[str, Callable[[], dict[str, str]]] = {SHOE: shoe_faults}
"""What each of them can suffer."""


class Reply(Struct, frozen=True):
    """What came of a word."""

    ok: bool
    said: str
    state: dict[str, Any] | None = None


class VirtualTable:
    """All devices of one table; words may come from several people at once."""

    def __init__(self, settings: Settings) -> None:
        self.devices = {name: make(settings) for name, make in MAKERS.items()}
        self._lock = threading.Lock()
        self.stopped = threading.Event()

    def do(self, line: str) -> Reply:
        """Does what a line says; what cannot be done is said in a sentence."""
        words = line.split()
        with self._lock:
            try:
                return self._do(words)
            except (ValueError, DealerStationError, OSError) as error:
                return Reply(ok=False, said=str(error))

    def _do(self, words: list[str]) -> Reply:
        match words:
            case ["draw"]:
                return self._draw((None,))
            case ["draw", number] if number.isdecimal() and 0 < int(number) <= CARDS_AT_ONCE_MAX:
                return self._draw((None,) * int(number))
            case ["state"]:
                return Reply(ok=True, said=self._words(), state=self.state())
            case ["faults"]:
                return Reply(ok=True, said="\n".join(fault_lines()))
            case ["help"] | []:
                width = max(map(len, HELP))
                return Reply(
                    ok=True, said="\n".join(f"{word:<{width}}  {what}" for word, what in HELP.items())
                )
            case ["quit"]:
                self.stopped.set()
                return Reply(ok=True, said="switched off")
            case ["reload", name] if name in self.devices:
                self.devices[name].reload()
                return Reply(ok=True, said=f"reload {name}: done")
        if words[0] not in ("draw", "pull", "plug", "fault", "mend"):
            raise ValueError(f'"{words[0]}" is no word of this table; write help')
        return self._deed(words)

    def _deed(self, words: list[str]) -> Reply:
        """In the words of a scene."""
        match deed_of(words):
            case DrawnUnheard(cards):
                return self._draw(cards)
            case Pulled(name):
                self.devices[name].pull()
            case Plugged(name):
                self.devices[name].plug()
            case Mended(name):
                self.devices[name].mend()
            case Struck() as struck:
                self.devices[struck.device].strike(struck)
            case _:
                raise ValueError(f'"{" ".join(words)}" belongs in a scene; write help')
        return Reply(ok=True, said=f"{' '.join(words)}: done")

    def _draw(self, cards: tuple[Out | None, ...]) -> Reply:
        shoe = self.devices[SHOE]
        assert isinstance(shoe, VirtualShoe)
        for card in cards:
            if why := shoe.draw(card):
                return Reply(ok=False, said=why)
        return Reply(ok=True, said=f"drawn: {shoe.drawn}")

    def state(self) -> dict[str, Any]:
        """Every device by its name."""
        return {name: device.state() for name, device in self.devices.items()}

    def _words(self) -> str:
        lines = []
        for name, state in self.state().items():
            said = [word for word in ("hung", "locked") if state.get(word)]
            faults = ", ".join(state["faults"]) or "no faults"
            cable = "plugged in" if state["plugged"] else "CABLE OUT"
            heard = (
                f"{state['drawn']} drawn, {state['acknowledged']} acknowledged" if "drawn" in state else ""
            )
            parts = (f"{state['family']} on {state['port']}", cable, heard, *said, faults)
            lines.append(f"{name}: {'; '.join(part for part in parts if part)}")
        return "\n".join(lines)

    def close(self) -> None:
        for device in self.devices.values():
            device.close()


def fault_lines() -> list[str]:
    """Every fault of every device, with one line of what it is."""
    known = [(device, name, what) for device, faults in FAULTS.items() for name, what in faults().items()]
    width = max(len(name) for _, name, _ in known)
    return [f"{device}  {name:<{width}}  {what.splitlines()[0]}" for device, name, what in known]
