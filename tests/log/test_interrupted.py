"""A station that was killed while it opened or closed its file: the log is read as it was, and left so."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.log.store import files
from tests.log import shifts
from tests.log.test_no_log import everything

Copy = Callable[[], Path]
START = ("run", "--sim", "--headless", "--speed", 0, "--rounds", 1, "--players", 2, "--db")


def run(*words: object) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def interrupted(db: Path) -> Path:
    """The file half changed, with the journal that puts it right: both as a kill leaves them."""
    connection = sqlite3.connect(db, isolation_level=None)
    connection.executescript("PRAGMA cache_size=1; BEGIN; DROP TRIGGER event_refuses_delete;")
    connection.execute("DELETE FROM event WHERE seq > 3")
    connection.execute("CREATE TABLE more AS SELECT zeroblob(900000) AS x")
    held = {path: path.read_bytes() for path in (db, files.journal_path(db))}
    connection.close()
    for path, content in held.items():
        path.write_bytes(content)
    return db


@pytest.mark.parametrize("folder", ["writable", "read-only"])
def test_a_log_that_was_killed_while_it_was_opened_is_read_as_it_was(
    copy: Copy, shift: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    db, aside = interrupted(copy()), tmp_path / "aside"
    aside.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(aside))
    if folder == "read-only":
        monkeypatch.setattr("dealer_station.log.store.files.os.access", lambda _path, mode: mode != os.W_OK)
    before = everything(tmp_path)
    done = run("log", "verify", db)
    assert done.exit_code == 0, done.output
    assert f"{len(shifts.rows(shift))} rows, chain intact" in done.output
    assert run("log", "rounds", db).output == run("log", "rounds", shift).output
    assert run("log", "show", db, 2).exit_code == 0
    assert everything(tmp_path) == before, "whoever only reads changes nothing"
    assert not list(aside.iterdir())
    assert run("log", "snapshot", db, tmp_path / "copy.db").exit_code == 0
    assert shifts.rows(tmp_path / "copy.db") == shifts.rows(shift)


def test_a_station_goes_on_with_a_log_that_was_killed_while_it_was_opened(copy: Copy) -> None:
    db = interrupted(copy())
    assert run(*START, db).exit_code == 0
    assert not files.journal_path(db).exists()
    assert run("log", "verify", db, "--replay").exit_code == 0


def test_where_no_copy_can_be_made_the_log_is_not_called_damaged(
    copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("No space left on device")

    db = interrupted(copy())
    monkeypatch.setattr(shutil, "copyfile", full)
    done = run("log", "verify", db)
    assert done.exit_code == 2
    assert "a start or a stop of the station was interrupted" in done.output
    assert "DAMAGED" not in done.output
