"""Branches whose rows are in the archive alone: a station finds its own again, and nothing is doubled."""

from pathlib import Path

from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.store import quarantine
from tests.floor.aged import OLD, archive, arrived
from tests.floor.floors import FloorUnderTest, bring, written
from tests.floor.small_logs import SmallLog, copied


def go_on(path: Path, rows: int, words: str) -> Path:
    log = SmallLog(path)
    log.write(rows, words)
    log.close()
    return path


def archived_branches(floor: FloorUnderTest, tmp_path: Path) -> tuple[FloorSettings, list[Path], Path]:
    """A log and two forks of it, brought with one certificate and archived since, and an old copy of all."""
    settings = floor.enrol("table-7")
    log = SmallLog(tmp_path / "table.db")
    log.write(30)
    log.close()
    first, second, old = (copied(log.path, tmp_path / name) for name in ("first", "second", "old"))
    logs = [go_on(log.path, 50, "here"), go_on(first, 10, "there"), go_on(second, 200, "elsewhere")]
    for one in logs:
        bring(settings, one)
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(3,)]
    shared = len([one for one in written(logs[0]) if one in written(logs[1])])
    arrived(floor, 1, len(written(logs[0])), OLD)
    for branch, one in enumerate(logs[1:], 2):
        arrived(floor, shared + 1, len(written(one)), OLD, branch)
    archive(floor)
    assert floor.ask("SELECT count(*) FROM floor.event") == [(0,)]
    return settings, logs, old


def test_each_station_goes_on_with_its_own_branch(floor: FloorUnderTest, tmp_path: Path) -> None:
    settings, logs, _ = archived_branches(floor, tmp_path)
    cases = len(quarantine.cases(floor.owner()))
    # In turn, and twice: the certificate was used last for another branch each time.
    for words in ("again", "once more"):
        for branch, log in reversed(list(enumerate(logs, 1))):
            before = len(written(log))
            assert bring(settings, log).state.code == ""
            state = bring(settings, go_on(log, 37, words)).state
            assert state.status == ("current" if branch == 1 else "quarantined"), state
            assert state.kept == state.size == len(written(log))
            assert floor.stored(branch)[-1] == written(log)[-1]
            assert floor.stored(branch)[0][0] > before or words == "once more"
    assert len(quarantine.cases(floor.owner())) == cases
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(3,)]
    for branch, log in enumerate(logs, 1):
        assert set(floor.stored(branch)) <= set(written(log))


def test_an_old_copy_that_only_the_archive_could_tell_apart_is_refused(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    settings, _, old = archived_branches(floor, tmp_path)
    go_on(old, 5, "from an old snapshot")
    state = bring(settings, old).state
    assert (state.status, state.code) == ("refused", "not_found")
    assert "is in the floor's archive" in state.words
    assert floor.stored() == []
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(3,)]
