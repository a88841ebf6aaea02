"""Months: a log of several files reaches the floor whole, and comes back as the same files."""

from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.floor.client.outbox import Outbox, batches
from dealer_station.floor.client.pulled_log import pages_over, write_log
from dealer_station.floor.protocol.messages import BATCH_BYTES, ROWS_MAX, FloorHead, Page, RowValues, packed
from dealer_station.log.integrity.verify import verify
from dealer_station.log.store import files
from tests.floor.floors import FloorUnderTest, bring, synchroniser, written
from tests.floor.small_logs import SmallLog
from tests.log import shifts


def three_months(path: Path) -> list[Path]:
    """A log of three files, the newest last."""
    log = SmallLog(path)
    for _ in range(2):
        log.write(20)
        log.turn_month()
    log.write(20)
    log.close()
    return [*sorted(path.parent.glob(f"{path.stem}-*.db")), path]


def test_all_months_arrive_and_come_back_under_their_names(floor: FloorUnderTest, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    months = three_months(tmp_path / "here" / "table.db")
    settings = floor.enrol("table-7")
    assert bring(settings, months[-1]).state.status == "current"
    assert floor.stored() == [row for path in months for row in written(path)]

    (tmp_path / "there").mkdir()
    made = write_log(pages_over(floor.link(settings)), tmp_path / "there" / "table.db")
    assert [path.name for path in made] == [path.name for path in months]
    for back, path in zip(made, months, strict=True):
        assert shifts.rows(back) == shifts.rows(path)
        assert back.stat().st_mode == path.stat().st_mode
    report = verify(made[-1])
    assert report.ok
    assert not report.absent


def test_a_month_that_ends_while_the_log_is_brought_there_is_followed(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    log = SmallLog(tmp_path / "table.db")
    one = synchroniser(floor.enrol("table-7"), log.path)
    for _ in range(3):
        log.write(3)
        while one.step() <= 0:
            pass
        # No connection is open: a month can close only if nobody else has the file open.
        log.turn_month()
    while one.step() <= 0:
        pass
    one.close()
    log.close()
    assert bring(floor.enrol("table-7"), log.path).state.status == "current"
    assert [seq for seq, _ in floor.stored()] == list(range(1, written(log.path)[-1][0] + 1))
    signed = [seq for (seq,) in floor.ask("SELECT seq FROM floor.checkpoint ORDER BY seq")]
    assert len(signed) >= 4, "each month ends with a signature, also if it came after its rows"


def test_months_that_the_floor_has_are_not_needed_and_missing_ones_are_named(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    months = three_months(tmp_path / "table.db")
    settings = floor.enrol("table-7")
    bring(settings, months[-1])
    for path in months[:-1]:
        path.unlink()
    log = SmallLog(months[-1])
    log.write(5)
    log.close()
    assert bring(settings, months[-1]).state.status == "current"
    assert floor.stored()[-1] == written(months[-1])[-1]

    other = floor.enrol("another")
    assert bring(other, months[-1]).state.code == "foreign_log"
    with pytest.raises(LogError, match="put the closed months back"):
        Outbox(months[-1]).batch(FloorHead(1, 3), 3, 0)


def test_a_batch_has_a_thousand_rows_or_a_megabyte_and_at_least_one_row(tmp_path: Path) -> None:
    log = SmallLog(tmp_path / "table.db")
    log.write(4, size=600_000)
    log.write(1, size=1_500_000)
    log.write(2 * ROWS_MAX)
    log.close()
    found = list(batches(Outbox(log.path), FloorHead(1), 0))
    assert [row[0] for one in found for row in one.rows] == [seq for seq, _ in written(log.path)]
    for one in found:
        assert len(one.rows) <= ROWS_MAX
        assert len(packed(one)) <= BATCH_BYTES * 1.1 or len(one.rows) == 1
    assert max(len(one.rows) for one in found) == ROWS_MAX
    assert not files.wal_path(log.path).exists()


def test_a_changed_row_is_placed_between_the_pages_that_fit(floor: FloorUnderTest, tmp_path: Path) -> None:
    settings = floor.enrol("table-7")
    log = SmallLog(tmp_path / "table.db")
    log.write(30)
    log.close()
    bring(settings, log.path)
    link = floor.link(settings)
    whole, rest = link.page(1), link.page(21)
    assert isinstance(whole, Page)
    assert isinstance(rest, Page)
    begin = replace(whole, rows=whole.rows[:20], checkpoints=[], anchors=[])
    row = list(begin.rows[9])
    row[4] = cast("int", row[4]) + 1  # One microsecond later.
    begin.rows[9] = cast("RowValues", tuple(row))
    with pytest.raises(LogCorruptError, match=r"one of the rows 1 to 20 was changed .* floor verify"):
        write_log((begin, rest), tmp_path / "back.db")
    assert not (tmp_path / "back.db").exists()
