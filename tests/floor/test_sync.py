"""A log reaches the floor whole."""

from pathlib import Path

from dealer_station.floor.client.pulled_log import write_log
from dealer_station.floor.store import stations, stored_logs
from dealer_station.log.read.reader import Reader
from dealer_station.review.replay_check import replay
from tests.floor.floors import FloorUnderTest, bring, written
from tests.log import shifts


def test_every_row_is_kept_once_and_in_order(floor: FloorUnderTest, played: Path) -> None:
    settings = floor.enrol("table-7")
    done = bring(settings, played)
    assert done.state.status == "current", done.state
    assert floor.stored() == written(played)


def test_what_is_pulled_is_what_was_pushed_and_replays(
    floor: FloorUnderTest, played: Path, tmp_path: Path
) -> None:
    bring(floor.enrol("table-7"), played)
    log, _, branch = stations.find_log(floor.owner(), "table-7")
    (made,) = write_log(stored_logs.pages(floor.owner(), log, branch), tmp_path / "pulled.db")
    assert shifts.rows(made) == shifts.rows(played)
    assert not replay(made, lambda _: None).differences
    with Reader(made) as pulled, Reader(played) as pushed:
        assert list(pulled.checkpoints()) == list(pushed.checkpoints())
        assert list(pulled.anchors()) == list(pushed.anchors())
        assert pulled.spans() == pushed.spans()
