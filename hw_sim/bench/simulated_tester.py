"""A simulated device with a simulated tester, who does what the examiner asks for."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.rulebooks import load
from drivers.driver import PROGRESSIVE, SHOE, SHUFFLER
from drivers.families import Chosen
from hw_sim.bench import conformance_progressive as coins
from hw_sim.bench import conformance_shuffler as batches
from hw_sim.devices.device_bench import VirtualTable
from hw_sim.devices.virtual_devices import DeviceSettings, VirtualShuffler

SIMULATED = "sim"
_WORDS = {
    "draw the cut card": "draw shoe cut",
    "draw a card": "draw",
    "cover the reader, so that it cannot read the next card": "fault shoe misread",
    batches.OPEN_DOOR: "fault shuffler door",
    batches.SORT: "fault shuffler sort_mode",
    batches.SHUFFLE_AGAIN: "fault shuffler sort_mode",
    batches.JAM: "jam",
    batches.CLEAR: "clear shuffler",
    coins.ONE_COIN: "bet 1",
    coins.TWO_COINS: "bet 1 3",
    coins.LATE_COIN: "bet 1 3 5",
    coins.NO_COINS: "reload progressive",
    coins.METER: f"meter {coins.METER_CENTS}",
}
"""Requests to a tester, translated into the words of a virtual table."""


class SimulatedTester:
    """One device of a virtual table and its tester."""

    def __init__(self, device: str, asked: Chosen, folder: Path) -> None:
        supply = {"card_supply": "two_batch_shuffler"} if device == SHUFFLER else {}
        self._device = device
        self._table = VirtualTable(DeviceSettings(load("massachusetts", supply), folder, family=asked.family))
        self.bus: Any = None
        if device == SHUFFLER:
            self.bus = self._shuffler.bus
        self.chosen = replace(asked, address="usb" if device == SHUFFLER else str(folder / device))

    @property
    def _shuffler(self) -> VirtualShuffler:
        shuffler = self._table.devices[SHUFFLER]
        assert isinstance(shuffler, VirtualShuffler)
        return shuffler

    def does(self, what: str) -> None:
        """Carry out a request at once."""
        if what == batches.SHUFFLE:
            self._shuffler.change_batches()
            return
        if what == batches.CLOSE_DOOR:
            self._shuffler.close_door()
            return
        reply = self._table.do(self._word(what))
        if not reply.ok:
            raise DealerStationError(f"{what}: {reply.said}")

    def _word(self, what: str) -> str:
        match what.split():
            case ["pull", "the", "cable", *_]:
                return f"pull {self._device}"
            case ["put", "the", "cable", *_]:
                return f"plug {self._device}"
            case ["switch", *_]:
                return f"fault {self._device} reboot"
            case ["draw", card]:
                return f"draw {SHOE} {card}"
            case _:
                return _WORDS[what]

    def close(self) -> None:
        self._table.close()


DEVICES = (SHOE, SHUFFLER, PROGRESSIVE)
"""Devices that have conformance items."""
