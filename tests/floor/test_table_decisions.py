"""Decisions of people about the log of a table: its name at the floor, and whether readers follow it."""

import json
from pathlib import Path

import pytest

from dealer_station.floor.client.mirror import FloorMirror
from dealer_station.floor.client.reading_link import ReadingLink
from tests.floor import hostile
from tests.floor.aged import MARIA
from tests.floor.commands import done, floor_command, listed, refused
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog, copied
from tests.floor.test_floor_url import Reader
from tests.floor.test_verify import found, superuser

WHY = (*MARIA, "--because", "its station sent nonsense")


def test_a_log_that_is_set_aside_is_left_out_until_it_is_taken_back(
    floor: FloorUnderTest, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(floor.enrol("table-7"), played)
    log = hostile.kept(floor, "H first", hostile.without_opening())
    reader = Reader(floor, tmp_path, monkeypatch)
    reader.bad(1, "log", "verify", reader.url)
    assert f"enrolled: station of {log}. Disable each first" in refused(floor, "set-aside", log, *WHY)
    done(floor, "disable", f"station of {log}", *WHY)
    assert "H first: no note cosigned yet" in floor_command(floor, "status").output
    assert f"the log {log} " in done(floor, "set-aside", "H first", *WHY)
    assert "set aside already, by Maria" in refused(floor, "set-aside", log, *WHY)

    said = reader.good("log", "verify", reader.url)
    assert f"H first ({log}): left out; Maria has set it aside: its station sent nonsense" in said
    assert "H first, " not in said
    assert "SET ASIDE by Maria" in (status := done(floor, "status"))
    assert "H first: " not in status, "its notes wait for nobody"
    assert listed(floor, "status")["logs"][0]["set_aside_because"] == "its station sent nonsense"
    assert "set aside by Maria" in done(floor, "verify")
    reader.bad(1, "log", "verify", f"{reader.url}/H first")

    done(floor, "set-aside", log, "--undo", *WHY)
    assert "not set aside" in refused(floor, "set-aside", log, "--undo", *WHY)
    reader.bad(1, "log", "verify", reader.url)
    assert "WRONG RECORD" not in done(floor, "verify")
    assert [one["what"] for one in listed(floor, "people", "deeds")][-2:] == [
        "log_set_aside",
        "log_taken_back",
    ]
    with superuser(floor) as connection:
        connection.execute("DELETE FROM set_aside WHERE aside")
    assert "it is gone: setting aside of a log" in found(floor)


def test_the_forks_of_a_log_that_is_set_aside_wait_for_nobody(floor: FloorUnderTest, tmp_path: Path) -> None:
    log, settings = SmallLog(tmp_path / "table.db"), floor.enrol("table-7")
    log.write(20)
    log.close()
    spare = copied(log.path, tmp_path / "spare")
    for path in (log.path, spare):
        more = SmallLog(path)
        more.write(4, path.parent.name)
        more.close()
        bring(settings, path)
    assert floor_command(floor, "status").exit_code == 1
    done(floor, "disable", "table-7", *WHY)
    assert floor_command(floor, "status").exit_code == 1
    done(floor, "set-aside", "table-7", *WHY)
    done(floor, "status")


def test_a_renamed_table_shows_its_new_name_and_is_found_by_the_old_one(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    first, second = (SmallLog(tmp_path / name / "table.db") for name in ("first", "second"))
    for number, log in enumerate((first, second)):
        log.write(5, str(number))
        log.close()
        bring(floor.enrol(f"station-{number}"), log.path, "Table 9")
    assert "2 logs" in refused(floor, "pull", "Table 9", str(tmp_path / "x.db"))
    mirror = FloorMirror(tmp_path / "mirror", ReadingLink(floor.enrol("pit", reader=True)))
    before = {one.log: one.path for one in mirror.refresh().copies}
    old = "Table 9 until May"
    assert "Table 9 " in done(floor, "rename", "station-0", old, *WHY)
    assert "choose another name" in refused(floor, "rename", "station-1", old, *WHY)
    for bad in ("a\nb", "../x", "a/b", ".x", " "):
        assert "cannot be the name of a table" in refused(floor, "rename", "station-1", bad, *WHY)
    done(floor, "pull", "Table 9", str(tmp_path / "x.db"))
    assert written(tmp_path / "x.db") == written(second.path)
    after = mirror.refresh()
    mirror.close()
    assert {one.log: one.path for one in after.copies} == before, "a copy keeps its folder"
    assert {one.table for one in after.copies} == {old, "Table 9"}

    done(floor, "rename", "Table 9", "Table 12", *WHY)
    assert "formerly Table 9" in done(floor, "status")
    assert "2 " not in refused(floor, "pull", "Table 9", str(tmp_path / "y.db")), (
        "two logs had that name once"
    )
    done(floor, "rename", "Table 12", "Table 13", *WHY)
    done(floor, "pull", "Table 12", str(tmp_path / "z.db"))
    assert written(tmp_path / "z.db") == written(second.path)
    assert {one["table"] for one in json.loads(done(floor, "verify", "--json"))["branches"]} == {
        old,
        "Table 13",
    }
    with superuser(floor) as connection:
        connection.execute("DELETE FROM former_name WHERE name = 'Table 12'")
    assert "it is gone: change of a name" in found(floor)
