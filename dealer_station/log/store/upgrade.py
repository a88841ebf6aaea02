"""Schema upgrades: a log is migrated to the newest schema when a station opens it, after a copy, never
back."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from sqlalchemy import Connection

from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.log.store import files
from dealer_station.log.store.files import copy_database, disk_faults
from dealer_station.log.store.schema import REVISION, SHAPES, shape_of

MARK = "alembic_version"
TABLES = frozenset({"event", "checkpoint", "round"})
"""The tables that every log has had from the first version."""
_REVISION = re.compile(r"\d{4}")


def check_is_a_log(path: Path) -> None:
    """Raise LogError for a file that is not a log, before anything touches it; empty files are accepted."""
    if not path.is_file() or not path.stat().st_size:
        return
    left = [path.with_name(path.name + end) for end in ("-wal", "-journal")]
    if any(one.exists() for one in left):
        return  # Only SQLite can tell what the file then contains, and it is most likely a log.
    with files.reading_faults(path):
        database = files.open_untouched(path)
        try:
            bare = BareDatabase(database)
            if revision_of(bare, path):
                check_readable(bare, path)
        finally:
            database.close()


class BareDatabase:
    """A database without SQLAlchemy, for queries that need no engine."""

    def __init__(self, database: Any) -> None:
        self.exec_driver_sql = database.execute


def revision_of(connection: Connection | BareDatabase, path: Path) -> str:
    """The schema revision of a file; empty if the file is fresh."""
    bare = (
        connection
        if isinstance(connection, BareDatabase)
        else BareDatabase(connection.connection.driver_connection)
    )
    run = bare.exec_driver_sql
    names = {name for (name,) in run("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names:
        return ""
    if not names & TABLES:
        raise LogError(f"{path}: this is a database of another program; name another file for the log")
    if not names >= TABLES:
        gone = ", ".join(sorted(TABLES - names))
        raise LogCorruptError(f"{path}: a table of the log is missing ({gone}): restore a snapshot")
    marks = [mark for (mark,) in run("SELECT version_num FROM alembic_version")] if MARK in names else []
    if len(marks) != 1:
        raise LogCorruptError(
            f"{path}: its schema version ({MARK}) {'is missing' if not marks else 'appears twice'}: "
            "somebody changed the file; restore a snapshot"
        )
    if not _REVISION.fullmatch(str(marks[0])):
        raise LogCorruptError(
            f'{path}: its schema version ({MARK}) is "{marks[0]}", which no version of Dealer Station '
            "writes: somebody changed the file; restore a snapshot"
        )
    return str(marks[0])


def check_readable(connection: Connection | BareDatabase, path: Path) -> None:
    """Raise LogError if the file is empty or was written by a newer station."""
    found = revision_of(connection, path)
    if not found:
        raise LogError(f"{path}: this file is empty; it holds no log")
    if found > REVISION:
        raise LogError(
            f"{path}: this log has schema {found}, and this program supports up to {REVISION}. It was "
            "written by a newer version of Dealer Station: install that one. A log is never converted to "
            "an older schema"
        )


def upgrade(connection: Connection, path: Path) -> Path | None:
    """Migrate the file to the newest schema; return the path of the copy made before, or None."""
    found = revision_of(connection, path)
    if found:
        check_readable(connection, path)
    if found == REVISION:
        return None
    if found and shape_of(connection) != SHAPES[found]:
        raise LogCorruptError(
            f"{path}: its schema version ({MARK}) is {found}, and its tables are not those of {found}: "
            "somebody changed the file; restore a snapshot"
        )
    copy = _copied(connection, path, found) if found else None
    with disk_faults(path):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        (migrate if found else _create)(connection)
        connection.commit()
    return copy


def migrate(connection: Connection) -> None:
    """Run the migrations that the file lacks, in the transaction of the caller."""
    # Alembic is slow to import, and most starts find a file that is up to date.
    from alembic import command
    from alembic.config import Config

    import migrations

    config = Config()
    config.set_main_option("script_location", migrations.__path__[0].replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _create(connection: Connection) -> None:
    """Create the tables of a new log as all migrations together do, in the transaction of the caller."""
    import migrations.versions

    steps = sorted(step.name for step in iter_modules(migrations.versions.__path__))
    for step in steps:
        for statement in import_module(f"{migrations.versions.__name__}.{step}").STATEMENTS:
            connection.exec_driver_sql(statement)
    connection.exec_driver_sql(
        f"CREATE TABLE {MARK} (version_num VARCHAR(32) NOT NULL, "
        f"CONSTRAINT {MARK}_pkc PRIMARY KEY (version_num))"
    )
    connection.exec_driver_sql(f"INSERT INTO {MARK} VALUES ('{REVISION}')")


def _copied(connection: Connection, path: Path, found: str) -> Path:
    """Copy the file under a name that tells both schemas."""
    copy = path.with_name(f"{path.name}.before-{REVISION}-was-{found}")
    copy_database(connection.connection.dbapi_connection, copy)
    return copy
