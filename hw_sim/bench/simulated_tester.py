"""A simulated device with a simulated tester, who does what the examiner asks for."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.rulebooks import load
from drivers.device_addresses import DeviceAddress
from drivers.driver import PROGRESSIVE, SHOE, SHUFFLER
from hw_sim.bench.conformance_shuffler import CLOSE_DOOR, SHUFFLE
from hw_sim.bench.link_examiner import BenchTask
from hw_sim.tables.served_devices import DeviceSettings, VirtualShuffler
from hw_sim.tables.virtual_table_commands import VirtualTable

SIMULATED = "sim"


class SimulatedTester:
    """One device of a virtual table and its tester."""

    def __init__(self, device: str, asked: DeviceAddress, folder: Path) -> None:
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

    def does(self, task: BenchTask) -> None:
        """Carry out a task at once."""
        if task == SHUFFLE:
            self._shuffler.change_batches()
        elif task == CLOSE_DOOR:
            self._shuffler.close_door()
        elif not (reply := self._table.do(task.control)).ok:
            raise DealerStationError(f"{task.request}: {reply.said}")

    def close(self) -> None:
        self._table.close()


DEVICES = (SHOE, SHUFFLER, PROGRESSIVE)
"""Devices that have conformance items."""
