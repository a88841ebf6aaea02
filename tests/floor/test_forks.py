"""Logs that fork, are set back, or continue on a spare: nothing is merged, and nothing is dropped."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.client.pulled_log import write_log
from dealer_station.floor.store import quarantine, stations, stored_logs
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.integrity.verify import verify
from dealer_station.log.store.append import Writer
from dealer_station.log.store.records import KeysNamed
from dealer_station.log.store.snapshot import restore
from tests.floor.floors import FloorUnderTest, bring, synchroniser, written
from tests.floor.small_logs import SmallLog, copied
from tests.log.shifts import SetClock, keys_of


def small(path: Path, rows: int = 30) -> Path:
    log = SmallLog(path)
    log.write(rows)
    log.close()
    return path


def other_keys(folder: Path) -> Keys:
    """Keys of another machine."""
    folder.mkdir()
    return keys_of(folder / "x.db")


def go_on(path: Path, rows: int, words: str) -> None:
    log = SmallLog(path)
    log.write(rows, words)
    log.close()


def pulled(floor: FloorUnderTest, to: Path) -> list[tuple[int, bytes]]:
    log, _, branch = stations.find_log(floor.owner(), "table-7")
    return written(write_log(stored_logs.pages(floor.owner(), log, branch), to)[-1])


def test_a_fork_is_kept_apart_until_a_named_person_accepts_it(floor: FloorUnderTest, tmp_path: Path) -> None:
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table.db")
    spare = copied(log, tmp_path / "spare")
    go_on(log, 40, "here")
    assert bring(settings, log).state.status == "current"
    go_on(spare, 5, "there")

    done = bring(settings, spare)
    assert done.state.status == "quarantined"
    assert done.state.kept == done.state.size
    own = written(spare)
    shared = [one for one in written(log) if one in own]
    assert floor.stored(1) == written(log)
    assert floor.stored(2) == own[len(shared) :]
    assert pulled(floor, tmp_path / "before.db") == written(log)

    (case,) = quarantine.cases(floor.owner())
    assert (case.kind, case.state, case.branch) == ("fork", "quarantined", 2)
    quarantine.accept(floor.owner(), case.number, "Maria", "the spare took over")
    assert pulled(floor, tmp_path / "after.db") == own
    assert verify(tmp_path / "after.db").ok
    assert floor.ask("SELECT accepted_by FROM floor.branch WHERE branch = 2") == [("Maria",)]
    with pytest.raises(FloorError, match="accepted already"):
        quarantine.accept(floor.owner(), case.number, "Maria", "again")
    with pytest.raises(FloorError, match="no case 99"):
        quarantine.accept(floor.owner(), 99, "Maria", "none")

    go_on(spare, 5, "there too")
    assert bring(settings, spare).state.status == "current"
    assert floor.stored(2) == written(spare)[len(shared) :]


def test_a_station_that_comes_back_goes_on_with_its_own_branch(floor: FloorUnderTest, tmp_path: Path) -> None:
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table.db")
    spare = copied(log, tmp_path / "spare")
    go_on(log, 10, "here")
    bring(settings, log)
    go_on(spare, 10, "there")
    bring(settings, spare)
    go_on(log, 10, "here again")
    assert bring(settings, log).state.status == "current"
    assert floor.stored(1) == written(log)
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(2,)]


def test_a_fork_whose_answer_was_lost_makes_no_second_branch(floor: FloorUnderTest, tmp_path: Path) -> None:
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table.db")
    spare = copied(log, tmp_path / "spare")
    go_on(log, 10, "here")
    bring(settings, log)
    go_on(spare, 10, "there")
    first, second = (synchroniser(settings, spare) for _ in range(2))
    # Both say hello before either has sent anything.
    assert first._greet() is None
    assert second._greet() is None
    assert first.step() == 0
    while second.step() < 1:
        pass
    first.close()
    second.close()
    assert second.state.kept == written(spare)[-1][0]
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(2,)]
    assert [seq for seq, _ in floor.stored(2)] == sorted({seq for seq, _ in floor.stored(2)})


def test_a_log_that_was_set_back_is_reported_and_forks_when_it_grows(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table.db")
    old = copied(log, tmp_path / "old")
    go_on(log, 500, "here")
    bring(settings, log)
    assert bring(settings, old).state.status == "set_back"
    assert floor.stored() == written(log)
    go_on(old, 1, "there")
    assert bring(settings, old).state.status == "quarantined"
    assert floor.stored(1) == written(log)


def test_a_spare_with_its_own_keys_continues_the_log_it_is_enrolled_for(
    floor: FloorUnderTest, tmp_path: Path
) -> None:
    log = small(tmp_path / "table.db")
    bring(floor.enrol("table-7"), log)
    identity = stations.find_log(floor.owner(), "table-7")[1]
    to = tmp_path / "spare.db"
    restore(log, to, other_keys(tmp_path / "spare"), SetClock(), by="Maria", because="broken")
    done = bring(floor.enrol("spare", log=identity), to)
    assert done.state.status == "current", done.state
    assert floor.stored() == written(to)
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(1,)]


def test_new_keys_that_nobody_vouched_for_are_refused(floor: FloorUnderTest, tmp_path: Path) -> None:
    """Somebody has the certificate of a station, and not its signing key."""
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table.db")
    bring(settings, log)
    to = tmp_path / "stolen.db"
    restore(log, to, other_keys(tmp_path / "thief"), SetClock(), by="Nobody", because="theft")
    done = bring(settings, to)
    assert (done.state.status, done.state.code) == ("refused", "untrusted_key")
    assert floor.stored() == written(log)


def test_keys_that_the_old_key_vouches_for_are_taken(floor: FloorUnderTest, tmp_path: Path) -> None:
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table.db")
    bring(settings, log)
    fresh = other_keys(tmp_path / "fresh")
    writer = Writer(log, keys_of(log), SetClock())
    writer.change_keys(fresh, "rotation")
    writer.record(KeysNamed(fresh.signer.hex(), fresh.escrow.hex(), "again"))
    writer.close()
    assert bring(settings, log).state.status == "current"
    assert floor.stored() == written(log)


def forks_of(log: Path, folder: Path, count: int) -> list[Path]:
    """Copies of a log, each of which goes on in its own way."""
    folder.mkdir()
    made = [copied(log, folder / str(number)) for number in range(count)]
    for number, one in enumerate(made):
        go_on(one, 3, f"fork {number}")
    return made


def test_a_station_forks_only_so_often_and_its_log_goes_on(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quarantine, "FORKS_MAX", 2)
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table.db")
    first, second, third, fourth = forks_of(log, tmp_path / "forks", 4)
    go_on(log, 5, "here")
    bring(settings, log)
    with capture_logs() as logged:
        assert [bring(settings, one).state.status for one in (first, second)] == ["quarantined"] * 2
        for one in (third, fourth, third):
            done = bring(settings, one)
            assert (done.state.status, done.state.code) == ("refused", "too_many_forks")
        go_on(log, 5, "here too")
        assert bring(settings, log).state.status == "current"
        go_on(first, 1, "more")
        assert bring(settings, first).state.status == "quarantined"
    assert [one["event"] for one in logged if one["log_level"] == "error"] == [
        *("quarantined", "quarantined", "too many forks")
    ]
    assert floor.stored(1) == written(log)
    assert floor.stored(2)[-1] == written(first)[-1]
    assert floor.ask("SELECT count(*) FROM floor.branch") == [(3,)]
    assert quarantine.full_logs(floor.owner()) == ["Table 7"]

    case = quarantine.cases(floor.owner())[0]
    quarantine.accept(floor.owner(), case.number, "Maria", "the spare took over")
    assert quarantine.full_logs(floor.owner()) == []
    assert bring(settings, third).state.status == "quarantined"


def test_a_fork_grows_only_so_far_and_what_is_kept_stays(
    floor: FloorUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = floor.enrol("table-7")
    log = small(tmp_path / "table.db")
    (spare,) = forks_of(log, tmp_path / "forks", 1)
    go_on(log, 5, "here")
    bring(settings, log)
    assert bring(settings, spare).state.status == "quarantined"
    kept = floor.stored(2)
    ((used,),) = floor.ask("SELECT apart_bytes FROM floor.head WHERE branch = 2")
    assert used > 0
    monkeypatch.setattr(quarantine, "FORK_BYTES_MAX", used + 1)
    go_on(spare, 3, "more")
    assert bring(settings, spare).state.code == "too_many_forks"
    assert floor.stored(2) == kept
    go_on(log, 5, "here too")
    assert bring(settings, log).state.status == "current"
    assert floor.stored(1) == written(log)
