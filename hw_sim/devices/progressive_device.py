"""A simulated progressive controller: positions with coins, a lock, a latch, lights and a meter.

The file stands for the controller's own memory, with one line per change. Replaying the lines restores the
whole state, so a latched round stays latched after a loss of power.
"""

import struct
from pathlib import Path

import msgspec
from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError
from drivers.link.messages import PROGRESSIVE_KIND, Answer, Command, Event
from drivers.progressive_reference import (
    CLEAR_ERROR,
    DONE,
    LATCH,
    LIGHTS,
    LOCK,
    POSITIONS,
    UNLOCK,
    map_of,
    positions_in,
)
from hw_sim.devices.journal_identity import check_made, check_owner, new_journal
from hw_sim.devices.linked_device import UNKNOWN, LinkedDevice, milliseconds

WAGERED, LATCHED, METER, LIT, ERROR, LATE = range(1, 7)
METER_CENTS_MAX = 2**64 - 1
"""The largest value that fits into the eight bytes of a meter."""
LETTERS_SHOWN = 40
"""Longest part of a person's input that an error message quotes."""


class _Line(Struct, frozen=True):
    """One change of the controller, as stored in its memory file."""

    did: str
    value: int = 0
    more: tuple[int, ...] = ()
    journal: int = 0
    """Number of the journal that begins with this line."""
    serial: str = ""


class JournalEvent(Struct, frozen=True):
    """An event of the journal, as sent over the wire."""

    kind: int
    payload: bytes


class Controller:
    """The state of the controller, apart from the link protocol; `path` is its memory file."""

    def __init__(self, path: Path, serial: str = "", *, meter_cents: int = 0, raise_cents: int = 0) -> None:
        self._serial = serial
        self._number = 0
        self._raise_cents = raise_cents
        """Amount that each coin adds to the meter when a round is latched."""
        self.coins: set[int] = set()
        self.locked = False
        self.latched: tuple[int, tuple[int, ...]] | None = None
        self.lit: tuple[int, ...] = ()
        self.meter_cents = meter_cents
        self.told: list[JournalEvent] = []
        self.ever: list[tuple[str, int, JournalEvent]] = []
        """Every event with its journal and number, including those of journals that were lost."""
        self.acknowledged = 0
        self._path = path
        lines = self._lines()
        self._remember(lines)
        if lines:
            check_made(path, self._number)
        self._file = path.open("ab", buffering=0)
        if not lines:
            self._happened(_Line("made", journal=new_journal(), serial=serial))

    def _lines(self) -> list[_Line]:
        """Read the memory file; a last line that was cut short is removed and ignored."""
        text = self._path.read_bytes() if self._path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            self._path.write_bytes(whole)
        try:
            return [msgspec.json.decode(line, type=_Line) for line in whole.splitlines()]
        except msgspec.MsgspecError as error:
            raise DealerStationError(
                f"{self._path}: is not the memory of a simulated controller ({error}); remove it with its log"
            ) from error

    def _remember(self, lines: list[_Line]) -> None:
        """Replay the lines; raise DealerStationError if one of them is impossible."""
        for number, line in enumerate(lines, start=1):
            try:
                self._do(line)
            except (struct.error, ValueError, OverflowError) as error:
                raise DealerStationError(
                    f"{self._path} line {number}: is impossible for a controller ({error}); "
                    "remove it with its log"
                ) from error

    @property
    def id(self) -> str:
        """The journal's id; it changes when the journal is lost."""
        return f"{self._number:016x}"

    @property
    def newest(self) -> int:
        return len(self.told)

    def bet(self, *positions: int) -> None:
        """Place coins on exactly these positions; after the lock a new coin is refused."""
        self._happened(_Line("bet", more=tuple(sorted(set(positions)))))

    def collect(self) -> None:
        """Take all coins off; a latched round stays latched."""
        self._happened(_Line("collect"))

    def set_meter(self, cents: int) -> None:
        """Set the meter, as a person with the key does."""
        self._happened(_Line("meter", cents_of(str(cents))))

    def fail(self, code: int) -> None:
        """Report an error of the controller's own."""
        self._happened(_Line("error", code))

    def lock(self, locked: bool) -> None:
        self._happened(_Line("lock", int(locked)))

    def latch(self, round_number: int) -> tuple[int, ...]:
        """Latch the positions of this round and return them. Repeating the round returns the same positions
        until the controller is unlocked.
        """
        if self.latched is None or self.latched[0] != round_number:
            self._happened(_Line("latch", round_number))
        assert self.latched
        return self.latched[1]

    def light(self, positions: tuple[int, ...]) -> None:
        if positions != self.lit:
            self._happened(_Line("light", more=positions))

    def acknowledge(self, seq: int) -> None:
        """Note that the station has committed every event up to `seq`."""
        self._happened(_Line("acknowledged", seq))

    def forget(self) -> None:
        """Lose the memory: a new journal begins, and nothing is latched."""
        self._happened(_Line("forget", journal=new_journal()))

    def close(self) -> None:
        self._file.close()

    def _happened(self, line: _Line) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._do(line)

    def _do(self, line: _Line) -> None:
        match line.did:
            case "made":
                check_owner(self._path, line.serial, self._serial)
                self._number = line.journal
            case "bet":
                self._bet(set(line.more))
            case "collect":
                self.coins = set()
            case "meter":
                self.meter_cents = line.value
                self._tell(METER, struct.pack("<Q", line.value))
            case "error":
                self._tell(ERROR, bytes((line.value,)))
            case "lock":
                self.locked = bool(line.value)
                self.latched = self.latched if self.locked else None
            case "latch":
                self._latch(line.value)
            case "light":
                self.lit = line.more
                self._tell(LIT, map_of(line.more))
            case "forget":
                self._number = line.journal
                self.told, self.acknowledged, self.latched = [], 0, None
            case _:
                self.acknowledged = line.value

    def _bet(self, positions: set[int]) -> None:
        if self.locked:
            for position in sorted(positions - self.coins):
                self._tell(LATE, bytes((position,)))
        elif positions != self.coins:
            self.coins = positions
            self._tell(WAGERED, map_of(positions))

    def _latch(self, round_number: int) -> None:
        self.latched = (round_number, tuple(sorted(self.coins)))
        self._tell(LATCHED, struct.pack("<I", round_number) + map_of(self.coins))
        if self.coins and self._raise_cents:
            raised = self.meter_cents + self._raise_cents * len(self.coins)
            self.meter_cents = min(raised, METER_CENTS_MAX)
            self._tell(METER, struct.pack("<Q", self.meter_cents))

    def _tell(self, kind: int, payload: bytes) -> None:
        self.told.append(JournalEvent(kind, payload))
        self.ever.append((self.id, self.newest, self.told[-1]))


class ProgressiveDevice(LinkedDevice):
    """A controller that speaks the reference link."""

    model = "SimProgressive"
    kind = PROGRESSIVE_KIND

    def __init__(self, controller: Controller, serial: str = "SIM-P1") -> None:
        self.controller = controller
        super().__init__(controller, serial)

    def event(self, seq: int, now: float) -> Event:
        told = self.controller.told[seq - 1]
        return Event(seq, milliseconds(now), self._boot, told.kind, told.payload)

    def obey(self, command: Command) -> Answer:
        controller, data = self.controller, b""
        match command.code, len(command.data):
            case (code, 0) if code in (LOCK, UNLOCK):
                controller.lock(code == LOCK)
            case (code, 0) if code == CLEAR_ERROR:
                pass
            case (code, 4) if code == LATCH:
                data = command.data + map_of(controller.latch(int.from_bytes(command.data, "little")))
            case (code, 2) if code == LIGHTS:
                controller.light(positions_in(command.data))
            case _:
                return Answer(command.id, UNKNOWN)
        return Answer(command.id, DONE, data)


def positions_of(words: list[str]) -> tuple[int, ...]:
    """Parse positions that a person typed; raise DealerStationError if one is out of range."""
    if not all(
        word.isascii() and word.isdecimal() and len(word) < 4 and 1 <= int(word) <= POSITIONS
        for word in words
    ):
        raise DealerStationError(f"a position is a number from 1 to {POSITIONS}")
    return tuple(map(int, words))


def cents_of(word: str) -> int:
    """Parse a meter value that a person typed; raise DealerStationError if it is not valid."""
    digits = word.isascii() and word.isdecimal() and len(word) <= len(str(METER_CENTS_MAX))
    fits = digits and int(word) <= METER_CENTS_MAX
    if not fits:
        shown = word if len(word) <= LETTERS_SHOWN else f"{word[:LETTERS_SHOWN]}..."
        raise DealerStationError(f'"{shown}": a meter is a number of cents from 0 to {METER_CENTS_MAX}')
    return int(word)


def controller_words(now: Controller) -> str:
    """Describe the state of the controller for a person."""
    latched = f"round {now.latched[0]} latched {_words(now.latched[1])}" if now.latched else "not latched"
    lock = "locked" if now.locked else "open"
    return f"{lock}, {latched}, coins {_words(now.coins)}, lights {_words(now.lit)}, meter {now.meter_cents}"


def _words(positions: set[int] | tuple[int, ...]) -> str:
    return " ".join(map(str, sorted(positions))) or "none"


def told_words(told: JournalEvent) -> str:
    """Return the text that the log should have for an event."""
    match told.kind:
        case 1 | 4:
            word = "wagered" if told.kind == WAGERED else "lit"
            return " ".join([word, *map(str, positions_in(told.payload))])
        case 2:
            number = int.from_bytes(told.payload[:4], "little")
            return " ".join(["latched", *map(str, positions_in(told.payload[4:])), f"of {number}"])
        case 3:
            return f"meter {int.from_bytes(told.payload, 'little')}"
        case _:
            return f"{'error' if told.kind == ERROR else 'late'} {told.payload[0]}"
