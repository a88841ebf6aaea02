"""Rebuilds the files of a log from its rows, as a floor has kept them.

The rows are the same byte for byte; the files are new. A month begins with its opening, which names the file
before it, so that every closed month gets its old name back, and the last file the name that the user
chooses.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.chain import GENESIS, hash_of
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.store import files
from dealer_station.log.store.append import INSERT_ANCHOR, INSERT_CHECKPOINT, INSERT_EVENT, INSERT_ROUND
from dealer_station.log.store.codec import decode, kind_of
from dealer_station.log.store.durable_rename import put_in_place
from dealer_station.log.store.mirror_file import month_name
from dealer_station.log.store.records import Opened, RoundKept
from dealer_station.log.store.upgrade import upgrade

ADVICE = "free space or choose another folder, and try again"
Values = tuple[Any, ...]


class LogRebuilder:
    """Writes rows to files beside `to`; nothing has its final name before `finish`."""

    def __init__(self, to: Path, *, after: int = 0, head: bytes = GENESIS, plain: bool = False) -> None:
        """Begin after row `after`, whose hash is `head`; the rows up to it are in older files. A plain file
        takes any chained rows as they are, without months and without a list of rounds."""
        for path in (to, self._unfinished(to)):
            if path.exists():
                raise LogError(f"{path}: already exists; name a new file")
        if not to.parent.is_dir():
            raise LogError(f"{to.parent}: no such folder")
        self._to, self._plain = to, plain
        self.head, self.seq = head, after
        self._done: list[tuple[Path, Path, Checkpoint | None]] = []
        """Each finished file with its final name and its last checkpoint."""
        self._connection: Connection | None = None
        self._path = to
        self._signed: Checkpoint | None = None
        self._rows: list[Values] = []
        self._rounds: list[Values] = []
        self._checkpoints: list[Values] = []
        self._anchors: list[Values] = []

    @staticmethod
    def _unfinished(path: Path) -> Path:
        return path.with_name(path.name + ".rebuilding")

    def add(
        self, rows: Iterable[Values], checkpoints: Mapping[int, Checkpoint], anchors: Mapping[int, bytes]
    ) -> None:
        """Append rows, each with its checkpoint and anchor; the columns are those up to `seal`."""
        for values in rows:
            seq, part, body = values[0], values[1], values[9]
            if seq != self.seq + 1:
                raise LogCorruptError(f"{self._to}: row {seq} came where row {self.seq + 1} belongs")
            kind = kind_of(body) if part == "record" and not self._plain else ""
            if self._plain and self._connection is None:
                self._create(self._unfinished(self._to))
            elif kind == Opened.__name__ or self._connection is None:
                self._begin(decode("record", body))
            digest = hash_of(self.head, values)
            self._rows.append((*values, self.head, digest))
            self.head, self.seq = digest, seq
            if kind == RoundKept.__name__:
                kept = decode("record", body)
                self._rounds.append((seq, kept.first_seq, kept.number))
            if (signed := checkpoints.get(seq)) is not None:
                self._signed = signed
                told = (signed.seq, signed.head, signed.wall_us, signed.signer, signed.signature)
                self._checkpoints.append(told)
            if (state := anchors.get(seq)) is not None:
                self._anchors.append((seq, state))
        self._flush()

    def _begin(self, opened: Any) -> None:
        """Begin a file; the file before it is closed under the name that the opening gives it."""
        if not isinstance(opened, Opened):
            raise LogCorruptError(f"{self._to}: the rows do not begin with the opening of a log")
        if self._connection is not None:
            name = month_name(opened.previous_file, self._to)
            self._flush()
            self._close(self._to.with_name(name))
        self._create(self._to.with_name(f"{self._unfinished(self._to).name}{len(self._done) or ''}"))

    def _create(self, path: Path) -> None:
        """Create an empty file."""
        self._path = path
        self._connection = files.open_for_writing(self._path, ADVICE)
        with files.disk_faults(self._path, ADVICE):
            upgrade(self._connection, self._path)

    def _flush(self) -> None:
        """Write what has gathered, in one transaction."""
        if self._connection is None:
            return
        with files.disk_faults(self._path, ADVICE):
            for statement, gathered in (
                (INSERT_EVENT, self._rows),
                (INSERT_ROUND, self._rounds),
                (INSERT_CHECKPOINT, self._checkpoints),
                (INSERT_ANCHOR, self._anchors),
            ):
                if gathered:
                    self._connection.exec_driver_sql(statement, list(gathered))
                    gathered.clear()
            self._connection.commit()

    def _close(self, final: Path) -> None:
        """Close a file whose rows are complete."""
        assert self._connection is not None
        if final.exists():
            raise LogError(f"{final}: already exists; choose a folder without files of this log")
        with files.disk_faults(self._path, ADVICE):
            self._connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
            files.close(self._connection)
        self._connection = None
        self._done.append((self._path, final, self._signed))

    def finish(self) -> list[Path]:
        """Give every file its name, the newest last; raise LogError if there were no rows."""
        if self._connection is None:
            raise LogError(f"{self._to}: there are no rows to rebuild a log from")
        self._flush()
        self._close(self._to)
        for made, final, signed in self._done:
            with files.disk_faults(final, ADVICE):
                made.chmod(files.LOG_MODE if final == self._to else files.CLOSED_MODE)
                if signed is not None:
                    sign.write_outside(sign.outside_path(final), signed)
                put_in_place(made, final)
        return [final for _, final, _ in self._done]

    def abandon(self) -> None:
        """Remove everything that is unfinished."""
        if self._connection is not None:
            files.close(self._connection)
            self._connection = None
        for path in self._to.parent.glob(f"{self._unfinished(self._to).name}*"):
            path.unlink(missing_ok=True)
