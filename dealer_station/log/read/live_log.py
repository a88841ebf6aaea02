"""The file that a station is writing to, read in a fraction of a millisecond.

The floor's client opens the log for every row, because a connection that stays open would keep the station
from closing a month. This way of opening leaves out whatever a damaged, foreign, old or closed file needs.
It gives up where anything is out of the ordinary, and the caller then takes the Reader, which knows why."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from dealer_station.engine.model.errors import LogError
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.read.reader import ALL_ROWS, FIRST_ROW, LAST_ROW
from dealer_station.log.store.files import wal_path
from dealer_station.log.store.schema import REVISION

BUSY_SECONDS = 1.0
SCHEMA = "SELECT version_num FROM alembic_version"
CHECKPOINTS = "SELECT * FROM checkpoint WHERE seq > ? AND seq <= ? ORDER BY seq"
ANCHORS = "SELECT seq, state FROM anchor WHERE seq > ? AND seq <= ? ORDER BY seq"


class NotLiveError(LogError):
    """The file is not one that a station of this version is writing to, or not as a whole."""


class LiveLog:
    """One consistent snapshot of a file that a station is writing to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # Without its -wal file the log is closed, and a second name or a read-only folder needs more care.
        if not wal_path(path).exists() or path.stat().st_nlink > 1 or not os.access(path.parent, os.W_OK):
            raise NotLiveError(f"{path}: no station is writing to it here")
        uri = f"file:{quote(str(path.absolute()))}?mode=ro"
        try:
            self._database = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        except sqlite3.Error as error:
            raise NotLiveError(f"{path}: cannot be opened: {error}") from error
        try:
            self._database.execute("BEGIN")
            if self._found(SCHEMA) != [(REVISION,)]:
                raise NotLiveError(f"{path}: is of another version")
            ends = self._found(FIRST_ROW) + self._found(LAST_ROW)
            if len(ends) != 2:
                raise NotLiveError(f"{path}: has no rows yet")
            (self.first,), (self.last,) = ends
        except BaseException:
            self._database.close()
            raise

    def _found(self, query: str, *values: int) -> list[Any]:
        try:
            return self._database.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise NotLiveError(f"{self.path}: cannot be read: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def raw_rows(self, first: int, last: int) -> Iterator[tuple[Any, ...]]:
        """The rows from `first` to `last` as plain tuples of the database."""
        for seq, row in enumerate(self._found(ALL_ROWS, first, last), first):
            if row[0] != seq or row[9] is None:
                raise NotLiveError(f"{self.path}: no valid row {seq} is where it belongs")
            yield row

    def checkpoints(self, after: int, last: int) -> Iterator[Checkpoint]:
        """The signed checkpoints of the rows after `after`, up to `last`, oldest first."""
        yield from (Checkpoint(*found) for found in self._found(CHECKPOINTS, after, last))

    def anchors(self, after: int, last: int) -> Iterator[tuple[int, bytes]]:
        """The anchors of the rows after `after`, up to `last`."""
        yield from self._found(ANCHORS, after, last)
