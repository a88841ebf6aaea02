"""The state of a table, told from the floor's rows alone."""

import json
import shutil
from pathlib import Path

from dealer_station.engine.model import observations as o
from dealer_station.floor.projections.table_now import TableNow, TableUnknown, table_now
from dealer_station.floor.store.connection import bare_connect
from dealer_station.floor.store.stored_logs import log_number
from dealer_station.station.station import Seen
from tests.floor import hostile
from tests.floor.aged import LESS_OLD, archive, arrived, ends_of_batches
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.small_logs import SmallLog, copied
from tests.floor.test_commands import Desk
from tests.log import shifts
from tests.log.shifts import SetClock


def test_a_table_is_seen_as_its_own_station_sees_it(
    floor: FloorUnderTest, played: Path, tmp_path: Path
) -> None:
    db = tmp_path / "table.db"
    shutil.copy(played, db)
    shutil.copytree(f"{played}.keys", f"{db}.keys")
    settings = floor.enrol("table-7")
    bring(settings, db)
    station = shifts.going_on_with(db, SetClock())
    station.observe(Seen(o.DeviceSaid("shoe", "door"), "shoe"))
    table = station.table
    station.stop()
    assert table.holds
    desk = Desk(tmp_path, floor.database)
    assert f"round {table.round.number} open for wagers;" in desk.good("status", "--tables"), "not held yet"

    bring(settings, db)
    ((log, branch),) = floor.ask("SELECT id, branch FROM floor.log")
    now = table_now(floor.owner(), log, branch)
    assert isinstance(now, TableNow)
    assert now.seq == shifts.rows(db)[-1][0]
    assert (now.dealer, now.round_number) == (table.dealer, table.round.number)
    assert now.held == ("A device needs attention",)
    assert "HELD: A device needs attention" in desk.good("status", "--tables")
    assert "HELD" not in desk.good("status")

    # The floor folded from the newest anchor; a superuser takes the anchors away, and all rows tell the same.
    assert floor.ask("SELECT count(*) FROM floor.anchor") != [(0,)]
    with bare_connect(floor.database) as superuser:
        superuser.execute("DELETE FROM floor.anchor")
    assert table_now(floor.owner(), log, branch) == now


def test_a_log_without_rows_tells_nothing(floor: FloorUnderTest) -> None:
    assert table_now(floor.owner(), log_number(bytes(32)), 1) is None


def test_a_table_on_a_branch_of_its_own_is_shown_as_readers_see_it(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(20)
    log.close()
    spare = copied(log.path, tmp_path / "spare")
    settings = floor.enrol("table-7")
    for path, rows in ((log.path, 9), (spare, 4)):
        more = SmallLog(path)
        more.write(rows, path.parent.name)
        more.close()
        bring(settings, path)
    desk = Desk(tmp_path, floor.database)
    said = desk.bad("status", "--tables")
    assert "QUARANTINED" in said
    assert "readers take branch 1: " in said
    ((seq,),) = floor.ask("SELECT seq FROM floor.head WHERE branch = 1")
    (station,) = json.loads(desk.bad("status", "--tables", "--json"))["stations"]
    assert (station["branch"], station["branch_of_readers"], station["now"]["seq"]) == (2, 1, seq)


def test_a_retired_table_whose_rows_were_archived_is_shown_as_such(
    aged: FloorUnderTest, tmp_path: Path
) -> None:
    ends = ends_of_batches(aged)
    arrived(aged, ends[1] + 1, ends[2], LESS_OLD)
    archive(aged)
    assert "retired: its rows up to" in Desk(tmp_path, aged.database).good("status", "--tables")
    ((log,),) = aged.ask("SELECT id FROM floor.log")
    assert table_now(aged.owner(), log, 1) == TableUnknown("archived", ends[2])


def test_hostile_logs_do_not_hide_the_other_tables(
    floor: FloorUnderTest, played: Path, tmp_path: Path
) -> None:
    bring(floor.enrol("table-7"), played)
    hostile.every_kind(floor)
    said = Desk(tmp_path, floor.database).good("status", "--tables")
    assert said.count("cannot be told: ") >= 3
    assert "open for wagers" in said
    assert "\x1b" not in said
    assert "\n1 table-9" not in said
