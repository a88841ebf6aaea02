"""Search for the log that continues a closed month: its first row is chained to the last hash of the
month."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from dealer_station.engine.model.errors import LogError
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.read.state import Recollection
from dealer_station.log.store.months import closed_months, usual_name


def known_at_the_end(path: Path, known: Recollection, others: Iterable[Path] = ()) -> Recollection:
    """State at the end of the newest continuation, or of this file if there is none."""
    left = list(dict.fromkeys((*others, *_beside(path))))
    while known.closed:
        after = next(((one, found) for one in left if (found := _going_on(one, known.head))), None)
        if after is None:
            break
        left.remove(after[0])
        known = after[1]
    return known


class Beyond:
    """The continuation of a closed month in the same folder, read again only if one of the files has
    changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._state: list[tuple[str, int, int]] = []
        self._known: Recollection | None = None

    def look(self, known: Recollection) -> Recollection | None:
        """State at the end of the continuation, or None if there is none."""
        state = sorted(_stamps(self._path))
        if state != self._state:
            self._state = state
            found = known_at_the_end(self._path, known)
            self._known = found if found.seq > known.seq else None
        return self._known


def _beside(path: Path) -> list[Path]:
    """The existing files of the same log in this folder, by their usual names."""
    usual = usual_name(path)
    with suppress(OSError):
        return [one for one in (usual, *closed_months(usual)) if one.is_file()]
    return []


def _stamps(path: Path) -> Iterator[tuple[str, int, int]]:
    """Name, modification time and size of each file of the log, including write-ahead logs."""
    for one in _beside(path):
        for name in (one, one.with_name(one.name + "-wal")):
            with suppress(OSError):
                told = name.stat()
                yield str(name), told.st_mtime_ns, told.st_size


def _going_on(path: Path, head: bytes) -> Recollection | None:
    """The state at the end of a file if its first row is chained to `head`; otherwise None."""
    with suppress(LogError, OSError), Reader(path) as log:
        first = log.ends()[0]
        if any(row[-2] == head for row in log.raw_rows(first, first)):
            return log.recollect_before(END)
    return None
