"""Damage by pages, emptied tables, keys of other months: the row that is named is the right one."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.log.integrity import keys, sign
from dealer_station.log.integrity.verify import verify
from dealer_station.log.store.append import Writer
from tests.log import shifts

Copy = Callable[[], Path]
MONTH_US = 31 * 86_400_000_000


def run(*words: object) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def spoil(db: Path, page: int) -> None:
    """A page of the file that the disk has lost."""
    size = 4096
    content = bytearray(db.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    db.write_bytes(content)


def test_the_first_row_on_a_damaged_page_is_named(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "log.db", rounds=6)
    whole = bytes(db.read_bytes())
    named = set[int]()
    for page in range(12, len(whole) // 4096 + 1):
        db.write_bytes(whole)
        spoil(db, page)
        found = verify(db).findings[0]
        if found.kind == "file" and found.seq:
            good = sqlite3.connect(db)
            if found.seq > 1:
                assert good.execute("SELECT hash FROM event WHERE seq = ?", (found.seq - 1,)).fetchone()
            with pytest.raises(sqlite3.DatabaseError):
                good.execute("SELECT hash FROM event WHERE seq = ?", (found.seq,)).fetchone()
            good.close()
            named.add(found.seq)
    assert len(named) > 5, "rows here and there, not the first of a batch"


def test_where_another_table_is_damaged_no_row_is_named(copy: Copy) -> None:
    db = copy()
    connection = sqlite3.connect(db)
    (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'checkpoint'").fetchone()
    connection.close()
    spoil(db, page)
    done = run("log", "verify", db)
    assert done.exit_code == 1
    assert f"{db}: DAMAGED FILE: is not a Dealer Station log" in done.output


def emptied(db: Path, shift: Path) -> Path:
    connection = shifts.unguarded(db)
    for table in ("event", "checkpoint", "round", "anchor"):
        connection.execute(f"DELETE FROM {table}")
    connection.close()
    shifts.put_guards_back(db, shift)
    return db


def test_a_log_that_was_emptied_is_no_whole_log(copy: Copy, shift: Path) -> None:
    db = emptied(copy(), shift)
    assert [(one.kind, one.seq) for one in verify(db).findings] == [("cut", 1)]
    sign.outside_path(db).unlink()
    done = run("log", "verify", db)
    assert done.exit_code == 2
    assert "is an empty log" in done.output


def test_a_start_on_a_log_that_was_emptied_says_so(copy: Copy, shift: Path) -> None:
    db = emptied(copy(), shift)
    start = ("run", "--sim", "--headless", "--speed", 0, "--rounds", 1, "--players", 2, "--db", db)
    assert run(*start).exit_code == 2, "its checkpoint says that there was a log"
    sign.outside_path(db).unlink()
    db.with_name(db.name + ".shoe").unlink()
    done = run(*start)
    assert "is an empty log" in done.stderr
    assert "is an empty log" not in run(*start).stderr


def test_a_first_row_that_was_taken_out_is_named(copy: Copy, shift: Path) -> None:
    db = copy()
    connection = shifts.unguarded(db)
    connection.execute("DELETE FROM event WHERE seq = 1")
    connection.close()
    shifts.put_guards_back(db, shift)
    assert [(one.kind, one.seq) for one in verify(db).findings] == [("row", 1)]


def _change_keys(db: Path, clock: shifts.SetClock) -> None:
    folder = db.with_name(db.name + ".keys")
    log = Writer(db, keys.load(folder), clock)
    log.change_keys(keys.fresh(folder, db.with_name("two.key")), "a test")
    log.close()
    keys.take_over(folder)


def test_a_key_is_followed_through_the_months_that_lie_beside(tmp_path: Path) -> None:
    clock = shifts.SetClock()
    db = shifts.play(tmp_path / "table.db", rounds=1, clock=clock)
    old = shifts.keys_of(db).signer
    _change_keys(db, clock)
    for _ in range(2):
        clock.wall += MONTH_US
        shifts.play(db, rounds=1, clock=clock)
    assert run("log", "verify", db, "--key", old.hex()).exit_code == 0
    first = tmp_path / "table-2026-11.db"
    first.rename(tmp_path / "away")
    done = run("log", "verify", db, "--key", old.hex())
    assert done.exit_code == 1
    assert (
        "BROKEN SIGNATURE: nothing in this file is signed with a key that you named; a change of keys may "
        in (done.output)
    )
    assert f"be in {first.name}, which is missing" in done.output
