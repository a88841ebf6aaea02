"""A thread for each device: opens its port, lets the driver read, and comes back after every pulled cable."""

import queue
import threading
import time
from collections.abc import Callable

import structlog
from msgspec import structs

from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.engine.model.observations import DeviceSaid
from drivers.driver import NO_FRAMES, Down, Driver, Heard, Item, Met, Quality
from drivers.ports.hotplug import PortWatch
from drivers.ports.ports import Port, SerialPort, ports_named
from drivers.rate_limit import WINDOW_SECONDS, Chatter, Noise

SHORTEST_WAIT_SECONDS = 0.01
LONGEST_WAIT_SECONDS = 1.0
"""So often a port is tried at least, whatever udev and inotify say."""
AGAIN_SECONDS = 10.0
"""After so long a stranger is named again that the floor has ruled on, and not accepted."""
STEADY_SECONDS = 1.0
"""A port that opens and is lost at once, such as that of a server that has another client, is no good one."""

_CARDS_UNKNOWN = "cards that were drawn before are not known"
_CARDS_MISSING = "it keeps no journal: cards that are drawn now may be missing"
CHATTER = "it chatters, faster than anybody deals, and not all of it is taken: cards may be missing"

OpenPort = Callable[[str, int], Port]

log = structlog.get_logger()


class Supervisor:
    """Keeps one device attached; `hear` is called in its thread, `tell` and what it stands on from any."""

    def __init__(
        self,
        address: str,
        driver: Driver,
        hear: Callable[[Heard | Met], None],
        open_port: OpenPort = SerialPort,
    ) -> None:
        self._address = address
        self._driver = driver
        self._hear = hear
        self._open_port = open_port
        self._port: Port | None = None
        self._told: queue.SimpleQueue[Callable[[float], None]] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._watch = PortWatch(address)
        self._thread = threading.Thread(target=self._work, name=driver.device, daemon=True)
        self._wait_seconds = SHORTEST_WAIT_SECONDS
        self._lost = self._attached = False
        self._said: set[str] = set()
        """Why it is not there, each reason once until it is back."""
        self.holds: tuple[str, ...] = ()
        """What somebody has to rule on before the table goes on; told by whoever sees it."""
        self._chatter, self._noise = Chatter(), Noise()
        self._quality_at = self._told_at = 0.0
        self.stranger = ""
        """The serial number of a device that answered in place of the one that is expected."""
        self._quality = Quality()
        self._seq = 0
        self._now = 0.0
        self._unsaid: list[tuple[int | None, str]] = []
        self._log = log.bind(device=driver.device, port=address)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Lets go of the port."""
        self._stopping.set()
        self._watch.wake()
        self._wake()
        if self._thread.ident is not None:
            self._thread.join()
        self._watch.close()

    def greeted(self, journal: str, seq: int) -> None:
        """The station has answered an introduction."""
        self.tell(lambda _: self._driver.greeted(journal, seq))

    def committed(self, journal: str, seq: int) -> None:
        """The station has an event on its disk; the device hears of it from the wire's thread."""
        self.tell(lambda _: self._driver.committed(journal, seq))

    def accept(self, serial: str) -> None:
        """The floor takes the stranger for the table's device."""
        self._log.info("accepted", serial=serial)
        self.tell(lambda _: self._driver.accept(serial))

    def tell(self, word: Callable[[float], None]) -> None:
        """Something for the driver, said in the wire's thread with the time there; its answer is sent."""
        self._told.put(word)
        self._wake()

    def _wake(self) -> None:
        if (port := self._port) is not None:
            port.wake()

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                self._try()
            except Exception as error:  # noqa: BLE001 - a table must not wait for a device that nobody hears
                self._begin_again(error)

    def _begin_again(self, error: Exception) -> None:
        """A driver that fails is said like a pulled cable, and its port is opened anew a little later."""
        kind = type(error).__name__
        self._log.error("driver died", seq=self._seq, why=kind)
        self._down(f"its driver ended unexpectedly ({kind}) and begins again")
        self._stopping.wait(LONGEST_WAIT_SECONDS)

    def _try(self) -> None:
        """Attends to the device until it is lost, and waits a little longer after each failure."""
        why = f"{self._address}: no such port; plug the device in"
        for address in ports_named(self._address):
            self._attached = False
            began = time.monotonic()
            try:
                self._attend(address)
            except DeviceFaultError as fault:
                why = str(fault)
            if self._attached and time.monotonic() - began > STEADY_SECONDS:
                self._wait_seconds = SHORTEST_WAIT_SECONDS
            if self._attached or self._stopping.is_set():
                break
        if not self._stopping.is_set():
            self._down(why)
        self._pass_on(self._now)
        if self._watch.wait(self._wait_seconds):
            self._wait_seconds = SHORTEST_WAIT_SECONDS
        else:
            self._wait_seconds = min(self._wait_seconds * 2, LONGEST_WAIT_SECONDS)

    def _attend(self, address: str) -> None:
        """One life of the cable."""
        port = self._port = self._open_port(address, self._driver.baud)
        try:
            self._driver.opened(port.now())
            if self._driver.loses_cards:
                self._up(Met("", "", 0, 0), address)
            while not self._stopping.is_set():
                self._write(port)
                data = port.read()
                self._say_what_was_heard()
                now = port.now()
                for item in (*self._driver.feed(data, now), *self._driver.tick(now)):
                    self._take(item, address, now)
                self._watch_quality(now)
            self._write(port)
        finally:
            self._port = None
            port.close()
            self._say_what_was_heard()

    def _write(self, port: Port) -> None:
        """What the station has answered, and what the driver has to say by itself."""
        self._pass_on(port.now())
        if out := self._driver.outgoing():
            port.write(out)

    def _pass_on(self, now: float) -> None:
        """While the cable is out too, which may be for weeks."""
        self._now = now
        while True:
            try:
                self._told.get_nowait()(now)
            except queue.Empty:
                break

    def _take(self, item: Item, address: str, now: float) -> None:
        match item:
            case Down(why, refused, serial):
                if refused and (said := f"{address}: {why}") not in self._said:
                    self._said.add(said)
                    self._log.warning("refused", seq=self._seq, why=why, stranger=serial)
                if refused and address == self._address:
                    # In a port that a pattern found a stranger is only somebody else's device.
                    self.stranger = serial
                    self._down(why, refused=True)
                raise DeviceFaultError(f"{address}: {why}")
            case Met():
                self._up(item, address)
            case Heard() if self._driver.loses_cards and not self._chatter.takes(
                item, now, stopped=bool(self.holds)
            ):
                if self._chatter.is_told(now, told=any(CHATTER in words for words in self.holds)):
                    self._warn("lost", CHATTER)
                return
            case Heard():
                seq = item.number if item.seq is None else item.seq
                self._seq = seq or self._seq
                if self._driver.loses_cards:
                    # What a family says of a gap in its own numbers has none itself: it follows the last one.
                    seq = self._seq or None
                self._unsaid.append((seq, type(item.observation).__name__))
        self._hear(item)

    def _say_what_was_heard(self) -> None:
        """The kind and the number, never the face; said while nothing waits for it to be written down."""
        for seq, what in self._unsaid:
            self._log.info("heard", seq=seq, what=what)
        self._unsaid.clear()

    def _watch_quality(self, now: float) -> None:
        """What a bad wire costs is said when it happens, and not more often than anybody can read."""
        quality = self._driver.quality
        if quality != self._quality and now >= self._quality_at:
            self._quality, self._quality_at = structs.replace(quality), now + WINDOW_SECONDS
            self._log.info("bad wire", seq=self._seq, **structs.asdict(quality))
        if words := self._noise.words(quality.noise_bytes, now):
            self._log.warning("noise", seq=self._seq, why=f"{self._driver.device}: {words}")
            if self._driver.loses_cards:
                self._tell("error", f"{NO_FRAMES} cards may be missing")

    def _warn(self, status: str, why: str, *, missed: bool = False) -> None:
        """The device is there, and the table stops all the same."""
        self._log.warning(status, seq=self._seq, why=why)
        self._tell(status, why, missed=missed)

    def _tell(self, status: str, detail: str, *, missed: bool = False) -> None:
        # Without a journal nobody can say what happened while it was away.
        missed = missed or self._driver.loses_cards
        self._hear(Heard(DeviceSaid(self._driver.device, status, detail, missed=missed), b""))

    def _up(self, met: Met, address: str) -> None:
        if not self._driver.loses_cards:
            self._wait_seconds = SHORTEST_WAIT_SECONDS
        self._log = self._log.bind(serial=met.serial, port=address)
        self._log.info(
            "attached", journal=met.journal, newest=met.newest, model=met.model, firmware=met.firmware
        )
        self._attached = True
        self._said.clear()
        self.stranger = ""
        if why := self._driver.missing_before:
            self._driver.missing_before = ""
            self._warn("lost", why, missed=True)
        if self._lost or self._driver.loses_cards:
            # Without a journal nobody can say what came before, so the log says where the picture begins.
            self._lost = False
            detail = _CARDS_UNKNOWN if self._driver.loses_cards else ""
            self._tell("back", detail)

    def _is_forgotten(self, why: str) -> bool:
        """A stranger sits in the port, and nobody has to rule on it any more: so nobody would ever know."""
        asked = any(why in words for words in self.holds)
        return not asked and time.monotonic() - self._told_at > AGAIN_SECONDS

    def _down(self, why: str, *, refused: bool = False) -> None:
        """Each reason once, however often the port is tried; the table hears of a loss, and of strangers."""
        if self._lost and why in self._said and not (refused and self._is_forgotten(why)):
            return
        self._said.add(why)
        self._told_at = time.monotonic()
        self._log.warning("lost", seq=self._seq, why=why)
        if not self._lost or refused:
            self._lost = True
            why = f"{why}; {_CARDS_MISSING}" if self._driver.loses_cards else why
            self._tell("lost", why)
