"""A table's simulated devices, and the one entry point for everything that a person does to them."""

import re
import threading
from typing import Any

from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError
from drivers.driver import PROGRESSIVE, SHOE, SHUFFLER
from hw_sim.devices.fault_catalogue import FaultOrder, fault_lines
from hw_sim.scenes.reader import (
    AtDevice,
    Cleared,
    DrawnUnheard,
    MendWire,
    MeterSet,
    PluggedLine,
    Pulled,
    Wagered,
    deed_of,
)
from hw_sim.tables.served_devices import (
    MAKERS,
    DeviceSettings,
    Out,
    ShoeEmptyError,
    VirtualProgressive,
    VirtualShoe,
    VirtualShuffler,
)

CARDS_AT_ONCE_MAX = 1000

HELP = {
    "draw": "draw a card; draw N draws N cards, draw shoe CARD... draws these",
    "lock shoe, unlock shoe": "a locked shoe gives no card",
    "clear shoe": "end planned misreads of its reader",
    "jam, door": "jam the shuffler, or open its door, if the table has one",
    "clear shuffler": "clear the shuffler; it starts over",
    "bet POSITION...": "place coins on exactly these positions of the progressive controller",
    "collect": "take all coins off the progressive controller",
    "meter CENTS": "set the meter of the progressive controller",
    "pull DEVICE": "pull its cable",
    "plug DEVICE": "put its cable back",
    "fault DEVICE NAME": "cause a fault; for one of a wire add xTIMES, a RATE from 0 to 1, or at BYTE",
    "mend DEVICE": "end the faults of its wire",
    "reload DEVICE": "start over with all cards, or without coins",
    "state": "show the state of every device",
    "faults": "list every fault by name",
    "help": "list these words",
    "quit": "switch everything off",
}
SHORT = {
    "jam": ["fault", SHUFFLER, "jam"],
    "door": ["fault", SHUFFLER, "door"],
    "bet": ["bet", PROGRESSIVE],
    "meter": ["meter", PROGRESSIVE],
}
"""Words that need no device name, because only one device has them."""
DRAWN = f"draw, draw N from 1 to {CARDS_AT_ONCE_MAX}, or draw shoe CARD..."
EXPECTED = {
    **{word: f"{word} alone" for word in ("state", "faults", "help", "quit", "collect")},
    "lock": "lock shoe",
    "unlock": "unlock shoe",
    "clear": "clear shoe or clear shuffler",
    "reload": "reload DEVICE",
}
"""The expected form of words that do not occur in scenes, for error messages."""
DEEDS = ("draw", "pull", "plug", "fault", "mend", "clear", "bet", "meter")


class Reply(Struct, frozen=True):
    """The result of a line."""

    ok: bool
    said: str
    state: dict[str, Any] | None = None


class VirtualTable:
    """All devices of one table; several people may use it at once."""

    def __init__(self, settings: DeviceSettings) -> None:
        made = ((name, make(settings)) for name, make in MAKERS.items())
        self.devices = {name: device for name, device in made if device is not None}
        self._lock = threading.Lock()
        self.stopped = threading.Event()

    def do(self, line: str) -> Reply:
        """Carry out a line; a line that fails is answered with a sentence."""
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
            case ["draw", number] if (
                re.fullmatch("[0-9]{1,4}", number) and 0 < int(number) <= CARDS_AT_ONCE_MAX
            ):
                return self._draw((None,) * int(number))
            case ["draw", word, *_] if word != SHOE:
                raise ValueError(f'"{" ".join(words)}": expected {DRAWN}')
            case ["lock" | "unlock" | "clear" as word, "shoe"]:
                self._shoe.order(word)
                return Reply(ok=True, said=f"{word} shoe: done")
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
            case ["collect"] if isinstance(controller := self.devices.get(PROGRESSIVE), VirtualProgressive):
                controller.collect()
                return Reply(ok=True, said="collect: done")
            case ["clear", "shuffler"]:
                return self._deed(words)
        if words[0] in EXPECTED:
            raise ValueError(f'"{" ".join(words)}": expected {EXPECTED[words[0]]}')
        if words[0] in SHORT and words[1:2] != [PROGRESSIVE]:
            words = [*SHORT[words[0]], *words[1:]]
        if words[0] not in DEEDS:
            raise ValueError(f'"{words[0]}" is not a word of this table; write help')
        return self._deed(words)

    def _deed(self, words: list[str]) -> Reply:
        """Carry out a line that has the form of a scene's device line."""
        deed = deed_of(words)
        if isinstance(deed, AtDevice) and deed.device not in self.devices:
            raise ValueError(
                f"this table has no {deed.device}; serve a table with one, with --option card_supply=..."
            )
        match deed:
            case DrawnUnheard(cards):
                return self._draw(cards)
            case Pulled(name):
                self.devices[name].pull()
            case PluggedLine(name):
                self.devices[name].plug()
            case MendWire(name):
                self.devices[name].mend()
            case FaultOrder() as struck:
                self.devices[struck.device].strike(struck)
            case Cleared() | Wagered() | MeterSet():
                self._at_its_own_device(deed)
            case _:
                raise ValueError(f'"{" ".join(words)}" belongs in a scene; write help')
        return Reply(ok=True, said=f"{' '.join(words)}: done")

    def _at_its_own_device(self, deed: Cleared | Wagered | MeterSet) -> None:
        device = self.devices[deed.device]
        if isinstance(deed, Cleared) and isinstance(device, VirtualShuffler):
            device.clear()
        elif isinstance(deed, Wagered) and isinstance(device, VirtualProgressive):
            device.bet(*deed.positions)
        elif isinstance(deed, MeterSet) and isinstance(device, VirtualProgressive):
            device.set_meter(deed.cents)

    @property
    def _shoe(self) -> VirtualShoe:
        shoe = self.devices[SHOE]
        assert isinstance(shoe, VirtualShoe)
        return shoe

    def _draw(self, cards: tuple[Out | None, ...]) -> Reply:
        """Draw the cards one after the other; if one cannot be drawn, those before it stay drawn."""
        for number, card in enumerate(cards):
            try:
                self._shoe.draw(card)
            except DealerStationError as error:
                before = f"{number} of {len(cards)} were drawn; " if number else ""
                remedy = "; write reload shoe" if isinstance(error, ShoeEmptyError) else ""
                return Reply(ok=False, said=f"{before}{error}{remedy}")
        return Reply(ok=True, said=f"drawn: {self._shoe.drawn}")

    def state(self) -> dict[str, Any]:
        """Return the state of every device by name."""
        return {name: device.state() for name, device in self.devices.items()}

    def _words(self) -> str:
        lines = []
        for name, state in self.state().items():
            said = [word for word in ("hung", "locked") if state.get(word)]
            said += [f"lid {state['lid']}"] if state.get("lid") else []
            faults = ", ".join(state["faults"]) or "no faults"
            cable = "plugged in" if state["plugged"] else "CABLE OUT"
            serial = f"serial {state['serial']}" if state["serial"] else None
            drawn = f"{state['drawn']} drawn, " if "drawn" in state else ""
            heard = f"{drawn}{state['noticed']} noticed, {state['acknowledged']} acknowledged"
            where = f"{state['family']} on {state['port']}"
            parts = (where, cable, serial, state.get("doing"), heard, *said, faults)
            lines.append(f"{name}: {'; '.join(part for part in parts if part)}")
        return "\n".join(lines)

    def close(self) -> None:
        for device in self.devices.values():
            device.close()
