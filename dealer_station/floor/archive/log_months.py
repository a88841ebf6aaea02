"""The months of a log as its station divided it: each begins with an opening and is closed by the next one.

A station's month and the month in which its rows arrived are different things: a row may arrive late, and the
clocks may differ. A month that has arrived completely can be archived, wherever its rows are stored. A month
whose station fell silent is archived as it is; if the station continues it after all, the whole month is
archived again."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.floor.archive.kept_rows import KeptRows
from dealer_station.floor.store import stored_logs
from dealer_station.floor.store.archive_records import MonthOfArrival
from dealer_station.log.store.codec import decode
from dealer_station.log.store.mirror_file import OWN_ENDINGS
from dealer_station.log.store.months import usual_name
from dealer_station.log.store.records import Opened, is_file_name

# The kind of a record stands at the beginning of its body, right after the version.
_OPENINGS = (
    "SELECT seq, body FROM floor.event WHERE log = %s AND branch = %s AND seq BETWEEN %s AND %s "
    "AND part = 'record' AND position('\"type\":\"Opened\"'::bytea IN substring(body FROM 1 FOR 40)) > 0 "
    "ORDER BY seq {way} LIMIT 1"
)
FIRST_NAME = "table.db"
"""The name of a log that is still in its first month, so that no opening names its file."""


MONTH = re.compile(r"\d{4}-\d{2}")
ARCHIVE_NAME_BYTES_MAX = 150


class LogMonth(Struct, frozen=True):
    """A month of a log, with the name that its station gave to the closed file."""

    log: int
    branch: int
    first: int
    last: int
    month: str
    closed: bool
    file: str
    plain: bool = False
    """True for rows that are not divided into months of a table: the file holds them as they are."""

    def as_plain(self) -> "LogMonth":
        """The same rows, for a file that holds them as they are."""
        return replace(self, closed=False, plain=True, file=f"rows-{self.first}-to-{self.last}.db")


def plain_month(one: MonthOfArrival) -> LogMonth:
    """The rows that arrived in a month, of a log that nobody can divide into months of its own."""
    name = f"rows-{one.first}-to-{one.last}.db"
    return LogMonth(one.log, one.branch, one.first, one.last, f"{one.month:%Y-%m}", False, name, True)


def _archive_name(name: str, first: int, last: int) -> str:
    """The name of an archived file: that of its station if it is fit for every disk, or else the rows."""
    fits = is_file_name(name) and len(name.encode("utf-8", "replace")) <= ARCHIVE_NAME_BYTES_MAX
    if fits and not name.startswith(".") and not name.endswith((*OWN_ENDINGS, ".parquet")):
        return name
    return f"rows-{first}-to-{last}.db"


class LogMonths:
    """Finds the months of a branch."""

    def __init__(self, kept: KeptRows, log: int, branch: int) -> None:
        self._kept = kept
        self._log, self._branch = log, branch
        self._stretches = stored_logs.lineage(kept.floor, log, branch)
        self._last = self._stretches[-1].last if self._stretches else 0

    def within(self, first: int, last: int) -> Iterator[LogMonth]:
        """The months that have rows between two rows, oldest first."""
        opening = self._opening_at_or_before(first)
        while opening is not None and opening[0] <= last:
            following = self._opening_after(opening[0])
            yield self._month(opening, following)
            opening = following

    def _month(self, opening: tuple[int, Opened], following: tuple[int, Opened] | None) -> LogMonth:
        """The month between two openings, or up to the end of the branch."""
        first, opened = opening
        month = opened.month if MONTH.fullmatch(opened.month) else "unknown"
        if following is None:
            before = usual_name(Path(opened.previous_file or FIRST_NAME))
            name = f"{before.stem}-{month}-open-{self._last}{before.suffix}"
            name = _archive_name(name, first, self._last)
            return LogMonth(self._log, self._branch, first, self._last, month, False, name)
        name = _archive_name(following[1].previous_file, first, following[0] - 1)
        taken = [
            one.file
            for one in self._kept.records(self._log, self._branch)
            if one.first_seq != first or one.last_seq != following[0] - 1
        ]
        if name in taken:  # A clock that was set back can give two months one name.
            name = f"{Path(name).stem}-row-{first}{Path(name).suffix}"
        return LogMonth(self._log, self._branch, first, following[0] - 1, month, True, name)

    def _opening_at_or_before(self, seq: int) -> tuple[int, Opened] | None:
        """The last opening up to a row, in the database or at the beginning of an archived month."""
        for stretch in reversed(self._stretches):
            last = min(seq, stretch.last)
            if last < stretch.first:
                continue
            span = (self._log, stretch.branch, stretch.first, last)
            stored = self._kept.floor.execute(_OPENINGS.format(way="DESC"), span).fetchone()
            known = [
                one.first_seq
                for one in self._kept.records(self._log, stretch.branch)
                if stretch.first <= one.first_seq <= last
            ]
            newest = max(known, default=0)
            if stored and stored[0] >= newest:
                return int(stored[0]), _opened(bytes(stored[1]))
            if newest:
                return newest, self._read(newest)
        return None

    def _opening_after(self, seq: int) -> tuple[int, Opened] | None:
        """The first opening after a row, in the database or at the beginning of an archived month."""
        for stretch in self._stretches:
            first = max(seq + 1, stretch.first)
            if first > stretch.last:
                continue
            span = (self._log, stretch.branch, first, stretch.last)
            stored = self._kept.floor.execute(_OPENINGS.format(way="ASC"), span).fetchone()
            known = [
                one.first_seq
                for one in self._kept.records(self._log, stretch.branch)
                if first <= one.first_seq <= stretch.last
            ]
            newest = min(known, default=0)
            if stored and not (newest and newest < stored[0]):
                return int(stored[0]), _opened(bytes(stored[1]))
            if newest:
                return newest, self._read(newest)
        return None

    def _read(self, seq: int) -> Opened:
        """The opening at a row whose month of arrival may have been dropped."""
        for page in self._kept.pages(self._log, self._branch, seq, seq):
            for values, _ in page:
                return _opened(values[9])
        raise LogCorruptError(f"row {seq} is missing")


def _opened(body: bytes) -> Opened:
    """The opening in a row; raise LogCorruptError if it is none."""
    found = decode("record", body)
    if not isinstance(found, Opened):
        raise LogCorruptError("an opening of a month cannot be read")
    return found
