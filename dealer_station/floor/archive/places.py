"""The places of the archive: folders on different machines or media, each with a copy of every file.

PLACE/LOG/branch-N/table-2026-11.db               the station's own closed month
PLACE/LOG/branch-N/table-2026-11.db.checkpoint    its newest signature
PLACE/LOG/branch-N/table-2026-11.parquet          the same rows as Parquet
PLACE/.unfinished/                                files that have no final name yet

A file gets its final name when it is complete and synced. What a killed run leaves behind is either
unfinished, or complete and not recorded; the next run writes it again."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from dealer_station.engine.model.errors import FloorError, LogCorruptError
from dealer_station.floor.archive.copies import digest_of, parquet_name
from dealer_station.floor.archive.kept_rows import HashedRow, KeptRows
from dealer_station.floor.archive.log_months import LogMonth
from dealer_station.floor.archive.parquet import ParquetMonth, check_parquet
from dealer_station.floor.store.archive_records import folder_of
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.chain import hash_of
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store import files
from dealer_station.log.store.durable_rename import put_in_place
from dealer_station.log.store.rebuild import LogRebuilder

UNFINISHED, LOCK = ".unfinished", ".lock"
PLACES_LEAST = 2
Progress = Callable[[int], None]


class OddMonthError(LogCorruptError):
    """A month whose rows are chained, and that is not as a table writes it."""


class WrittenMonth(Struct, frozen=True):
    """The files of a month that have no final name yet."""

    file: Path
    parquet: Path
    prev: bytes
    head: bytes
    digest: bytes
    """The SHA-256 of the file of the month."""


def check_places(places: tuple[Path, ...]) -> None:
    """Raise FloorError unless there are two different places."""
    if len({one.resolve() for one in places}) < PLACES_LEAST:
        raise FloorError(
            "the archive needs two different folders; name each with --to, or both as `places` in floor.toml"
        )


@contextmanager
def locked_places(places: tuple[Path, ...]) -> Iterator[None]:
    """Hold the places for this run, and remove what an interrupted one left unfinished."""
    held: list[int] = []
    try:
        for place in places:
            try:
                if not place.is_dir():
                    raise FloorError(f"{place}: no such folder; make it, or mount the archive there")
                held.append(os.open(place / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640))
                fcntl.flock(held[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise FloorError(
                    f"{place}: another `floor archive` works here; wait until it ends"
                ) from error
            except OSError as error:
                raise FloorError(f"{place}: cannot be written: {error.strerror}") from error
            shutil.rmtree(place / UNFINISHED, ignore_errors=True)
        yield
    finally:
        for fd in held:
            os.close(fd)


def write_month(kept: KeptRows, month: LogMonth, place: Path, progress: Progress) -> WrittenMonth:
    """Write both files of a month, unfinished, in one pass over its rows."""
    work = place / UNFINISHED
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    file, parquet = work / month.file, work / parquet_name(month.file)
    prev = kept.hash_at(month.log, month.branch, month.first - 1)
    about = {
        "log": folder_of(month.log, month.branch),
        "month": month.month,
        "prev": prev.hex(),
    }
    rebuilder = LogRebuilder(file, after=month.first - 1, head=prev, plain=month.plain)
    try:
        with ParquetMonth(parquet, about) as columns:
            for page in kept.pages(month.log, month.branch, month.first, month.last):
                _add(rebuilder, kept, month, page)
                columns.add(page)
                progress(len(page))
        if rebuilder.seq != month.last:
            raise LogCorruptError(f"row {rebuilder.seq + 1} of the month is missing in the database")
        rebuilder.finish()
    finally:
        rebuilder.abandon()
    file.chmod(files.CLOSED_MODE)
    parquet.chmod(files.CLOSED_MODE)
    return WrittenMonth(file, parquet, prev, rebuilder.head, digest_of(file))


def _add(rebuilder: LogRebuilder, kept: KeptRows, month: LogMonth, page: list[HashedRow]) -> None:
    """Add a page to the file; the recomputed hash of its last row must be the stored one."""
    signed, states = kept.beside(month.log, month.branch, page[0][0][0], page[-1][0][0])
    checkpoints = {
        one.seq: Checkpoint(one.seq, one.head, one.wall_us, one.signer, one.signature) for one in signed
    }
    rebuilder.add([values for values, _ in page], checkpoints, {one.seq: one.state for one in states})
    if rebuilder.head != page[-1][1]:
        first, last = page[0][0][0], page[-1][0][0]
        raise LogCorruptError(
            f"the rows {first} to {last} of branch {month.branch} are not what their hashes say; run "
            "`dealer-station floor verify`"
        )


def put_in_places(written: WrittenMonth, month: LogMonth, places: tuple[Path, ...]) -> None:
    """Copy the files of a month to every place and give them their final names."""
    checkpoint = sign.outside_path(written.file)
    for place in places:
        folder = place / folder_of(month.log, month.branch)
        folder.mkdir(parents=True, exist_ok=True)
        work = place / UNFINISHED
        work.mkdir(exist_ok=True)
        for source in (checkpoint, written.parquet, written.file):
            final = folder / source.name
            if not source.exists():  # A month without a signed row has no checkpoint.
                final.unlink(missing_ok=True)
                continue
            copy = work / f"{source.name}.copy"
            copy.unlink(missing_ok=True)
            shutil.copyfile(source, copy)
            copy.chmod(files.CLOSED_MODE)
            _sync(copy)
            put_in_place(copy, final)
        # The folders themselves may be new.
        for one in (folder.parent, place):
            _sync(one)
    for place in places:
        shutil.rmtree(place / UNFINISHED)


def _sync(path: Path) -> None:
    """Bring a file or folder to the medium, and let the next reader read it from there."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
        if path.is_file():
            os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(fd)


def check_in_place(written: WrittenMonth, month: LogMonth, place: Path, progress: Progress) -> None:
    """Open the files of a month again in one place and verify every row; raise LogCorruptError if one is
    wrong."""
    folder = place / folder_of(month.log, month.branch)
    path = folder / month.file
    rows = month.last - month.first + 1
    if digest_of(path) != written.digest:
        raise LogCorruptError(f"{path}: is not what was written; examine this disk, and archive again")
    report = None if month.plain else verify(path)
    if report is None or not report.ok:
        _check_chain(path, month, written)
    if report is not None and not report.ok:
        # The file has every row as the floor has it. So the copy is good, and the log itself is odd.
        raise OddMonthError(f"{path}: {report.findings[0].words}")
    if report is not None and (report.rows, report.last_seq, report.head) != (
        *(rows, month.last),
        written.head.hex(),
    ):
        raise LogCorruptError(f"{path}: has {report.rows} rows, and the database {rows}")
    progress(rows)
    check_parquet(folder / parquet_name(month.file), month.first, month.last, written.prev, written.head)
    progress(rows)


def remove(month: LogMonth, places: tuple[Path, ...]) -> None:
    """Remove the files of a month that was not recorded."""
    for place in places:
        path = place / folder_of(month.log, month.branch) / month.file
        for one in (path, sign.outside_path(path), path.with_name(parquet_name(month.file))):
            one.unlink(missing_ok=True)


def _check_chain(path: Path, month: LogMonth, written: WrittenMonth) -> None:
    """Recompute the chain of a file; raise LogCorruptError if it is not the one that was written."""
    head, seq = written.prev, month.first - 1
    with Reader(path) as log:
        for values in log.raw_rows():
            head, seq = hash_of(head, values[:-2]), seq + 1
            if values[0] != seq or values[-1] != head:
                raise LogCorruptError(f"{path}: row {seq} is not what the floor has")
        faults = log.structure()
    if (seq, head) != (month.last, written.head) or faults:
        raise LogCorruptError(f"{path}: ends at row {seq}, and the month at row {month.last}; {faults}")
