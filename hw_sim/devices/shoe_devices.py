"""Simulated shoes at their end of the wire: take bytes and the time, return frames."""

import zlib
from typing import Protocol, assert_never

from dealer_station.engine.model.cards import CUT, UNREAD, Card
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid
from drivers.families import Family
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
from drivers.shoe_reference import byte_of
from hw_sim.devices.journal import JournaledShoe, Out, Sent

FIRMWARE = "1.0"
JOURNAL_EVENTS = 4096
WINDOW_EVENTS = 16
HEARTBEAT_SECONDS = 0.25
RETRANSMIT_SECONDS = 0.075
COMMANDS_REMEMBERED = 32
LOCK, UNLOCK, CLEAR_ERROR = 1, 2, 3
DONE, UNKNOWN = 0, 1


class ShoeDevice(Protocol):
    """A shoe as a wire sees it."""

    hung: bool
    """True if the shoe neither hears nor sends."""

    def receive(self, data: bytes, now: float) -> list[bytes]:
        """Return the answers to the host's bytes."""

    def tick(self, now: float) -> list[bytes]:
        """Return the frames that the shoe sends by itself."""

    def reboot(self) -> None:
        """Restart after a short loss of power."""


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
            int(journal.id, 16),
            self._boot,
            self.oldest,
            journal.newest,
            check,
            self.model,
            self.serial,
            FIRMWARE,
            self.kind,
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


class ReferenceDevice(LinkedDevice):
    """A shoe on the reference link."""

    model = "SimShoe"

    def __init__(self, shoe: JournaledShoe, serial: str = "SIM-1") -> None:
        self.shoe = shoe
        super().__init__(shoe, serial)

    def reboot(self) -> None:
        super().reboot()
        self.locked = False

    def press(self, word: str) -> None:
        """Press a button of the shoe; `clear` also cancels the misreads that were planned."""
        if word == "clear":
            self.shoe.misreading.clear()
        else:
            self.locked = word == "lock"

    def obey(self, command: Command) -> Answer:
        self.locked = {LOCK: True, UNLOCK: False}.get(command.code, self.locked)
        known = command.code in (LOCK, UNLOCK, CLEAR_ERROR)
        return Answer(command.id, DONE if known else UNKNOWN)

    def event(self, seq: int, now: float) -> Event:
        sent = self.shoe.sent[seq - 1]
        clock_ms = milliseconds(now)
        match sent.out:
            case CutCardSeen():
                return Event(sent.seq, clock_ms, self._boot, 2)
            case CardDrawn(card):
                kind, payload = (3, b"") if card is None else (1, byte_of(card))
                return Event(sent.seq, clock_ms, self._boot, kind, payload)
            case DeviceSaid(_, "error", detail):
                return Event(sent.seq, clock_ms, self._boot, 5, bytes((int(detail),)))
            case DeviceSaid(_, status):
                return Event(sent.seq, clock_ms, self._boot, 4, b"\x01" if status == "door" else b"\x00")
            case _:
                assert_never(sent.out)


class _Talker:
    """A shoe without a journal: sends each event once, whether anybody listens or not."""

    def __init__(self, shoe: JournaledShoe) -> None:
        self.shoe = shoe
        self.hung = False
        self._said = shoe.newest

    def reboot(self) -> None:
        """Forget the events that were not sent yet."""
        self._said = self.shoe.newest

    def receive(self, data: bytes, now: float) -> list[bytes]:  # noqa: ARG002
        return []

    def tick(self, now: float) -> list[bytes]:  # noqa: ARG002
        out = []
        while self._said < self.shoe.newest:
            sent = self.shoe.sent[self._said]
            self._said += 1
            words = self._words(sent)
            out += [] if self.hung else words
        return out

    def _words(self, sent: Sent) -> list[bytes]:
        """Return the frames of an event; a reader reports nothing but cards."""
        if isinstance(sent.out, DeviceSaid):
            return []
        return [f"{_code(sent.out)}\r\n".encode()]


class ScannerDevice(_Talker):
    """A reader that sends the name of each card as a line."""


class AngelEyeDevice(_Talker):
    """An Angel Eye shoe: sends each report three times and deals every card to its player."""

    _SUITS = "?dcsh"
    _RANKS = "?A23456789TJQK"

    def __init__(self, shoe: JournaledShoe) -> None:
        super().__init__(shoe)
        self._reports = shoe.newest

    def _words(self, sent: Sent) -> list[bytes]:
        data = self._data(sent.out)
        if not data:
            return []
        self._reports += 1
        return [self.report(ord("0") + self._reports % 10, data)] * 3

    def _data(self, out: Out) -> bytes:
        match out:
            case CutCardSeen():
                return b"C"
            case CardDrawn(card):
                if card is None:
                    return b"E\xc1"
                face = self._SUITS.index(card[1]) << 4 | self._RANKS.index(card[0])
                return bytes((ord("D"), 0x81, 0x80 | face))
            case DeviceSaid(_, "error", detail):
                return bytes((ord("E"), 0xC0 | int(detail)))
            case DeviceSaid():
                # The shoe does not report its lid.
                return b""
            case _:
                assert_never(out)

    @staticmethod
    def report(seq: int, data: bytes) -> bytes:
        """Return one copy of a report as bytes."""
        checked = bytes((seq,)) + data + b"\x03"
        check = 0
        for byte in checked:
            check ^= byte
        return b"\x05" + checked + f"{check:02X}".encode()


def device_for(family: Family, shoe: JournaledShoe, serial: str) -> ShoeDevice:
    """Return the device of this family for a shoe."""
    match family:
        case "reference":
            return ReferenceDevice(shoe, serial)
        case "angel_eye":
            return AngelEyeDevice(shoe)
        case "scanner":
            return ScannerDevice(shoe)


def _code(out: CardDrawn | CutCardSeen) -> Card | str:
    return CUT if isinstance(out, CutCardSeen) else out.card or UNREAD


def milliseconds(now: float) -> int:
    """Return a device's clock as sent over the wire: milliseconds in 32 bits."""
    return int(now * 1000) & 0xFFFF_FFFF
