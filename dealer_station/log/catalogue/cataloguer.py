"""Filling of a catalogue from one log: the newest rounds first, then older ones in batches, then new ones."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from dealer_station.engine.model import events as e
from dealer_station.engine.model.errors import DealerStationError, LogCorruptError
from dealer_station.engine.model.values import Hold
from dealer_station.log.catalogue import dispute_notes
from dealer_station.log.catalogue.round_tags import marked, with_ties
from dealer_station.log.catalogue.rounds import Catalogue
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.read.state import Recollection
from dealer_station.log.store import files
from dealer_station.log.store.codec import decode, kind_of
from dealer_station.log.store.months import MonthContinuation
from dealer_station.log.store.records import Marks, Opened, OpenedAs, RoundKept

SCREENFUL, BATCH = 60, 250
OPENING_ROWS, OPENINGS = 12, (Opened.__name__, OpenedAs.__name__)


class Cataloguer:
    """The part of a catalogue that comes from one log; used from one thread."""

    def __init__(self, reader: Reader, catalogue: Catalogue, log: int) -> None:
        self.reader = reader
        self._catalogue = catalogue
        self._log = log
        self._inode = reader.path.stat().st_ino
        self._oldest, self._newest = END, 0
        self.known: Recollection | None = None
        """State at the end of the file, once everything is catalogued."""
        self.stands_on = b""
        """The last hash of the previous month, once the end is known."""
        self.beyond: Recollection | None = None
        """State at the end of the continuation of a closed month, if that lies in the same folder."""
        self._beyond = MonthContinuation(reader.path)
        self._lost: set[int] = set()
        """Numbers of the rounds that could not be read; a set, because the end of a round may be taken
        back."""
        self.fault = ""
        """The reason why the state at the end of the file is unknown."""
        self.kind = ""
        """The kind of table according to the first rows, which even a truncated log has."""
        self.is_live = False
        """True if a station appears to be writing to the log."""
        self.is_left = False
        """True if a station wrote to the log and ended without closing it."""
        self._held_us: dict[tuple[str, str], list[int]] = {}
        self.stops: list[tuple[int, e.HoldRaised | e.HoldRuled]] = []
        """Holds and rulings since the log was opened here, each with its time."""
        self._state: tuple[int, ...] = ()
        self._largest = 0
        """The largest size of the file seen; no station makes it smaller."""
        self._rows: Iterator[tuple[int, RoundKept]] | None = None
        """Round summaries read from the rows themselves, if the index of rounds is damaged."""

    def begin(self) -> None:
        """Catalogue the first screenful and find out the kind of table."""
        with suppress(LogCorruptError):
            self._look_at_opening()
        self._newest = self._last_end()
        self.more(SCREENFUL)

    def _look_at_opening(self) -> None:
        """Read the kind of table from the first rows; raise LogError for a review log."""
        # With an upper bound: an open-ended read fetches rows by the thousand, which is too slow here.
        first = self.reader.first_seq or self.reader.ends()[0]
        for row in self.reader.rows(first, first + OPENING_ROWS - 1):
            told = row.part == "record" and kind_of(row.body) in OPENINGS
            content = decode(row.part, row.body) if told else None
            if isinstance(content, Opened):
                dispute_notes.refuse_notes(content, self.reader.path)
                self.kind = ((content.carried or {}).get("opened_as") or {}).get("kind", "")
            elif isinstance(content, OpenedAs):
                self.kind = content.kind

    def more(self, most: int = BATCH) -> bool:
        """Catalogue a batch of older rounds; True if there may be more."""
        if not self._oldest:
            return False
        if self._rows is not None:
            self._take_rows(most)
            return bool(self._oldest)
        try:
            found = self.reader.newest_rounds(self._oldest, 0, most)
        except LogCorruptError:
            found = list(self._one_by_one(most))
        else:
            self._oldest = found[-1][0] if len(found) == most else 0
        self._catalogue.add(self._log, [(seq, kept, self._marks(seq, kept)) for seq, kept in found])
        return bool(self._oldest)

    def news(self) -> bool:
        """Catalogue rounds that ended since, and the one in play; True if anything was written."""
        if self.known is None:
            changed = self._recollect()
        else:
            before = self.known.seq
            for row in self.reader.rows(before + 1):
                content = self.known.take(row)
                self._remember(row.wall_us, content)
                if isinstance(content, e.HoldRaised | e.HoldRuled):
                    self.stops.append((row.wall_us, content))
            changed = self.known.seq > before
        if changed and self.known is not None:
            self._add_new(self.known)
        return self._look_beyond() or changed

    def _look_beyond(self) -> bool:
        """Read the continuation of a closed month; True if it has changed."""
        if self.known is None or not self.known.closed:
            return False
        before, self.beyond = self.beyond, self._beyond.look(self.known)
        return self.beyond is not before

    def held_us(self, hold: Hold, newer: int = 0) -> int:
        """The time at which a hold was raised; `newer` is the number of equal holds raised after it."""
        times = self._held_us.setdefault((hold.kind, hold.known), [])
        while len(times) <= newer:
            times.insert(0, self.known.wall_us if self.known else 0)
        return times[-1 - newer]

    def _remember(self, wall_us: int, content: Any) -> None:
        """Note the time of a raised hold."""
        if isinstance(content, e.HoldRaised):
            self._held_us.setdefault((content.hold.kind, content.hold.known), []).append(wall_us)

    def look_who_writes(self) -> bool:
        """Check the writer's note beside the log; True if a station has come or gone."""
        before = (self.is_live, self.is_left)
        note = self.reader.path.with_name(self.reader.path.name + ".writer")
        self.is_live = files.is_held(self.reader.path)
        self.is_left = not self.is_live and note.exists()
        return before != (self.is_live, self.is_left)

    def was_touched(self) -> bool:
        """True if the file has changed since the last call: rows were added, or somebody tampered with it."""
        before, self._state = self._state, self._look()
        return bool(before) and before != self._state

    def _look(self) -> tuple[int, ...]:
        """Values that change when the file is changed; empty where they cannot be read."""
        found: list[int] = []
        with suppress(Exception):  # The code that reads the rows reports such errors.
            found.append(self.reader.driver.execute("PRAGMA data_version").fetchone()[0])
        with suppress(OSError):
            # A live station runs WAL checkpoints, which touch the file without changing its content.
            told = self.reader.path.stat()
            self._largest = max(self._largest, told.st_size)
            found += [] if self.is_live else [told.st_mtime_ns, told.st_ino]
            found.append(told.st_size if told.st_size < self._largest or not self.is_live else 0)
        return tuple(found)

    @property
    def was_replaced(self) -> bool:
        """True if the month was closed: the file was renamed, and a new one has its path."""
        try:
            return self.reader.path.stat().st_ino != self._inode
        except OSError:
            return False

    @property
    def unreadable(self) -> int:
        """The number of rounds that could not be read in full."""
        return len(self._lost)

    def last_row(self) -> int:
        """The last row to verify; zero if a damaged file cannot tell."""
        try:
            return self.reader.ends()[1]
        except LogCorruptError:
            return 0

    def _recollect(self) -> bool:
        """Read the state at the end of the file; True if that succeeded."""
        if self.fault:
            return False
        try:
            self.known = self.reader.recollect_before(END)
            first = self.reader.ends()[0]
            self.stands_on = next((row.prev for row in self.reader.rows(first, first)), b"")
            self._recall_holds(self.known)
        except (DealerStationError, LookupError) as error:
            self.fault = str(error)
        return self.known is not None

    def _recall_holds(self, known: Recollection) -> None:
        """Read the times of the current holds from the rows of the round."""
        self._held_us.clear()
        if known.table.holds:
            for row in self.reader.rows(known.round.first_seq):
                if row.part == "fact":
                    self._remember(row.wall_us, decode(row.part, row.body))

    def _add_new(self, known: Recollection) -> None:
        """Catalogue the rounds that ended since the newest catalogued one, and the round in play."""
        ended = self.reader.newest_rounds(END, self._newest, known.seq)
        if ended:
            self._newest = ended[0][0]
        told = [(seq, kept, self._marks(seq, kept)) for seq, kept in reversed(ended)]
        now = self.reader.being_played(known)
        if now is not None:
            told.append((known.seq, now, now.marks or Marks()))
        self._catalogue.add(self._log, told, replace=True)

    def _marks(self, last_seq: int, kept: RoundKept) -> Marks:
        """The marks of a round from its summary; from its rows if an old station kept none."""
        if kept.marks is not None:
            told_apart = kept.tells_ties or "war_won" not in kept.marks.results
            return kept.marks if told_apart else self._with_ties(last_seq, kept)
        marks = Marks()
        try:
            for row in self.reader.rows(kept.first_seq, last_seq):
                if row.part == "fact":
                    marks = marked(marks, decode(row.part, row.body))
        except LogCorruptError:
            self._lost.add(kept.number)
        return marks

    def _with_ties(self, last_seq: int, kept: RoundKept) -> Marks:
        """The marks of a round whose station recorded tied wars as won; the cards tell them apart."""
        rows = self.reader.rows(kept.first_seq, last_seq)
        try:
            return with_ties(kept, (decode(row.part, row.body) for row in rows if row.part == "fact"))
        except LogCorruptError:
            return kept.marks or Marks()

    def _one_by_one(self, most: int) -> Iterator[tuple[int, RoundKept]]:
        """Older rounds that can still be read in a damaged file; notes the lost ones."""
        for _ in range(most):
            try:
                self._oldest = self.reader.last_end(self._oldest)
            except LogCorruptError:
                yield from self._without_the_list()
            if not self._oldest:
                return
            found: list[tuple[int, RoundKept]] = []
            with suppress(LogCorruptError):
                found = list(self.reader.newest_rounds(self._oldest + 1, self._oldest - 1, 1))
            # A truncated page may also read as if the row had never existed.
            if not found:
                self._lost.add(self.reader.number_at(self._oldest))
            yield from found

    def _without_the_list(self) -> Iterator[tuple[int, RoundKept]]:
        """The remaining rounds, newest first, found without the damaged index."""
        before, self._oldest = self._oldest, 0
        left = [(seq, kept) for seq, kept in self.reader.kept_one_by_one() if seq < before]
        yield from reversed(left)

    def _last_end(self, before: int = END) -> int:
        """The row at which the last round ended; zero if the index is damaged, and then rows are used."""
        try:
            return self.reader.last_end(before)
        except LogCorruptError:
            self._rows = self._rows or self._from_rows()
            return 0

    def _take_rows(self, most: int) -> None:
        """Catalogue a batch of rounds found in the rows themselves."""
        assert self._rows is not None
        found = list(islice(self._rows, most))
        self._oldest = self._oldest if len(found) == most else 0
        self._catalogue.add(self._log, [(seq, kept, self._marks(seq, kept)) for seq, kept in found])

    def _from_rows(self) -> Iterator[tuple[int, RoundKept]]:
        """The round summaries in the rows, up to the first one that cannot be read."""
        try:
            for row in self.reader.rows():
                if row.part == "record" and isinstance(kept := decode(row.part, row.body), RoundKept):
                    yield row.seq, kept
        except LogCorruptError as error:
            self.fault = str(error)


def known_now(logs: list[Cataloguer], log: int) -> Recollection | None:
    """State at the end of the chain of open logs that starts at `log`, or of its continuation beside the last
    one."""
    last = logs[log]
    for _ in logs:
        known = last.known
        if known is None or not known.closed:
            return known
        after = next((one for one in logs if one.stands_on == known.head), None)
        if after is None:
            break
        last = after
    return last.beyond or last.known
