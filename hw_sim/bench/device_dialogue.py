"""Dialogues with a device for conformance: send messages, and wait for expected ones within a time limit."""

import time
from collections import deque
from collections.abc import Callable
from typing import TypeVar

from dealer_station.engine.model.errors import DeviceFaultError
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from drivers.device_addresses import DeviceAddress, driver_for
from drivers.driver import Heard
from drivers.link.frames import FrameDecoder
from drivers.link.link import HOST_ID, Link
from drivers.link.messages import Answer, Event, Hello, Ident, Message, Status, message_in
from drivers.ports.serial_port import Port, SerialPort

AGAIN_SECONDS = 0.25
QUIET_SECONDS = 0.15
Wanted = TypeVar("Wanted", bound=Message)


class PatientPort:
    """A port that is opened when it is needed, and again after a loss."""

    def __init__(self, address: str, patience_seconds: float, opens: Callable[[], Port]) -> None:
        self.address = address
        self._opens = opens
        self._port: Port | None = None
        self._patience_seconds = patience_seconds

    def deadline(self) -> float:
        return time.monotonic() + self._patience_seconds

    def a_moment(self) -> float:
        """Return the time after which nothing more is expected from earlier actions."""
        return time.monotonic() + QUIET_SECONDS

    def late(self, what: str) -> DeviceFaultError:
        return DeviceFaultError(
            f"{self.address}: {what} did not come within {self._patience_seconds:g} seconds"
        )

    def wait_until_open(self) -> Port:
        """Return the open port; a cable that is out has until the deadline to come back."""
        deadline = self.deadline()
        while self._port is None:
            try:
                self._port = self._opens()
            except DeviceFaultError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(AGAIN_SECONDS / 5)
        return self._port

    def wait_until_lost(self) -> None:
        """Wait until the cable is pulled; raise DeviceFaultError if it is not."""
        deadline = self.deadline()
        while self._port is not None:
            self.read()
            if time.monotonic() > deadline:
                raise self.late("a pulled cable")

    def read(self) -> bytes:
        """Return the bytes that have arrived; b"" if the port is lost."""
        port = self.wait_until_open()
        try:
            return port.read()
        except DeviceFaultError:
            self.close()
            return b""

    def write(self, data: bytes) -> None:
        port = self.wait_until_open()
        try:
            port.write(data)
        except DeviceFaultError:
            self.close()

    def close(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None


class ReferenceDialogue:
    """A dialogue on the reference link, message by message."""

    def __init__(self, port: PatientPort) -> None:
        self.port = port
        self._decoder = FrameDecoder()
        self._heard: deque[Message] = deque()

    def say(self, message: Message) -> None:
        self.port.write(message.to_bytes())

    def close(self) -> None:
        self.port.close()

    def reopen(self) -> None:
        """Close the port and drop all state, as a restarted host does;
        the next use opens it again.
        """
        self.port.close()
        self._decoder = FrameDecoder()
        self.forget()

    def forget(self) -> None:
        """Drop the messages heard so far."""
        self._heard.clear()

    def hello(self, fits: Callable[[Ident], bool] = lambda _: True) -> Ident:
        """Say hello until a device answers whose identity satisfies `fits`."""
        deadline = self.port.deadline()
        while time.monotonic() < deadline:
            self.say(Hello(HOST_ID, 0, 0))
            until = time.monotonic() + AGAIN_SECONDS
            ident = self._next(Ident, fits, until)
            if ident is not None:
                return ident
        raise self.port.late("an identity")

    def event(self, seq: int) -> Event:
        """Return the event `seq`; skip earlier ones that are repeated, and raise
        DeviceFaultError at a gap.
        """
        found = self._next(Event, lambda event: event.seq >= seq, self.port.deadline())
        if found is None:
            raise self.port.late(f"event {seq}")
        if found.seq != seq:
            raise DeviceFaultError(f"{self.port.address}: event {found.seq} came instead of {seq}")
        return found

    def newest(self, last: int) -> int:
        """Return the number of the last event, once no more arrive for a moment."""
        while (late := self._next(Event, lambda event: event.seq > last, self.port.a_moment())) is not None:  # noqa: B023
            last = late.seq
        return last

    def answer(self, number: int) -> Answer:
        found = self._next(Answer, lambda answer: answer.id == number, self.port.deadline())
        if found is None:
            raise self.port.late("an answer to an order")
        return found

    def _next(self, kind: type[Wanted], fits: Callable[[Wanted], bool], until: float) -> Wanted | None:
        while True:
            while self._heard:
                message = self._heard.popleft()
                if isinstance(message, kind) and fits(message):
                    return message
            if time.monotonic() > until:
                return None
            for frame in self._decoder.feed(self.port.read()):
                if (heard := message_in(frame)) is not None:
                    self._heard.append(heard)


def serial_dialogue(address: str, patience_seconds: float) -> ReferenceDialogue:
    """Return a dialogue with the device on a serial port."""
    return ReferenceDialogue(PatientPort(address, patience_seconds, lambda: SerialPort(address, Link.baud)))


class UsbDialogue(ReferenceDialogue):
    """A dialogue over USB, where identity and status come when the port is opened."""

    def hello(self, fits: Callable[[Ident], bool] = lambda _: True) -> Ident:
        deadline = self.port.deadline()
        while time.monotonic() < deadline:
            self.reopen()
            ident = self._next(Ident, fits, time.monotonic() + AGAIN_SECONDS)
            if ident is not None:
                self.say(Hello(HOST_ID, 0, 0))
                return ident
        raise self.port.late("an identity")

    def status(self, newest: int) -> Status:
        """Return the first status that covers the journal at least up to `newest`."""
        found = self._next(Status, lambda status: status.newest >= newest, self.port.deadline())
        if found is None:
            raise self.port.late("a status")
        return found


class Listener:
    """Listens to a family that only sends, through its own driver."""

    def __init__(self, chosen: DeviceAddress, patience_seconds: float) -> None:
        self._driver = driver_for(chosen, "", 0)
        self.port = PatientPort(
            chosen.address, patience_seconds, lambda: SerialPort(chosen.address, self._driver.baud)
        )
        self.port.wait_until_open()
        self._driver.opened(time.monotonic())
        self._cards: deque[CardDrawn | CutCardSeen] = deque()

    def card(self) -> CardDrawn | CutCardSeen:
        """Return the next card."""
        deadline = self.port.deadline()
        while not self._cards:
            if time.monotonic() > deadline:
                raise self.port.late("a card")
            self._listen()
        return self._cards.popleft()

    def close(self) -> None:
        self.port.close()

    def forget(self) -> None:
        """Drop the cards that have arrived, or arrive within a moment."""
        until = self.port.a_moment()
        while time.monotonic() < until:
            self._listen()
        self._cards.clear()

    def _listen(self) -> None:
        data, now = self.port.read(), time.monotonic()
        for item in (*self._driver.feed(data, now), *self._driver.tick(now)):
            if isinstance(item, Heard) and isinstance(item.observation, CardDrawn | CutCardSeen):
                self._cards.append(item.observation)
