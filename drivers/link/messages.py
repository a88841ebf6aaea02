"""The messages of the reference link; docs/reference/protocols/reference.md describes them byte by byte."""

import struct
from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from drivers.link.frames import Frame, encode_frame

VERSION = 1

SHOE_KIND, SHUFFLER_KIND, PROGRESSIVE_KIND = range(3)
"""Kinds of device, as an IDENT names them in its flags."""

_HELLO = struct.Struct("<BIQI")
_IDENT = struct.Struct("<QIII4s")
_EVENT = struct.Struct("<IIIB")
_NUMBER = struct.Struct("<I")
_HEARTBEAT = struct.Struct("<II")
_COMMAND = struct.Struct("<IB")
_STATUS = struct.Struct("<IIIBBBHB")


class Message(Struct, frozen=True):
    """A typed message that encodes and decodes its own body."""

    TYPE: ClassVar[int]

    def body(self) -> bytes:
        """Return the bytes between the head and the checksum."""
        return b""

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        """Decode `body`; raise struct.error or ValueError if it is malformed."""
        if body:
            raise ValueError("the body must be empty")
        return cls()

    def to_bytes(self) -> bytes:
        """Return the whole frame."""
        return encode_frame(self.TYPE, self.body())


class Hello(Message, frozen=True):
    """The host opens a session: its id, and the journal and last event that its log has."""

    TYPE = 0x01
    host: int
    journal: int
    last: int
    version: int = VERSION

    def body(self) -> bytes:
        return _HELLO.pack(self.version, self.host, self.journal, self.last)

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        version, host, journal, last = _HELLO.unpack(body)
        return cls(host, journal, last, version)


class Ident(Message, frozen=True):
    """The device identifies itself and names the range of events in its journal."""

    TYPE = 0x81
    journal: int
    boot: int
    oldest: int
    newest: int
    firmware_hash: bytes
    model: str
    serial: str
    firmware: str
    kind: int = SHOE_KIND

    def to_bytes(self) -> bytes:
        return encode_frame(self.TYPE, self.body(), self.kind)

    def body(self) -> bytes:
        words = (self.model, self.serial, self.firmware)
        head = _IDENT.pack(self.journal, self.boot, self.oldest, self.newest, self.firmware_hash)
        return head + b"".join(bytes((len(word),)) + word.encode("ascii") for word in words)

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        head, rest = _IDENT.unpack(body[: _IDENT.size]), body[_IDENT.size :]
        words = []
        for _ in range(3):
            length = rest[0] if rest else 0
            words.append(rest[1 : 1 + length].decode("ascii"))
            if len(rest) < 1 + length:
                raise ValueError("a word is cut short")
            rest = rest[1 + length :]
        if rest:
            raise ValueError("bytes follow the last word")
        return cls(*head, *words)


class Event(Message, frozen=True):
    """An event of the device; the device keeps it until the host acknowledges it."""

    TYPE = 0x82
    seq: int
    clock_ms: int
    boot: int
    kind: int
    payload: bytes = b""

    def body(self) -> bytes:
        return _EVENT.pack(self.seq, self.clock_ms, self.boot, self.kind) + self.payload

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        seq, clock_ms, boot, kind = _EVENT.unpack(body[: _EVENT.size])
        return cls(seq, clock_ms, boot, kind, body[_EVENT.size :])


class Numbered(Message, frozen=True):
    """Base of messages whose body is one number."""

    seq: int

    def body(self) -> bytes:
        return _NUMBER.pack(self.seq)

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        return cls(*_NUMBER.unpack(body))


class Ack(Numbered, frozen=True):
    """The host has committed every event up to this one."""

    TYPE = 0x02


class Resend(Numbered, frozen=True):
    """The host asks for every event after this one."""

    TYPE = 0x03


class Ping(Message, frozen=True):
    """The host is alive and has nothing to send."""

    TYPE = 0x04


class Heartbeat(Message, frozen=True):
    """The device is alive; carries the number of its newest event."""

    TYPE = 0x83
    newest: int
    clock_ms: int

    def body(self) -> bytes:
        return _HEARTBEAT.pack(self.newest, self.clock_ms)

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        return cls(*_HEARTBEAT.unpack(body))


class _OrderMessage(Message, frozen=True):
    """Base of orders and answers: the id of the order, one code byte, and data."""

    id: int
    code: int
    data: bytes = b""

    def body(self) -> bytes:
        return _COMMAND.pack(self.id, self.code) + self.data

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        number, code = _COMMAND.unpack(body[: _COMMAND.size])
        return cls(number, code, body[_COMMAND.size :])


class Command(_OrderMessage, frozen=True):
    """An order to the device; the protocol document of the device kind defines the codes."""

    TYPE = 0x05


class Answer(_OrderMessage, frozen=True):
    """The answer to an order: code 0 done, 1 unknown."""

    TYPE = 0x84


class Status(Message, frozen=True):
    """The state of a shuffler and the end of its journal; see docs/reference/protocols/shuffler.md."""

    TYPE = 0x90
    newest: int
    clock_ms: int
    boot: int
    state: int
    mode: int
    door: int
    count: int
    batch: str

    def body(self) -> bytes:
        head = (self.newest, self.clock_ms, self.boot, self.state, self.mode, self.door, self.count)
        return _STATUS.pack(*head, len(self.batch)) + self.batch.encode("ascii")

    @classmethod
    def from_body(cls, body: bytes) -> Self:
        newest, clock_ms, boot, state, mode, door, count, length = _STATUS.unpack(body[: _STATUS.size])
        colour = body[_STATUS.size :]
        if len(colour) != length:
            raise ValueError("the colour has the wrong length")
        return cls(newest, clock_ms, boot, state, mode, door, count, batch=colour.decode("ascii"))


MESSAGES: dict[int, type[Message]] = {
    kind.TYPE: kind for kind in (Hello, Ident, Event, Ack, Resend, Ping, Heartbeat, Command, Answer, Status)
}


def message_in(frame: Frame) -> Message | None:
    """Decode the message in a frame; return None if its type is unknown or its body malformed."""
    kind = MESSAGES.get(frame.type)
    try:
        message = kind.from_body(frame.body) if kind else None
    except (struct.error, ValueError):
        return None
    return replace(message, kind=frame.flags) if isinstance(message, Ident) else message
