"""A copy of a log that grows with rows from elsewhere, each checked before it is written.

The copy is a log like any other: its rows, checkpoints and anchors are the same byte for byte, so that every
reader, report and verification works on it. A row is written only if it continues the chain of the copy, and
a checkpoint only if it is genuine and signs a row of the chain. A source that rewrites its rows is therefore
found out, and the copy keeps what it had.

If a month ends, its file gets the name that the next opening gives it, as at the station. A reader that has
the file open goes on with the old file, whose name is taken over by a whole copy of it.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec.structs import astuple
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.chain import GENESIS, hash_of
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.store import files
from dealer_station.log.store.append import (
    INSERT_ANCHOR,
    INSERT_CHECKPOINT,
    INSERT_EVENT,
    INSERT_ROUND,
    Statement,
)
from dealer_station.log.store.codec import decode, kind_of
from dealer_station.log.store.durable_rename import put_in_place
from dealer_station.log.store.records import KeysNamed, Opened, RoundKept, StateKept, is_file_name
from dealer_station.log.store.upgrade import upgrade

Values = tuple[Any, ...]
COMMITS_PER_CHECKPOINT = 50
ADVICE = (
    "free space there, or choose another folder for the copy, and try again; what was copied before stays"
)
NAMED = "SELECT seq, body FROM event WHERE part = 'record' AND instr(body, CAST('KeysNamed' AS BLOB)) > 0"
LAST_ROW = "SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1"
LAST_CHECKPOINT = "SELECT seq, signer FROM checkpoint ORDER BY seq DESC LIMIT 1"


class MirrorMismatchError(LogCorruptError):
    """Rows from elsewhere that do not continue a copy: one of the two was changed."""


class MirrorFile:
    """A copy that is open for writing; a fresh one begins after the row `after`, whose hash is `head`."""

    def __init__(self, path: Path, *, after: int = 0, head: bytes = GENESIS) -> None:
        self.path = path
        self.closed: list[Path] = []
        """The months that were closed since the copy was opened."""
        self.new_signers: list[tuple[int, bytes]] = []
        """Keys that signed without the key before them having vouched for them, each with its first row."""
        self._open(after, head)

    def _open(self, after: int, head: bytes) -> None:
        """Lock and open the file, and read where it ends."""
        self._lock = files.WriterLock(self.path)
        try:
            self._connection: Connection = files.open_for_writing(self.path, ADVICE)
            try:
                with files.disk_faults(self.path, ADVICE):
                    upgrade(self._connection, self.path)
                self.seq, self.head, self.checkpoint_seq, self._signer = after, head, after, b""
                self._commits = 0
                with files.disk_faults(self.path, ADVICE):
                    first = self._run("SELECT min(seq) FROM event").scalar()
                    last = self._run(LAST_ROW).first()
                    signed = self._run(LAST_CHECKPOINT).first()
                    self._connection.commit()
                self.is_empty = last is None
                if last is not None:
                    self.seq, self.head = last
                    self.checkpoint_seq = first - 1
                if signed is not None:
                    self.checkpoint_seq, self._signer = signed
            except BaseException:
                files.close(self._connection)
                raise
        except BaseException:
            self._lock.release()
            raise

    def _run(self, query: str, *values: Any) -> Any:
        return self._connection.exec_driver_sql(query, values)

    def take(
        self,
        first: int,
        prev: bytes,
        rows: Sequence[Values],
        checkpoints: Mapping[int, Checkpoint],
        anchors: Mapping[int, bytes],
    ) -> int:
        """Check rows from number `first` on, which may overlap the copy; write the new ones and return how
        many."""
        hashes = self._chained(first, prev, rows)
        self._check_joint(first, hashes)
        for one in checkpoints.values():
            self._check_signature(one, hashes)
        late = [
            one
            for seq, one in sorted(checkpoints.items())
            if self.checkpoint_seq < seq <= self.seq and self._is_here(seq)
        ]
        if late:
            self._check_signer(late, rows)
            self._commit([(INSERT_CHECKPOINT, [astuple(one) for one in late])], late[-1])
        fresh = [values for values in rows if values[0] > self.seq]
        count = len(fresh)
        while fresh:
            month = self._month(fresh)
            self._write(month, hashes, checkpoints, anchors)
            fresh = fresh[len(month) :]
            if fresh:
                self._turn(decode("record", fresh[0][9]))
        return count

    def _chained(self, first: int, prev: bytes, rows: Sequence[Values]) -> dict[int, bytes]:
        """The hash of every row, and of the row before the first."""
        hashes = {first - 1: prev}
        try:
            for seq, values in enumerate(rows, first):
                if values[0] != seq:
                    raise MirrorMismatchError(f"row {values[0]} came where row {seq} belongs")
                prev = hashes[seq] = hash_of(prev, values)
        except ValueError as error:
            raise MirrorMismatchError(f"row {first + len(hashes) - 1} cannot be read: {error}") from error
        return hashes

    def _check_joint(self, first: int, hashes: Mapping[int, bytes]) -> None:
        """Raise MirrorMismatchError unless the rows continue the copy or repeat it."""
        if first - 1 > self.seq:
            raise MirrorMismatchError(f"the rows from {self.seq + 1} to {first - 1} are missing")
        # The chain vouches for the rows before the last common one, so that a single hash is compared.
        common = min(max(hashes), self.seq)
        if hashes[common] != self.hash_at(common):
            raise MirrorMismatchError(f"row {common} has another hash than it had when it was copied")

    def hash_at(self, seq: int) -> bytes | None:
        """The hash of a row of this file, or of the row before its first; None if it is not here."""
        if seq == self.seq:
            return self.head
        with files.reading_faults(self.path):
            found: bytes | None = self._run("SELECT prev FROM event WHERE seq = ?", seq + 1).scalar()
            self._connection.commit()
        return found

    def _is_here(self, seq: int) -> bool:
        """True if a row is in this file and not in the month before it."""
        with files.reading_faults(self.path):
            found = self._run("SELECT 1 FROM event WHERE seq = ?", seq).scalar()
            self._connection.commit()
        return found is not None

    def _check_signature(self, one: Checkpoint, hashes: Mapping[int, bytes]) -> None:
        """Raise MirrorMismatchError unless a checkpoint is genuine and signs the hash of its row."""
        if one.head != hashes.get(one.seq):
            raise MirrorMismatchError(f"the checkpoint at row {one.seq} names another hash than the row has")
        if not one.is_genuine:
            raise MirrorMismatchError(f"the checkpoint at row {one.seq} has a broken signature")

    def _check_signer(self, checkpoints: Sequence[Checkpoint], rows: Sequence[Values]) -> None:
        """Raise MirrorMismatchError for a signer that the log does not name; note one whom nobody vouched
        for."""
        for one in checkpoints:
            if one.signer == self._signer:
                self.checkpoint_seq = one.seq
                continue
            named = self._naming(one.signer, rows)
            if named is None or named > one.seq:
                raise MirrorMismatchError(
                    f"the checkpoint at row {one.seq} is signed with a key that the log never named"
                )
            if self._signer and named > self.checkpoint_seq:
                self.new_signers.append((one.seq, one.signer))
            self._signer, self.checkpoint_seq = one.signer, one.seq

    def _naming(self, signer: bytes, rows: Sequence[Values]) -> int | None:
        """The row that names a key, in this file or among rows that follow; None if there is none."""
        # Only a change of keys leads here, so that the file is read through once in months.
        with files.reading_faults(self.path):
            found = [(seq, body) for seq, body in self._run(NAMED)]
            self._connection.commit()
        found += [(one[0], one[9]) for one in rows if one[1] == "record"]
        for seq, body in found:
            if kind_of(body) == KeysNamed.__name__:
                named = decode("record", body)
                if isinstance(named, KeysNamed) and named.signing == signer.hex():
                    return int(seq)
        return None

    def _month(self, rows: list[Values]) -> list[Values]:
        """The first of some rows, up to the opening of the next month."""
        for index, values in enumerate(rows):
            opens = values[1] == "record" and kind_of(values[9]) == Opened.__name__
            if opens and (index or not self.is_empty):
                return rows[:index]
            if not opens and not index and self.is_empty:
                raise MirrorMismatchError(f"row {values[0]} does not open a file")
        return rows

    def _write(
        self,
        rows: list[Values],
        hashes: Mapping[int, bytes],
        checkpoints: Mapping[int, Checkpoint],
        anchors: Mapping[int, bytes],
    ) -> None:
        """Write rows of one month with everything that belongs to them, in one transaction."""
        if not rows:
            return
        signed = [checkpoints[one[0]] for one in rows if one[0] in checkpoints]
        self._check_signer(signed, rows)
        rounds = []
        for values in rows:
            if values[1] == "record" and kind_of(values[9]) == RoundKept.__name__:
                kept = decode("record", values[9])
                rounds.append((values[0], kept.first_seq, kept.number))
        states = [(one[0], _checked(one, anchors[one[0]])) for one in rows if one[0] in anchors]
        statements: list[Statement] = [
            (INSERT_EVENT, [(*one, hashes[one[0] - 1], hashes[one[0]]) for one in rows]),
            (INSERT_ROUND, rounds),
            (INSERT_CHECKPOINT, [astuple(one) for one in signed]),
            (INSERT_ANCHOR, states),
        ]
        self._commit([one for one in statements if one[1]], signed[-1] if signed else None)
        self.seq, self.head, self.is_empty = rows[-1][0], hashes[rows[-1][0]], False

    def _commit(self, statements: list[Statement], newest: Checkpoint | None) -> None:
        """Run statements in one transaction, then publish the newest checkpoint beside the file."""
        with files.disk_faults(self.path, ADVICE):
            for statement, gathered in statements:
                self._connection.exec_driver_sql(statement, gathered)
            self._connection.commit()
            if newest is not None:
                sign.write_outside(sign.outside_path(self.path), newest)
            self._commits += 1
            if self._commits % COMMITS_PER_CHECKPOINT == 0:
                self._run("PRAGMA wal_checkpoint(PASSIVE)").all()
                self._connection.commit()

    def _turn(self, opened: Any) -> None:
        """Close the month under the name that the next opening gives it, and begin the next file."""
        if not isinstance(opened, Opened) or opened.previous_seq != self.seq:
            raise MirrorMismatchError(f"row {self.seq + 1} does not open the file after row {self.seq}")
        closed = self.path.with_name(month_name(opened.previous_file, self.path))
        lock = self._put_away(closed)
        self.closed.append(closed)
        self._open(self.seq, self.head)
        lock.let_go()

    def _put_away(self, final: Path) -> files.WriterLock:
        """Make a single read-only file with its final name; return the lock of the old name, still held."""
        with files.disk_faults(self.path, ADVICE):
            if self._is_alone():
                files.close(self._connection)
                whole = self.path
            else:
                whole = final.with_name(final.name + ".new")
                files.copy_database(self._connection.connection.dbapi_connection, whole)
                files.close(self._connection)
                for end in ("", "-wal", "-shm"):
                    self.path.with_name(self.path.name + end).unlink(missing_ok=True)
            whole.chmod(files.CLOSED_MODE)
            put_in_place(whole, final)
            outside = sign.outside_path(self.path)
            if outside.exists():
                put_in_place(outside, sign.outside_path(final))
        return self._lock

    def _is_alone(self) -> bool:
        """Merge the write-ahead log into the file, without waiting; False if a reader has the file open."""
        try:
            self._run("PRAGMA busy_timeout=0")
            busy = self._run("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
            alone = not busy and self._run("PRAGMA journal_mode=DELETE").scalar() == "delete"
            self._connection.commit()
        except SQLAlchemyError:
            return False
        finally:
            with suppress(SQLAlchemyError):
                self._run(f"PRAGMA busy_timeout={round(files.BUSY_SECONDS * 1000)}")
        return bool(alone)

    def finish_as(self, final: Path) -> None:
        """Close a copy whose month is complete, under its final name."""
        self._put_away(final).release()

    def close(self) -> None:
        """Close the copy; one without readers becomes a single file."""
        try:
            if not self._connection.closed:
                # A write that failed has left its transaction open.
                with suppress(SQLAlchemyError):
                    self._connection.rollback()
                self._is_alone()
        finally:
            files.close(self._connection)
            self._lock.release()


OWN_ENDINGS = ("-wal", "-shm", "-journal", ".writer", ".checkpoint", ".json", ".new", ".pulling", ".damaged")
"""Endings of files that a copy keeps beside its months; no month may take such a name."""
MONTH_NAME_BYTES_MAX = 200
"""The longest name of a month, so that there is room for these endings."""


def month_name(name: str, path: Path) -> str:
    """A file name from a log; raise LogCorruptError if it could lead elsewhere, or to another file here."""
    too_long = len(name.encode("utf-8", "replace")) > MONTH_NAME_BYTES_MAX
    if not is_file_name(name) or too_long or name.startswith(".") or name.endswith(OWN_ENDINGS):
        raise LogCorruptError(
            f'an opening names "{name[:40]}" as the file before it, which is no name for it'
        )
    if name == path.name:
        raise LogCorruptError(f'the opening after "{name}" names that file itself as the one before it')
    return name


def _checked(values: Values, state: bytes) -> bytes:
    """An anchor whose digest its row holds; raise MirrorMismatchError for any other."""
    kept = decode(values[1], values[9])
    if not isinstance(kept, StateKept) or kept.digest != sha256(state).hexdigest():
        raise MirrorMismatchError(f"the anchor at row {values[0]} does not match its digest in the row")
    return state
