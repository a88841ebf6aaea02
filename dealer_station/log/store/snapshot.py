"""Snapshots: copies a log into a single file at any time, and restores one on a spare station."""

import shutil
import socket
from collections.abc import Callable
from pathlib import Path

from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store import files
from dealer_station.log.store.append import Writer
from dealer_station.log.store.clock import Clock
from dealer_station.log.store.durable_rename import put_in_place
from dealer_station.log.store.records import Restored


def snapshot(path: Path, to: Path, progress: Callable[[int, int], None] = lambda _left, _all: None) -> int:
    """Copy a log while it is being written; return the number of the last row in the copy."""
    _refuse_to_overwrite(to)
    temporary = to.with_name(to.name + ".new")
    # Read the checkpoint before copying, so that the copy has every row that it covers.
    outside = sign.read_outside(sign.outside_path(path))
    with Reader(path) as log:
        files.copy_database(log.driver, temporary, progress)
    with Reader(temporary) as copy:
        last = copy.ends()[1]
    with files.copying_faults(temporary):
        if outside is not None and outside.seq <= last:
            sign.write_outside(sign.outside_path(to), outside)
        if not path.stat().st_mode & 0o222:
            temporary.chmod(files.CLOSED_MODE)  # The copy of a closed month is read-only too.
        put_in_place(temporary, to)
    return last


def is_of_a_live_table(path: Path) -> bool:
    """True if the table was live; then a station that continues the log needs keys that somebody keeps."""
    with Reader(path) as log:
        opened_as = log.recollect_before(END).opened_as
    return opened_as is not None and opened_as.kind == "live"


def restore(
    source: Path, to: Path, keys: Keys, clock: Clock, *, by: str, because: str, told_source: str = ""
) -> int:
    """Verify a snapshot and put it on this station; the next row of the log records that. Return the last
    row."""
    _refuse_to_overwrite(to)
    report = verify(source)
    if not report.ok:
        raise LogCorruptError(f"{source}: not restored: {report.findings[0].words}")
    _refuse_a_closed_month(source)
    sign.check_the_end(to, report.last_seq)
    # The copy gets its final name only after it records that it was restored.
    aside = to.with_name(to.name + ".restoring")
    with files.copying_faults(to):
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir()
    try:
        copy = aside / to.name
        # Copy through SQLite: a log that was not closed has its newest rows in the -wal file.
        with Reader(source) as whole:
            files.copy_database(whole.driver, copy)
        log = Writer(copy, keys, clock, new_keys_because=f"restored on {socket.gethostname()}")
        try:
            log.record(Restored(told_source or str(source), socket.gethostname(), by, because))
        finally:
            log.close()
        _move_out(aside, to)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return log.known.seq


def _refuse_a_closed_month(source: Path) -> None:
    """Raise LogError for a closed month: another file continues it, and a second one would fork the log."""
    with Reader(source) as log:
        if not log.recollect_before(END).closed:
            return
    found = next((one for one in sorted(source.parent.iterdir()) if _goes_on_from(one, source)), None)
    known = f" ({found})" if found else ""
    raise LogError(
        f"{source}: this month is closed, and the log continues in another file{known}: restore a snapshot "
        "of that one. If it is lost, put this file and its .checkpoint unchanged into the folder of the "
        "log, with the keys that they were written with, and start the station: it continues from there"
    )


def _goes_on_from(path: Path, source: Path) -> bool:
    """True if the file at `path` names `source` as its previous month."""
    if path.suffix != source.suffix or not path.is_file():
        return False
    try:
        with Reader(path) as log:
            return log.previous == source
    except LogError:
        return False


def _move_out(aside: Path, to: Path) -> None:
    """Move the restored files into place, the log first: before that nothing has happened, after it all is
    usable."""
    beside = [one for one in aside.iterdir() if one.name not in (to.name, sign.outside_path(to).name)]
    for one in (to, *(to.with_name(one.name) for one in beside)):
        _refuse_to_overwrite(one)
    with files.disk_faults(to):
        for one in (aside / to.name, sign.outside_path(aside / to.name), *beside):
            put_in_place(one, to.with_name(one.name))


def _refuse_to_overwrite(path: Path) -> None:
    """Raise LogError if the file exists or its folder does not."""
    if path.exists():
        raise LogError(f"{path}: already exists; name a new file")
    if not path.parent.is_dir():
        raise LogError(f"{path.parent}: no such folder")
