"""Clocks jump, months end: the order of the rows holds, and each file stands on the one before."""

import sqlite3
import time
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.engine.model.errors import LogError
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store import files
from dealer_station.log.store.append import COMMITS_PER_CHECKPOINT, Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.files import WAL_ROOM_BYTES, wal_path
from dealer_station.log.store.records import Closed, Restored, Stopped
from dealer_station.review.replay_check import replay
from tests.log import shifts
from tests.log.shifts import SetClock

DAY_US = 86_400_000_000
ROUNDS_OF_A_YEAR = 30


class Jumping(SetClock):
    """A wall clock that somebody keeps setting, back and forth."""

    jumps: tuple[int, ...] = (-3600_000_000, 7200_000_000, -1, 0, -60_000_000)

    def wall_us(self) -> int:
        self.wall += self.jumps[self.mono // self.step_us % len(self.jumps)]
        return self.wall


def numbers(db: Path) -> list[int]:
    with Reader(db) as log:
        return [kept.number for kept in log.rounds()]


def test_a_clock_that_jumps_does_not_change_the_order(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "log.db", rounds=5, clock=Jumping())
    rows = shifts.rows(db)
    walls = [row[3] for row in rows]
    assert walls != sorted(walls)
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    assert [row[4] for row in rows] == sorted(row[4] for row in rows)
    assert numbers(db) == [1, 2, 3, 4, 5]
    assert verify(db).ok
    assert not replay(db).differences


def test_a_clock_beyond_every_calendar_is_told_as_such(tmp_path: Path) -> None:
    clock = shifts.SetClock(wall=300_000_000_000_000_000)
    with pytest.raises(
        LogError, match=r"the clock of this machine is out of range \(300000000000 seconds after 1970"
    ):
        shifts.play(tmp_path / "log.db", rounds=1, clock=clock)


def test_two_rounds_in_one_second_keep_their_order(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "log.db", rounds=3, clock=SetClock(step_us=1))
    with Reader(db) as log:
        kept = list(log.rounds())
    assert kept[-1].ended_us - kept[0].opened_us < 1_000_000
    assert [one.number for one in kept] == [1, 2, 3]


def test_what_was_written_a_minute_ago_is_signed(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "log.db", rounds=2, clock=SetClock(step_us=15_000_000))
    with Reader(db) as log:
        signed = [checkpoint.wall_us for checkpoint in log.checkpoints()]
    assert len(signed) > 5
    assert max(b - a for a, b in pairwise(signed)) <= 120_000_000


def test_an_idle_station_signs_too(tmp_path: Path) -> None:
    clock = SetClock()
    log = Writer(tmp_path / "log.db", shifts.keys_of(tmp_path / "log.db"), clock)
    log.tick()
    assert verify(log.path).signed_seq == 0
    clock.mono += 61_000_000
    log.tick()
    assert verify(log.path).signed_seq == log.known.seq
    log.close()


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few months of a very slow table: four days between any two things."""
    clock = SetClock(step_us=4 * DAY_US)
    return shifts.play(tmp_path_factory.mktemp("months") / "table.db", rounds=4, clock=clock)


def test_a_year_is_a_file_for_each_month_each_standing_on_the_one_before(tmp_path: Path) -> None:
    clock = SetClock(step_us=30 * DAY_US // 24)
    year = shifts.play(tmp_path / "table.db", rounds=ROUNDS_OF_A_YEAR, clock=clock)
    closed = sorted(year.parent.glob("table-*.db"))
    assert [path.stem for path in closed[:2]] == ["table-2026-11", "table-2026-12"]
    assert len(closed) >= 12
    last, every = 0, list[int]()
    for db in (*closed, year):
        report = verify(db)
        assert report.ok, (db, report.findings)
        assert report.last_seq - report.rows == last
        assert not replay(db).differences
        last = report.last_seq
        every += numbers(db)
    assert every == list(range(1, ROUNDS_OF_A_YEAR + 1))


def test_a_closed_month_is_a_single_file_that_nobody_writes(months: Path) -> None:
    closed = min(months.parent.glob("table-*.db"))
    assert closed.stat().st_mode & 0o222 == 0
    assert not list(months.parent.glob(f"{closed.name}-*"))
    with pytest.raises(LogError, match="this month is closed"):
        Writer(closed, shifts.keys_of(months), SetClock())


def test_a_month_that_does_not_stand_on_the_one_before_is_found(months: Path, tmp_path: Path) -> None:
    first, second, third = sorted(months.parent.glob("table-*.db"))[:3]
    (tmp_path / second.name).write_bytes(second.read_bytes())
    assert verify(tmp_path / second.name).ok, "without the month before it stands for itself"
    (tmp_path / first.name).write_bytes(third.read_bytes())
    findings = verify(tmp_path / second.name).findings
    assert findings[0].kind == "row"
    assert f"is not chained to the last row of {first.name}" in findings[0].words


def test_a_clock_that_goes_back_a_month_turns_no_page(tmp_path: Path) -> None:
    clock = SetClock()
    db = shifts.play(tmp_path / "log.db", rounds=1, clock=clock)
    clock.wall -= 40 * DAY_US
    shifts.play(db, rounds=1, clock=clock)
    assert not list(tmp_path.glob("log-*.db"))
    assert numbers(db) == [1, 2]


def test_a_month_is_not_closed_under_a_reader(tmp_path: Path) -> None:
    clock = SetClock()
    db = shifts.play(tmp_path / "log.db", rounds=1, clock=clock)
    log = Writer(db, shifts.keys_of(db), clock)
    clock.wall += 40 * DAY_US
    with Reader(db) as reader:
        rows = reader.raw_rows()
        next(rows)
        assert not log.turn_month()
        assert len(list(rows)) > 10
    assert log.turn_month()
    log.close()
    assert verify(db).ok


def test_a_month_that_was_closed_in_haste_is_finished_at_the_next_start(tmp_path: Path) -> None:
    clock = SetClock()
    db = shifts.play(tmp_path / "log.db", rounds=1, clock=clock)
    log = Writer(db, shifts.keys_of(db), clock)
    clock.wall += 40 * DAY_US
    log.record(Closed("2026-11"))
    log.sign_now()
    log._broken = True  # It ends here, before the file has its new name.
    log.close()
    shifts.play(db, rounds=1, clock=clock)
    assert numbers(tmp_path / "log-2026-11.db") == [1]
    assert numbers(db) == [2]
    assert verify(db).ok


def test_a_log_does_not_begin_anew_over_one_that_is_gone(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "log.db", rounds=1)
    db.unlink()
    with pytest.raises(LogError, match="the end is missing"):
        Writer(db, shifts.keys_of(db), SetClock())


def test_a_clock_that_was_years_ahead_for_a_while_ends_no_later_month(tmp_path: Path) -> None:
    clock = SetClock()
    db = shifts.play(tmp_path / "table.db", rounds=1, clock=clock)
    for days in (5 * 365, -5 * 365, 31, 31, 5 * 365 - 62):
        clock.wall += days * DAY_US
        shifts.play(db, rounds=1, clock=clock)
    # Ahead, back for the rest of that month, December, January; and then the year that had been shown.
    closed = ["table-2026-11", "table-2026-12", "table-2027-01", "table-2031-11"]
    assert sorted(path.stem for path in tmp_path.glob("table-*.db")) == closed
    assert numbers(db) == [6]
    every = sorted(number for path in tmp_path.glob("table*.db") for number in numbers(path))
    assert every == [1, 2, 3, 4, 5, 6]
    clock.wall += 31 * DAY_US
    shifts.play(db, rounds=1, clock=clock)
    assert (tmp_path / "table-2031-11-2.db").exists(), "a month that comes twice has two files"
    for path in (*tmp_path.glob("table-*.db"), db):
        report = verify(path)
        assert report.ok, report.findings
        assert not report.absent


def test_a_new_month_begins_with_its_first_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "table.db"
    words = ["run", "--sim", "--headless", "--speed", "0", "--rounds", "2", "--db", str(db)]
    for days in (0, 31):
        now_us = shifts.NOON_US + days * DAY_US
        monkeypatch.setattr(SystemClock, "wall_us", lambda _, now_us=now_us: now_us)
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
    assert numbers(tmp_path / "table-2026-11.db") == [1, 2]
    assert numbers(db) == [3, 4]


def test_what_was_restored_stays_so_in_the_next_month(tmp_path: Path) -> None:
    clock = SetClock()
    db = shifts.play(tmp_path / "table.db", rounds=1, clock=clock)
    log = Writer(db, shifts.keys_of(db), clock)
    log.record(Restored("elsewhere", "spare", "Rosa", "x"))
    clock.wall += 31 * DAY_US
    assert log.turn_month()
    assert log.known.restored
    log.close()
    shifts.play(db, rounds=1, clock=clock)
    with Reader(db) as later:
        assert not later.recollect().restored


def test_a_table_at_which_nobody_plays_turns_the_page_too(tmp_path: Path) -> None:
    clock = SetClock()
    db = shifts.play(tmp_path / "table.db", rounds=1, clock=clock)
    log = Writer(db, shifts.keys_of(db), clock)
    clock.wall += 31 * DAY_US
    log.tick()
    log.close()
    assert numbers(tmp_path / "table-2026-11.db") == [1]


def test_a_month_that_is_not_here_is_mentioned(months: Path, tmp_path: Path) -> None:
    first, second, third = sorted(months.parent.glob("table-*.db"))[:3]
    for closed in (second, third):
        (tmp_path / closed.name).write_bytes(closed.read_bytes())
    done = CliRunner().invoke(main, ["log", "verify", str(tmp_path / third.name)])
    assert done.exit_code == 0
    assert f"the previous month, {first.name}, is missing and was not verified" in done.output


def test_a_damaged_month_does_not_let_the_next_one_begin_elsewhere(months: Path, tmp_path: Path) -> None:
    for path in (*months.parent.glob("table-*.db"), *months.parent.glob("table-*.checkpoint")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    newest = max(tmp_path.glob("table-*.db"))
    newest.write_bytes(b"nothing" * 99)
    with pytest.raises(LogError, match="is not a Dealer Station log"):
        Writer(tmp_path / "table.db", shifts.keys_of(months), SetClock())


def test_a_round_that_never_ends_does_not_make_the_file_beside_the_log_grow(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    log = Writer(db, shifts.keys_of(db), SetClock())
    for _ in range(3 * COMMITS_PER_CHECKPOINT):
        log.record(*[Stopped()] * 10)
        log.look_after(ended=False)
    assert wal_path(db).stat().st_size <= WAL_ROOM_BYTES
    log.close()
    assert verify(db).ok


def start(db: Path, *more: object) -> Result:
    words = [
        "run",
        "--sim",
        "--headless",
        "--speed",
        "0",
        "--rounds",
        "1",
        "--players",
        "2",
        "--db",
        db,
        *more,
    ]
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def test_a_station_waits_for_no_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A single wait would take longer than all of this."""
    db = shifts.play(tmp_path / "table.db", rounds=1)
    monkeypatch.setattr(files, "BUSY_SECONDS", 300.0)
    now_us = shifts.NOON_US + 31 * DAY_US
    monkeypatch.setattr(SystemClock, "wall_us", lambda _: now_us)
    log = Writer(db, shifts.keys_of(db), SetClock())
    reader = sqlite3.connect(db, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM event").fetchone()
    log.close()
    began = time.monotonic()
    assert start(db).exit_code == 0
    assert time.monotonic() - began < files.BUSY_SECONDS
    assert not list(tmp_path.glob("table-*.db")), "the month is not closed under a reader"
    reader.close()
    assert start(db).exit_code == 0
    assert numbers(tmp_path / "table-2026-11.db") == [1, 2]
    assert verify(db).ok


@pytest.mark.parametrize("keys", ["own", "other"])
def test_a_log_does_not_go_on_from_a_file_that_only_has_the_name_of_a_month(
    shift: Path, tmp_path: Path, keys: str
) -> None:
    named = tmp_path / "table-2026-10.db"
    named.write_bytes(shift.read_bytes())
    more = ("--keys", shift.with_name("log.db.keys")) if keys == "own" else ()
    done = start(tmp_path / "table.db", *more)
    assert done.exit_code == 2
    assert f"{named}: has the name of a closed month of table.db, but was never closed" in done.output
    assert named.read_bytes() == shift.read_bytes()
    named.unlink()
    assert start(tmp_path / "table.db", *more).exit_code == 0


def test_a_log_goes_on_only_from_a_month_of_its_own_keys(tmp_path: Path) -> None:
    clock = SetClock()
    db = shifts.play(tmp_path / "table.db", rounds=1, clock=clock)
    log = Writer(db, shifts.keys_of(db), clock)
    clock.wall += 31 * DAY_US
    assert log.turn_month()
    log.close()
    (tmp_path / "other").mkdir()
    month = tmp_path / "other" / "table-2026-11.db"
    month.write_bytes((tmp_path / month.name).read_bytes())
    done = start(tmp_path / "other" / "table.db")
    assert done.exit_code == 2
    assert f"{month}: has the name of a closed month of table.db, but is signed with" in done.output
    goes_on = start(tmp_path / "other" / "table.db", "--keys", tmp_path / "table.db.keys")
    assert goes_on.exit_code == 0, goes_on.output
    assert numbers(tmp_path / "other" / "table.db") == [2]
