"""A simulated shuffler, apart from any wire: batches, time, count, and a journal of what it noticed.

The file stands for the device's own memory, which outlives the station: a line for each change, and in each
line everything that is so after it.
"""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.errors import DealerStationError
from hw_sim.memory import check_owner, new_journal

State = Literal["idle", "shuffling", "ready", "jam", "stopped", "incomplete", "out_of_order"]
COLOURS = ("red", "blue")
SHUFFLE_SECONDS = 0.2
MIX_SECONDS = 0.02
SLOW_SECONDS = 3600.0
LEFT_INSIDE = 16


class Batch(Struct, frozen=True):
    """Cards of one colour."""

    colour: str
    cards: int


class Noticed(Struct, frozen=True):
    """An event of the device: a state, the door, a count, or the colour of a batch that came out."""

    seq: int
    what: Literal["state", "door", "count", "batch"]
    detail: str
    sorting: bool = False


class Inside(Struct, frozen=True):
    """Everything that is so in the device now."""

    journal: int
    serial: str = ""
    boot: int = 1
    acknowledged: int = 0
    state: State = "idle"
    door_open: bool = False
    sorting: bool = False
    counted: int | None = None
    batch: str = ""
    """The colour that came out last."""
    waiting: Batch | None = None
    """Put in while the other batch is not taken out yet."""
    mixing: Batch | None = None
    finished: Batch | None = None


class _Line(Struct, frozen=True):
    now: Inside
    noticed: Noticed | None = None


class Shuffler:
    """A batch shuffler, or with `continuous` one that takes the cards of each round back."""

    def __init__(self, cards: int, path: Path, serial: str = "", *, continuous: bool = False) -> None:
        self.cards = cards
        self.continuous = continuous
        self.events: list[Noticed] = []
        self.shuffle_seconds = MIX_SECONDS if continuous else SHUFFLE_SECONDS
        self.slow = False
        self.ends_at: float | None = None
        self.miscount = 0
        """What its counter is wrong by, the next time."""
        self.leaves_inside = 0
        """How many cards stay behind, the next time, and it notices."""
        self.lacking = 0
        """How many stay behind, the next time, and it does not notice."""
        self.emptied: Batch | None = None
        """What somebody took out of it, and has not put in again."""
        first = None if continuous else Batch(COLOURS[1], cards)
        self.now = Inside(new_journal(), serial, state="ready", batch=COLOURS[0], finished=first)
        self._path = path
        is_new = not self._read()
        self._file = path.open("ab", buffering=0)
        if is_new:
            self._write(self.now)

    def _read(self) -> bool:
        """Whether the file says anything; a last line that was cut short never happened."""
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
        """Something is otherwise now, and written down."""
        self._write(replace(self.now, **changes))

    def _write(self, now: Inside, noticed: Noticed | None = None) -> None:
        self._file.write(msgspec.json.encode(_Line(now, noticed)) + b"\n")
        self.now = now
        if noticed:
            # Last, because whoever serves this device may look at any moment.
            self.events.append(noticed)

    def notice(self, what: Literal["state", "door", "count", "batch"], detail: str) -> None:
        """The device knows of it, and remembers."""
        self._write(self.now, Noticed(self.newest + 1, what, detail, self.now.sorting))

    def become(self, state: State) -> None:
        """A state that it says of itself."""
        if state != self.now.state:
            self.change(state=state)
            self.notice("state", state)

    def load(self, batch: Batch) -> None:
        """Cards are put in; a batch waits until the finished one is out."""
        if self.continuous:
            self.change(mixing=batch, counted=None)
            self._begin()
        elif self.now.finished or self.now.waiting:
            self.change(waiting=batch)
        elif not self.now.mixing:
            self.change(waiting=batch)
            self._begin()

    def take(self) -> Batch | None:
        """The batch comes out, whether the light says so or not; then the other one is begun."""
        batch = self.now.finished or self.now.mixing
        if batch is None:
            return None
        ignored = self.now.finished is None
        self.ends_at = None
        self.change(finished=None, mixing=None, counted=None, batch=batch.colour)
        self.notice("batch", batch.colour)
        if ignored:
            self.become("incomplete")
        elif self.now.waiting:
            self._begin()
        else:
            self.become("idle")
        return batch

    def empty(self) -> None:
        """All cards are taken out of it, and what was wrong is put right."""
        self.emptied = self.now.mixing or self.now.finished or self.now.waiting
        self.ends_at = None
        self.change(mixing=None, finished=None, waiting=None, counted=None)
        self.become("ready" if self.continuous else "idle")

    def card_left(self) -> None:
        """A continuous shuffler has dealt a card: what it counted before is no longer so."""
        if self.now.counted is not None:
            self.change(counted=None)

    def _begin(self) -> None:
        self.change(mixing=self.now.waiting or self.now.mixing, waiting=None, counted=None, finished=None)
        self.ends_at = None
        self.become("shuffling")

    def tick(self, now: float) -> None:
        """Time passes."""
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
        """Somebody has opened it, put right what was wrong, and it begins again with all its cards."""
        if self.now.sorting:
            self.set_sorting(False)
        if self.now.door_open:
            self.close_door()
        batch = self.now.mixing or self.now.finished
        works = self.now.state == "ready" and self.now.counted in (None, self.cards)
        if batch is None and self.continuous:
            self.become("ready")
        if batch is None or works or self.now.state == "shuffling":
            return
        self.change(waiting=replace(batch, cards=self.cards), mixing=None, finished=None)
        self._begin()

    def open_door(self) -> None:
        """It stops what it does."""
        self.change(door_open=True)
        self.notice("door", "open")
        if self.now.state == "shuffling":
            self.become("stopped")

    def close_door(self) -> None:
        self.change(door_open=False)
        self.notice("door", "closed")

    def set_sorting(self, sorting: bool) -> None:
        """The switch that makes sorted decks of shuffled ones."""
        self.change(sorting=sorting)
        self.notice("state", self.now.state)

    def set_slow(self, slow: bool) -> None:
        """A shuffle that is under way takes as long again from now on."""
        self.slow, self.ends_at = slow, None

    def reboot(self) -> None:
        """The power was gone for a moment: a shuffle that was under way was not completed."""
        self.change(boot=self.now.boot + 1)
        if self.now.state == "shuffling":
            self.become("incomplete")

    def forget(self) -> None:
        """The journal is lost: another one begins, and the power was gone too."""
        self.events = []
        self.change(journal=new_journal(), acknowledged=0, boot=self.now.boot + 1)

    def acknowledge(self, seq: int) -> None:
        """The station has everything up to here on its disk; a number that nobody sent is not believed."""
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
    """All that a shuffler ever noticed, each with its journal, whatever was forgotten since."""
    text = path.read_bytes() if path.exists() else b""
    return [(line.now.journal, line.noticed) for line in _lines(path, text) if line.noticed]


def noticed_words(noticed: Noticed) -> str:
    """An event as the log should have it."""
    match noticed.what:
        case "state":
            works = noticed.detail in ("idle", "shuffling", "ready")
            return "sort_mode" if noticed.sorting and works else noticed.detail
        case "door":
            return "door" if noticed.detail == "open" else "closed"
        case _:
            return f"{noticed.what} {noticed.detail}"
