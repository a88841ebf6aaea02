"""The host side of a session on the reference link: it skips no event and acknowledges only committed ones.

A session begins with HELLO, to which the device answers with IDENT. The driver reports that as `Met`, and the
station answers with `greeted`, the last event that its log has. Only then is the session live: the host sends
RESEND for everything after that event, and takes events strictly in order. `_told` is the last event passed
to the station, `_committed` the last that the log has. An ACK never goes beyond `_committed`, so the device
keeps every event until it is on disk.
"""

from collections.abc import Callable

from dealer_station.engine.model.observations import Observation
from drivers.driver import NO_FRAMES, SHOE, DeviceDown, Heard, Item, Met, Quality
from drivers.link.frames import FrameDecoder
from drivers.link.messages import (
    Ack,
    Answer,
    Event,
    Heartbeat,
    Hello,
    Ident,
    Message,
    Ping,
    Resend,
    message_in,
)

HEARTBEAT_SECONDS = 0.25
MISSED_HEARTBEATS = 4
ASK_AGAIN_SECONDS = 0.1
HOST_ID = 0x44530001
FROM_DEVICE = 0x80
"""Type bit of messages from a device. Some wires echo the host's messages, and an echo is no sign of life."""


Meaning = Callable[[int, bytes], Observation]
"""Decodes the kind and payload of an event into an observation."""


class Link:
    """Host side of a device on the reference link; `serial` is the expected serial number, if known."""

    baud = 115200
    loses_cards = False
    missing_before = ""
    device = SHOE
    kind = 0
    """The kind that the device must name in its IDENT."""

    def __init__(self, meaning: Meaning, serial: str = "", journal: str = "", last: int = 0) -> None:
        self._meaning = meaning
        self.serial = serial
        self.quality = Quality()
        self._journal, self._committed = journal, last
        self._told = last
        self._live = False
        self._ident: Ident | None = None
        self._decoder = FrameDecoder()
        self._out = bytearray()
        self._heard_at = self._said_at = 0.0
        self._asked: tuple[int, float] | None = None

    def opened(self, now: float) -> None:
        self._decoder = FrameDecoder()
        self._out.clear()
        self._ident, self._live, self._asked = None, False, None
        self._heard_at = now
        self._say_hello(now)

    def feed(self, data: bytes, now: float) -> list[Item]:
        items: list[Item] = []
        before, noise_before = self._decoder.damaged, self._decoder.noise_bytes
        frames = self._decoder.feed(data)
        self.quality.damaged += self._decoder.damaged - before
        self.quality.noise_bytes += self._decoder.noise_bytes - noise_before
        for frame in frames:
            if frame.type & FROM_DEVICE and (message := message_in(frame)) is not None:
                self._heard_at = now
                items += self._take(message, frame.raw, now)
        return items

    def tick(self, now: float) -> list[Item]:
        """Return `DeviceDown` after too long a silence; otherwise send a PING or HELLO if one is due."""
        if now - self._heard_at > HEARTBEAT_SECONDS * MISSED_HEARTBEATS:
            silent = f"silent for {MISSED_HEARTBEATS} heartbeats"
            if self._decoder.noise_bytes:
                return [DeviceDown(f"{silent}, but {NO_FRAMES}", "silent_with_noise")]
            return [DeviceDown(silent, "silent")]
        if now - self._said_at >= HEARTBEAT_SECONDS:
            if self._ident is None:
                self._say_hello(now)
            else:
                self._say(Ping(), now)
        return []

    def outgoing(self) -> bytes:
        out = bytes(self._out)
        self._out.clear()
        return out

    def greeted(self, journal: str, seq: int) -> None:
        """Go live after the log's answer to an introduction; ignore an answer for another journal."""
        if self._ident is None or journal != _name(self._ident):
            return
        self._journal, self._committed, self._told = journal, seq, seq
        self._live, self._asked = True, None
        self._out += Resend(seq).to_bytes()

    def committed(self, journal: str, seq: int) -> None:
        """Acknowledge a committed event; only now may the device forget it."""
        if journal == self._journal and seq >= self._committed:
            self._committed = seq
            if self._live:
                self._out += Ack(seq).to_bytes()

    def accept(self, serial: str) -> None:
        self.serial = serial

    def answered(self, answer: Answer, now: float) -> list[Item]:  # noqa: ARG002
        """Handle the answer to an order; a device that is only read gets no orders."""
        return []

    def _take(self, message: Message, raw: bytes, now: float) -> list[Item]:
        match message:
            case Ident():
                return self._introduced(message)
            case Event():
                return self._happened(message, raw, now)
            case Heartbeat():
                if self._live and message.newest > self._told:
                    self._ask(now)
                return []
            case Answer():
                return self.answered(message, now)
            case _:
                return []

    def _introduced(self, ident: Ident) -> list[Item]:
        """Check the identity of the device: refuse a wrong kind or serial number, otherwise report `Met`."""
        if ident.kind != self.kind:
            why = f"a {ident.model} answers (serial {ident.serial}), which is not a {self.device}"
            return [DeviceDown(why, "wrong_kind")]
        if self.serial and ident.serial != self.serial:
            why = f"another device answers: serial {ident.serial}, not {self.serial}"
            return [DeviceDown(why, "stranger", ident.serial)]
        # The session starts anew if the journal or the boot number changed: then the numbers that the host
        # knows may mean other events, and the station compares them with its log before one is taken.
        before = self._ident
        same = before is not None and (ident.journal, ident.boot) == (before.journal, before.boot)
        if same and (not self._live or ident.oldest <= self._told + 1):
            # A repeated IDENT of the same session. It matters only if events that the host still needs are
            # gone.
            return []
        self.serial, self._ident, self._live = ident.serial, ident, False
        return [Met(ident.serial, _name(ident), ident.oldest, ident.newest, ident.model, ident.firmware)]

    def _happened(self, event: Event, raw: bytes, now: float) -> list[Item]:
        """Take events in order: acknowledge a committed duplicate again, and ask for a resend at a gap."""
        # Two numbers ensure that each event is taken once. `_told` is the last event passed to the station,
        # `_committed` the last one in the log; the second follows the first. An event between them is not
        # committed yet, so a copy of it gets no answer: an acknowledgement would let the device forget an
        # event that a crash may still lose. After a gap nothing is passed on: the device resends the missing
        # events and all that follow, in order.
        if not self._live or self._ident is None:
            return []
        if event.seq <= self._told:
            if event.seq <= self._committed:
                self._out += Ack(self._committed).to_bytes()
            return []
        if event.seq > self._told + 1:
            self._ask(now)
            return []
        self._told = event.seq
        self._asked = None
        resent = event.seq <= self._ident.newest
        return [Heard(self._meaning(event.kind, event.payload), raw, self._journal, event.seq, resent)]

    def _ask(self, now: float) -> None:
        """Ask for a resend: once per gap, and again if no answer comes in time."""
        if self._asked and self._asked[0] == self._told and now - self._asked[1] < ASK_AGAIN_SECONDS:
            return
        self._asked = (self._told, now)
        self.quality.resends += 1
        self._say(Resend(self._told), now)

    def _say_hello(self, now: float) -> None:
        self._say(Hello(HOST_ID, int(self._journal or "0", 16), self._committed), now)

    def _say(self, message: Message, now: float) -> None:
        self._said_at = now
        self._out += message.to_bytes()


def _name(ident: Ident) -> str:
    """Return the journal number as the log writes it."""
    return f"{ident.journal:016x}"
