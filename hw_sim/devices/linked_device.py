"""The device side of the reference link, which simulated shoes and progressive controllers share."""

import zlib
from typing import Protocol

from drivers.link.frames import FrameDecoder
from drivers.link.messages import (
    SHOE_KIND,
    Ack,
    Answer,
    Command,
    Event,
    Heartbeat,
    Hello,
    Ident,
    Message,
    Resend,
    message_in,
)

FIRMWARE = "1.0"
JOURNAL_EVENTS = 4096
WINDOW_EVENTS = 16
HEARTBEAT_SECONDS = 0.25
RETRANSMIT_SECONDS = 0.075
COMMANDS_REMEMBERED = 32
DONE, UNKNOWN = 0, 1


class Journal(Protocol):
    """The memory of a device, which survives a loss of power."""

    acknowledged: int

    @property
    def id(self) -> str:
        """The journal's id, in hexadecimal."""

    @property
    def newest(self) -> int:
        """The number of the last event."""

    def acknowledge(self, seq: int) -> None:
        """Note that the host has committed every event up to `seq`."""


class LinkedDevice:
    """The device side of the reference link; only the journal survives a reboot."""

    model = ""
    kind = SHOE_KIND

    def __init__(self, journal: Journal, serial: str) -> None:
        self.journal = journal
        self.serial = serial
        self.hung = False
        self.forgotten = 0
        """Events up to this number are lost from the journal, although it is not full."""
        self._boot = 0
        self.reboot()

    def reboot(self) -> None:
        """Reset the session; the device stays silent until a host says hello."""
        self._boot += 1
        self._decoder = FrameDecoder()
        self._greeted = self._sending = False
        self._next = 1
        self._heartbeat_at = self._sent_at = 0.0
        self._done: dict[bytes, Answer] = {}

    def event(self, seq: int, now: float) -> Event:
        """Return the event `seq` of the journal as it is sent now."""
        return Event(seq, milliseconds(now), self._boot, 0)

    def obey(self, command: Command) -> Answer:
        """Carry out an order; `_obey` makes sure that a repeated order does not get here."""
        return Answer(command.id, UNKNOWN)

    @property
    def oldest(self) -> int:
        """The number of the first event that the journal still holds."""
        return max(1, self.journal.newest - JOURNAL_EVENTS + 1, self.forgotten + 1)

    def receive(self, data: bytes, now: float) -> list[bytes]:
        if self.hung:
            return []
        answers = []
        for frame in self._decoder.feed(data):
            if (message := message_in(frame)) is not None:
                answers += self._hear(message, now)
        return [answer.to_bytes() for answer in answers]

    def tick(self, now: float) -> list[bytes]:
        if self.hung or not self._greeted:
            return []
        out: list[Message] = []
        if self._sending:
            out += self._events(now)
        if now - self._heartbeat_at >= HEARTBEAT_SECONDS:
            self._heartbeat_at = now
            out.append(Heartbeat(self.journal.newest, milliseconds(now)))
        return [message.to_bytes() for message in out]

    def _hear(self, message: Message, now: float) -> list[Message]:
        match message:
            case Hello():
                self._greeted, self._sending = True, False
                self._heartbeat_at = now
                if message.journal == int(self.journal.id, 16):
                    self._release(message.last)
                return [self._ident()]
            case Ack(seq) if self._greeted:
                self._release(seq)
            case Resend(since) if self._greeted:
                if not self.oldest - 1 <= since <= self.journal.newest:
                    return [self._ident()]
                self._next, self._sending = since + 1, True
            case Command():
                return [self._obey(message)]
            case _:
                pass
        return []

    def _ident(self) -> Ident:
        check = zlib.crc32(FIRMWARE.encode()).to_bytes(4, "little")
        journal = self.journal
        return Ident(
            journal=int(journal.id, 16),
            boot=self._boot,
            oldest=self.oldest,
            newest=journal.newest,
            firmware_hash=check,
            model=self.model,
            serial=self.serial,
            firmware=FIRMWARE,
            kind=self.kind,
        )

    def _release(self, seq: int) -> None:
        """Acknowledge the events up to `seq`; ignore a number that was never sent."""
        if self.journal.acknowledged < seq <= self.journal.newest:
            self.journal.acknowledge(seq)

    def _obey(self, command: Command) -> Answer:
        """Carry out an order once and answer each copy of it with the same answer."""
        order = command.body()
        if order not in self._done:
            self._done[order] = self.obey(command)
            if len(self._done) > COMMANDS_REMEMBERED:
                del self._done[next(iter(self._done))]
        return self._done[order]

    def _events(self, now: float) -> list[Event]:
        """Return the events that fit into the window; events that were not
        acknowledged in time are sent again.
        """
        acknowledged, newest = self.journal.acknowledged, self.journal.newest
        # Go-back-N: if the acknowledgement is late, resume right after the last acknowledged event.
        if self._next > acknowledged + 1 and now - self._sent_at >= RETRANSMIT_SECONDS:
            self._next = max(acknowledged + 1, self.oldest)
        last = min(newest, acknowledged + WINDOW_EVENTS)
        events = [self.event(seq, now) for seq in range(self._next, last + 1)]
        if events:
            self._next, self._sent_at = last + 1, now
        return events


def milliseconds(now: float) -> int:
    """Return a device's clock as sent over the wire: milliseconds in 32 bits."""
    return int(now * 1000) & 0xFFFF_FFFF
