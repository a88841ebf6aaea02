"""Opening of log files: one writing connection behind a lock that names its holder; all others are
read-only."""

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
"""Each commit is on the disk before it returns. NORMAL would lose acknowledged events in a power cut."""
_SYNCHRONOUS_LEVELS = {"OFF": 0, "NORMAL": 1, "FULL": 2, "EXTRA": 3}
BUSY_SECONDS = 10.0
LOG_MODE, CLOSED_MODE = 0o640, 0o440
"""File modes of a log or its copy, and of a closed month, which nobody may write to."""
PAGES_AT_ONCE = 256
WAL_ROOM_BYTES = 4 * 1024 * 1024
"""Reserved length of the write-ahead log; a commit that extends the file costs twice the disk time."""
NO_LOG = "is not a Dealer Station log, or is damaged"
STATION_ADVICE = (
    "nothing that was acknowledged is lost. Free space or repair the disk, then restart the station: it "
    "resumes where it was"
)
_COMPILED: dict[Any, Any] = {}
"""Cache of compiled statements, shared because all connections use the same few."""


class Holder(msgspec.Struct, frozen=True):
    """The process that writes to a log."""

    host: str
    pid: int
    since: str


class WriterLock:
    """The lock of a writing station; the kernel releases it when the process ends."""

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
            raise LogHeldError(
                f"{path}: {self._who()}; a log has one writer, so stop that process first"
            ) from error
        if os.fstat(self._fd).st_nlink > 1:
            os.close(self._fd)
            raise LogError(
                f"{path}: has a second name (a hard link), and rows written under one name may be missing "
                "under the other. Remove one of the names; to copy a log, use `dealer-station log snapshot`"
            )
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._beside.write_bytes(msgspec.json.encode(Holder(socket.gethostname(), os.getpid(), now)))

    def _who(self) -> str:
        """Name the holder of the lock, from the note beside the log."""
        try:
            holder = msgspec.json.decode(self._beside.read_bytes(), type=Holder)
        except (OSError, msgspec.MsgspecError):
            return self._who_says_the_kernel()
        return (
            f"the station on {holder.host}, process {holder.pid}, has been writing to it since {holder.since}"
        )

    def _who_says_the_kernel(self) -> str:
        """Name the holder from /proc/locks; the note may lie beside another name of the file."""
        locks, inode = Path("/proc/locks"), f":{self._path.stat().st_ino}"
        for line in locks.read_text("ascii").splitlines() if locks.exists() else ():
            fields = line.split()
            if "FLOCK" in fields and "->" not in fields and fields[5].endswith(inode):
                return f"process {fields[4]} on {socket.gethostname()} writes to it under another name"
        return "another process writes to it"

    def let_go(self) -> None:
        """Release the lock of a renamed file, without removing the note of the new holder at the old name."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def release(self) -> None:
        """Release the lock, last of all: closing the file earlier would drop SQLite's own locks on it."""
        self._beside.unlink(missing_ok=True)
        self.let_go()


def open_for_writing(path: Path, advice: str = STATION_ADVICE) -> Connection:
    """Open the writing connection; raise LogError if SQLite does not accept the durable settings."""
    connection = _connect(path, lambda: sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False))
    with disk_faults(path, advice):
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        connection.exec_driver_sql(f"PRAGMA synchronous={SYNCHRONOUS}")
        # SQLite swallows errors of automatic WAL checkpoints, so the writer runs them explicitly.
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


def driver_connection(connection: Connection) -> sqlite3.Connection:
    """The connection of sqlite3 below one of SQLAlchemy, which must be in no transaction meanwhile."""
    database = connection.connection.driver_connection
    assert isinstance(database, sqlite3.Connection)
    return database


def make_room(path: Path) -> None:
    """Extend the write-ahead log with zeros, which SQLite takes for its end."""
    with disk_faults(path):
        # Closing this descriptor drops no lock: SQLite locks the log itself and the -shm file.
        fd = os.open(wal_path(path), os.O_RDWR | os.O_CLOEXEC)
        try:
            end = os.fstat(fd).st_size
            if end < WAL_ROOM_BYTES:
                os.pwrite(fd, bytes(WAL_ROOM_BYTES - end), end)
                os.fsync(fd)
        finally:
            os.close(fd)


def wal_path(path: Path) -> Path:
    """The path of SQLite's write-ahead log, which holds committed pages that are not in the file yet."""
    return path.with_name(path.name + "-wal")


def open_for_reading(path: Path) -> Connection:
    """Open a connection that changes nothing and blocks nobody; also works in a read-only folder."""
    if not path.is_file():
        raise LogError(f"{path}: no such log")
    writable = os.access(path.parent, os.W_OK)
    left_over = wal_path(path)
    if not writable and left_over.exists() and left_over.stat().st_size:
        return _beside_its_writer(path)
    if path.stat().st_nlink > 1 and not left_over.exists() and _was_not_closed(path):
        raise LogError(
            f"{path}: was not closed under another of its names (a hard link), and its newest rows are "
            "beside that name; read it under the name that the station uses"
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
    """Open a log with a write-ahead log in a read-only folder; works only while its station has it open."""
    if not is_held(path):
        raise LogError(
            f"{path}: was not closed and cannot be read from a read-only folder; start its station once, or "
            "copy it together with its -wal file to a writable folder"
        )
    connection = open_to_look(path, path, "")
    try:
        connection.exec_driver_sql("SELECT 1 FROM sqlite_master").first()
    except DBAPIError as error:
        close(connection)
        raise LogError(
            f"{path}: a station writes to it, and you may not read its -wal and -shm files: join the group "
            "of the log, or ask for a copy made with `dealer-station log snapshot`"
        ) from error
    return connection


def is_held(path: Path) -> bool:
    """True if the process in the writer's note is alive on this host; taking the lock instead would disturb
    it."""
    try:
        holder = msgspec.json.decode(path.with_name(path.name + ".writer").read_bytes(), type=Holder)
    except (OSError, msgspec.MsgspecError):
        return False
    return holder.host == socket.gethostname() and Path(f"/proc/{holder.pid}").exists()


def open_to_look(path: Path, at: Path, more: str) -> Connection:
    """Open a read-only connection to the file `at`: the log, or a copy of it."""
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
"""The function with which this thread opens its next file for reading."""


def _open_now() -> sqlite3.Connection:
    """Open the file that this thread has asked for."""
    opened: sqlite3.Connection = _OPENING.opener()
    return opened


@cache
def _readers() -> Engine:
    """The shared engine for read-only connections: making an engine takes longer than opening a file."""
    return create_engine("sqlite+pysqlite://", creator=_open_now, poolclass=NullPool)


def _read_what_is_there(database: sqlite3.Connection, at: Path) -> None:
    """Let SQLite read a truncated file, which it refuses unless `writable_schema` is on."""
    if salvage.is_cut(at):
        database.execute("PRAGMA writable_schema=ON")


def is_damage(error: LogCorruptError) -> bool:
    """True if SQLite found the file itself damaged; a lock or an unresponsive disk does not count."""
    cause = error.__cause__.orig if isinstance(error.__cause__, DBAPIError) else error.__cause__
    return getattr(cause, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def open_salvaged(path: Path, root: int) -> Connection | None:
    """Open a copy in which all remaining rows can be reached; None if no rows remain."""
    try:
        content = bytearray(path.read_bytes())
        if not salvage.rebuild_tree(content, root):
            return None
        with tempfile.TemporaryDirectory(prefix="dealer-station-") as folder:
            copy = Path(folder, "log.db")
            copy.write_bytes(content)
            # An open file stays readable after its name is removed, so the copy leaves nothing behind.
            connection = open_to_look(path, copy, "&immutable=1")
            with reading_faults(path):
                connection.exec_driver_sql("SELECT 1 FROM sqlite_master").first()
            return connection
    except OSError as error:
        raise LogError(
            f"{path}: is damaged, and the temporary copy for reading the rest of it could not be made "
            f"({error.strerror}); set TMPDIR to a folder with more space"
        ) from error


def journal_path(path: Path) -> Path:
    """The path of SQLite's rollback journal."""
    return path.with_name(path.name + "-journal")


def _is_half_written(path: Path) -> bool:
    """True if a change of the file was interrupted; as in SQLite, the first byte of the journal tells."""
    try:
        with journal_path(path).open("rb") as journal:
            return journal.read(1) not in (b"", b"\0")
    except OSError:
        return False


def _rolled_back(path: Path) -> Connection:
    """Open a rolled-back copy of a log whose writer was killed while opening or closing it; the log stays as
    it is."""
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
            # An open file stays readable after its name is removed, so the copy leaves nothing behind.
            return open_to_look(path, copy, "&immutable=1")
    except (OSError, sqlite3.Error) as error:
        raise LogError(
            f"{path}: a start or a stop of the station was interrupted, and the temporary copy for reading "
            f"the log could not be made ({error}); try again, set TMPDIR to a folder with more space, or "
            "start the station once"
        ) from error


def _marks(path: Path) -> tuple[int, ...]:
    """Times and sizes that change when anybody writes to the file or its journal."""
    return tuple(
        mark for one in (path, journal_path(path)) for mark in (one.stat().st_mtime_ns, one.stat().st_size)
    )


def _was_not_closed(path: Path) -> bool:
    """True if the header says WAL mode; a log that was closed properly is no longer in it."""
    with path.open("rb") as file:
        return file.read(20)[18:20] == b"\x02\x02"


def open_untouched(path: Path) -> sqlite3.Connection:
    """Open a file that may not be a log: changes nothing and creates no file beside it."""
    uri = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    try:
        database = sqlite3.connect(uri, uri=True, check_same_thread=False)
        _read_what_is_there(database, path)
        return database
    except sqlite3.Error as error:
        raise LogError(f"{path}: cannot be opened: {error}") from error


def _connect(path: Path, opener: Callable[[], sqlite3.Connection]) -> Connection:
    """Open a connection with its own engine."""
    engine = create_engine("sqlite+pysqlite://", creator=opener, poolclass=StaticPool)
    try:
        return engine.connect().execution_options(compiled_cache=_COMPILED)
    except DBAPIError as error:
        raise LogError(f"{path}: cannot be opened: {error.orig}") from error


def close(connection: Connection) -> None:
    """Close a connection and dispose of its engine, unless that is the shared one."""
    engine = connection.engine
    connection.close()
    if isinstance(engine.pool, StaticPool):
        engine.dispose()


def copy_database(
    source: Any, to: Path, progress: Callable[[int, int], None] = lambda _left, _all: None
) -> None:
    """Copy a database as it is now into a single file, and sync it to the disk."""
    with copying_faults(to):
        to.unlink(missing_ok=True)
        os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, LOG_MODE))
        target = sqlite3.connect(to)
        # One read transaction for the whole copy, so that concurrent writes do not restart it.
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
def disk_faults(path: Path, advice: str = STATION_ADVICE) -> Iterator[None]:
    """Turn write errors into LogFaultError, which stops the station, or LogCorruptError for a damaged
    file."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, OSError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if getattr(cause, "sqlite_errorname", "") in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
            raise LogCorruptError(f"{path}: {NO_LOG}: {cause}") from error
        raise LogFaultError(f"{path}: the log could not be written: {cause}; {advice}") from error


@contextmanager
def copying_faults(to: Path) -> Iterator[None]:
    """Remove the unfinished copy on an error, and raise LogError; the source is unchanged."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        for one in (to, journal_path(to)):
            with suppress(OSError):
                one.unlink()
        number = error.errno if isinstance(error, OSError) else None
        denied = number in (errno.EACCES, errno.EPERM, errno.EROFS)
        remedy = "choose a folder that you may write to" if denied else "free space or choose another folder"
        cause = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise LogError(
            f"{to}: the copy could not be written: {cause}; {remedy}. The log itself is unchanged"
        ) from error


@contextmanager
def reading_faults(path: Path) -> Iterator[None]:
    """Turn SQLite errors into LogCorruptError: the file is damaged or not a log."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, UnicodeDecodeError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise LogCorruptError(f"{path}: {NO_LOG}: {cause}") from error
