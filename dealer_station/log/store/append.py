"""The single writer: commits an observation and all its consequences in one transaction, durable on return.

Order of a durable commit: rows, index of rounds, checkpoint and anchor go into one SQLite transaction with
`synchronous=FULL`. Only after it returns does the state in memory (`known`) advance, and only then is the
checkpoint copied to the file outside the log. The screen and the devices learn of an event after that. A
crash at any point therefore loses at most an observation that nobody has acknowledged, and the checkpoint
outside never signs a row that the log does not have.
"""

import os
import platform
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace
from nacl.signing import SigningKey
from sqlalchemy.exc import DBAPIError

from dealer_station.engine.model.errors import KeyFaultError, LogCorruptError, LogError, LogFaultError
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.chain import COLUMNS, Row, hash_of
from dealer_station.log.integrity.keys import Keys, fingerprint
from dealer_station.log.read.reader import END, recollect_before
from dealer_station.log.store import files, months
from dealer_station.log.store.clock import Clock
from dealer_station.log.store.codec import Content, Part, encode
from dealer_station.log.store.durable_rename import put_in_place
from dealer_station.log.store.records import Closed, KeysNamed, RoundKept, Started, Stopped
from dealer_station.log.store.schema import REVISION, SHAPES, shape_of
from dealer_station.log.store.stored_states import ROWS_PER_ANCHOR, freeze
from dealer_station.log.store.upgrade import check_is_a_log, upgrade
from dealer_station.program_version import program_version

SIGN_EVERY_US = 60_000_000
REVIEW = "review"
"""The `start` of a review log, which has no table."""
SCHOOL = "school"
"""The `start` of the school's results, which have no table either."""
WITHOUT_A_TABLE = {
    REVIEW: "a review log, which holds notes and no table",
    SCHOOL: "the log of the school, which holds results and no table",
}
COMMITS_PER_CHECKPOINT = 400
"""Commits that fit into the reserved write-ahead log, so that it does not grow in a long round."""
INSERT_EVENT = f"INSERT INTO event ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
INSERT_CHECKPOINT = "INSERT INTO checkpoint (seq, head, wall_us, signer, signature) VALUES (?, ?, ?, ?, ?)"
INSERT_ANCHOR = "INSERT INTO anchor (seq, state) VALUES (?, ?)"
INSERT_ROUND = "INSERT INTO round (last_seq, first_seq, number) VALUES (?, ?, ?)"
Statement = tuple[str, list[tuple[Any, ...]]]
"""An insert statement and its rows."""


class Origin(Struct, frozen=True):
    """The origin of a row: source, person, journal entry, frame and time."""

    wall_us: int
    mono_us: int
    source: str
    who: str = ""
    journal: str = ""
    device_seq: int | None = None
    frame: bytes | None = None
    seal: bytes | None = None


class Writer:
    """A log that is open for writing; its current state is in `known`."""

    def __init__(
        self, path: Path, keys: Keys, clock: Clock, *, start: str = "round", new_keys_because: str = ""
    ) -> None:
        self.path = path
        self._new_keys_because = new_keys_because
        self.clock = clock
        self.keys = keys
        self.on_month_closed: Callable[[Path], None] = lambda _: None
        """Called with the file of a month that has just been closed; must return at once."""
        self._signing = SigningKey(keys.signing)
        self._outside = sign.outside_path(path)
        self._signed_us = clock.mono_us()
        self.copy_before_upgrade: Path | None = None
        self._broken = self._says_stopped = False
        self._start = start
        self._open()

    def _open(self) -> None:
        """Lock and open the file; a missing or empty one begins a log, or continues the previous month."""
        check_is_a_log(self.path)
        self._lock = files.WriterLock(self.path)
        try:
            self._connection = files.open_for_writing(self.path)
            self._database = files.driver_connection(self._connection)
            try:
                self.copy_before_upgrade = upgrade(self._connection, self.path) or self.copy_before_upgrade
                if shape_of(self._connection) != SHAPES[REVISION]:
                    raise LogCorruptError(
                        f"{self.path}: a table or a trigger is not as the station created it; "
                        "`dealer-station log verify` shows what is left, and a snapshot can be restored"
                    )
                self.known = recollect_before(self._connection, self.path, END)
                self._anchored_seq = self._signed_seq = self.known.seq
                self._commits = 0
                files.make_room(self.path)
                if self.known.closed:
                    if months.is_closed_name(self.path):
                        raise LogError(f"{self.path}: this month is closed, and a closed log is read-only")
                    self._finish_month()
                else:
                    self._begin()
                    self._data_version = self._written_by_others()
            except BaseException:
                files.close(self._connection)
                raise
        except BaseException:
            self._lock.release()
            raise

    def _begin(self) -> None:
        """Write the opening of a fresh file, and check that the station's keys are those that the log
        names."""
        self.resumed = self.known.seq > 0
        before = None if self.resumed else months.predecessor(self.path)
        if before is not None:
            months.check_goes_on(self.path, before, None if self._new_keys_because else self.keys.signer)
            self.known, self.resumed = months.standing_on(before), True
        self._check_kind()
        sign.check_the_end(self.path, self.known.seq)
        if not self.known.opened:
            self._begin_file(before)
        named = self.known.keys
        if self._new_keys_because:
            self.record(KeysNamed(self.keys.signer.hex(), self.keys.escrow.hex(), self._new_keys_because))
            self._new_keys_because = ""
        elif named is None or named.signing != self.keys.signer.hex():
            expected = fingerprint(bytes.fromhex(named.signing)) if named else "another key"
            raise KeyFaultError(
                f"{self.path}: is signed with {expected}, and the key here is "
                f"{fingerprint(self.keys.signer)}; name the folder of its keys. If they are lost, "
                "`dealer-station log snapshot` and `log restore` continue it with new ones"
            )
        elif named.escrow != self.keys.escrow.hex():
            raise KeyFaultError(
                f"{self.path}: seals its burn cards to {fingerprint(bytes.fromhex(named.escrow))}, and the "
                f"escrow key here is {fingerprint(self.keys.escrow)}; put the old one back, or change the "
                "keys with `dealer-station keys rotate`"
            )

    def _check_kind(self) -> None:
        """Raise LogError if a table's log is opened for notes or results, or one of these for a table."""
        before = self.known.opened.start if self.known.opened is not None else ""
        of_a_table = before not in WITHOUT_A_TABLE and self._start not in WITHOUT_A_TABLE
        if self.resumed and not of_a_table and before != self._start:
            what = WITHOUT_A_TABLE.get(before, "the log of a table")
            raise LogError(f"{self.path}: is {what}; name another file, nothing was written")

    def _begin_file(self, before: months.Predecessor | None) -> None:
        """Record the opening and the keys of a fresh file, and the rules of the previous month."""
        month = months.month_of(self.clock.wall_us())
        named = KeysNamed(self.keys.signer.hex(), self.keys.escrow.hex(), "a new file")
        words = before.known.rules if before else None
        self.record(months.opening(self._start, month, before), named, *((words,) if words else ()))

    def turn_month(self) -> bool:
        """Close the file and begin the next one, if the month is over and no round is open; True if it
        did."""
        opened = self.known.opened
        now = months.month_of(self.clock.wall_us())
        if opened is None or self.known.table.round.opened or now == opened.month:
            return False
        # If the clock was years ahead for a while, `opened.month` is in the future; months must still end.
        if now < opened.month and now <= months.month_of(self.known.wall_us):
            return False
        if not self._alone():
            return False  # A reader has the file open; try again after the next round.
        self.record(Closed(opened.month))
        self.sign_now()
        self._finish_month()
        return True

    def _alone(self) -> bool:
        """Merge the write-ahead log into the file, without waiting; False if a reader has the file open."""
        run = self._connection.exec_driver_sql
        try:
            # The table must not wait for a reader; the caller tries again later.
            run("PRAGMA busy_timeout=0")
            busy = run("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
            # Without a write-ahead log, deleting the journal file is the commit, and only EXTRA syncs that.
            run("PRAGMA synchronous=EXTRA")
            alone = not busy and run("PRAGMA journal_mode=DELETE").scalar() == "delete"
            self._connection.commit()
        except DBAPIError:
            return False
        finally:
            run(f"PRAGMA busy_timeout={round(files.BUSY_SECONDS * 1000)}")
        return alone

    def _finish_month(self) -> None:
        """Rename a closed file after its month and open the next one; repeats safely after an
        interruption."""
        # A power cut may come between any two of these steps. While the file still has its usual name, the
        # next start finds `known.closed` and comes here again. The rename is the point of no return and comes
        # after the file is a single read-only one. If the copy of the checkpoint is missing after it, the
        # rows of the closed file still tell where it ends.
        opened = self.known.opened
        month = opened.month if opened else ""
        closed = months.closed_path(self.path, month)
        with files.disk_faults(self.path):
            self._connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
            files.close(self._connection)
            self.path.chmod(files.CLOSED_MODE)
            put_in_place(self.path, closed)
            outside = sign.read_outside(self._outside)
            if outside is not None:
                sign.write_outside(sign.outside_path(closed), outside)
        # Only the descriptor is closed: `release` would remove the note of the new lock, at the same path.
        old = self._lock
        self._open()
        old.let_go()
        self.on_month_closed(closed)

    def started(self, sealed_burns: int) -> None:
        """Record the program and the machine, and the number of burns whose faces were lost with the
        memory."""
        self._says_stopped = True
        boot = Path("/proc/sys/kernel/random/boot_id")
        self.record(
            Started(
                host=socket.gethostname(),
                pid=os.getpid(),
                boot=boot.read_text("ascii").strip() if boot.exists() else platform.node(),
                version=program_version(),
                sqlite=files.SQLITE_VERSION,
                sealed_burns=sealed_burns,
            )
        )

    def record(self, *records: Content) -> None:
        """Commit records of the log about itself."""
        now = Origin(self.clock.wall_us(), self.clock.mono_us(), "log")
        self.append(now, tuple(("record", record) for record in records))

    def append(self, origin: Origin, contents: Sequence[tuple[Part, Content]]) -> int:
        """Commit the first content and everything that follows from it; return the number of the first
        row."""
        if self._broken:
            raise LogFaultError(
                f"{self.path}: an earlier write failed; restart the station, which resumes where it was"
            )
        contents = [*contents]
        rows = self._rows(origin, contents)
        state = self._anchor(origin, rows, contents)
        ends_round = [
            (row.seq, content)
            for row, (_, content) in zip(rows, contents, strict=True)
            if isinstance(content, RoundKept)
        ]
        due = bool(ends_round) or origin.mono_us - self._signed_us >= SIGN_EVERY_US
        last = rows[-1]
        checkpoint = sign.sign(self._signing, last.seq, last.hash, origin.wall_us) if due else None
        statements: list[Statement] = [(INSERT_EVENT, [astuple(row) for row in rows])]
        if ends_round:
            statements.append(
                (INSERT_ROUND, [(seq, kept.first_seq, kept.number) for seq, kept in ends_round])
            )
        if checkpoint:
            statements.append((INSERT_CHECKPOINT, [astuple(checkpoint)]))
        if state is not None:
            statements.append((INSERT_ANCHOR, [(last.seq, state)]))
        self._commit(statements)
        for row, (_, content) in zip(rows, contents, strict=True):
            self.known.take(row, content)
        if checkpoint:
            self._publish(checkpoint)
        return rows[0].seq

    def _commit(self, statements: list[Statement]) -> None:
        """Execute all statements in one transaction that is on the disk when this returns."""
        self._broken = True  # Stays set if anything below fails: then nothing more may be written.
        # Through SQLAlchemy this would take the processor twice as long, while a card waits. sqlite3 begins
        # the transaction with the first insert, as it does for SQLAlchemy.
        with files.disk_faults(self.path):
            for statement, rows in statements:
                if self._database.executemany(statement, rows).rowcount != len(rows):
                    self._database.rollback()
                    raise self._meddled("inserted rows were lost")
            self._database.commit()
        self._broken = False
        self._commits += 1

    def _written_by_others(self) -> int:
        """A number that changes when any other connection has written to the file."""
        found = int(self._connection.exec_driver_sql("PRAGMA data_version").scalar_one())
        self._connection.commit()
        return found

    def _meddled(self, what: str) -> LogCorruptError:
        """The error for a file that another program has changed."""
        return LogCorruptError(
            f"{self.path}: another program writes to this file: {what}. The station stops; `dealer-station "
            "log verify` shows how far the log is intact"
        )

    def _anchor(self, origin: Origin, rows: list[Row], contents: list[tuple[Part, Content]]) -> bytes | None:
        """Append an anchor to the commit if one is due and no tap can be taken back; return its state."""
        if rows[-1].seq - self._anchored_seq < ROWS_PER_ANCHOR or rows[0].part == "record":
            return None
        # The anchor holds the state after this commit, so the rows are applied to a copy of the state. Its
        # record joins the same commit, and the rows are built again to chain it. A table that can still undo
        # a tap (`before`) is not anchored.
        then = replace(self.known, devices=dict(self.known.devices), serials=dict(self.known.serials))
        for row, (_, content) in zip(rows, contents, strict=True):
            then.take(row, content)
        if then.table.before is not None or isinstance(contents[-1][1], RoundKept):
            return None
        vouched, state = freeze(then)
        contents.append(("record", vouched))
        rows[:] = self._rows(origin, contents)
        self._anchored_seq = rows[-1].seq
        return state

    def _rows(self, origin: Origin, contents: Sequence[tuple[Part, Content]]) -> list[Row]:
        """The contents as rows: numbered, timed and chained; only the first row carries journal, frame and
        seal."""
        seq, prev = self.known.seq, self.known.head
        cause = seq + 1
        rows = []
        for part, content in contents:
            seq += 1
            first = seq == cause
            values = (
                *(seq, part, cause, origin.wall_us, origin.mono_us, origin.source, origin.who),
                *((origin.journal, origin.device_seq) if first else ("", None)),
                encode(content),
                *((origin.frame, origin.seal) if first else (None, None)),
            )
            digest = hash_of(prev, values)
            rows.append(Row(*values, prev, digest))
            prev = digest
        return rows

    def _publish(self, checkpoint: sign.Checkpoint) -> None:
        """Copy a committed checkpoint to the file outside the log."""
        self._signed_us, self._signed_seq = self.clock.mono_us(), checkpoint.seq
        with files.disk_faults(self.path):
            sign.write_outside(self._outside, checkpoint)

    def change_keys(self, keys: Keys, because: str) -> None:
        """Change the keys; the old key signs the change and thereby makes the new one trusted."""
        self.record(KeysNamed(keys.signer.hex(), keys.escrow.hex(), because))
        self.sign_now()
        self.keys, self._signing = keys, SigningKey(keys.signing)

    def sign_now(self) -> None:
        """Sign the last row, unless it is signed already."""
        if self._broken or self._signed_seq == self.known.seq:
            return
        checkpoint = sign.sign(self._signing, self.known.seq, self.known.head, self.clock.wall_us())
        self._commit([(INSERT_CHECKPOINT, [astuple(checkpoint)])])
        self._publish(checkpoint)

    def look_after(self, *, ended: bool) -> None:
        """Housekeeping after each displayed step: turn the month or run a WAL checkpoint, between rounds or
        when due."""
        if ended and self.turn_month():
            return
        if ended or self._commits >= COMMITS_PER_CHECKPOINT:
            self._check_for_others()
            self.checkpoint_wal()

    def _check_for_others(self) -> None:
        """Raise LogCorruptError if another program has written to the file."""
        with files.disk_faults(self.path):
            if self._written_by_others() != self._data_version:
                self._broken = True
                raise self._meddled("it changed unexpectedly")

    def tick(self) -> None:
        """Periodic work: check for other writers, turn the month, and sign rows older than a minute."""
        self._check_for_others()
        self.turn_month()
        if self.clock.mono_us() - self._signed_us >= SIGN_EVERY_US:
            self.sign_now()

    def checkpoint_wal(self, mode: str = "PASSIVE") -> None:
        """Run a WAL checkpoint; automatic ones are off, because SQLite swallows their errors."""
        self._commits = 0
        with files.disk_faults(self.path):
            self._connection.exec_driver_sql(f"PRAGMA wal_checkpoint({mode})").all()
            self._connection.commit()

    def open_again(self) -> None:
        """Reopen the file as after a crash, in the same process; the state is read back from the file."""
        files.close(self._connection)
        self._lock.release()
        self._broken = False
        try:
            self._open()
        except BaseException:
            # Nothing can be written any more, not even the record of the stop.
            self._broken = True
            raise

    def close(self) -> None:
        """Close the log: sign the last row and merge the write-ahead log into the file."""
        try:
            if not self._broken:
                if self._says_stopped:
                    self.record(Stopped())
                self.sign_now()
                self._alone()
        finally:
            files.close(self._connection)
            self._lock.release()
