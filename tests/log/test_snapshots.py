"""Snapshots: a copy at any time, and a spare station that goes on with one in the middle of a shift."""

import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.engine.due.step_types import Draw
from dealer_station.engine.model.errors import LogFaultError
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store import snapshot
from dealer_station.log.store.append import Writer
from dealer_station.log.store.records import OpenedAs
from dealer_station.review.replay_check import replay
from dealer_station.rulebooks import load
from dealer_station.station.station import Shown
from hw_sim.people.shift_crew import Crew
from hw_sim.tables.direct_table import DirectTable, journal_path
from tests.log import shifts


def run(*words: object) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def test_a_spare_station_goes_on_in_the_middle_of_a_shift_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "spare").mkdir()
    db, copy, spare = (tmp_path / name for name in ("one/log.db", "snapshot.db", "spare/log.db"))
    rules = load("massachusetts")
    table = DirectTable(rules, 1, db, Crew(rules, 1, 2))
    station = shifts.station_on(db, shifts.SetClock(), publish=table.show)
    cards = 0

    def saw(_: Shown) -> None:
        nonlocal cards
        cards += 1
        if cards == 20:
            assert run("log", "snapshot", db, copy).exit_code == 0
            shutil.copy(journal_path(db), journal_path(spare))

    table.play(station, rounds=4, pause_seconds=0, saw=saw)
    station.stop()
    table.close()
    assert verify(copy).ok
    with Reader(copy) as log:
        rows = log.ends()[1]
        number = log.recollect().table.round.number
    assert rows < len(shifts.rows(db))
    done = run("log", "restore", copy, spare, "--by", "Rosa", "--because", "the screen broke")
    assert done.exit_code == 0, done.output
    shift = run(
        *("run", "--sim", "--headless", "--speed", "0", "--rounds", "2", "--players", "2", "--db", spare)
    )
    assert shift.exit_code == 0, shift.output
    listed = json.loads(run("log", "rounds", spare, "--json").stdout)["rounds"]
    assert [one["number"] for one in listed] == list(range(1, number + 2))
    assert "by Rosa: the screen broke" in run("log", "stats", spare).stdout
    assert verify(spare).ok
    assert not replay(spare).differences
    assert shifts.rows(spare)[:rows] == shifts.rows(db)[:rows]


def test_without_its_shoe_a_restored_table_stops_until_somebody_looked(shift: Path, tmp_path: Path) -> None:
    spare = tmp_path / "log.db"
    assert run("log", "restore", shift, spare, "--by", "Rosa", "--because", "x").exit_code == 0
    done = run("run", "--sim", "--headless", "--speed", "0", "--rounds", "1", "--db", spare)
    assert done.exit_code == 0, done.output
    listed = json.loads(run("log", "rounds", spare, "--holds", "--json").stdout)["rounds"]
    assert [one["number"] for one in listed] == [4]


def test_a_log_that_was_not_closed_is_restored_to_its_last_row(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    db, spare = tmp_path / "one" / "log.db", tmp_path / "log.db"
    log = Writer(db, shifts.keys_of(db), shifts.SetClock())
    assert db.with_name("log.db-wal").stat().st_size
    done = run("log", "restore", db, spare, "--by", "Rosa", "--because", "x")
    log.close()
    assert done.exit_code == 0, done.output
    rows = shifts.rows(db)
    assert shifts.rows(spare)[: len(rows)] == rows
    assert verify(spare).ok


def test_a_damaged_snapshot_is_not_restored(shift: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.db"
    shutil.copy(shift, damaged)
    connection = shifts.unguarded(damaged)
    connection.execute("UPDATE event SET who = 'Eve' WHERE seq = 9")
    connection.close()
    done = run("log", "restore", damaged, tmp_path / "log.db", "--by", "Rosa", "--because", "x")
    assert done.exit_code == 2
    assert "not restored: row 9 was changed" in done.stderr
    assert not (tmp_path / "log.db").exists()


def test_whose_keys_go_on_after_a_restore_is_for_the_reader_to_say(shift: Path, tmp_path: Path) -> None:
    spare = tmp_path / "log.db"
    run("log", "restore", shift, spare, "--by", "Rosa", "--because", "x")
    alone = tmp_path / "alone" / "log.db"
    alone.parent.mkdir()
    shutil.copy(spare, alone)
    first, second = (db.with_name("log.db.keys") / "signing.pub" for db in (shift, spare))
    assert run("log", "verify", alone, "--key", second).exit_code == 0
    refused = run("log", "verify", alone, "--key", first)
    assert refused.exit_code == 1
    assert "signed, but not by a trusted key" in refused.stdout
    assert run("log", "verify", alone, "--key", first, "--key", second).exit_code == 0


def test_what_the_shoe_resends_after_a_restore_may_have_been_a_burn_and_is_sealed(tmp_path: Path) -> None:
    """Taps since the snapshot are lost: which of the cards that came after it were burns, nobody can say."""
    (tmp_path / "one").mkdir()
    (tmp_path / "spare").mkdir()
    db, copy, spare = (tmp_path / name for name in ("one/log.db", "snapshot.db", "spare/log.db"))
    rules = load("massachusetts")
    table = DirectTable(rules, 1, db, Crew(rules, 1, 2))
    station = shifts.station_on(db, shifts.SetClock(), publish=table.show)

    def saw(shown: Shown) -> None:
        if shown.ended and not copy.exists():
            assert run("log", "snapshot", db, copy).exit_code == 0
            assert "itself" not in run("log", "verify", copy).output, "its checkpoint says whom to trust"

    table.play(station, rounds=8, pause_seconds=0, saw=saw)
    station.stop()
    table.close()
    shutil.copy(journal_path(db), journal_path(spare))
    assert run("log", "restore", copy, spare, "--by", "Rosa", "--because", "x").exit_code == 0
    words = ("run", "--sim", "--headless", "--speed", "0", "--rounds", "1", "--players", "2", "--db", spare)
    assert run(*words).exit_code == 0
    with Reader(db) as log:
        burned = {row.device_seq for row in log.sealed()}
    with Reader(copy) as log:
        known = log.recollect().devices["shoe"].seq
    with Reader(spare) as log:
        cards = [row for row in log.rows() if row.source == "shoe" and (row.device_seq or 0) > known]
    resent = [row for row in cards if row.device_seq in burned]
    assert len(resent) > 3, "there were wars"
    assert all(row.seal and row.frame is None and b'"missed"' in row.body for row in resent)
    assert verify(spare).ok
    assert not replay(spare).differences


def test_rounds_that_a_copy_lacks_are_one_stop_and_one_ruling(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "spare").mkdir()
    db, copy, spare = (tmp_path / name for name in ("one/log.db", "snapshot.db", "spare/log.db"))
    shifts.play(db, rounds=2)
    assert run("log", "snapshot", db, copy).exit_code == 0
    shifts.play(db, rounds=20)
    with Reader(copy) as log:
        known = log.recollect().devices["shoe"].seq
    with Reader(db) as log:
        newest = log.recollect().devices["shoe"].seq
    shutil.copy(journal_path(db), journal_path(spare))
    assert run("log", "restore", copy, spare, "--by", "Rosa", "--because", "x").exit_code == 0
    words = ("run", "--sim", "--headless", "--speed", "0", "--rounds", "3", "--players", "2", "--db", spare)
    done = run(*words)
    assert done.exit_code == 0, done.output
    with Reader(spare) as log:
        rows = [row for row in log.rows() if (row.device_seq or 0) > known and row.source == "shoe"]
        missed = [row for row in rows if b'"missed"' in row.body]
        text = b"".join(row.body for row in log.rows())
        number = log.recollect_before(rows[len(missed)].seq).table.round.number
    assert len(missed) == newest - known > 60
    assert all(row.seal and row.frame is None for row in missed)
    told = f"{len(missed)} cards left the shoe (its events {known + 1} to {newest})"
    assert text.count(b'"type":"HoldRaised"') == text.count(told.encode()) - 2 == 1
    shown = json.loads(run("log", "show", spare, number, "--json").stdout)
    assert sum(card["owner"] == "not in this log" for card in shown["rack"]) == len(missed)
    assert verify(spare).ok
    assert not replay(spare).differences


def test_a_card_that_is_due_keeps_its_face_after_a_restore(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "spare").mkdir()
    db, copy, spare = (tmp_path / name for name in ("one/log.db", "snapshot.db", "spare/log.db"))
    rules = load("massachusetts")
    table = DirectTable(rules, 1, db, Crew(rules, 1, 2))
    station = shifts.station_on(db, shifts.SetClock(), publish=table.show)

    def saw(shown: Shown) -> None:
        due = shown.due
        if isinstance(due, Draw) and due.place is not None and not copy.exists():
            assert run("log", "snapshot", db, copy).exit_code == 0

    table.play(station, rounds=1, pause_seconds=0, saw=saw)
    station.stop()
    table.close()
    shutil.copy(journal_path(db), journal_path(spare))
    assert run("log", "restore", copy, spare, "--by", "Rosa", "--because", "x").exit_code == 0
    words = ("run", "--sim", "--headless", "--speed", "0", "--rounds", "1", "--players", "2", "--db", spare)
    done = run(*words)
    assert done.exit_code == 0, done.output
    with Reader(copy) as log:
        known = log.ends()[1]
    with Reader(db) as log:
        first = [row.body for row in log.rows(known + 1) if b'"type":"CardDealt"' in row.body][:3]
    with Reader(spare) as log:
        again = [row.body for row in log.rows(known + 1) if b'"type":"CardDealt"' in row.body][:3]
        assert not any(b'"unreadable"' in row.body for row in log.rows())
    assert len(first) == 3
    assert first == again
    assert not replay(spare).differences


@pytest.mark.parametrize("at", ["record", "close", "look"])
def test_a_restore_that_fails_leaves_nothing_and_can_be_done_again(
    shift: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    spare = tmp_path / "log.db"
    words = ("log", "restore", shift, spare, "--by", "Rosa", "--because", "x")

    def fail(*_: object) -> None:
        assert not spare.exists(), "without its record the copy has no name"
        raise LogFaultError("the disk is full")

    with monkeypatch.context() as broken:
        if at == "look":
            broken.setattr(snapshot, "_move_out", fail)
        else:
            broken.setattr(Writer, at, fail)
        done = run(*words)
    assert done.exit_code == 2
    assert "no keys yet" not in done.stderr, "of keys that are gone again nobody speaks"
    assert not list(tmp_path.iterdir())
    assert run(*words).exit_code == 0
    with Reader(spare) as log:
        assert log.recollect().restored
    assert verify(spare).ok
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.db", "log.db.checkpoint", "log.db.keys"]


def test_the_log_of_a_live_table_is_not_restored_without_keys_that_somebody_keeps(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    db, spare, escrow = tmp_path / "one" / "log.db", tmp_path / "log.db", tmp_path / "spare.key"
    log = Writer(db, shifts.keys_of(db), shifts.SetClock())
    log.record(OpenedAs("live", "Table 7"))
    log.close()
    words = ("log", "restore", db, spare, "--by", "Rosa", "--because", "x")
    done = run(*words)
    assert done.exit_code == 2
    assert f"run `dealer-station keys make {spare}.keys --escrow FILE`" in done.stderr
    assert not list(tmp_path.glob("log.db*"))
    assert run("keys", "make", f"{spare}.keys", "--escrow", escrow).exit_code == 0
    assert run(*words).exit_code == 0


def test_a_restore_that_was_killed_is_done_again(shift: Path, tmp_path: Path) -> None:
    spare = tmp_path / "log.db"
    (tmp_path / "log.db.restoring").mkdir()
    shutil.copy(shift, tmp_path / "log.db.restoring" / "log.db")
    assert run("log", "restore", shift, spare, "--by", "Rosa", "--because", "x").exit_code == 0
    with Reader(spare) as log:
        assert log.recollect().restored
    assert not (tmp_path / "log.db.restoring").exists()


def test_an_old_snapshot_is_not_restored_under_a_newer_checkpoint(shift: Path, tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "log.db", rounds=6)
    db.unlink()
    before = sorted(tmp_path.iterdir())
    done = run("log", "restore", shift, db, "--by", "Rosa", "--because", "x")
    assert done.exit_code == 2
    assert "the end is missing" in done.stderr
    assert sorted(tmp_path.iterdir()) == before


def test_a_closed_month_is_not_restored_beside_the_file_that_goes_on_from_it(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    clock = shifts.SetClock()
    db = shifts.play(tmp_path / "one" / "log.db", rounds=1, clock=clock)
    clock.wall += 31 * 86_400_000_000
    shifts.play(db, rounds=1, clock=clock)
    closed, spare = db.with_name("log-2026-11.db"), tmp_path / "log.db"
    done = run("log", "restore", closed, spare, "--by", "Rosa", "--because", "x")
    assert done.exit_code == 2
    assert f"the log continues in another file ({db}): restore a snapshot of that one" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one"]


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_copy_is_as_private_as_the_log(tmp_path: Path) -> None:
    clock = shifts.SetClock()
    db = shifts.play(tmp_path / "log.db", rounds=1, clock=clock)
    clock.wall += 31 * 86_400_000_000
    shifts.play(db, rounds=1, clock=clock)
    copy, closed = tmp_path / "copy.db", tmp_path / "closed.db"
    assert run("log", "snapshot", db, copy).exit_code == 0
    assert run("log", "snapshot", db.with_name("log-2026-11.db"), closed).exit_code == 0
    (tmp_path / "spare").mkdir()
    spare = tmp_path / "spare" / "log.db"
    assert run("log", "restore", copy, spare, "--by", "Rosa", "--because", "x").exit_code == 0
    assert [mode(path) for path in (db, copy, closed, spare)] == [0o640, 0o640, 0o440, 0o640]


def test_a_copy_that_may_not_be_written_is_not_told_to_make_space(
    shift: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener, mkdir = os.open, Path.mkdir

    def may_not(path: Any, *more: Any) -> int:
        if str(path).startswith(str(tmp_path / "copy")):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opener(path, *more)

    def may_not_make(path: Path, *more: Any, **how: Any) -> None:
        if path.name.endswith(".restoring"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        mkdir(path, *more, **how)

    monkeypatch.setattr("dealer_station.log.store.files.os.open", may_not)
    monkeypatch.setattr(Path, "mkdir", may_not_make)
    for words in (
        ("log", "snapshot", shift, tmp_path / "copy.db"),
        ("log", "restore", shift, tmp_path / "spare.db", "--by", "Rosa", "--because", "x"),
    ):
        done = run(*words)
        assert done.exit_code == 2
        assert "Permission denied; choose a folder that you may write to" in done.output
        assert "free space" not in done.output
