"""A thread for each device: opens its port, lets the driver read, and comes back after every pulled cable."""

import queue
import threading
from collections.abc import Callable

import structlog

from dealer_station.engine.errors import DeviceFaultError
from dealer_station.engine.observations import DeviceSaid
from drivers.heard import Down, Driver, Heard, Item, Met
from drivers.ports import Port, SerialPort

SHORTEST_WAIT_SECONDS = 0.01
LONGEST_WAIT_SECONDS = 1.0

OpenPort = Callable[[str, int], Port]
"""How a port is opened, by its address and its speed."""

_CARDS_UNKNOWN = "cards that were drawn before are not known"

log = structlog.get_logger()


class Supervisor:
    """Keeps one device attached; `hear` is called in its thread, `greeted` and `committed` from any."""

    def __init__(
        self,
        address: str,
        driver: Driver,
        hear: Callable[[Heard | Met], None],
        open_port: OpenPort = SerialPort,
    ) -> None:
        self._address = address
        self._open_port = open_port
        self._driver = driver
        self._hear = hear
        self._port: Port | None = None
        self._answers: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name=driver.device, daemon=True)
        self._wait_seconds = SHORTEST_WAIT_SECONDS
        self._lost = False
        self._refused = ""
        self._log = log.bind(device=driver.device, port=address)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Lets go of the port."""
        self._stopping.set()
        self._wake()
        if self._thread.ident is not None:
            self._thread.join()

    def greeted(self, journal: str, seq: int) -> None:
        """The station has answered an introduction."""
        self._answers.put(lambda: self._driver.greeted(journal, seq))
        self._wake()

    def committed(self, journal: str, seq: int) -> None:
        """The station has an event on its disk; the device hears of it from the wire's thread."""
        self._answers.put(lambda: self._driver.committed(journal, seq))
        self._wake()

    def _wake(self) -> None:
        if (port := self._port) is not None:
            port.wake()

    def _work(self) -> None:
        try:
            while not self._stopping.is_set():
                self._try()
        finally:
            if not self._stopping.is_set():
                # Whatever ended this thread: a table must not wait for a device that nobody listens to.
                self._down("its driver ended unexpectedly; start the station again")

    def _try(self) -> None:
        """Attends to the device until it is lost, and waits a little longer after each failure."""
        try:
            self._attend()
        except DeviceFaultError as fault:
            self._down(str(fault))
        self._stopping.wait(self._wait_seconds)
        self._wait_seconds = min(self._wait_seconds * 2, LONGEST_WAIT_SECONDS)

    def _attend(self) -> None:
        """One life of the cable."""
        port = self._port = self._open_port(self._address, self._driver.baud)
        try:
            self._driver.opened(port.now())
            if self._driver.loses_cards:
                self._up("")
            while not self._stopping.is_set():
                self._write(port)
                data = port.read()
                now = port.now()
                for item in (*self._driver.feed(data, now), *self._driver.tick(now)):
                    self._take(item)
            self._write(port)
        finally:
            self._port = None
            port.close()

    def _write(self, port: Port) -> None:
        """What the station has answered, and what the driver has to say by itself."""
        while True:
            try:
                self._answers.get_nowait()()
            except queue.Empty:
                break
        if out := self._driver.outgoing():
            port.write(out)

    def _take(self, item: Item) -> None:
        match item:
            case Down(why, refused):
                if refused:
                    self._down(why, refused=True)
                raise DeviceFaultError(f"{self._address}: {why}")
            case Met():
                self._up(item.serial)
            case Heard():
                # The kind and the number, never the face.
                self._log.info("heard", seq=item.seq, what=type(item.observation).__name__)
        self._hear(item)

    def _up(self, serial: str) -> None:
        self._wait_seconds = SHORTEST_WAIT_SECONDS
        self._log = self._log.bind(serial=serial)
        self._log.info("attached")
        self._refused = ""
        if self._lost or self._driver.loses_cards:
            # Without a journal nobody can say what came before, so the log says where the picture begins.
            self._lost = False
            detail = _CARDS_UNKNOWN if self._driver.loses_cards else ""
            self._hear(Heard(DeviceSaid(self._driver.device, "back", detail), b""))

    def _down(self, why: str, *, refused: bool = False) -> None:
        """Said once for each loss, however often the port is tried, and once for each stranger in it."""
        self._log.info("not attached", why=why)
        if not self._lost or (refused and why != self._refused):
            self._lost = True
            self._refused = why if refused else ""
            self._hear(Heard(DeviceSaid(self._driver.device, "lost", why), b""))
