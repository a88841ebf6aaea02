"""A simulated shuffler at its end of the USB cable: takes requests and commands, returns frames."""

import zlib
from typing import assert_never

from drivers.link.frames import FrameDecoder
from drivers.link.messages import SHUFFLER_KIND, Ack, Event, Hello, Ident, Resend, Status, message_in
from hw_sim.devices.shuffler import Noticed, Shuffler

FIRMWARE = "1.0"
MODEL = "SimShuffler"
JOURNAL_EVENTS = 4096
WINDOW_EVENTS = 16
STATUS_SECONDS = 0.25
RETRANSMIT_SECONDS = 0.075
EVENTS_PER_JOURNAL_READ = 64
IDENT_REQUEST, STATUS_REQUEST = 1, 2
STATES = ("idle", "shuffling", "ready", "jam", "stopped", "incomplete", "out_of_order")
NOT_COUNTED = 0xFFFF


class ShufflerDevice:
    """The protocol side of a shuffler; only the memory of `shuffler` survives a reboot."""

    def __init__(
        self, shuffler: Shuffler, serial: str = "SIM-S1", journal_events: int = JOURNAL_EVENTS
    ) -> None:
        self.shuffler = shuffler
        self.serial = serial
        self.hung = False
        self._journal_events = journal_events
        self.started()

    def started(self) -> None:
        """Reset the protocol after plugging in or a reboot; the device stays
        silent until a host says hello.
        """
        self._decoder = FrameDecoder()
        self._greeted = False
        self._next: int | None = None
        self._journal: list[int] = []
        self._status_at = self._sent_at = 0.0

    @property
    def oldest(self) -> int:
        """The number of the first event that the journal still holds."""
        return max(1, self.shuffler.newest - self._journal_events + 1)

    def control(self, request: int, now: float) -> bytes | None:
        """Return the answer to a vendor request, or None if the request is unknown."""
        if request == IDENT_REQUEST:
            return self._ident().to_bytes()
        return self._status(now).to_bytes() if request == STATUS_REQUEST else None

    def receive(self, data: bytes, now: float) -> None:
        """Handle bytes that the host sends to the bulk pipe."""
        for frame in self._decoder.feed(data):
            match message_in(frame):
                case Hello(_, journal, last):
                    self._greeted, self._next, self._journal = True, None, []
                    self._status_at = now
                    if journal == self.shuffler.now.journal:
                        self.shuffler.acknowledge(last)
                case Ack(seq) if self._greeted:
                    self.shuffler.acknowledge(seq)
                case Resend(since) if self._greeted and since >= self.oldest - 1:
                    self._journal = list(range(since + 1, self.shuffler.newest + 1))
                    self._next = self.shuffler.newest + 1
                case _:
                    pass

    def journal(self, now: float) -> bytes:
        """Return the next part of the journal pipe, at most what one read may take."""
        part, self._journal = (
            self._journal[:EVENTS_PER_JOURNAL_READ],
            self._journal[EVENTS_PER_JOURNAL_READ:],
        )
        if part:
            self._sent_at = now
        return b"".join(self._event(self.shuffler.events[seq - 1], now).to_bytes() for seq in part)

    def interrupt(self, now: float) -> bytes:
        """Return the next frame of the event pipe, or b""."""
        self.shuffler.tick(now)
        if not self._greeted:
            return b""
        acknowledged, newest = self.shuffler.now.acknowledged, self.shuffler.newest
        if self._next is not None and not self._journal:
            if self._next > acknowledged + 1 and now - self._sent_at >= RETRANSMIT_SECONDS:
                self._next = max(acknowledged + 1, self.oldest)
            if self._next <= min(newest, acknowledged + WINDOW_EVENTS):
                self._next, self._sent_at = self._next + 1, now
                return self._event(self.shuffler.events[self._next - 2], now).to_bytes()
        if now - self._status_at >= STATUS_SECONDS:
            self._status_at = now
            return self._status(now).to_bytes()
        return b""

    def _ident(self) -> Ident:
        check = zlib.crc32(FIRMWARE.encode()).to_bytes(4, "little")
        now = self.shuffler.now
        return Ident(
            journal=now.journal,
            boot=now.boot,
            oldest=self.oldest,
            newest=self.shuffler.newest,
            firmware_hash=check,
            model=MODEL,
            serial=self.serial,
            firmware=FIRMWARE,
            kind=SHUFFLER_KIND,
        )

    def _status(self, at: float) -> Status:
        now = self.shuffler.now
        return Status(
            newest=self.shuffler.newest,
            clock_ms=_milliseconds(at),
            boot=now.boot,
            state=STATES.index(now.state),
            mode=int(now.sorting),
            door=int(now.door_open),
            count=NOT_COUNTED if now.counted is None else now.counted,
            batch=now.batch,
        )

    def _event(self, noticed: Noticed, at: float) -> Event:
        match noticed.what:
            case "state":
                kind, payload = 16, bytes((STATES.index(noticed.value), noticed.sorting))
            case "door":
                kind, payload = 17, bytes((noticed.value == "open",))
            case "count":
                kind, payload = 18, int(noticed.value).to_bytes(2, "little")
            case "batch":
                kind, payload = 19, noticed.value.encode("ascii")
            case _:
                assert_never(noticed.what)
        return Event(noticed.seq, _milliseconds(at), noticed.boot, kind, payload)


def _milliseconds(now: float) -> int:
    return int(now * 1000) & 0xFFFF_FFFF
