"""Read access to a log: never blocks the writer, finds a round by its index, yields rows in order."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec.structs import replace
from sqlalchemy import Connection, select

from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.log.integrity.chain import COLUMNS, Row
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.read.state import Recollection, summary
from dealer_station.log.read.unfit_rows import unfit_rows
from dealer_station.log.store import files, stored_states, upgrade
from dealer_station.log.store.codec import decode, kind_of
from dealer_station.log.store.records import Opened, RoundKept
from dealer_station.log.store.schema import ANCHOR, CHECKPOINT, EVENT, ROUND, SHAPES, shape_of

ANCHORS_SINCE = "0002"
BATCH_ROWS = 2_000
ALL_ROWS = "SELECT " + ", ".join(COLUMNS) + " FROM event WHERE seq BETWEEN ? AND ? ORDER BY seq"
NEXT_ROW = ALL_ROWS + " LIMIT 1"
FIRST_ROW, LAST_ROW = (f"SELECT seq FROM event ORDER BY seq {way} LIMIT 1" for way in ("ASC", "DESC"))
NEWEST_ROUNDS = (
    "SELECT event.seq, event.body FROM round JOIN event ON event.seq = round.last_seq "
    "WHERE round.last_seq < ? AND round.last_seq > ? ORDER BY round.last_seq DESC LIMIT ?"
)
END = 2**62


class Reader:
    """A log, opened read-only."""

    def __init__(self, path: Path) -> None:
        self.path = path
        upgrade.check_is_a_log(path)
        self._connection = files.open_for_reading(path)
        self.is_partial = False
        """True if damage keeps rows out of reach; if no row could be reached, a repaired copy is read
        instead."""
        self.unreadable = 0
        """The number of listed rounds that damage has left out of what was read."""
        with files.reading_faults(path):
            upgrade.check_readable(self._connection, path)
        self.first_seq = 0
        """The number of the first row; zero if there was none when the file was opened."""
        try:
            self.first_seq = self._first_row()
        except LogCorruptError as error:
            # The repair sees only the pages of the file; if there is a -wal, SQLite must read the log itself.
            if files.is_damage(error) and not files.wal_path(path).exists():
                self._salvage()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        files.close(self._connection)

    def _first_row(self) -> int:
        """The number of the first row; zero if there is none."""
        with files.reading_faults(self.path):
            return int(self._connection.exec_driver_sql(FIRST_ROW).scalar() or 0)

    def _salvage(self) -> None:
        """Read from a repaired copy from here on, if any rows remain."""
        root = "SELECT rootpage FROM sqlite_master WHERE name = 'event'"
        with files.reading_faults(self.path):
            found = files.open_salvaged(self.path, int(self._connection.exec_driver_sql(root).scalar_one()))
        if found is not None:
            files.close(self._connection)
            self._connection, self.is_partial = found, True

    @property
    def driver(self) -> Any:
        """The sqlite3 connection, for backups and pragmas."""
        return self._connection.connection.dbapi_connection

    def sealed(self, first: int = 0, last: int = END) -> Iterator[Row]:
        """The rows that hold a sealed burn card."""
        yield from (row for row in self.rows(first, last) if row.seal is not None)

    def rows(self, first: int = 0, last: int = END) -> Iterator[Row]:
        """The rows from `first` to `last`, in order."""
        yield from rows_of(self._connection, self.path, first, last)

    def raw_rows(self, first: int = 0, last: int = END) -> Iterator[tuple[Any, ...]]:
        """The rows from `first` to `last` as plain tuples of the database."""
        yield from raw_rows_of(self._connection, self.path, first, last)

    def ends(self) -> tuple[int, int]:
        """The numbers of the first and the last row; zeros if there is none."""
        first = self._first_row()
        try:
            with files.reading_faults(self.path):
                return first, int(self._connection.exec_driver_sql(LAST_ROW).scalar() or 0)
        except LogCorruptError as error:
            if not files.is_damage(error):
                raise
            return first, self._last_that_can_be_read(first)

    def _last_that_can_be_read(self, first: int) -> int:
        """The last row before the damage, found by reading upwards from the first."""
        last, self.is_partial = 0, True
        with suppress(LogCorruptError):
            for row in self.raw_rows(first):
                last = row[0]
        return last

    @property
    def previous(self) -> Path | None:
        """The path of the previous month, or None if this is the first file."""
        first = self.ends()[0]
        opened = decode("record", next(self.rows(first, first)).body) if first else None
        if not isinstance(opened, Opened) or not opened.previous_file:
            return None
        return self.path.with_name(opened.previous_file)

    def checkpoints(self, after: int = 0, last: int = END) -> Iterator[Checkpoint]:
        """The signed checkpoints of the rows after `after`, up to `last`, oldest first."""
        wanted = select(CHECKPOINT).where(CHECKPOINT.c.seq > after, CHECKPOINT.c.seq <= last)
        with files.reading_faults(self.path):
            for found in self._connection.execute(wanted.order_by(CHECKPOINT.c.seq)):
                yield Checkpoint(*found)

    def signatures_for(self, seq: int) -> list[Checkpoint]:
        """The first checkpoint that covers a row, and the newest of all."""
        later = select(CHECKPOINT).where(CHECKPOINT.c.seq >= seq).limit(1)
        try:
            with files.reading_faults(self.path):
                ends = (
                    self._connection.execute(later.order_by(order)).first()
                    for order in (CHECKPOINT.c.seq, CHECKPOINT.c.seq.desc())
                )
                return list(dict.fromkeys(Checkpoint(*found) for found in ends if found is not None))
        except LogCorruptError:
            readable: list[Checkpoint] = []
            with suppress(LogCorruptError):
                readable.extend(one for one in self.checkpoints() if one.seq >= seq)
            return list(dict.fromkeys((*readable[:1], *readable[-1:])))

    def spans(self) -> list[tuple[int, int, int]]:
        """Last row, first row and number of every ended round, from the index."""
        with files.reading_faults(self.path):
            return [
                tuple(found) for found in self._connection.execute(select(ROUND).order_by(ROUND.c.last_seq))
            ]

    def rounds(self) -> Iterator[RoundKept]:
        """The summary of every ended round; a round whose end was taken back appears once."""
        waiting: RoundKept | None = None
        for kept in self._kept():
            if waiting is not None and waiting.number != kept.number:
                yield waiting
            waiting = kept
        if waiting is not None:
            yield waiting

    def _kept(self) -> Iterator[RoundKept]:
        """The summary of every end of a round, in order; falls back to single reads where the file is
        damaged."""
        joined = select(EVENT.c.seq, EVENT.c.body).join(ROUND, ROUND.c.last_seq == EVENT.c.seq)
        last = 0
        try:
            with files.reading_faults(self.path):
                for seq, body in self._connection.execute(joined.order_by(ROUND.c.last_seq)):
                    yield self._glance(decode("record", body))
                    last = seq
        except LogCorruptError:
            yield from (kept for _, kept in self.kept_one_by_one(last))

    def kept_one_by_one(self, after: int = 0) -> Iterator[tuple[int, RoundKept]]:
        """The summaries that can still be read in a damaged file, each with its row; counts the lost ones."""
        lost: set[int] = set()
        for seq in self._ends_of_rounds(after):
            try:
                found = [self._glance(decode("record", row.body)) for row in self.rows(seq, seq)]
            except LogCorruptError:
                found = []
            # A truncated page may also read as if the row had never existed.
            if not found:
                lost.add(self.number_at(seq))
            for kept in found:
                yield seq, kept
        self.unreadable += len(lost)

    def number_at(self, last_seq: int) -> int:
        """The number of the round that ended at a row; the negative row number if the index is damaged."""
        with suppress(LogCorruptError), files.reading_faults(self.path):
            number = "SELECT number FROM round WHERE last_seq = ?"
            return int(self._connection.exec_driver_sql(number, (last_seq,)).scalar() or -last_seq)
        return -last_seq

    def _ends_of_rounds(self, after: int) -> list[int]:
        """The rows at which rounds ended, from the index, or from the rows themselves if that is damaged."""
        ends = "SELECT last_seq FROM round WHERE last_seq > ? ORDER BY last_seq"
        try:
            with files.reading_faults(self.path):
                return [seq for (seq,) in self._connection.exec_driver_sql(ends, (after,))]
        except LogCorruptError:
            found: list[int] = []
            with suppress(LogCorruptError):
                for row in self.raw_rows(after + 1):
                    if row[1] == "record" and kind_of(row[9]) == RoundKept.__name__:
                        found.append(row[0])
            return found

    def all_rounds(self) -> Iterator[RoundKept]:
        """The summary of every ended round and of the round in play."""
        last_number = 0
        for kept in self.rounds():
            yield kept
            last_number = kept.number
        with suppress(LogCorruptError):  # Damage at the end must not hide the rounds before it.
            now = self.being_played(self.recollect_before(END))
            if now is not None and now.number > last_number:
                yield now

    def being_played(self, known: Recollection) -> RoundKept | None:
        """The summary of the round that has begun and not ended, or None."""
        if not known.table.round.opened:
            return None
        so_far = summary(known.round, known.table.round, known.table.dealer, "", 0)
        profile = known.rules.profile if known.rules else ""
        return replace(so_far, profile=profile, ended_us=self._last_us())

    def newest_rounds(self, before: int, after: int, most: int) -> list[tuple[int, RoundKept]]:
        """Rounds that ended between two rows, newest first, each with the row of its summary."""
        with files.reading_faults(self.path):
            found = self._connection.exec_driver_sql(NEWEST_ROUNDS, (before, after, most)).all()
        return [(seq, self._glance(decode("record", body))) for seq, body in found]

    def last_end(self, before: int = END) -> int:
        """The row at which the last round before a row ended; zero if none did."""
        with files.reading_faults(self.path):
            newest = "SELECT max(last_seq) FROM round WHERE last_seq < ?"
            return int(self._connection.exec_driver_sql(newest, (before,)).scalar() or 0)

    def _glance(self, kept: Any) -> RoundKept:
        """Return a record that is a round summary; raise LogCorruptError if it is another."""
        if not isinstance(kept, RoundKept):
            raise LogCorruptError(f"{self.path}: the index of rounds points at a {type(kept).__name__}")
        return kept

    def _last_us(self) -> int:
        """The wall clock time of the last row; zero if there is none."""
        with files.reading_faults(self.path):
            newest = "SELECT wall_us FROM event ORDER BY seq DESC LIMIT 1"
            return int(self._connection.exec_driver_sql(newest).scalar() or 0)

    def span(self, number: int) -> tuple[int, int]:
        """First and last row of a round: from the row after the previous round to its end, or to the end of
        the log."""
        if (found := self._listed_span(number)) is not None:
            return found
        before = self._listed_span(number - 1)
        first, last = self.ends()
        if before is not None and before[1] < last and self._has_begun(before[1] + 1):
            return before[1] + 1, last
        opened = decode("record", next(self.rows(first, first)).body) if last else None
        if isinstance(opened, Opened) and number == first_round(opened):
            return first, last
        raise LogError(f"{self.path}: no round {number}; `log rounds` lists the rounds")

    def _listed_span(self, number: int) -> tuple[int, int] | None:
        """First and last row of an ended round, or None if it is not listed."""
        newest = select(ROUND.c.first_seq, ROUND.c.last_seq).order_by(ROUND.c.last_seq.desc()).limit(1)
        try:
            with files.reading_faults(self.path):
                found = self._connection.execute(newest.where(ROUND.c.number == number)).first()
                return (found[0], found[1]) if found is not None else None
        except LogCorruptError:
            ends = self.kept_one_by_one()
            return next(((kept.first_seq, seq) for seq, kept in ends if kept.number == number), None)

    def _has_begun(self, first: int) -> bool:
        """True if an observation or fact follows; records of the log about itself do not begin a round."""
        with files.reading_faults(self.path):
            seen = select(EVENT.c.seq).where(EVENT.c.seq >= first, EVENT.c.part != "record").limit(1)
            return self._connection.execute(seen).first() is not None

    def structure(self) -> list[str]:
        """Faults of the file as a database: damaged pages, and changed tables or triggers."""
        with files.reading_faults(self.path):
            run = self._connection.exec_driver_sql
            faults = [str(found) for (found,) in run("PRAGMA integrity_check(10)") if found != "ok"]
            revision, found = upgrade.revision_of(self._connection, self.path), shape_of(self._connection)
        expected = SHAPES.get(revision)
        if expected is not None and found != expected:
            faults.append("a table or a trigger is not as the station created it")
        return faults

    def recollect(self, last: int = END) -> Recollection:
        """The state of the station at row `last`, rebuilt from the first row."""
        known = Recollection()
        for row in self.rows(0, last):
            known.take(row)
        return known

    def recollect_before(self, seq: int) -> Recollection:
        """The state of the station just before row `seq`."""
        return recollect_before(self._connection, self.path, seq)

    def anchors(self, after: int = 0, last: int = END) -> Iterator[tuple[int, bytes]]:
        """The anchors of the rows after `after`, up to `last`; a log of an older schema has none."""
        wanted = select(ANCHOR).where(ANCHOR.c.seq > after, ANCHOR.c.seq <= last)
        with files.reading_faults(self.path):
            if upgrade.revision_of(self._connection, self.path) >= ANCHORS_SINCE:
                for found in self._connection.execute(wanted.order_by(ANCHOR.c.seq)):
                    yield found[0], found[1]


def first_round(opened: Opened) -> int:
    """The number of the round in which a file begins."""
    with unfit_rows():
        return int(opened.carried["table"]["round"]["number"]) if opened.carried else 1


def months_before(path: Path | None) -> Iterator[tuple[str, bytes, bytes | None]]:
    """A closed month and its predecessors: name, `prev` of the first row, hash of the last row (None if
    missing)."""
    while path is not None:
        if not path.exists():
            yield path.name, b"", None
            return
        try:
            with Reader(path) as closed:
                first, last = (list(closed.rows(seq, seq)) for seq in closed.ends())
                before = closed.previous
        except LogError:
            first, last, before = [], [], None
        yield path.name, first[0].prev if first else b"", last[0].hash if last else b""
        path = before


def recollect_before(connection: Connection, path: Path, seq: int) -> Recollection:
    """The state of the station just before row `seq`, from the nearest anchor and the rows after it."""
    known = stored_states.nearest(connection, path, seq)
    for row in rows_of(connection, path, known.seq + 1, seq - 1):
        known.take(row)
    return known


def rows_of(connection: Connection, path: Path, first: int = 0, last: int = END) -> Iterator[Row]:
    """The rows from `first` to `last`, in order."""
    for values in raw_rows_of(connection, path, first, last):
        yield Row(*values)


def raw_rows_of(connection: Connection, path: Path, first: int, last: int) -> Iterator[tuple[Any, ...]]:
    """The rows as tuples, in order; bypasses SQLAlchemy, because millions of rows pass here."""
    with files.reading_faults(path):
        driver = connection.connection.dbapi_connection
        assert driver is not None
        cursor = driver.cursor()
        try:
            cursor.execute(ALL_ROWS, (first, last))
            while batch := cursor.fetchmany(BATCH_ROWS):
                for row in batch:
                    _check_order(row, first)
                    yield row
                    first = row[0] + 1
        except sqlite3.Error:
            # An error discards the whole batch: read the good rows before the bad one again, singly.
            while first <= last and (row := driver.cursor().execute(NEXT_ROW, (first, last)).fetchone()):
                _check_order(row, first)
                yield row
                first = row[0] + 1


def _check_order(row: tuple[Any, ...], least: int) -> None:
    """Raise DatabaseError for a row out of order or without a body: SQLite may read zeros on half a page as
    rows."""
    if row[0] < least or row[9] is None:
        raise sqlite3.DatabaseError(f"no valid row follows row {least - 1}")


@contextmanager
def one_moment(log: Reader) -> Iterator[None]:
    """Read one consistent snapshot of the file inside this block, whatever is written meanwhile."""
    own = not log.driver.in_transaction
    if own:
        log.driver.execute("BEGIN")
    try:
        yield
    finally:
        with suppress(sqlite3.Error):  # On a damaged file SQLite may have ended the transaction already.
            if own and log.driver.in_transaction:
                log.driver.rollback()
