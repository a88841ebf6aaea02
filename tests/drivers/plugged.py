"""A simulated shuffler on a simulated bus, the real driver on real pyusb, and somebody who writes down."""

import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

from dealer_station.engine.model.observations import DeviceSaid
from drivers.device_thread import DeviceThread
from drivers.driver import Heard, Met
from drivers.ports.usb_port import UsbPort
from drivers.shuffler_reference import reference_shuffler
from hw_sim.devices.shuffler import Shuffler
from hw_sim.devices.shuffler_device import ShufflerDevice
from hw_sim.devices.shuffler_faults import SHUFFLER_FAULTS
from hw_sim.wires.usb_bus import SimulatedBus, fault

PATIENCE_SECONDS = 120
TRANSFERS = (
    "open",
    "configuration",
    "configure",
    "claim",
    "control",
    "commands",
    "events",
    "journal",
    "release",
    "clear_halt",
)


class Plugged:
    """`log` is what has been committed: the number in the journal and the report."""

    def __init__(self, folder: Path, *, serial: str = "S", journal_events: int = 4096) -> None:
        self.shuffler = Shuffler(312, folder / "memory")
        self.device = ShufflerDevice(self.shuffler, "S", journal_events)
        self.bus = SimulatedBus()
        self.log: list[tuple[int, str]] = []
        self.journal = ""
        self.said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.met = threading.Event()
        self.acknowledges = True
        self._serial = serial
        self.thread = self._device_thread()

    def _device_thread(self) -> DeviceThread:
        driver = reference_shuffler(self._serial, self.journal, self.last)
        return DeviceThread("usb", driver, self._hear, lambda *_: UsbPort(driver.serial, self.bus))

    @property
    def last(self) -> int:
        return self.log[-1][0] if self.log else 0

    def start(self) -> "Plugged":
        self.bus.plug(self.device)
        self.thread.start()
        assert self.met.wait(PATIENCE_SECONDS)
        return self

    def restart(self) -> None:
        """Another run of the station with the same log."""
        self.acknowledges = True
        self.thread = self._device_thread()
        self.thread.start()

    def _hear(self, item: Heard | Met) -> None:
        if isinstance(item, Met):
            self.journal = item.journal
            self.thread.greeted(item.journal, self.last)
            self.met.set()
            return
        assert isinstance(item.observation, DeviceSaid)
        words = f"{item.observation.status} {item.observation.told}".rstrip()
        if item.seq is not None:
            self.log.append((item.seq, words))
            if self.acknowledges:
                self.thread.committed(item.journal, item.seq)
        self.said.put(words)

    def act(self, what: Callable[[Shuffler], object]) -> None:
        self.bus.act(lambda: what(self.shuffler))

    def strike(self, name: str) -> None:
        self.bus.act(lambda: SHUFFLER_FAULTS[name](self.device))

    def next(self) -> str:
        return self.said.get(timeout=PATIENCE_SECONDS)

    def hear(self, begins: str) -> str:
        """The next thing that begins so; what comes before it is passed over."""
        while not (words := self.next()).startswith(begins):
            pass
        return words

    def wait_for(self, done: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        while not done():
            assert time.monotonic() < until, "it takes too long"
            time.sleep(0.002)

    def all_arrived(self) -> None:
        """Every event is in the log once and in order, and the device has heard so."""
        newest = self.shuffler.newest
        self.wait_for(lambda: self.last == newest and self.shuffler.now.acknowledged == newest)
        assert [seq for seq, _ in self.log] == list(range(1, newest + 1))

    def close(self) -> None:
        self.bus.before = lambda _: None
        self.thread.stop()
        self.shuffler.close()


class Saboteur:
    """Fails the next transfer of a name with an error, once."""

    def __init__(self, bus: SimulatedBus, name: str, number: int) -> None:
        self._name, self._number = name, number
        self.done = threading.Event()
        bus.before = self

    def __call__(self, name: str) -> None:
        if name == self._name and not self.done.is_set():
            self.done.set()
            raise fault(self._number)
