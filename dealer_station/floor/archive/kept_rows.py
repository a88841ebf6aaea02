"""The rows of a log wherever they are kept: in the database, or in the archive after their month was dropped.

The batches say in which month a row arrived, and the dropped months which of them have left. The rows come
with the hashes that are stored with them; whoever reads them recomputes the chain."""

from collections.abc import Generator, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from dealer_station.engine.model.errors import FloorError, LogCorruptError, LogError
from dealer_station.floor.archive.copies import fault_of_file
from dealer_station.floor.protocol.messages import Page, RowValues, SentAnchor, SentCheckpoint
from dealer_station.floor.store import archive_records, stored_logs
from dealer_station.floor.store.archive_records import ArchivedMonth, MonthOfArrival
from dealer_station.floor.store.connection import Floor
from dealer_station.log.integrity.chain import GENESIS
from dealer_station.log.read.reader import Reader

PAGE_ROWS = 2_000
HashedRow = tuple[RowValues, bytes]
"""A row up to `seal`, and its stored hash."""
_ROWS = (
    "SELECT seq, part, cause, wall_us, mono_us, source, who, journal, device_seq, body, frame, seal, hash "
    "FROM floor.event WHERE log = %s AND branch = %s AND seq BETWEEN %s AND %s "
    "AND kept_on >= %s AND kept_on < %s ORDER BY seq LIMIT %s"
)


class KeptRows:
    """Reads rows of the floor; `places` are folders that are tried besides the recorded ones."""

    def __init__(self, floor: Floor, places: tuple[Path, ...] = ()) -> None:
        self.floor = floor
        self._places = places
        self._dropped = {one.month for one in archive_records.dropped(floor)}
        self._records: dict[int, list[ArchivedMonth]] = {}
        self._files: dict[tuple[str, str], tuple[Path, str]] = {}
        """The copy that is read of each archived file, and its faults."""
        self.damaged: list[str] = []
        """The faults of copies in whose place another was read."""

    def records(self, log: int, branch: int) -> list[ArchivedMonth]:
        """The archive records of a branch, in the order of the rows."""
        if log not in self._records:
            self._records[log] = archive_records.archived(self.floor, log)
        return [one for one in self._records[log] if one.branch == branch]

    def forget_records(self, log: int) -> None:
        """Read the archive records of a log again: one was added."""
        self._records.pop(log, None)

    def is_dropped(self, month: date) -> bool:
        """True if the rows of a month of arrival have left the database."""
        return month in self._dropped

    def months(self, log: int, branch: int, first: int, last: int) -> Iterator[MonthOfArrival]:
        """The months in which rows of a branch arrived, cut to a span of rows."""
        for one in archive_records.months_of_branch(self.floor, log, branch):
            low, high = max(one.first, first), min(one.last, last)
            if low <= high:
                yield MonthOfArrival(one.month, log, branch, low, high)

    def own_pages(self, log: int, branch: int, first: int, last: int) -> Iterator[list[HashedRow]]:
        """The rows that a branch holds itself, a page at a time."""
        for month in self.months(log, branch, first, last):
            if self.is_dropped(month.month):
                yield from self._archived_pages(month)
            else:
                yield from self._stored_pages(month)

    def pages(self, log: int, branch: int, first: int, last: int) -> Iterator[list[HashedRow]]:
        """The rows of a branch, a page at a time; it shares its beginning with its parents."""
        for one in stored_logs.lineage(self.floor, log, branch):
            if one.first <= last and one.last >= first:
                yield from self.own_pages(log, one.branch, max(first, one.first), min(last, one.last))

    def hash_at(self, log: int, branch: int, seq: int) -> bytes:
        """The hash of a row, or of the beginning of a log; raise LogCorruptError if the row is missing."""
        if seq == 0:
            return GENESIS
        for page in self.pages(log, branch, seq, seq):
            for _, digest in page:
                return digest
        raise LogCorruptError(f"row {seq} is missing")

    def _stored_pages(self, month: MonthOfArrival) -> Iterator[list[HashedRow]]:
        """Pages from the database."""
        first, beyond = month.first, (month.month + timedelta(days=32)).replace(day=1)
        while first <= month.last:
            span = (month.log, month.branch, first, month.last, month.month, beyond, PAGE_ROWS)
            page = [_hashed(one) for one in self.floor.execute(_ROWS, span, binary=True)]
            if not page:
                return
            yield page
            first = page[-1][0][0] + 1

    def _archived_pages(self, month: MonthOfArrival) -> Iterator[list[HashedRow]]:
        """Pages from the archived files."""
        first = month.first
        while first <= month.last:
            # Of two records with the same beginning the longer one comes last.
            covering = [
                one for one in self.records(month.log, month.branch) if one.first_seq <= first <= one.last_seq
            ]
            if not covering:
                raise LogCorruptError(f"row {first} was dropped, and no archive has it")
            last = min(covering[-1].last_seq, month.last)
            yield from self._pages_of_file(covering[-1], first, last)
            first = last + 1

    def _pages_of_file(self, one: ArchivedMonth, first: int, last: int) -> Iterator[list[HashedRow]]:
        """Pages from one archived file."""
        path, fault = self._best_copy(one)
        try:
            with Reader(path) as log:
                page: list[HashedRow] = []
                for values in log.raw_rows(first, last):
                    page.append((values[:12], values[-1]))
                    if len(page) == PAGE_ROWS:
                        yield page
                        page = []
                if page:
                    yield page
        except LogError as error:
            if not fault:
                raise
            raise LogCorruptError(
                f"{error}. No place of the archive has {one.folder}/{one.file} as it was recorded; bring it "
                "back from a back-up of the archive"
            ) from error

    def _best_copy(self, one: ArchivedMonth) -> tuple[Path, str]:
        """The copy of an archived file that is read, and what is wrong with it: the first that is as it was
        recorded, or else the first that exists. Raise FloorError if no place has one."""
        known = one.folder, one.file
        if known not in self._files:
            self._files[known] = self._chosen_copy(one)
        return self._files[known]

    def _chosen_copy(self, one: ArchivedMonth) -> tuple[Path, str]:
        damaged: list[tuple[Path, str]] = []
        for place in self.places_of(one):
            path = place / one.folder / one.file
            fault = fault_of_file(path, one.file_digest)
            if not fault:
                self.damaged += (words for _, words in damaged)
                return path, ""
            if path.is_file():
                damaged.append((path, fault))
        if damaged:
            return damaged[0]
        where = ", ".join(str(place) for place in self.places_of(one))
        raise FloorError(
            f"{one.folder}/{one.file}: no place of the archive has this file; looked in {where}. Mount the "
            "archive, or name its folder in floor.toml"
        )

    def places_of(self, one: ArchivedMonth) -> list[Path]:
        """The folders that may hold an archived month: the recorded ones, then those of the settings."""
        return list(dict.fromkeys((*(Path(place) for place in one.places), *self._places)))

    def signed_pages(self, log: int, branch: int) -> Generator[Page, None, None]:
        """A whole branch with its checkpoints and anchors, as a client rebuilds a log from it."""
        head = stored_logs.head_of(self.floor, log, branch)
        if head is None:
            return
        prev = GENESIS
        for page in self.pages(log, branch, 1, head.seq):
            first, last = page[0][0][0], page[-1][0][0]
            signed, states = self.beside(log, branch, first, last)
            yield Page(prev, [values for values, _ in page], head, signed, states)
            prev = page[-1][1]

    def beside(
        self, log: int, branch: int, first: int, last: int
    ) -> tuple[list[SentCheckpoint], list[SentAnchor]]:
        """Checkpoints and anchors of some rows; they stay in the database for ever."""
        signed: list[SentCheckpoint] = []
        states: list[SentAnchor] = []
        for one in stored_logs.lineage(self.floor, log, branch):
            span = (log, one.branch, max(first, one.first), min(last, one.last))
            of_it = "WHERE log = %s AND branch = %s AND seq BETWEEN %s AND %s ORDER BY seq"
            columns = "seq, head, wall_us, signer, signature"
            found = self.floor.execute(f"SELECT {columns} FROM floor.checkpoint {of_it}", span, binary=True)
            signed += [SentCheckpoint(*values) for values in found]
            found = self.floor.execute(f"SELECT seq, state FROM floor.anchor {of_it}", span, binary=True)
            states += [SentAnchor(*values) for values in found]
        return signed, states


def _hashed(found: tuple[Any, ...]) -> HashedRow:
    """A stored row as a log has it, and its hash."""
    seq, part, cause, wall_us, mono_us, source, who, journal, device_seq, body, frame, seal, digest = found
    texts = source.decode(), who.decode(), journal.decode()
    return (seq, part, cause, wall_us, mono_us, *texts, device_seq, body, frame, seal), digest
