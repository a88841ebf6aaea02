"""The trees of rows that leave the database: computed before a month is dropped, so that the floor can go on
cosigning without the archive."""

from collections.abc import Iterator
from datetime import date

from dealer_station.engine.model.errors import FloorError, LogCorruptError, LogError
from dealer_station.floor.archive.kept_rows import KeptRows
from dealer_station.floor.store import archive_records, stored_logs, trees
from dealer_station.floor.store.trees import RowsChangedError, TreeState
from dealer_station.log.integrity.chain import hash_of
from dealer_station.log.read.unfit_rows import unfit_rows

_BRANCHES = (
    "SELECT b.log, b.branch, greatest((SELECT max(size) FROM floor.tree t WHERE t.log = b.log "
    "AND t.branch = b.branch), (SELECT max(size) FROM floor.note n WHERE n.log = b.log "
    "AND n.branch = b.branch), 0) FROM floor.branch b ORDER BY b.log, b.branch"
)
_NOTED = (
    "SELECT l.id, l.branch, max(n.size) FROM floor.log l JOIN floor.note n ON n.log = l.id "
    "AND n.branch = l.branch GROUP BY l.id, l.branch ORDER BY l.id"
)


def keep_trees(kept: KeptRows, cut_off: date) -> dict[int, str]:
    """Compute the tree of each branch up to the last row that arrived before the cut-off, in the database or
    in the archive, and store it. Return the logs of which that failed, each with the reason."""
    failed: dict[int, str] = {}
    for log, branch, known in kept.floor.execute(_BRANCHES).fetchall():
        old = [
            one.last
            for one in archive_records.months_of_branch(kept.floor, log, branch)
            if one.month < cut_off
        ]
        if old and known < old[-1]:
            start = trees.newest_state(kept.floor, log, branch, old[-1])
            try:
                with unfit_rows():
                    state = start.extended(_hashes(kept, log, branch, start, old[-1]))
            except (LogError, FloorError) as error:
                failed[log] = str(error)
            else:
                trees.keep_state(kept.floor, log, branch, state)
    return failed


def keep_starts(kept: KeptRows) -> dict[int, str]:
    """Store the tree before the first whole month that the database still has of each log with notes: a
    spare that gets the log from there continues its notes from that tree. Return the logs of which that
    failed, each with the reason."""
    failed: dict[int, str] = {}
    for log, branch, noted in kept.floor.execute(_NOTED).fetchall():
        last = stored_logs.last_dropped(kept.floor, log, branch)[0]
        if not 0 < last < noted:
            continue
        try:
            start = trees.newest_state(kept.floor, log, branch, last)
            if start.size < last:
                with unfit_rows():
                    state = start.extended(_hashes(kept, log, branch, start, last))
                trees.keep_start(kept.floor, log, branch, state)
        except (LogError, FloorError) as error:
            failed[log] = str(error)
        except RowsChangedError as error:
            failed[log] = f"the stored tree of {error.seq} rows is damaged; run `dealer-station floor verify`"
    return failed


def _hashes(kept: KeptRows, log: int, branch: int, start: TreeState, last: int) -> Iterator[bytes]:
    """The hashes of rows after a state, computed again from the rows."""
    seq, head = start.size, start.head
    for page in kept.pages(log, branch, seq + 1, last):
        for values, stored in page:
            head, seq = hash_of(head, values), seq + 1
            if values[0] != seq or head != stored:
                raise LogCorruptError(
                    f"row {seq} was changed or is missing; run `dealer-station floor verify`"
                )
            yield head
    if seq != last:
        raise LogCorruptError(f"row {seq + 1} is missing; run `dealer-station floor verify`")
