"""The thread of a device: opens the port, runs the driver, and reconnects after a loss."""

import queue
import threading
import time
from collections.abc import Callable

from msgspec import structs

from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.engine.model.kinds import DeviceStatus
from dealer_station.engine.model.observations import DeviceSaid, DeviceTrouble
from dealer_station.engine.model.values import Hold
from dealer_station.technical_messages import TechnicalMessages
from drivers.driver import NO_FRAMES, DeviceDown, Driver, Heard, Item, Met, Quality
from drivers.noise_and_rate_limits import WINDOW_SECONDS, Noise, RateLimit
from drivers.ports.hotplug import PortWatch
from drivers.ports.serial_port import Port, SerialPort, ports_named

SHORTEST_WAIT_SECONDS = 0.01
LONGEST_WAIT_SECONDS = 1.0
"""Longest pause between two attempts to open a port, even if udev and inotify report nothing."""
AGAIN_SECONDS = 10.0
"""After this time, a foreign device that the floor ruled on without accepting it is reported again."""
STEADY_SECONDS = 1.0
"""A connection must last this long to reset the waiting time. A port that opens and closes at once, such as a
server with another client, does not.
"""

_CARDS_UNKNOWN = "cards that were drawn before are not known"
_CARDS_MISSING = "it keeps no journal: cards that are drawn now may be missing"
CHATTER = "it sends faster than anybody can deal, and some messages are dropped: cards may be missing"

OpenPort = Callable[[str, int], Port]

log = TechnicalMessages()


class DeviceThread:
    """Keeps one device attached; calls `hear` in its own thread. Any thread may call `tell`."""

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
        """Reasons reported since the device was last attached; each is reported once."""
        self.holds: tuple[Hold, ...] = ()
        """The holds that wait for a ruling; set by its owner."""
        self._chatter, self._noise = RateLimit(), Noise()
        self._quality_at = self._told_at = 0.0
        self.stranger = ""
        """Serial number of a device that answered in place of the expected one."""
        self._quality = Quality()
        self._seq = 0
        self._now = 0.0
        self._unsaid: list[tuple[int | None, str]] = []
        self._log = log.bind(device=driver.device, port=address)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread and release the port."""
        self._stopping.set()
        self._watch.wake()
        self._wake()
        if self._thread.ident is not None:
            self._thread.join()
        self._watch.close()

    def greeted(self, journal: str, seq: int) -> None:
        """Pass on the station's answer to an introduction."""
        self.tell(lambda _: self._driver.greeted(journal, seq))

    def committed(self, journal: str, seq: int) -> None:
        """Pass on that the station has committed an event, so that the device thread acknowledges it."""
        self.tell(lambda _: self._driver.committed(journal, seq))

    def accept(self, serial: str) -> None:
        """Accept the foreign device as the table's own, as the floor has ruled."""
        self._log.info("accepted", serial=serial)
        self.tell(lambda _: self._driver.accept(serial))

    def tell(self, word: Callable[[float], None]) -> None:
        """Queue a call to the driver; the device thread makes it and sends the driver's answer."""
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
        """Report a crashed driver like a pulled cable, and pause before the port is opened again."""
        kind = type(error).__name__
        self._log.error("driver died", seq=self._seq, why=kind)
        self._down(f"its driver crashed ({kind}) and is started again", "driver_ended")
        self._stopping.wait(LONGEST_WAIT_SECONDS)

    def _try(self) -> None:
        """Serve the device until it is lost, then wait; the waiting time doubles after each failure."""
        why = f"{self._address}: no such port; plug the device in"
        cause: DeviceTrouble = "no_port"
        for address in ports_named(self._address):
            self._attached = False
            began = time.monotonic()
            try:
                self._attend(address)
            except DeviceFaultError as fault:
                why, cause = str(fault), fault.cause
            if self._attached and time.monotonic() - began > STEADY_SECONDS:
                self._wait_seconds = SHORTEST_WAIT_SECONDS
            if self._attached or self._stopping.is_set():
                break
        if not self._stopping.is_set():
            self._down(why, cause)
        self._pass_on(self._now)
        if self._watch.wait(self._wait_seconds):
            self._wait_seconds = SHORTEST_WAIT_SECONDS
        else:
            self._wait_seconds = min(self._wait_seconds * 2, LONGEST_WAIT_SECONDS)

    def _attend(self, address: str) -> None:
        """Serve one connection, from opening the port to closing it."""
        port = self._port = self._open_port(address, self._driver.baud)
        try:
            self._driver.opened(port.now())
            if self._driver.loses_cards:
                self._up(Met("", "", 0, 0), address)
            while not self._stopping.is_set():
                self._write(port)
                data = port.read()
                self._log_heard_events()
                now = port.now()
                for item in (*self._driver.feed(data, now), *self._driver.tick(now)):
                    self._take(item, address, now)
                self._watch_quality(now)
            self._write(port)
        finally:
            self._port = None
            port.close()
            self._log_heard_events()

    def _write(self, port: Port) -> None:
        """Run the queued calls and send the bytes that the driver has ready."""
        self._pass_on(port.now())
        if out := self._driver.outgoing():
            port.write(out)

    def _pass_on(self, now: float) -> None:
        """Run the queued calls to the driver, even while the cable is out, so that the queue stays short."""
        self._now = now
        while True:
            try:
                self._told.get_nowait()(now)
            except queue.Empty:
                break

    def _take(self, item: Item, address: str, now: float) -> None:
        match item:
            case DeviceDown(why, cause, serial):
                refused = item.refused
                if refused and (said := f"{address}: {why}") not in self._said:
                    self._said.add(said)
                    self._log.warning("refused", seq=self._seq, why=why, stranger=serial)
                if refused and address == self._address:
                    # If the address is a pattern, a foreign device in one of its ports is simply somebody
                    # else's.
                    self.stranger = serial
                    self._down(why, cause, serial, refused=True)
                raise DeviceFaultError(f"{address}: {why}", cause)
            case Met():
                self._up(item, address)
            case Heard() if self._driver.loses_cards and not self._chatter.takes(
                item, now, stopped=bool(self.holds)
            ):
                if self._chatter.is_told(now, told=self._is_asked("chatter")):
                    self._warn("lost", CHATTER, "chatter")
                return
            case Heard():
                seq = item.number if item.seq is None else item.seq
                self._seq = seq or self._seq
                if self._driver.loses_cards:
                    # A warning about a gap has no number; it takes that of the last event.
                    seq = self._seq or None
                self._unsaid.append((seq, type(item.observation).__name__))
        self._hear(item)

    def _log_heard_events(self) -> None:
        """Log the kind and number of each event, never the card; called after a read, to delay no commit."""
        for seq, what in self._unsaid:
            self._log.info("heard", seq=seq, what=what)
        self._unsaid.clear()

    def _watch_quality(self, now: float) -> None:
        """Log changes in line quality, at most once per window, and warn about noise."""
        quality = self._driver.quality
        if quality != self._quality and now >= self._quality_at:
            self._quality, self._quality_at = structs.replace(quality), now + WINDOW_SECONDS
            self._log.info("bad wire", seq=self._seq, **structs.asdict(quality))
        if words := self._noise.words(quality.noise_bytes, now):
            self._log.warning("noise", seq=self._seq, why=f"{self._driver.device}: {words}")
            if self._driver.loses_cards:
                self._tell("error", f"{NO_FRAMES} cards may be missing", "noise")

    def _warn(self, status: DeviceStatus, why: str, cause: DeviceTrouble, *, missed: bool = False) -> None:
        """Stop the table although the device is attached, and log the reason."""
        self._log.warning(status, seq=self._seq, why=why, cause=cause)
        self._tell(status, why, cause, missed=missed)

    def _tell(
        self,
        status: DeviceStatus,
        detail: str,
        cause: DeviceTrouble,
        serial: str = "",
        *,
        missed: bool = False,
    ) -> None:
        # Without a journal, events during the absence cannot be recovered.
        missed = missed or self._driver.loses_cards
        said = DeviceSaid(self._driver.device, status, detail, missed=missed, cause=cause, serial=serial)
        self._hear(Heard(said, b""))

    def _is_asked(self, cause: DeviceTrouble, serial: str = "") -> bool:
        """True if a hold about this device, for this cause, waits for a ruling."""
        about = (self._driver.device, cause, serial)
        return any((hold.device, hold.cause, hold.serial) == about for hold in self.holds)

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
            self._warn("lost", why, "used_meanwhile", missed=True)
        if self._lost or self._driver.loses_cards:
            # Without a journal, earlier cards are unknown: the log records where the picture begins.
            self._lost = False
            if self._driver.loses_cards:
                self._tell("back", _CARDS_UNKNOWN, "unknown_before")
            else:
                self._tell("back", "", "")

    def _is_forgotten(self, cause: DeviceTrouble, serial: str) -> bool:
        """True if a foreign device is in the port, no hold asks about it, and its last report is old."""
        return not self._is_asked(cause, serial) and time.monotonic() - self._told_at > AGAIN_SECONDS

    def _down(self, why: str, cause: DeviceTrouble, serial: str = "", *, refused: bool = False) -> None:
        """Report a loss: log each reason once; tell the table of the first loss and each foreign device."""
        if self._lost and why in self._said and not (refused and self._is_forgotten(cause, serial)):
            return
        self._said.add(why)
        self._told_at = time.monotonic()
        self._log.warning("lost", seq=self._seq, why=why, cause=cause)
        if not self._lost or refused:
            self._lost = True
            why = f"{why}; {_CARDS_MISSING}" if self._driver.loses_cards else why
            self._tell("lost", why, cause, serial)
