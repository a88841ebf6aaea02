"""A reader sees every log and brings none; a station sees its own."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_station.cli.main import main
from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.client.link import LinkError
from dealer_station.floor.client.reading_link import ReadingLink
from dealer_station.floor.store import stations
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.test_commands import Desk
from tests.log import shifts


def test_a_reader_lists_and_reads_every_log_and_a_station_only_its_own(
    floor: FloorUnderTest, played: Path, tmp_path: Path
) -> None:
    other = shifts.play(
        tmp_path / "other.db", rounds=2, seed=5, clock=shifts.SetClock(wall=shifts.NOON_US + 7)
    )
    seven, eight, pit = (floor.enrol("table-7"), floor.enrol("table-8"), floor.enrol("pit", reader=True))
    bring(seven, played)
    bring(eight, other)
    link, own = ReadingLink(pit), ReadingLink(eight)
    try:
        listed = link.logs().logs
        assert sorted(one.head.seq for one in listed) == sorted(
            [len(shifts.rows(played)), len(shifts.rows(other))]
        )
        assert all(0 <= one.heard_us_ago < 60_000_000 for one in listed)
        for one in listed:
            page = link.stretch(one.log, one.head.branch, 1, 5)
            assert [row[0] for row in page.rows] == [1, 2, 3, 4, 5]
        (mine,) = own.logs().logs
        assert mine.head.seq == len(shifts.rows(other))
        foreign = next(one for one in listed if one.log != mine.log)
        with pytest.raises(LinkError, match="another log"):
            own.stretch(foreign.log, 1, 1, 5)
        with pytest.raises(LinkError, match="another log"):
            own.anchor(foreign.log, 5)
        anchored = next(one for one in listed if one.head.anchor_seq)
        found = link.anchor(anchored.log, anchored.head.seq)
        assert found is not None
        assert found.seq == anchored.head.anchor_seq
        assert link.anchor(anchored.log, 10) is None
    finally:
        link.close()
        own.close()


def test_a_reader_brings_no_log_and_keeps_its_role(floor: FloorUnderTest, played: Path) -> None:
    done = bring(floor.enrol("pit", reader=True), played)
    assert (done.state.status, done.state.code) == ("refused", "foreign_log")
    assert floor.stored() == []
    with pytest.raises(FloorError, match="choose another name"):
        floor.enrol("pit")


def test_a_disabled_reader_reads_nothing(floor: FloorUnderTest, played: Path) -> None:
    bring(floor.enrol("table-7"), played)
    link = ReadingLink(floor.enrol("pit", reader=True))
    try:
        (listed,) = link.logs().logs
        stations.disable(floor.owner(), "pit", by="Maria", because="left the house")
        with pytest.raises(LinkError, match="disabled"):
            link.logs()
        with pytest.raises(LinkError, match="disabled"):
            link.stretch(listed.log, 1, 1, 5)
    finally:
        link.close()


def test_a_reader_is_enrolled_by_command_and_reads_with_the_files_it_gets(
    floor: FloorUnderTest, played: Path, tmp_path: Path
) -> None:
    bring(floor.enrol("table-7"), played)
    desk = Desk(tmp_path / "floor", floor.database)
    bundle = tmp_path / "bundle"
    told = desk.good("enrol", "pit", "--reader", "--by", "Maria", "--out", str(bundle))
    assert "floor.toml" in told
    assert "a reader brings no log" in desk.bad("enrol", "x", "--reader", "--log", "table-7", "--by", "Maria")
    assert "reader" in desk.do("status", *desk.where).output
    url = f"https://127.0.0.1:{floor.gateway.port}"
    words = ["log", "verify", url, "--floor", str(bundle / "floor.toml"), "--cache", str(tmp_path / "cache")]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "Table 7, Table-7.db" in done.output
