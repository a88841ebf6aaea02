"""One log that is hostile, retired or damaged: it is named, and no other log suffers."""

import json
import resource
from pathlib import Path

import psycopg
import pytest

from dealer_station.cli.floor_access import FloorAccess
from dealer_station.cli.followed_floor import FollowedFloor
from dealer_station.config.floor_address import FloorAddress
from dealer_station.floor.client.mirror_thread import FollowState
from dealer_station.floor.store import stations, stored_logs
from dealer_station.log.integrity.verify import verify
from dealer_station.log.store.codec import encode
from dealer_station.log.store.records import PersonNoted
from tests.floor import hostile
from tests.floor.aged import OLD, archive, arrived, ends_of_batches
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.small_logs import SmallLog
from tests.floor.test_floor_url import Reader
from tests.log import shifts
from ui.common.translate import Speech
from ui.review.floor_state import FloorShown, warning

LOG_AND_BRANCH = "SELECT id, branch FROM floor.log WHERE name = %s"
KINDS = ("dots", "nul", "long", "outside", "own", "carried", "first", "deep", "anchor", "month")


@pytest.fixture
def reader(floor: FloorUnderTest, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    bring(floor.enrol("table-7"), played)
    return Reader(floor, tmp_path, monkeypatch)


def test_hostile_logs_are_named_and_the_others_are_verified(reader: Reader, played: Path) -> None:
    logs = hostile.every_kind(reader.floor)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    output = reader.bad(1, "log", "verify", reader.url, "--months", "all", "--replay")
    assert "Table 7, Table-7.db: " in output
    assert "rounds replayed with the same results" in output
    for kind in KINDS:
        assert f"H {kind}: " in output or f"H {kind}, " in output, kind
    assert "this log cannot be read" in output
    assert "floor set-aside" in output
    assert "\x1b" not in output
    assert "\n1 table-9" not in output
    assert not list(reader.cache.rglob("*pwn*"))
    (copy,) = reader.cache.glob("dealer-station/floors/*/Table-7-*/*.db")
    assert shifts.rows(copy) == shifts.rows(played)
    assert verify(copy).ok
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 150_000, "no anchor was inflated"
    reader.bad(1, "log", "verify", f"{reader.url}/{logs['H first']}")
    assert "Table 7" not in reader.bad(1, "log", "verify", f"{reader.url}/{logs['H nul']}")


def test_a_report_counts_the_others_also_after_the_station_was_disabled(
    reader: Reader, tmp_path: Path
) -> None:
    logs = hostile.every_kind(reader.floor)
    for log in logs.values():
        stations.disable(reader.floor.owner(), f"station of {log}", by="Maria", because="hostile")
    for table, code in (("Table 7", 0), ("", 1)):
        out = tmp_path / f"{code}.json"
        words = ("report", f"{reader.url}/{table}", "--from", "2026-11-01", "--to", "2026-11-30")
        said = reader.bad(code, *words, "--format", "json", "--out", str(out))
        assert json.loads(out.read_text())["rounds"] == 45
        assert ("H anchor: this log cannot be read" in said) == bool(code)


def test_a_retired_table_whose_rows_were_archived_stops_nobody(
    aged: FloorUnderTest, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = ends_of_batches(aged)[2]
    arrived(aged, 1, last, OLD)
    archive(aged)
    with psycopg.connect(aged.database, autocommit=True) as connection:
        connection.execute("UPDATE floor.log SET name = 'Table 1'")
    bring(aged.enrol("table-8"), played, "Table 8")
    reader = Reader(aged, tmp_path, monkeypatch)
    for words in (("log", "verify"), ("report", "--from", "2026-11-01", "--to", "2026-11-30")):
        said = reader.good(*words, reader.url)
        assert "Table 1: the floor no longer has row 1; older months are in its archive" in said
        assert "floor archives" in said
    assert "nothing to read" in reader.bad(2, "log", "verify", f"{reader.url}/Table 1")


def test_a_copy_that_fell_behind_the_archive_is_named_and_kept(
    floor: FloorUnderTest, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(10)
    settings = floor.enrol("table-1")
    bring(settings, log.path, "Table 1")
    reader = Reader(floor, tmp_path, monkeypatch)
    reader.good("log", "verify", reader.url)
    log.write(10)
    log.turn_month()
    bring(settings, log.path, "Table 1")
    old = floor.ask("SELECT max(last_seq) FROM floor.batch")[0][0]
    arrived(floor, 1, old, OLD)
    log.write(10)
    log.turn_month()
    log.write(3)
    log.close()
    bring(settings, log.path, "Table 1")
    archive(floor)
    bring(floor.enrol("table-8"), played, "Table 8")
    said = reader.bad(1, "log", "verify", reader.url)
    assert "Table 8, " in said
    assert "Table 1: the floor no longer has row" in said
    assert "move " in said


def test_huge_rows_come_a_few_at_a_time(reader: Reader) -> None:
    bodies = [
        *hostile.begun("huge"),
        *(encode(PersonNoted(1, "x", "M", detail="x" * 7_000_000)) for _ in range(5)),
    ]
    log = hostile.kept(reader.floor, "H huge", bodies)
    found = list(stored_logs.pages(reader.floor.owner(), *reader.floor.ask(LOG_AND_BRANCH, "H huge")[0]))
    assert [len(page.rows) for page in found] == [7, 2, 1]
    said = reader.good("log", "verify", f"{reader.url}/{log}")
    assert "10 rows" in said


def test_the_window_shows_the_others_and_names_what_cannot_be_read(reader: Reader) -> None:
    hostile.kept(reader.floor, "H anchor", *hostile.with_anchor(b'{"opened":{"previous_seq":-5}}'))
    floor = FollowedFloor(FloorAddress(reader.url), FloorAccess(), months=1)
    assert list(floor.files().values()) == ["Table 7"]
    told: list[FollowState] = []
    floor.start(lambda state, _: told.append(state))
    floor.close()
    assert told[0].status == "unreadable"
    words = warning(FloorShown(told[0].status, told[0].words, told[0].asked_us), Speech())
    assert "the others are shown. H anchor: this log cannot be read" in words
