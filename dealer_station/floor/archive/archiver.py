"""Retention: archives the months that are old enough, and drops those that nothing keeps.

The order for every month of arrival: write each station's month that has rows in it, copy it to all places,
open it again there and verify it, record it; when all rows of the month of arrival are recorded, compare
the files with their digests once more and drop the partition. Each step can be repeated, and what is recorded
is skipped, so that a run which was killed continues with the next one."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Literal

import psycopg
from msgspec import Struct

from dealer_station.engine.model.errors import FloorError, LogCorruptError, LogError
from dealer_station.floor.archive import places as archive_places
from dealer_station.floor.archive.archived_trees import keep_starts, keep_trees
from dealer_station.floor.archive.copies import digest_of, fault_of_copy, parquet_name
from dealer_station.floor.archive.kept_rows import KeptRows
from dealer_station.floor.archive.log_months import LogMonth, LogMonths, plain_month
from dealer_station.floor.archive.places import OddMonthError, Progress
from dealer_station.floor.store import archive_records, set_asides, stored_logs
from dealer_station.floor.store.archive_records import ArchivedMonth, MonthOfArrival, folder_of
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.store.deeds import Actor, DeedWriter
from dealer_station.log.read.unfit_rows import unfit_rows

LOCK_SECONDS, LOCK_TRIES = 2, 30
"""To drop a month, PostgreSQL locks all events for a moment. Gateways wait behind that lock, so it is asked
for in short attempts."""

Obstacle = Literal["held", "open_month", "troubled"]


class PlannedMonth(Struct, frozen=True):
    """A month of arrival that is old enough, and what is to be done with it."""

    month: date
    rows: int
    to_archive: tuple[LogMonth, ...]
    """The months of the stations that are not archived yet."""
    archived: tuple[ArchivedMonth, ...]
    open_tables: tuple[str, ...]
    """Tables whose own month has not ended; the month of arrival stays until it has."""
    holds: tuple[int, ...]
    troubled: tuple[str, ...] = ()
    """Tables of which a month could not be archived, so that the month of arrival stays."""

    @property
    def obstacle(self) -> Obstacle | None:
        """The reason why the month is not dropped; None if it is."""
        if self.troubled:
            return "troubled"
        return "open_month" if self.open_tables else "held" if self.holds else None


class ArchiveWatcher(Struct, frozen=True):
    """Functions that hear of the progress of a run."""

    rows: Progress = lambda _: None
    archived: Callable[[LogMonth], None] = lambda _: None
    dropped: Callable[[PlannedMonth], None] = lambda _: None
    kept: Callable[[PlannedMonth], None] = lambda _: None
    failed: Callable[[str, str], None] = lambda _table, _words: None
    """Gets a table of which something could not be archived, and the reason."""


class Archiver:
    """Plans and carries out the retention of a floor, with the rights of the archivist."""

    def __init__(self, floor: Floor, places: tuple[Path, ...], cut_off: date) -> None:
        self._floor = floor
        self._places = places
        self._cut_off = cut_off
        self._kept = KeptRows(floor, places)
        self._names = archive_records.log_names(floor)
        self._set_aside = {one.log for one in set_asides.current(floor)}
        self._troubled: set[int] = set()
        """The logs that could not be archived in this run."""
        # A month of a hundred tables takes minutes to count; only the lock on all events must be short.
        floor.execute("SET statement_timeout = 0")
        floor.execute("SET idle_in_transaction_session_timeout = 0")

    def plan(self) -> list[PlannedMonth]:
        """The months of arrival before the cut-off that the database still has, oldest first."""
        arrivals = archive_records.months_of_arrival(self._floor, self._cut_off)
        months = archive_records.partitions(self._floor, self._cut_off)
        return [self._planned(month, arrivals) for month in months]

    def _planned(self, month: date, everything: list[MonthOfArrival]) -> PlannedMonth:
        """The plan for one month of arrival."""
        arrivals = [one for one in everything if one.month == month]
        to_archive: list[LogMonth] = []
        archived: list[ArchivedMonth] = []
        open_tables: list[str] = []
        for one in arrivals:
            known = {
                (record.first_seq, record.last_seq): record
                for record in self._kept.records(one.log, one.branch)
            }
            for part in self._parts(one):
                if record := known.get((part.first, part.last)):
                    archived.append(record)
                elif part.closed or part.plain or self._is_over(one.log, one.branch):
                    to_archive.append(part)
                else:
                    open_tables.append(self._names[one.log])
        rows = sum(one.last - one.first + 1 for one in arrivals)
        holds = tuple(archive_records.holds_on(self._floor, month))
        tables = tuple(dict.fromkeys(open_tables))
        troubled = tuple(dict.fromkeys(self._names[one.log] for one in arrivals if one.log in self._troubled))
        return PlannedMonth(month, rows, tuple(to_archive), tuple(archived), tables, holds, troubled)

    def _parts(self, one: MonthOfArrival) -> list[LogMonth]:
        """The months of a log that have rows among those of a month of arrival. A log that is not divided
        into months of a table is archived as it arrived, so that it cannot keep the others from being
        dropped."""
        try:
            with unfit_rows():
                parts = list(LogMonths(self._kept, one.log, one.branch).within(one.first, one.last))
        except (LogError, FloorError):
            parts = []
        records = self._kept.records(one.log, one.branch)
        plain = plain_month(one)
        is_kept_plain = any(known.file == plain.file for known in records)
        if is_kept_plain or not parts or parts[0].first > one.first or parts[-1].last < one.last:
            return [plain]
        kept_plain = {known.file for known in records if not known.closed}
        return [odd if (odd := part.as_plain()).file in kept_plain else part for part in parts]

    def _is_over(self, log: int, branch: int) -> bool:
        """True if no row of a branch has arrived since the cut-off, or if its log was set aside."""
        if log in self._set_aside:
            return True
        found = self._floor.execute(
            "SELECT kept_on < %s FROM floor.head WHERE log = %s AND branch = %s", (self._cut_off, log, branch)
        ).fetchone()
        return found == (True,)

    def run(self, actor: Actor, deeds: DeedWriter, watch: ArchiveWatcher) -> bool:
        """Archive and drop everything that is old enough; return True if no month had to stay, except for a
        hold."""
        complete = True
        for log, words in keep_trees(self._kept, self._cut_off).items():
            self._note_trouble(log, words, watch)
            complete = False
        arrivals = archive_records.months_of_arrival(self._floor, self._cut_off)
        for month in archive_records.partitions(self._floor, self._cut_off):
            # A month of a station may have rows in two months of arrival, so the plan is made step by step.
            planned = self._planned(month, arrivals)
            for part in planned.to_archive:
                if part.log not in self._troubled:
                    self._archive_or_note(part, actor, deeds, watch)
            if planned.to_archive:
                planned = self._planned(month, arrivals)
            if planned.obstacle:
                watch.kept(planned)
                complete = complete and planned.obstacle == "held"
                continue
            self._drop(planned, actor, deeds)
            watch.dropped(planned)
        for log, words in keep_starts(self._kept).items():
            self._note_trouble(log, words, watch)
            complete = False
        return complete

    def _note_trouble(self, log: int, words: str, watch: ArchiveWatcher) -> None:
        self._troubled.add(log)
        watch.failed(self._names[log], words)

    def _archive_or_note(
        self, part: LogMonth, actor: Actor, deeds: DeedWriter, watch: ArchiveWatcher
    ) -> None:
        """Archive one month of a log; what is wrong with it is noted, and the other logs go on."""
        try:
            try:
                with unfit_rows():
                    self._archive(part, actor, deeds, watch)
            except OddMonthError:
                archive_places.remove(part, self._places)
                self._archive(part.as_plain(), actor, deeds, watch)
        except (LogError, FloorError) as error:
            self._note_trouble(part.log, str(error), watch)

    def _archive(self, part: LogMonth, actor: Actor, deeds: DeedWriter, watch: ArchiveWatcher) -> None:
        """Write, copy, verify and record one month of a log."""
        try:
            with unfit_rows():
                written = archive_places.write_month(self._kept, part, self._places[0], watch.rows)
        except LogCorruptError as error:
            if part.plain:
                raise
            # Rows that were changed at the floor do not pass as plain ones either.
            raise OddMonthError(str(error)) from error
        archive_places.put_in_places(written, part, self._places)
        for place in self._places:
            archive_places.check_in_place(written, part, place, watch.rows)
        self._check_count(part)
        folder = self._places[0] / folder_of(part.log, part.branch)
        file, parquet = folder / part.file, folder / parquet_name(part.file)
        made = ArchivedMonth(
            log=part.log,
            branch=part.branch,
            first_seq=part.first,
            last_seq=part.last,
            prev=written.prev,
            head=written.head,
            month=part.month,
            closed=part.closed,
            file=part.file,
            file_digest=digest_of(file),
            file_bytes=file.stat().st_size,
            parquet_digest=digest_of(parquet),
            parquet_bytes=parquet.stat().st_size,
            places=[str(place) for place in self._places],
            archived_by=actor.name,
        )
        self._check_copies([made])
        with self._floor.transaction():
            archive_records.record(self._floor, made)
            deeds.append(
                actor,
                "month_archived",
                {
                    "file": f"{made.folder}/{made.file}",
                    "first_seq": made.first_seq,
                    "last_seq": made.last_seq,
                    "head": made.head.hex(),
                    "file_digest": made.file_digest.hex(),
                    "parquet_digest": made.parquet_digest.hex(),
                    "places": made.places,
                },
            )
        self._kept.forget_records(part.log)
        watch.archived(part)

    def _check_count(self, part: LogMonth) -> None:
        """Raise LogCorruptError unless the database has as many rows of a month as its files have."""
        count = 0
        for one in stored_logs.lineage(self._floor, part.log, part.branch):
            low, high = max(part.first, one.first), min(part.last, one.last)
            if low > high:
                continue
            found = self._floor.execute(
                "SELECT count(*) FROM floor.event WHERE log = %s AND branch = %s AND seq BETWEEN %s AND %s",
                (part.log, one.branch, low, high),
            ).fetchone()
            assert found
            count += int(found[0])
            for month in self._kept.months(part.log, one.branch, low, high):
                if self._kept.is_dropped(month.month):
                    count += month.last - month.first + 1
        if count != part.last - part.first + 1:
            raise LogCorruptError(
                f"{part.file}: the database has {count} rows from {part.first} to {part.last}; run "
                "`dealer-station floor verify`"
            )

    def _check_copies(self, records: list[ArchivedMonth]) -> None:
        """Raise FloorError unless every place has the recorded files."""
        for one in records:
            for place in self._places:
                if fault := fault_of_copy(one, place):
                    raise FloorError(
                        f"{fault}; nothing was dropped. Copy the file from another place of the archive, and "
                        "run `floor archive` again"
                    )

    def _drop(self, planned: PlannedMonth, actor: Actor, deeds: DeedWriter) -> None:
        """Drop the partition of a month whose rows are all archived."""
        self._check_copies(list(planned.archived))
        self._floor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
        for attempt in range(1, LOCK_TRIES + 1):
            try:
                with self._floor.transaction():
                    dropped = self._floor.execute(
                        "SELECT floor.drop_month(%s, %s)", (planned.month, actor.name)
                    ).fetchone()
                    assert dropped
                    about = {"month": f"{planned.month:%Y-%m}", "rows": dropped[0]}
                    deeds.append(actor, "month_dropped", about)
                break
            except psycopg.errors.LockNotAvailable as error:
                if attempt == LOCK_TRIES:
                    raise FloorError(
                        f"the month {planned.month:%Y-%m} is archived and could not be dropped: other "
                        "programs had the events locked all the time. Run `floor archive` again later"
                    ) from error
            except psycopg.errors.RaiseException as error:
                raise FloorError(
                    f"the database refuses to drop {planned.month:%Y-%m}: {error.diag.message_primary}; run "
                    "`dealer-station floor verify`"
                ) from error
        self._kept = KeptRows(self._floor, self._places)


def cut_off(today: date, keep_months: int) -> date:
    """The first day of the oldest month that stays: so many months before the running one."""
    months = today.year * 12 + today.month - 1 - keep_months
    return date(months // 12, months % 12 + 1, 1)
