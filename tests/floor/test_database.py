"""The database itself: two major versions, rights, months and settings."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.store import quarantine
from dealer_station.floor.store.connection import GATEWAY, OWNER, READER, Role, connect, shown
from dealer_station.floor.store.migrate import _run_steps, check_ready, make_months, migrate
from dealer_station.floor.store.quarantine import CasePlace
from dealer_station.floor.trial.postgres import programs
from tests.floor.conftest import server_in_memory
from tests.floor.floors import FloorUnderTest, bring, written


def majors() -> dict[int, Path]:
    """The programs of each major version at hand."""
    found: dict[int, Path] = {}
    for path in programs():
        told = subprocess.run([path / "postgres", "--version"], capture_output=True, text=True, check=True)
        found.setdefault(int(told.stdout.split()[2].split(".")[0]), path)
    return found


def test_two_major_versions_keep_a_log(played: Path, tmp_path: Path) -> None:
    found = majors()
    assert len(found) >= 2, "make setup installs one with a wheel, and one from Debian"
    for major in (min(found), max(found)):
        with server_in_memory(found[major]) as server:
            migrate(server.url())
            floor = FloorUnderTest(tmp_path / str(major), server.url())
            try:
                assert floor.ask("SHOW server_version_num")[0][0].startswith(str(major))
                assert bring(floor.enrol("table-7"), played).state.status == "current"
                assert floor.stored() == written(played)
            finally:
                floor.close()


DEEDS = (
    "UPDATE floor.event SET seq = seq + 1",
    "DELETE FROM floor.event",
    "TRUNCATE floor.event",
    "DELETE FROM floor.{month}",
    "UPDATE floor.{month} SET hash = hash",
    "TRUNCATE floor.{month}",
    "DELETE FROM floor.checkpoint",
    "UPDATE floor.batch SET first_seq = 1",
    "DELETE FROM floor.quarantine",
    "UPDATE floor.quarantine SET subject = NULL",
    "DELETE FROM floor.log_key",
    "UPDATE floor.log_key SET vouched_by = 'Mallory'",
)


def test_nobody_changes_or_deletes_what_is_kept(floor: FloorUnderTest) -> None:
    month = f"event_{datetime.now(UTC):%Y_%m}"
    roles: tuple[Role, ...] = (OWNER, GATEWAY, READER)
    for role in roles:
        with connect(floor.database, role) as connection:
            for deed in DEEDS:
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(deed.format(month=month))


def test_a_gateway_makes_the_months_and_no_other_table(floor: FloorUnderTest) -> None:
    with connect(floor.database, GATEWAY) as connection:
        for _ in range(2):
            connection.execute("SELECT floor.make_month('2031-05-17')")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("CREATE TABLE floor.other (x integer)")
    assert floor.ask("SELECT to_regclass('floor.event_2031_05') IS NOT NULL") == [(True,)]
    with connect(floor.database, GATEWAY) as connection:
        make_months(connection)
    named = "to_regclass(format('floor.event_%s', to_char({}, 'YYYY_MM'))) IS NOT NULL"
    now, later = named.format("CURRENT_DATE"), named.format("CURRENT_DATE + interval '1 month'")
    assert floor.ask(f"SELECT {now}, {later}".replace("%", "%%")) == [(True, True)]


def test_an_older_schema_is_upgraded_with_the_keys_that_were_vouched_for() -> None:
    with server_in_memory() as server:
        _run_steps(server.url(), "f0005")
        key, other, log = b"k" * 32, b"o" * 32, b"l" * 32
        with connect(server.url(), OWNER) as connection:
            connection.execute("INSERT INTO floor.log (id, identity, name) VALUES (7, %s, 'Table 7')", (log,))
            for name, number, signing in (("seven", 7, key), ("waits", None, other), ("fresh", None, None)):
                connection.execute(
                    "INSERT INTO floor.station (name, public_key, log, signing_key, expires_at, enrolled_by) "
                    "VALUES (%s, %s, %s, %s, now(), 'Maria')",
                    (name, key, number, signing),
                )
            connection.execute(
                "INSERT INTO floor.quarantine (kind, log, branch, station, first_seq, last_seq, digest) "
                "VALUES ('forged', 7, 1, 'seven', 1, 2, %s)",
                (key,),
            )
        assert migrate(server.url())
        with connect(server.url(), GATEWAY) as connection:
            vouched = connection.execute("SELECT log, key, station, vouched_by FROM floor.log_key").fetchall()
            names = connection.execute("SELECT name FROM floor.station WHERE names_keys").fetchall()
            assert (vouched, names) == ([(7, key, "seven", "Maria")], [("waits",)])
            # The evidence from before has no subject: the same message is still kept once.
            place = CasePlace(7, 1, "seven", 1, 2)
            assert quarantine.keep_evidence(connection, "forged", place, b"new") == 2
            assert quarantine.keep_evidence(connection, "forged", place, b"new") == 2


def test_a_database_that_is_no_floor_is_said_so(floor: FloorUnderTest) -> None:
    empty = floor.database.rpartition("dbname=")[0] + "dbname=template1"
    with connect(empty, GATEWAY) as connection, pytest.raises(FloorError, match=r"floor init"):
        check_ready(connection, empty)


def test_a_user_without_rights_is_told_which_role_is_lacking(floor: FloorUnderTest) -> None:
    with psycopg.connect(floor.database, autocommit=True) as administrator:
        administrator.execute("DROP ROLE IF EXISTS nobody_yet")
        administrator.execute("CREATE ROLE nobody_yet LOGIN")
    poor = floor.database.replace("user=postgres", "user=nobody_yet")
    with pytest.raises(FloorError, match=rf"{GATEWAY}.* GRANT"):
        connect(poor, GATEWAY)


def test_a_server_that_would_lose_rows_is_not_used() -> None:
    with server_in_memory() as server:
        migrate(server.url())
        server.stop()
        server._settings = ("fsync=off",)
        server.start()
        with pytest.raises(FloorError, match="fsync is off"):
            connect(server.url(), GATEWAY)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://ana:secret@db:5432/floor", "postgresql://ana@db:5432/floor"),
        ("postgresql://db/floor?user=ana&password=secret", "postgresql://db/floor?user=ana"),
        ("host=db password=secret dbname=floor", "host=db dbname=floor"),
        ("postgresql://a@one:1,two:2/floor", "postgresql://a@one:1,two:2/floor"),
    ],
)
def test_a_password_is_never_shown(address: str, told: str) -> None:
    assert shown(address) == told
