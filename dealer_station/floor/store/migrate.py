"""Creates and upgrades the floor's schema; the roles come first, because the schema belongs to one of
them."""

from psycopg import Connection

import migrations.floor
from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.store.connection import (
    ARCHIVIST,
    GATEWAY,
    OWNER,
    PEOPLE,
    READER,
    Floor,
    bare_connect,
    database_faults,
    shown,
)

REVISION = "f0007"
"""The newest migration: the schema that this program works with."""


def migrate(database: str) -> bool:
    """Bring a database to the newest schema; return True if anything changed."""
    with database_faults(database):
        connection = bare_connect(database)
        try:
            if revision(connection) == REVISION:
                _make_months(connection)
                return False
            _run_steps(database)
            _make_months(connection)
        finally:
            connection.close()
    return True


def check_ready(connection: Floor, database: str) -> None:
    """Raise FloorError unless the database has the schema of this program."""
    found = revision(connection)
    if found != REVISION:
        state = f"has schema {found}" if found else "holds no floor yet"
        raise FloorError(
            f"{shown(database)}: {state}, and this program needs {REVISION}; run `dealer-station floor init "
            "--database URL`, or install the version of Dealer Station that the floor runs"
        )


def revision(connection: Floor) -> str:
    """The schema revision of a database; empty if it holds no floor."""
    if connection.execute("SELECT to_regclass('floor.alembic_version')").fetchone() == (None,):
        return ""
    found = connection.execute("SELECT version_num FROM floor.alembic_version").fetchone()
    return str(found[0]) if found else ""


def _run_steps(database: str, last: str = "head") -> None:
    """Create the roles and run the migrations up to a revision as the owner, in one transaction."""
    # Alembic and SQLAlchemy are slow to import, and most starts find a database that is up to date.
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    engine = create_engine(
        "postgresql+psycopg://", creator=lambda: bare_connect(database, autocommit=False), poolclass=NullPool
    )
    with engine.begin() as transaction:
        bare = transaction.connection.driver_connection
        assert isinstance(bare, Connection)
        _make_roles(bare)
        config = Config()
        config.set_main_option("script_location", migrations.floor.__path__[0].replace("%", "%%"))
        config.attributes["connection"] = transaction
        command.upgrade(config, last)
        bare.execute("GRANT SELECT ON floor.alembic_version TO PUBLIC")


def _make_roles(connection: Floor) -> None:
    """Create the roles that the server does not have yet, which cannot sign in, and become the owner."""
    for role in (OWNER, GATEWAY, READER, PEOPLE, ARCHIVIST):
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone():
            connection.execute(f"CREATE ROLE {role} NOLOGIN")
        if connection.execute("SELECT pg_has_role(%s, 'MEMBER')", (role,)).fetchone() != (True,):
            connection.execute(f"GRANT {role} TO CURRENT_USER")
    connection.execute(f"CREATE SCHEMA IF NOT EXISTS floor AUTHORIZATION {OWNER}")
    connection.execute(f"SET LOCAL ROLE {OWNER}")


def _make_months(connection: Floor) -> None:
    connection.execute(f"SET ROLE {OWNER}")
    make_months(connection)


def make_months(connection: Floor) -> None:
    """Create the partitions of this month and the next one, by the clock of the database, which also dates
    the rows."""
    connection.execute(
        "SELECT floor.make_month(CURRENT_DATE), floor.make_month((CURRENT_DATE + interval '1 month')::date)"
    )
