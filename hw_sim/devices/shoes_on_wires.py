"""Simulated shoes at their end of the wire: take bytes and the time, return frames."""

from typing import Protocol, assert_never

from dealer_station.engine.model.cards import CUT, UNREAD, Card
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen, DeviceSaid
from drivers.device_addresses import Family
from drivers.link.messages import Answer, Command, Event
from drivers.shoe_reference import byte_of
from hw_sim.devices.journaled_shoe import JournaledShoe, Out, SentEvent
from hw_sim.devices.linked_device import DONE, UNKNOWN, LinkedDevice, milliseconds

LOCK, UNLOCK, CLEAR_ERROR = 1, 2, 3


class ShoeDevice(Protocol):
    """A shoe as a wire sees it."""

    hung: bool
    """True if the shoe neither hears nor sends."""

    def receive(self, data: bytes, now: float) -> list[bytes]:
        """Return the answers to the host's bytes."""

    def tick(self, now: float) -> list[bytes]:
        """Return the frames that the shoe sends unasked."""

    def reboot(self) -> None:
        """Restart after a short loss of power."""


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

    def _words(self, sent: SentEvent) -> list[bytes]:
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

    def _words(self, sent: SentEvent) -> list[bytes]:
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
