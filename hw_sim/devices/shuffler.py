"""A simulated shuffler apart from any wire: batches, time, count, and a journal of its events.

The file stands for the device's own memory, which outlives the station. It has one line per change, and each
line holds the whole state after that change.
"""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from dealer_station.engine.model.errors import DealerStationError
from hw_sim.devices.journal_identity import check_owner, new_journal

State = Literal["idle", "shuffling", "ready", "jam", "stopped", "incomplete", "out_of_order"]
WORKING = ("idle", "shuffling", "ready")
COLOURS = ("red", "blue")
SHUFFLE_SECONDS = 0.2
MIX_SECONDS = 0.02
SLOW_SECONDS = 3600.0
LEFT_INSIDE = 16


class Batch(Struct, frozen=True):
    """Cards of one back colour."""

    colour: str
    cards: int


class Noticed(Struct, frozen=True):
    """An event of the device: a state, the door, a count, or the colour of a batch that came out."""

    seq: int
    what: Literal["state", "door", "count", "batch"]
    value: str = field(name="detail")
    sorting: bool = False
    boot: int = 1


class ShufflerContents(Struct, frozen=True):
    """The whole state of the device."""

    journal: int
    serial: str = ""
    boot: int = 1
    acknowledged: int = 0
    state: State = "idle"
    door_open: bool = False
    sorting: bool = False
    spoiled: bool = False
    """True if sort mode was on during this shuffle: the cards are not shuffled,
    even if the light says ready.
    """
    counted: int | None = None
    out: int = 0
    """Number of cards that a continuous shuffler has dealt since cards were last put back."""
    batch: str = ""
    """Colour of the batch that came out last."""
    waiting: Batch | None = None
    """A batch put in while the other one has not been taken out yet."""
    mixing: Batch | None = None
    finished: Batch | None = None


class _Line(Struct, frozen=True):
    now: ShufflerContents
    noticed: Noticed | None = None


class Shuffler:
    """A batch shuffler, or with `continuous` one that takes back the cards of each round."""

    def __init__(self, cards: int, path: Path, serial: str = "", *, continuous: bool = False) -> None:
        self.cards = cards
        self.continuous = continuous
        self.events: list[Noticed] = []
        self.shuffle_seconds = MIX_SECONDS if continuous else SHUFFLE_SECONDS
        self.slow = False
        self.ends_at: float | None = None
        self.miscount = 0
        """Error of the next count."""
        self.leaves_inside = 0
        """Number of cards that stay behind in the next shuffle, which the device notices."""
        self.lacking = 0
        """Number of cards that stay behind in the next shuffle, which the device does not notice."""
        self.emptied: Batch | None = None
        """The batch that was taken out by hand and not yet put back."""
        first = None if continuous else Batch(COLOURS[1], cards)
        self.now = ShufflerContents(new_journal(), serial, state="ready", batch=COLOURS[0], finished=first)
        self._path = path
        is_new = not self._read()
        self._file = path.open("ab", buffering=0)
        if is_new:
            self._write(self.now)

    def _read(self) -> bool:
        """Read the memory file and return whether it held anything; a last line
        that was cut short is removed and ignored.
        """
        text = self._path.read_bytes() if self._path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            self._path.write_bytes(whole)
        serial = self.now.serial
        for line in _lines(self._path, whole):
            if line.now.journal != self.now.journal:
                self.events = []
            self.now = line.now
            check_owner(self._path, line.now.serial, serial)
            if line.noticed:
                self.events.append(line.noticed)
        return whole != b""

    @property
    def newest(self) -> int:
        return len(self.events)

    def change(self, **changes: object) -> None:
        """Change the state and write it to the memory."""
        self._write(replace(self.now, **changes))

    def _write(self, now: ShufflerContents, noticed: Noticed | None = None) -> None:
        self._file.write(msgspec.json.encode(_Line(now, noticed)) + b"\n")
        self.now = now
        if noticed:
            # Appended last, because the serving thread may read the list at any moment.
            self.events.append(noticed)

    def notice(self, what: Literal["state", "door", "count", "batch"], value: str) -> None:
        """Add an event to the journal."""
        self._write(self.now, Noticed(self.newest + 1, what, value, self.now.sorting, self.now.boot))

    def become(self, state: State) -> None:
        """Enter a state and report it, unless the device is in it already."""
        if state != self.now.state:
            self.change(state=state)
            self.notice("state", state)

    @property
    def works(self) -> bool:
        """True if the device is in a working state and its door is closed; a
        fault lasts until somebody clears it.
        """
        return self.now.state in WORKING and not self.now.door_open

    def load(self, batch: Batch) -> None:
        """Put cards in; a batch waits until the other one is taken out."""
        if self.continuous:
            self.change(out=0)
            self._begin(batch)
        elif self.now.finished or self.now.mixing or self.now.waiting:
            self.change(waiting=batch)
        else:
            self._begin(batch)

    def take(self) -> Batch | None:
        """Take the batch out, finished or not, and begin the waiting one; return None if there is none."""
        batch = self.now.finished or self.now.mixing
        if batch is None:
            return None
        ignored, waiting = self.now.finished is None, self.now.waiting
        self.ends_at = None
        self.change(finished=None, mixing=None, waiting=None, counted=None, spoiled=False, batch=batch.colour)
        self.notice("batch", batch.colour)
        if ignored and self.now.state in (*WORKING, "stopped"):
            self.become("incomplete")
        if waiting:
            self._begin(waiting)
        elif self.works:
            self.become("idle")
        return batch

    def empty(self) -> None:
        """Take all cards out and clear what was wrong."""
        self.emptied = self.now.mixing or self.now.finished or self.now.waiting
        self.ends_at = None
        self.change(mixing=None, finished=None, waiting=None, counted=None, spoiled=False)
        self.become("idle")

    def card_left(self) -> None:
        """Note that a continuous shuffler has dealt a card, so that its last count no longer holds."""
        inside = self.now.mixing
        mixing = replace(inside, cards=inside.cards - 1) if inside else None
        self.change(counted=None, out=self.now.out + 1, mixing=mixing)

    def _begin(self, batch: Batch) -> None:
        """Begin a shuffle; a device that does not work keeps the cards until it is cleared."""
        self.change(mixing=batch, counted=None, finished=None, spoiled=self.now.sorting)
        self.ends_at = None
        if self.works:
            self.become("shuffling")

    def tick(self, now: float) -> None:
        """Let time pass: finish the shuffle if it is due."""
        if self.now.state != "shuffling" or self.now.mixing is None:
            return
        if self.ends_at is None:
            self.ends_at = now + (SLOW_SECONDS if self.slow else self.shuffle_seconds)
        elif now >= self.ends_at:
            self._finish(self.now.mixing)

    def _finish(self, batch: Batch) -> None:
        whole = replace(batch, cards=batch.cards - self.leaves_inside - self.lacking)
        counted = whole.cards + self.miscount
        left, self.ends_at = self.leaves_inside, None
        self.leaves_inside = self.lacking = self.miscount = 0
        self.change(mixing=None, finished=None if self.continuous else whole, counted=counted)
        self.notice("count", str(counted))
        self.become("incomplete" if left else "ready")

    def clear(self) -> None:
        """Clear all that is wrong and shuffle again with all cards; do nothing if nothing is wrong."""
        all_in = self.cards - self.now.out
        counted_well = self.now.counted in (None, all_in)
        if self.works and counted_well and not self.now.sorting and not self.now.spoiled:
            return
        if self.now.sorting:
            self.set_sorting(False)
        if self.now.door_open:
            self.close_door()
        batch = self.now.mixing or self.now.finished
        if self.continuous:
            batch = Batch(self.now.batch, all_in)
        if batch is None:
            self.become("idle")
            return
        # The fault is cleared without an event; the next event says that it shuffles.
        self.change(state="idle")
        self._begin(replace(batch, cards=all_in))

    def open_door(self) -> None:
        """Open the door; a shuffle stops."""
        self.change(door_open=True)
        self.notice("door", "open")
        if self.now.state == "shuffling":
            self.become("stopped")

    def close_door(self) -> None:
        self.change(door_open=False)
        self.notice("door", "closed")

    def set_sorting(self, sorting: bool) -> None:
        """Switch sort mode, which sorts cards instead of shuffling them; a
        shuffle during which it was on does not count.
        """
        under_way = self.now.state == "shuffling"
        self.change(sorting=sorting, spoiled=self.now.spoiled or (sorting and under_way))
        if self.now.spoiled and not sorting and self.now.state in WORKING:
            self.become("incomplete")
        else:
            self.notice("state", self.now.state)

    def set_slow(self, slow: bool) -> None:
        """Switch the slow mode; a shuffle under way starts its time again."""
        self.slow, self.ends_at = slow, None

    def reboot(self) -> None:
        """Lose the power for a moment; a shuffle under way stays incomplete."""
        self.change(boot=self.now.boot + 1)
        if self.now.state == "shuffling":
            self.become("incomplete")

    def forget(self) -> None:
        """Lose the journal and the power; a new journal begins."""
        self.events = []
        self.change(journal=new_journal(), acknowledged=0)
        self.reboot()

    def acknowledge(self, seq: int) -> None:
        """Note that the station has committed every event up to `seq`; ignore a
        number that was never sent.
        """
        if self.now.acknowledged < seq <= self.newest:
            self.change(acknowledged=seq)

    def close(self) -> None:
        self._file.close()


def _lines(path: Path, text: bytes) -> list[_Line]:
    try:
        return [msgspec.json.decode(line, type=_Line) for line in text.splitlines()]
    except msgspec.MsgspecError as error:
        raise DealerStationError(
            f"{path}: is not the memory of a simulated shuffler ({error}); remove it with its log"
        ) from error


def noticed_in(path: Path) -> list[tuple[int, Noticed]]:
    """Return every event in a memory file with its journal, including those of journals that were lost."""
    text = path.read_bytes() if path.exists() else b""
    return [(line.now.journal, line.noticed) for line in _lines(path, text) if line.noticed]


def noticed_words(noticed: Noticed) -> str:
    """Return the text that the log should have for an event."""
    match noticed.what:
        case "state":
            works = noticed.value in WORKING
            return "sort_mode" if noticed.sorting and works else noticed.value
        case "door":
            return "door" if noticed.value == "open" else "closed"
        case _:
            return f"{noticed.what} {noticed.value}"
