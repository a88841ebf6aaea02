"""Retention: old months leave the database only as verified files in two places."""

import os
import re
import shutil
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Any, Self

import psycopg
import pytest
from click.testing import CliRunner
from pyarrow import parquet

from dealer_station.cli import floor_archive
from dealer_station.cli.main import main
from dealer_station.floor.archive import archiver
from dealer_station.floor.archive import places as archive_places
from dealer_station.floor.client.pulled_log import pages_over, write_log
from dealer_station.floor.store import archive_records
from dealer_station.floor.store.deeds import DeedWriter
from tests.floor import hostile
from tests.floor.aged import (
    LESS_OLD,
    MARIA,
    OLD,
    archive,
    archive_words,
    arrived,
    ends_of_batches,
    partitions,
    places,
    stays,
)
from tests.floor.commands import done, floor_command, listed, refused
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog, copied
from tests.log import shifts

BOTH = {"event_2024_01", "event_2024_02"}
DISPUTE = (*MARIA, "--because", "dispute 12")


def archived_files(floor: FloorUnderTest, ending: str = ".db") -> list[Path]:
    return sorted(path for place in places(floor) for path in place.glob(f"*/branch-*/*{ending}"))


def test_old_months_become_the_stations_own_files_in_two_places(aged: FloorUnderTest, tmp_path: Path) -> None:
    said = archive(aged)
    assert said.count("archived and verified") == said.count("rows dropped") == 2
    assert partitions(aged) == set()
    files = archived_files(aged)
    assert [path.name for path in files] == ["table-2026-11.db", "table-2026-12.db"] * 2
    for path in files:
        assert shifts.rows(path) == shifts.rows(tmp_path / path.name)
        verified = CliRunner().invoke(main, ["log", "verify", str(path)])
        assert verified.exit_code == 0, verified.output
        assert "missing" not in verified.output
        table = parquet.read_table(path.with_suffix(".parquet"))
        rows = [(*row[:-2], row[-1]) for row in shifts.rows(path)]
        assert list(zip(*(table[name].to_pylist() for name in table.column_names), strict=True)) == rows


def test_a_log_comes_back_from_archive_and_database(aged: FloorUnderTest, tmp_path: Path) -> None:
    ends = ends_of_batches(aged)
    archive(aged)
    assert aged.ask("SELECT min(seq) FROM floor.event") == [(ends[1] + 1,)]
    (tmp_path / "back").mkdir()
    done(aged, "pull", "table-7", str(tmp_path / "back" / "table.db"))
    for name in ("table-2026-11.db", "table-2026-12.db", "table.db"):
        assert shifts.rows(tmp_path / "back" / name) == shifts.rows(tmp_path / name)


def test_a_dry_run_changes_nothing(aged: FloorUnderTest) -> None:
    said = archive(aged, "--dry-run")
    assert said.count("would be archived") == said.count("would be dropped") == 2
    assert (partitions(aged), archived_files(aged)) == (BOTH, [])
    assert "no month is old enough" in archive(aged, "--dry-run", "--keep-months", "900")
    assert archive(aged, "--keep-months", "900") == "no month is old enough\n"


def test_the_setting_in_the_folder_is_the_default(aged: FloorUnderTest) -> None:
    here, there = places(aged)
    settings = aged.folder / "floor" / "floor.toml"
    settings.write_text(f'[archive]\nkeep_months = 900\nplaces = ["{here}", "../there"]\n')
    done(aged, "archive", *MARIA)
    assert partitions(aged) == BOTH
    settings.write_text(f'[archive]\nplaces = ["{here}", "../there"]\n')
    done(aged, "archive", *MARIA)
    assert partitions(aged) == set()
    assert {path.parents[2] for path in archived_files(aged)} == {here, there}
    settings.write_text("[archive]\nkeep = 3\n")
    assert "floor.toml" in refused(aged, "archive", *MARIA)


def test_thirteen_months_stay_besides_the_running_one() -> None:
    assert archiver.cut_off(date(2026, 11, 18), 13) == date(2025, 10, 1)
    assert archiver.cut_off(date(2026, 1, 1), 0) == date(2026, 1, 1)


@pytest.mark.parametrize("what", [("table-7",), ("--since", "2024-01-01", "--until", "2024-01-20")])
def test_a_held_month_is_archived_and_stays(aged: FloorUnderTest, what: tuple[str, ...]) -> None:
    done(aged, "hold", "put", *what, *DISPUTE)
    said = archive(aged)
    assert "2024-01: STAYS, its rows are held: hold 1" in said
    assert "event_2024_01" in partitions(aged)
    assert len(archived_files(aged)) == 4
    with pytest.raises(psycopg.errors.RaiseException, match="held"), floor_archivist(aged) as connection:
        connection.execute("SELECT floor.drop_month('2024-01-01', 'Mallory')")
    done(aged, "hold", "lift", "1", *DISPUTE)
    archive(aged)
    assert partitions(aged) == set()


def test_a_hold_on_a_round_keeps_the_month_of_its_rows(floor: FloorUnderTest, played: Path) -> None:
    bring(floor.enrol("table-7"), played)
    ends = [last for (last,) in floor.ask("SELECT last_seq FROM floor.batch ORDER BY first_seq")]
    arrived(floor, 1, ends[-1], OLD)
    done(floor, "hold", "put", "table-7", "--round", "3", *DISPUTE)
    assert "hold 1" in archive(floor)
    assert partitions(floor) == {"event_2024_01"}


def test_a_span_holds_by_the_clock_of_the_station_too(aged: FloorUnderTest) -> None:
    done(aged, "hold", "put", "--since", "2027-01-01", "--until", "2027-02-01", *DISPUTE)
    archive(aged)
    assert partitions(aged) == {"event_2024_02"}


def test_a_span_that_was_dropped_cannot_be_held(aged: FloorUnderTest) -> None:
    done(aged, "hold", "put", "--since", "2024-02-01", "--until", "2024-03-01", *DISPUTE)
    archive(aged)
    assert partitions(aged) == {"event_2024_02"}
    dropped = ("--since", "2024-01-01", "--until", "2024-01-20")
    for table in ((), ("table-7",)):
        said = refused(aged, "hold", "put", *table, *dropped, *DISPUTE)
        assert "the months of arrival 2024-01; nothing is left to hold" in said
        assert "floor archives" in said
    assert aged.ask("SELECT count(*) FROM floor.hold") == [(1,)]
    partly = done(aged, "hold", "put", "--since", "2024-01-10", "--until", "2024-02-20", *DISPUTE)
    assert "hold 2 on all tables" in partly
    assert "does not hold the rows that arrived in 2024-01" in partly
    assert "is put" in done(aged, "hold", "put", "--since", "2023-01-01", "--until", "2023-02-01", *DISPUTE)


def floor_archivist(floor: FloorUnderTest) -> psycopg.Connection[Any]:
    connection = psycopg.connect(floor.database, autocommit=True)
    connection.execute("SET ROLE dealer_station_archivist")
    return connection


def test_only_the_archivist_drops_and_only_what_is_archived(aged: FloorUnderTest) -> None:
    with floor_archivist(aged) as connection:
        with pytest.raises(psycopg.errors.RaiseException, match="not archived"):
            connection.execute("SELECT floor.drop_month('2024-01-01', 'Mallory')")
        with pytest.raises(psycopg.errors.RaiseException, match="not over"):
            connection.execute("SELECT floor.drop_month(CURRENT_DATE, 'Mallory')")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("DROP TABLE floor.event_2024_01")
        for role in ("owner", "people", "gateway", "reader"):
            connection.execute("RESET ROLE")
            connection.execute(f"SET ROLE dealer_station_{role}")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("SELECT floor.drop_month('2024-01-01', 'Mallory')")
    assert partitions(aged) == BOTH


def test_a_damaged_copy_stops_the_drop(aged: FloorUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = shutil.copyfile
    damaged = [".db", ".parquet"]

    def one_bit(source: Path, to: Path) -> None:
        copy(source, to)
        if "there" in str(to) and to.suffixes[-2:] == [*damaged[:1], ".copy"]:
            content = bytearray(to.read_bytes())
            content[len(content) // 2] ^= 1
            to.write_bytes(content)

    monkeypatch.setattr(shutil, "copyfile", one_bit)
    while damaged:
        said = stays(aged)
        assert "Table 7: NOT ARCHIVED: " in said
        assert "there" in said
        assert aged.ask("SELECT count(*) FROM floor.archive") == [(0,)]
        damaged.pop(0)
    assert partitions(aged) == BOTH
    archive(aged)
    assert partitions(aged) == set()


def test_a_copy_that_was_lost_before_the_drop_stops_it(aged: FloorUnderTest) -> None:
    done(aged, "hold", "put", "table-7", *DISPUTE)
    archive(aged)
    done(aged, "hold", "lift", "1", *DISPUTE)
    lost = archived_files(aged)[-1]
    lost.rename(lost.with_suffix(".lost"))
    assert "this file is missing" in refused(aged, *archive_words(aged))
    assert "event_2024_02" in partitions(aged)


def test_rows_that_are_not_what_their_hashes_say_are_not_archived(aged: FloorUnderTest) -> None:
    with psycopg.connect(aged.database) as connection:
        connection.execute("UPDATE floor.event SET wall_us = wall_us + 1 WHERE seq = 10")
    said = stays(aged)
    assert "Table 7: NOT ARCHIVED: row 10 was changed" in said
    assert "floor verify" in said
    assert "2024-01: STAYS, a month could not be archived: Table 7" in said
    assert partitions(aged) == BOTH


def test_hostile_logs_are_archived_as_they_are_and_stop_no_other(aged: FloorUnderTest) -> None:
    hostile.every_kind(aged)
    with psycopg.connect(aged.database, autocommit=True) as connection:
        for table in ("event", "batch", "head"):
            connection.execute(
                f"UPDATE floor.{table} SET kept_on = '2024-01-15' WHERE log IN "
                "(SELECT id FROM floor.log WHERE name <> 'Table 7')"
            )
    said = archive(aged)
    assert "2024-01: " in said
    assert partitions(aged) == set()
    files = {path.name for path in archived_files(aged)}
    assert "rows-1-to-9.db" in files
    assert all(len(name) < 60 for name in files)
    assert not list(aged.folder.rglob("*pwn*"))
    found = listed(aged, "archives")["archived"]
    assert all(re.fullmatch(r"\d{4}-\d{2}|unknown", one["month"]) for one in found)
    assert "\x1b" not in done(aged, "verify")
    assert "no month is old enough" in archive(aged)
    log = next(one["folder"] for one in found if one["table"] == "H first")
    assert log in done(aged, "archives")
    assert "opening" in refused(aged, "pull", "H first", str(aged.folder / "back.db"))


def test_a_table_that_fell_silent_is_archived_and_may_come_back(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(30)
    log.close()
    settings = floor.enrol("table-7")
    bring(settings, log.path)
    first = len(written(log.path))
    arrived(floor, 1, first, OLD)
    archive(floor)
    assert [path.name for path in archived_files(floor)] == [f"table-2026-11-open-{first}.db"] * 2
    again = SmallLog(tmp_path / "table.db", log.clock)
    again.write(5)
    again.turn_month()
    again.close()
    bring(settings, again.path)
    closed = len(written(tmp_path / "table-2026-11.db"))
    arrived(floor, first + 1, closed, LESS_OLD)
    archive(floor)
    whole = next(path for path in archived_files(floor) if path.name == "table-2026-11.db")
    assert shifts.rows(whole) == shifts.rows(tmp_path / "table-2026-11.db")
    assert partitions(floor) == set()
    (tmp_path / "back").mkdir()
    done(floor, "pull", "table-7", str(tmp_path / "back" / "table.db"))
    assert shifts.rows(tmp_path / "back" / "table-2026-11.db") == shifts.rows(tmp_path / "table-2026-11.db")


def test_a_month_that_its_station_has_not_closed_stays(floor: FloorUnderTest, tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(30)
    settings = floor.enrol("table-7")
    bring(settings, log.path)
    first = log.writer.known.seq
    log.write(5)
    log.close()
    bring(settings, log.path)
    arrived(floor, 1, first, OLD)
    assert "not closed its month yet: Table 7" in stays(floor)
    assert partitions(floor) == {"event_2024_01"}


STEPS: dict[str, tuple[Any, str]] = {
    "written": (archive_places, "put_in_places"),
    "in both places": (archive_places, "check_in_place"),
    "verified": (archive_records, "record"),
    "recorded, not committed": (DeedWriter, "append"),
    "archived": (archiver.Archiver, "_drop"),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_run_that_was_killed_is_started_again(aged: FloorUnderTest, step: str) -> None:
    words = [*archive_words(aged), "--folder", str(aged.folder / "floor"), "--database", aged.database]
    child = os.fork()
    if not child:
        setattr(*STEPS[step], killed)
        CliRunner().invoke(main, ["floor", *words])
        os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    assert partitions(aged) == BOTH
    archive(aged)
    assert partitions(aged) == set()
    assert [path.name for path in archived_files(aged)] == ["table-2026-11.db", "table-2026-12.db"] * 2
    assert not list(aged.folder.glob("*/.unfinished/*.rebuilding*"))
    assert [one["table"] for one in listed(aged, "archives")["archived"]] == ["Table 7"] * 2


def killed(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_hold_that_comes_in_between_stops_the_drop(aged: FloorUnderTest) -> None:
    """The hold is not committed yet when the month is about to be dropped."""
    done(aged, "hold", "put", "table-7", *DISPUTE)
    archive(aged)
    done(aged, "hold", "lift", "1", *DISPUTE)
    watching = psycopg.connect(aged.database, autocommit=True)
    with ThreadPoolExecutor(1) as pool, watching, psycopg.connect(aged.database) as people:
        people.execute("SELECT 1 FROM floor.deed_head FOR UPDATE")
        people.execute(
            "INSERT INTO floor.hold (kind, log, put_by, because) "
            "SELECT 'table', id, 'Maria', 'dispute 13' FROM floor.log"
        )
        dropping = pool.submit(floor_command, aged, *archive_words(aged))
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = %s"
        while watching.execute(waiting, (people.info.dbname,)).fetchone() != (1,):
            assert not dropping.done(), dropping.result().output
            time.sleep(0.01)
        people.commit()
        assert "rows of the month 2024-01 are held" in dropping.result().output
    assert partitions(aged) == BOTH


def test_a_machine_with_another_date_than_the_database_drops_nothing(
    aged: FloorUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Another(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls(2038, 1, 19, tzinfo=tz)

    monkeypatch.setattr(floor_archive, "datetime", Another)
    assert "set the clocks" in refused(aged, *archive_words(aged))
    assert partitions(aged) == BOTH


def test_two_runs_at_a_time_and_one_place_are_refused(aged: FloorUnderTest, tmp_path: Path) -> None:
    here, _ = places(aged)
    assert "two different folders" in refused(aged, "archive", "--to", str(here), "--to", str(here), *MARIA)
    missing = str(tmp_path / "missing")
    assert "no such folder" in refused(aged, "archive", "--to", str(here), "--to", missing, *MARIA)
    with archive_places.locked_places(places(aged)):
        assert "another `floor archive`" in refused(aged, *archive_words(aged))
    assert floor_command(aged, "archives").output == "nothing is archived yet\n"


def test_a_station_goes_on_after_its_old_months_were_dropped(aged: FloorUnderTest, tmp_path: Path) -> None:
    archive(aged)
    settings = aged.enrol("table-7")
    log = SmallLog(tmp_path / "table.db")
    log.write(10)
    log.close()
    assert bring(settings, log.path).state.status == "current"
    assert aged.stored()[-1] == written(log.path)[-1]
    assert aged.ask("SELECT count(*) FROM floor.branch") == [(1,)]


def test_a_spare_gets_the_months_that_are_left(aged: FloorUnderTest, tmp_path: Path) -> None:
    """A gateway has no archive: it sends the log from the first month on that is in the database."""
    done(aged, "hold", "put", "--since", "2024-01-01", "--until", "2024-01-20", *DISPUTE)
    archive(aged)
    assert partitions(aged) == {"event_2024_01"}
    settings = aged.enrol("table-7")
    (tmp_path / "spare").mkdir()
    (made,) = write_log(pages_over(aged.link(settings)), tmp_path / "spare" / "table.db")
    assert shifts.rows(made) == shifts.rows(tmp_path / "table.db")
    log = SmallLog(copied(tmp_path / "table.db", tmp_path / "on"))
    log.write(10)
    log.close()
    assert bring(settings, log.path).state.status == "current"
    assert aged.stored()[-1] == written(log.path)[-1]
