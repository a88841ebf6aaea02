"""The state of a table, told from the floor's rows alone."""

import shutil
from pathlib import Path

from dealer_station.engine.model import observations as o
from dealer_station.floor.projections.table_now import table_now
from dealer_station.floor.store.connection import bare_connect
from dealer_station.floor.store.stored_logs import log_number
from dealer_station.station.station import Seen
from tests.floor.floors import FloorUnderTest, bring
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
    assert now is not None
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
