"""Connections to the floor's database: the role of each, and the settings that make an answer worth
something."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import Connection

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.store.deadline import within_deadline

Role = Literal[
    "dealer_station_owner",
    "dealer_station_gateway",
    "dealer_station_reader",
    "dealer_station_people",
    "dealer_station_archivist",
]
OWNER: Role = "dealer_station_owner"
GATEWAY: Role = "dealer_station_gateway"
READER: Role = "dealer_station_reader"
PEOPLE: Role = "dealer_station_people"
ARCHIVIST: Role = "dealer_station_archivist"
"""The only role that may drop a month, and only one that is archived and not held."""
CONNECT_SECONDS = 5
STATEMENT_SECONDS = 30
LOCK_SECONDS = 10
IDLE_SECONDS = 15
"""A gateway that freezes inside a transaction would hold the heads of its stations; the server ends it."""
SETTINGS = (
    # With synchronous standbys this waits for their quorum; the cluster names them.
    "SET synchronous_commit = on",
    f"SET statement_timeout = '{STATEMENT_SECONDS}s'",
    f"SET lock_timeout = '{LOCK_SECONDS}s'",
    f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'",
    "SET TimeZone = 'UTC'",
    "SET search_path = floor",
)
APPLICATION = "dealer-station"
"""The name under which the database lists a connection that has no slot."""
PREDECESSORS = (
    "SELECT pid, wait_event IS NOT DISTINCT FROM 'SyncRep' FROM pg_stat_activity WHERE application_name = %s "
    "AND usename = session_user AND pid <> pg_backend_pid()"
)
Floor = Connection[tuple[Any, ...]]


def connect(database: str, role: Role, slot: str = APPLICATION) -> Floor:
    """Connect with the rights of a role; raise FloorError that names the database without its password. A
    connection with a slot of its own replaces the one that had the slot before."""
    with database_faults(database):
        connection = bare_connect(database, slot=slot)
        try:
            with within_deadline(connection):
                if slot != APPLICATION:
                    _take_over(connection, slot)
                connection.execute(f"SET ROLE {role}")
                for setting in SETTINGS:
                    connection.execute(setting)
                check_durable(connection, database)
        except BaseException:
            connection.close()
            raise
    return connection


def _take_over(connection: Floor, slot: str) -> None:
    """End the server processes of earlier connections of a slot; raise FloorError if one still waits for the
    standbys."""
    # A server process does not notice that its client has gone while it waits for standbys. Each attempt of a
    # gateway would leave another one behind, until the server accepts no connections any more. Ending the
    # wait would show rows to readers that only this node has, so the slot stays taken until it is over.
    found = connection.execute(PREDECESSORS, (slot,)).fetchall()
    if any(waits for _, waits in found):
        raise FloorError("an earlier commit of this gateway still waits for the standbys")
    for pid, _ in found:
        connection.execute("SELECT pg_terminate_backend(%s)", (pid,))


def bare_connect(database: str, *, autocommit: bool = True, slot: str = APPLICATION) -> Floor:
    """Connect as the user of the address; every statement is its own transaction unless one is opened."""
    return psycopg.connect(
        database,
        autocommit=autocommit,
        connect_timeout=CONNECT_SECONDS,
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
        target_session_attrs="read-write",
        application_name=slot,
    )


def check_durable(connection: Floor, database: str) -> None:
    """Raise FloorError if the server would acknowledge a commit that a power cut can take back."""
    for name in ("fsync", "full_page_writes"):
        found = connection.execute(f"SHOW {name}").fetchone()
        if found != ("on",):
            raise FloorError(
                f"{shown(database)}: {name} is off, so that a power cut would lose acknowledged rows; switch "
                "it on in postgresql.conf and restart the server"
            )


def names_standbys(connection: Floor) -> bool:
    """True if the server waits for standbys before it acknowledges a commit."""
    return connection.execute("SHOW synchronous_standby_names").fetchone() != ("",)


@contextmanager
def database_faults(database: str) -> Iterator[None]:
    """Turn errors of the database into FloorError."""
    try:
        yield
    except psycopg.errors.InvalidSchemaName as error:
        raise _not_ready(database) from error
    except psycopg.errors.UndefinedTable as error:
        raise _not_ready(database) from error
    except psycopg.errors.InvalidParameterValue as error:
        raise _not_ready(database) from error
    except psycopg.errors.InsufficientPrivilege as error:
        raise FloorError(
            f"{shown(database)}: its user lacks a right: {error.diag.message_primary}; let an administrator "
            "run `dealer-station floor init`, and then GRANT the role that the message names to this user"
        ) from error
    except psycopg.Error as error:
        raise FloorError(f"{shown(database)}: the database does not answer as it should: {error}") from error


def _not_ready(database: str) -> FloorError:
    return FloorError(
        f"{shown(database)}: this database holds no floor yet; run `dealer-station floor init --database URL`"
    )


def shown(database: str) -> str:
    """The address of a database as people may see it: without a password."""
    if "://" not in database:
        words = (word for word in database.split() if not word.startswith("password="))
        return " ".join(words) or "the database of the environment"
    parts = urlsplit(database)
    user, at, host = parts.netloc.rpartition("@")
    query = "&".join(one for one in parts.query.split("&") if not one.startswith("password="))
    return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}{at}{host}", query=query))
