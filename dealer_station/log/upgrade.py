"""A log is brought to the schema of today when a station opens it: after a copy, and never back."""

from pathlib import Path

from sqlalchemy import Connection

from dealer_station.engine.errors import LogError
from dealer_station.log.files import copy_database, disk_faults
from dealer_station.log.schema import REVISION


def revision_of(connection: Connection) -> str:
    """The schema of a file; nothing where it is fresh."""
    known = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
    if connection.exec_driver_sql(known).scalar() is None:
        if connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar():
            raise LogError("this file is a database of something else; name another file for the log")
        return ""
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")


def check_readable(connection: Connection, path: Path) -> None:
    """A file of a newer station is refused; every older one can be read."""
    found = revision_of(connection)
    if not found:
        raise LogError(f"{path}: this file is empty; it holds no log")
    if found > REVISION:
        raise LogError(
            f"{path}: this log has schema {found} and this station knows up to {REVISION}; "
            "it was written by a newer version of Dealer Station: install that one. "
            "A log is never taken back to an older schema"
        )


def upgrade(connection: Connection, path: Path) -> Path | None:
    """Brings the file to the newest schema; the copy that was made before, where one was needed."""
    found = revision_of(connection)
    if found:
        check_readable(connection, path)
    if found == REVISION:
        return None
    copy = _copied(connection, path, found) if found else None
    # Alembic is slow to load, and most starts find a file of today.
    from alembic import command
    from alembic.config import Config

    import migrations

    config = Config()
    config.set_main_option("script_location", migrations.__path__[0].replace("%", "%%"))
    config.attributes["connection"] = connection
    with disk_faults(path):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        command.upgrade(config, "head")
        connection.commit()
    return copy


def _copied(connection: Connection, path: Path, found: str) -> Path:
    copy = path.with_name(f"{path.name}.before-{REVISION}-was-{found}")
    copy_database(connection.connection.dbapi_connection, copy)
    return copy
