"""Files that are no log, or not whole: named for what they are, and left exactly as they were."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from tests.house.rules import ROOT
from tests.log import shifts

Copy = Callable[[], Path]
START = ("run", "--sim", "--headless", "--speed", 0, "--rounds", 1, "--db")


def run(*words: object) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def everything(folder: Path) -> dict[str, bytes]:
    """Every file under a folder, with what is in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def foreign(path: Path, mode: str = "DELETE") -> Path:
    """A database that belongs to another program."""
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA journal_mode={mode}")
    connection.execute("CREATE TABLE guests (name TEXT)")
    connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
    connection.execute("INSERT INTO alembic_version VALUES ('9f8e7d6c5b4a')")
    connection.commit()
    connection.close()
    return path


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
@pytest.mark.parametrize("with_keys", [False, True])
def test_the_database_of_another_program_is_left_as_it_was(
    tmp_path: Path, mode: str, *, with_keys: bool
) -> None:
    keys: tuple[object, ...] = ()
    if with_keys:
        assert run("keys", "make", tmp_path / "k", "--escrow", tmp_path / "e").exit_code == 0
        keys = ("--keys", tmp_path / "k")
    db = foreign(tmp_path / "guests.db", mode)
    before = everything(tmp_path)
    for words in ((*START, db, *keys), ("log", "verify", db), ("log", "snapshot", db, tmp_path / "s.db")):
        done = run(*words)
        assert done.exit_code == 2
        assert "is a database of another program" in done.output
        assert everything(tmp_path) == before


def test_a_text_file_is_no_full_disk(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("bring chips\n" * 900)
    assert run("keys", "make", tmp_path / "k", "--escrow", tmp_path / "e").exit_code == 0
    before = everything(tmp_path)
    done = run(*START, text, "--keys", tmp_path / "k")
    assert done.exit_code == 2
    assert "is not a Dealer Station log" in done.output
    assert "Free space" not in done.output
    assert run("log", "verify", text).exit_code == 2
    assert everything(tmp_path) == before


def test_a_log_that_was_cut_to_nothing_is_a_cut_tail(copy: Copy, tmp_path: Path) -> None:
    db = copy()
    os.truncate(db, 0)
    done = run("log", "verify", db)
    assert done.exit_code == 1
    assert "CUT TAIL at row 1: the tail is cut: the log is empty, but row " in done.output
    elsewhere = db.with_name(db.name + ".checkpoint").rename(tmp_path / "kept.checkpoint")
    assert run("log", "verify", db).exit_code == 2, "without a checkpoint it is an empty file"
    assert run("log", "verify", db, "--checkpoint", elsewhere).exit_code == 1


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("DELETE FROM alembic_version", "its schema version (alembic_version) is missing"),
        ("DROP TABLE alembic_version", "its schema version (alembic_version) is missing"),
        ("DROP TABLE round", "a table of the log is missing (round)"),
        ("INSERT INTO alembic_version VALUES ('0001')", "appears twice"),
        ("UPDATE alembic_version SET version_num = '9f8e7d'", 'is "9f8e7d", which no version'),
    ],
)
def test_whoever_changed_what_the_file_is_made_of_is_found(copy: Copy, harm: str, said: str) -> None:
    db = copy()
    connection = sqlite3.connect(db)
    connection.execute(harm)
    connection.commit()
    connection.close()
    done = run("log", "verify", db)
    assert done.exit_code == 1
    assert f"{db}: DAMAGED FILE: " in done.output
    assert said in done.output
    started = run(*START, db)
    assert started.exit_code == 2
    assert said in started.output


def test_a_station_that_is_stopped_from_outside_puts_its_log_away(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    words = ("run", "--sim", "--headless", "--rounds", "100000", "--speed", "20", "--db", str(db))
    with subprocess.Popen(
        [sys.executable, "-m", "dealer_station", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as station:
        assert station.stdout
        while not station.stdout.readline().startswith("round 1 "):
            pass
        station.terminate()
        said = station.stdout.read()
        assert station.wait() == 0
    assert "the shift was interrupted; everything dealt so far is in the log" in said
    assert not list(tmp_path.glob("log.db-*"))
    assert b'"type":"Stopped"' in shifts.rows(db)[-1][9]


def test_a_mark_that_was_set_back_is_somebodys_deed(copy: Copy) -> None:
    db = copy()
    connection = sqlite3.connect(db, isolation_level=None)
    connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.close()
    before = sorted(db.parent.iterdir())
    done = run("run", "--sim", "--headless", "--rounds", 1, "--db", db)
    assert done.exit_code == 2
    assert "its tables are not those of 0001: somebody changed the file" in done.stderr
    assert sorted(db.parent.iterdir()) == before


def test_a_newer_file_is_still_told_as_such(copy: Copy) -> None:
    db = copy()
    connection = sqlite3.connect(db)
    connection.execute("UPDATE alembic_version SET version_num = '0099'")
    connection.commit()
    connection.close()
    assert "was written by a newer version of Dealer Station" in run("log", "verify", db).output


def test_a_damaged_journal_of_the_shoe_is_no_reason_to_remove_a_log(copy: Copy) -> None:
    db = copy()
    journal = db.with_name(db.name + ".shoe")
    journal.write_bytes(b"??\n" + journal.read_bytes())
    rows = shifts.rows(db)
    done = run(*START, db)
    assert done.exit_code == 2
    assert "log.db.shoe: is not the journal" in done.output
    assert shifts.rows(db) == rows, "a start that is refused writes nothing"
    journal.unlink()
    assert run(*START, db, "--players", 2).exit_code == 0


def test_a_full_disk_leaves_no_half_of_a_copy(copy: Copy, tmp_path: Path) -> None:
    db = copy()
    shutil.rmtree(tmp_path / "copies", ignore_errors=True)
    (tmp_path / "copies").mkdir()
    most = db.stat().st_size // 2
    done = subprocess.run(
        [sys.executable, "-m", "dealer_station", "log", "snapshot", db, tmp_path / "copies" / "s.db"],
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "the copy could not be written" in done.stderr
    assert "The log itself is unchanged" in done.stderr
    assert not list((tmp_path / "copies").iterdir())


def test_a_link_to_itself_is_told_as_such(tmp_path: Path) -> None:
    loop = tmp_path / "m.db"
    loop.symlink_to(loop)
    done = run(*START, loop)
    assert done.exit_code == 2
    assert "is a symbolic link to itself" in done.output
    assert list(tmp_path.iterdir()) == [loop]


@pytest.mark.parametrize("kind", ["fifo", "folder", "device"])
def test_what_is_no_regular_file_is_no_log(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "m.db"
    if kind == "fifo":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    else:
        place.symlink_to("/dev/null")
    done = run(*START, place)
    assert done.exit_code == 2
    assert ("is a directory" if kind == "folder" else "is not a regular file") in done.output
    assert list(tmp_path.iterdir()) == [place], "nothing was made beside it"
    assert not Path("/dev/null.keys").exists()
