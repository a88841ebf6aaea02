"""Opening a log: one connection that writes, behind a lock that names its holder; all others only read."""

import errno
import fcntl
import os
import shutil
import socket
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, StaticPool

from dealer_station.engine.model.errors import LogCorruptError, LogError, LogFaultError, LogHeldError
from dealer_station.log.integrity import salvage

SQLITE_VERSION = sqlite3.sqlite_version
SYNCHRONOUS = "FULL"
"""Each commit is on the disk before it returns. NORMAL loses acknowledged events when the power goes."""
_SYNCHRONOUS_LEVELS = {"OFF": 0, "NORMAL": 1, "FULL": 2, "EXTRA": 3}
BUSY_SECONDS = 10.0
LOG_MODE, CLOSED_MODE = 0o640, 0o440
"""Who may read a log, and a copy of it; nobody writes to a month that is closed."""
PAGES_AT_ONCE = 256
WAL_ROOM_BYTES = 4 * 1024 * 1024
"""A commit into room that is there already costs the disk half of one that makes the file longer."""
NO_LOG = "cannot be read as a log, it is none or it is damaged"
_COMPILED: dict[Any, Any] = {}
"""Statements as SQLAlchemy has compiled them: every connection asks the same few."""


class Holder(msgspec.Struct, frozen=True):
    """Who writes to a log."""

    host: str
    pid: int
    since: str


class WriterLock:
    """Held for as long as a station writes to a file; the kernel lets go of it when the process ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._beside = path.with_name(path.name + ".writer")
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, LOG_MODE)
        except OSError as error:
            raise LogError(f"{path}: cannot be opened for writing: {error.strerror}") from error
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._fd)
            raise LogHeldError(f"{path}: {self._who()}; a log has one writer, stop that one first") from error
        if os.fstat(self._fd).st_nlink > 1:
            os.close(self._fd)
            raise LogError(
                f"{path}: has another name too (a hard link), and what is written under one is not all there "
                "under the other. Remove one of the names; a copy is made with `dealer-station log snapshot`"
            )
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._beside.write_bytes(msgspec.json.encode(Holder(socket.gethostname(), os.getpid(), now)))

    def _who(self) -> str:
        try:
            holder = msgspec.json.decode(self._beside.read_bytes(), type=Holder)
        except (OSError, msgspec.MsgspecError):
            return self._who_says_the_kernel()
        return f"the station on {holder.host}, process {holder.pid}, writes to it since {holder.since}"

    def _who_says_the_kernel(self) -> str:
        """Of a file that has another name, beside which its holder is written down."""
        locks, inode = Path("/proc/locks"), f":{self._path.stat().st_ino}"
        for line in locks.read_text("ascii").splitlines() if locks.exists() else ():
            words = line.split()
            if "FLOCK" in words and "->" not in words and words[5].endswith(inode):
                return f"process {words[4]} on {socket.gethostname()} writes to it, under another name of it"
        return "another process writes to it"

    def let_go(self) -> None:
        """Of a file that has another name now, with another lock on its old one."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def release(self) -> None:
        """Last of all: closing the file any earlier would drop the locks that SQLite holds on it."""
        self._beside.unlink(missing_ok=True)
        self.let_go()


def open_for_writing(path: Path) -> Connection:
    """The one connection that writes and checkpoints; refused where the disk would not be waited for."""
    connection = _connect(path, lambda: sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False))
    with disk_faults(path):
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        connection.exec_driver_sql(f"PRAGMA synchronous={SYNCHRONOUS}")
        # An error in an automatic checkpoint is swallowed, so there are only explicit ones.
        connection.exec_driver_sql("PRAGMA wal_autocheckpoint=0")
        wanted: dict[str, str | int] = {
            "journal_mode": "wal",
            "synchronous": _SYNCHRONOUS_LEVELS[SYNCHRONOUS],
            "wal_autocheckpoint": 0,
        }
        for name, value in wanted.items():
            found = connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            if found != value:
                connection.close()
                raise LogError(
                    f"{path}: SQLite {SQLITE_VERSION} says {name}={found} and not {value}; "
                    "put the log on a local disk"
                )
        connection.commit()
    return connection


def make_room(path: Path) -> None:
    """Fills the write-ahead log up with zeros, which SQLite takes for the end of it."""
    with disk_faults(path):
        # SQLite has no lock on this file: those are on the log itself, and on the -shm file.
        fd = os.open(wal_path(path), os.O_RDWR | os.O_CLOEXEC)
        try:
            end = os.fstat(fd).st_size
            if end < WAL_ROOM_BYTES:
                os.pwrite(fd, bytes(WAL_ROOM_BYTES - end), end)
                os.fsync(fd)
        finally:
            os.close(fd)


def wal_path(path: Path) -> Path:
    """Where SQLite keeps what is committed and not yet in the file itself."""
    return path.with_name(path.name + "-wal")


def open_for_reading(path: Path) -> Connection:
    """A connection that can change nothing and locks nobody out; also from a read-only folder."""
    if not path.is_file():
        raise LogError(f"{path}: there is no such log")
    writable = os.access(path.parent, os.W_OK)
    left_over = wal_path(path)
    if not writable and left_over.exists() and left_over.stat().st_size:
        return _beside_its_writer(path)
    if path.stat().st_nlink > 1 and not left_over.exists() and _was_not_closed(path):
        raise LogError(
            f"{path}: was not closed under another name that it has (a hard link), and the rest of it lies "
            "beside that one; read it under the name that the station was given"
        )
    if not writable and _is_half_written(path):
        return _rolled_back(path)
    connection = open_to_look(path, path, "" if writable else "&immutable=1")
    try:
        with reading_faults(path):
            bare: Any = connection.connection.driver_connection
            bare.execute("SELECT 1 FROM sqlite_master").fetchone()
    except LogCorruptError as error:
        cause = getattr(error.__cause__, "orig", error.__cause__)
        close(connection)
        if getattr(cause, "sqlite_errorname", "") != "SQLITE_READONLY_ROLLBACK":
            raise
        return _rolled_back(path)
    return connection


def _beside_its_writer(path: Path) -> Connection:
    """Whoever may only read takes part in what a station has open; where none has, nobody can."""
    if not is_held(path):
        raise LogError(
            f"{path}: was not closed and cannot be read from a read-only folder; start its station once, or "
            "copy it together with its -wal file to a folder that can be written"
        )
    connection = open_to_look(path, path, "")
    try:
        connection.exec_driver_sql("SELECT 1 FROM sqlite_master").first()
    except DBAPIError as error:
        close(connection)
        raise LogError(
            f"{path}: a station writes to it, and you may not read what lies beside it (-wal and -shm): "
            "join the group of the log, or ask for a copy made with `dealer-station log snapshot`"
        ) from error
    return connection


def is_held(path: Path) -> bool:
    """Whether the process that says that it writes to the log is alive; a lock would be in its way."""
    try:
        holder = msgspec.json.decode(path.with_name(path.name + ".writer").read_bytes(), type=Holder)
    except (OSError, msgspec.MsgspecError):
        return False
    return holder.host == socket.gethostname() and Path(f"/proc/{holder.pid}").exists()


def open_to_look(path: Path, at: Path, more: str) -> Connection:
    """A connection to the log, or to a copy of it that lies at another place."""
    uri = f"file:{quote(str(at.absolute()))}?mode=ro{more}"

    def opener() -> sqlite3.Connection:
        database = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)
        database.execute("PRAGMA query_only=ON")
        _read_what_is_there(database, at)
        return database

    _OPENING.opener = opener
    try:
        return _readers().connect().execution_options(compiled_cache=_COMPILED, isolation_level="AUTOCOMMIT")
    except DBAPIError as error:
        raise LogError(f"{path}: cannot be opened: {error.orig}") from error


_OPENING = threading.local()
"""How this thread opens the file that it wants to read."""


def _open_now() -> sqlite3.Connection:
    opened: sqlite3.Connection = _OPENING.opener()
    return opened


@cache
def _readers() -> Engine:
    """One engine for all that is only read: making one takes longer than opening a file."""
    return create_engine("sqlite+pysqlite://", creator=_open_now, poolclass=NullPool)


def _read_what_is_there(database: sqlite3.Connection, at: Path) -> None:
    """SQLite refuses a file that is shorter than its head says, unless it is told that somebody mends it."""
    if salvage.is_cut(at):
        database.execute("PRAGMA writable_schema=ON")


def journal_path(path: Path) -> Path:
    """Where SQLite keeps what it must put back, while it changes the file itself."""
    return path.with_name(path.name + "-journal")


def _is_half_written(path: Path) -> bool:
    """A change of the file itself was begun and not ended: by the same sign that SQLite goes by."""
    try:
        with journal_path(path).open("rb") as journal:
            return journal.read(1) not in (b"", b"\0")
    except OSError:
        return False


def _rolled_back(path: Path) -> Connection:
    """A log whose writer was killed while it opened or closed the file: a copy of it, put right; the log
    itself stays as it was found."""
    try:
        with tempfile.TemporaryDirectory(prefix="dealer-station-") as folder:
            copy, before = Path(folder, "log.db"), _marks(path)
            for one, to in ((journal_path(path), journal_path(copy)), (path, copy)):
                shutil.copyfile(one, to)
            if _marks(path) != before:
                raise OSError("a station has just started on it")
            put_right = sqlite3.connect(copy)
            try:
                put_right.execute("PRAGMA journal_mode=DELETE").fetchone()
            finally:
                put_right.close()
            # What is open can be read after its name is gone, so nothing of the copy is left behind.
            return open_to_look(path, copy, "&immutable=1")
    except (OSError, sqlite3.Error) as error:
        raise LogError(
            f"{path}: a start or a stop of the station was interrupted, and the copy that is made to read "
            f"the log could not be ({error}); try again, name a folder with more room in TMPDIR, or start "
            "the station once"
        ) from error


def _marks(path: Path) -> tuple[int, ...]:
    """Change when anybody writes to the file or to its journal."""
    return tuple(
        mark for one in (path, journal_path(path)) for mark in (one.stat().st_mtime_ns, one.stat().st_size)
    )


def _was_not_closed(path: Path) -> bool:
    """SQLite says in the head of a file that it is written ahead; a log that is put away says so no more."""
    with path.open("rb") as file:
        return file.read(20)[18:20] == b"\x02\x02"


def open_untouched(path: Path) -> sqlite3.Connection:
    """A look at a file that nobody may be writing: nothing of it changes, and nothing is put beside it."""
    uri = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    try:
        database = sqlite3.connect(uri, uri=True, check_same_thread=False)
        _read_what_is_there(database, path)
        return database
    except sqlite3.Error as error:
        raise LogError(f"{path}: cannot be opened: {error}") from error


def _connect(path: Path, opener: Callable[[], sqlite3.Connection]) -> Connection:
    engine = create_engine("sqlite+pysqlite://", creator=opener, poolclass=StaticPool)
    try:
        return engine.connect().execution_options(compiled_cache=_COMPILED)
    except DBAPIError as error:
        raise LogError(f"{path}: cannot be opened: {error.orig}") from error


def close(connection: Connection) -> None:
    """Ends a connection and what SQLAlchemy keeps for it."""
    engine = connection.engine
    connection.close()
    if isinstance(engine.pool, StaticPool):
        engine.dispose()


def copy_database(
    source: Any, to: Path, progress: Callable[[int, int], None] = lambda _left, _all: None
) -> None:
    """A copy as it is now, in a single file that needs no other beside it, safe on the disk."""
    with copying_faults(to):
        to.unlink(missing_ok=True)
        os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, LOG_MODE))
        target = sqlite3.connect(to)
        # One read transaction for all of it: what is written meanwhile does not make it start again.
        own = not source.in_transaction
        if own:
            source.execute("BEGIN")
        try:
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(target, pages=PAGES_AT_ONCE, progress=lambda _s, left, whole: progress(left, whole))
            target.execute("PRAGMA journal_mode=DELETE")
        finally:
            target.close()
            if own:
                source.execute("COMMIT")
        with to.open("rb") as copied:
            os.fsync(copied.fileno())


@contextmanager
def disk_faults(path: Path) -> Iterator[None]:
    """What the disk did not take stops the station, and says that nothing acknowledged is lost."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, OSError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if getattr(cause, "sqlite_errorname", "") in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
            raise LogCorruptError(f"{path}: {NO_LOG}: {cause}") from error
        raise LogFaultError(
            f"{path}: the log could not be written: {cause}; nothing that was acknowledged is lost. "
            "Make space or mend the disk, then start the station again: it goes on where it was"
        ) from error


@contextmanager
def copying_faults(to: Path) -> Iterator[None]:
    """Half a copy is none; the log that is copied is as it was."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        for one in (to, journal_path(to)):
            with suppress(OSError):
                one.unlink()
        number = error.errno if isinstance(error, OSError) else None
        denied = number in (errno.EACCES, errno.EPERM, errno.EROFS)
        remedy = "name a folder that you may write to" if denied else "make space or name another place"
        cause = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise LogError(
            f"{to}: the copy could not be written: {cause}; {remedy}. The log itself is as it was"
        ) from error


@contextmanager
def reading_faults(path: Path) -> Iterator[None]:
    """A file that SQLite cannot read is damaged, or no log."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, UnicodeDecodeError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise LogCorruptError(f"{path}: {NO_LOG}: {cause}") from error
