"""Access to a damaged log: tells damage from other faults, and opens a repaired copy of the file."""

import tempfile
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.log.integrity import salvage
from dealer_station.log.store.files import open_to_look, reading_faults


def is_damage(error: LogCorruptError) -> bool:
    """True if SQLite found the file itself damaged; a lock or an unresponsive disk does not count."""
    cause = error.__cause__.orig if isinstance(error.__cause__, DBAPIError) else error.__cause__
    return getattr(cause, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def open_salvaged(path: Path, root: int) -> Connection | None:
    """Open a copy in which all remaining rows can be reached; None if no rows remain."""
    try:
        content = bytearray(path.read_bytes())
        if not salvage.made_anew(content, root):
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
            f"{path}: is damaged, and the copy that is made to read what is left of it could not be "
            f"({error.strerror}); name a folder with more room in TMPDIR"
        ) from error
