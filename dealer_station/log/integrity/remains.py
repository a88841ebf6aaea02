"""What is left of a damaged log: whether it is damage, and a copy in which the rows can be reached again."""

import tempfile
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.log.integrity import salvage
from dealer_station.log.store.files import open_to_look, reading_faults


def is_damage(error: LogCorruptError) -> bool:
    """SQLite found the file itself wrong; a lock, or a disk that does not answer, is another matter."""
    cause = error.__cause__.orig if isinstance(error.__cause__, DBAPIError) else error.__cause__
    return getattr(cause, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def open_salvaged(path: Path, root: int) -> Connection | None:
    """A copy in which all rows that are left can be reached; None where there are none."""
    try:
        content = bytearray(path.read_bytes())
        if not salvage.made_anew(content, root):
            return None
        with tempfile.TemporaryDirectory(prefix="dealer-station-") as folder:
            copy = Path(folder, "log.db")
            copy.write_bytes(content)
            # What is open can be read after its name is gone, so nothing of the copy is left behind.
            connection = open_to_look(path, copy, "&immutable=1")
            with reading_faults(path):
                connection.exec_driver_sql("SELECT 1 FROM sqlite_master").first()
            return connection
    except OSError as error:
        raise LogError(
            f"{path}: is damaged, and the copy that is made to read what is left of it could not be "
            f"({error.strerror}); name a folder with more room in TMPDIR"
        ) from error
