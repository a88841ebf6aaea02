"""What somebody may do to a log by mistake or on purpose: refused, and the log is as it was."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_station.cli import main
from dealer_station.engine.errors import LogCorruptError
from dealer_station.log import keys
from dealer_station.log.append import Writer
from dealer_station.log.verify import verify
from tests.log import shifts

Copy = Callable[[], Path]


def refused(*words: object) -> str:
    """What a command says that does not do what it was asked for."""
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 2, done.output
    return done.output


def test_an_export_overwrites_nothing(copy: Copy) -> None:
    db = copy()
    before = db.read_bytes()
    assert "nothing is overwritten" in refused("log", "export", db, "--out", db)
    assert db.read_bytes() == before


def test_another_escrow_key_is_not_taken_in_silence(copy: Copy, tmp_path: Path) -> None:
    db = copy()
    keys.make(tmp_path / "others", None)
    shutil.copy(tmp_path / "others" / "escrow.pub", db.with_name(db.name + ".keys") / "escrow.pub")
    said = refused("run", "--sim", "--headless", "--speed", 0, "--rounds", 1, "--db", db)
    assert "seals its burn cards for" in said
    assert verify(db).ok


def test_a_public_key_that_is_not_the_private_ones_is_noticed(copy: Copy, tmp_path: Path) -> None:
    db = copy()
    keys.make(tmp_path / "others", None)
    shutil.copy(tmp_path / "others" / "signing.pub", db.with_name(db.name + ".keys") / "signing.pub")
    assert "does not belong to signing.key" in refused("run", "--sim", "--headless", "--db", db)


@pytest.mark.parametrize(
    "harm",
    [
        "CREATE TRIGGER more BEFORE INSERT ON event WHEN NEW.seq > 9 BEGIN SELECT RAISE(IGNORE); END",
        "DROP TRIGGER event_refuses_delete",
        (
            "DROP TRIGGER event_refuses_update; CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event "
            "BEGIN SELECT 1; END"
        ),
    ],
)
def test_a_station_writes_nothing_behind_guards_that_are_not_its_own(copy: Copy, harm: str) -> None:
    db = copy()
    connection = sqlite3.connect(db)
    connection.executescript(harm)
    connection.close()
    assert [finding.kind for finding in verify(db).findings] == ["file"]
    with pytest.raises(LogCorruptError, match="a guard of it"):
        Writer(db, shifts.keys_of(db), shifts.SetClock())


def test_seals_are_opened_only_with_a_record_that_can_be_found(copy: Copy, tmp_path: Path) -> None:
    db = copy()
    words = ["--key", db.with_name("escrow.key"), "--by", "Lee", "--because", "a dispute"]
    assert "there is no such log" in refused("log", "unseal", db, 1, *words, "--record", tmp_path / "x.db")
    silent = ["--key", db.with_name("escrow.key"), "--by", " ", "--because", "a dispute"]
    assert "it stands in the log" in refused("log", "unseal", db, 1, *silent)
    assert not (tmp_path / "x.db").exists()


def test_numbers_that_no_log_has_are_refused_in_a_sentence(copy: Copy) -> None:
    db = copy()
    assert "is not in the range" in refused("log", "show", db, 10**23)
    text = db.with_name(db.name + ".checkpoint")
    text.write_text(text.read_text().replace('"seq": ', '"seq": 9999999999999999999'))
    assert not verify(db).ok


def test_a_month_ends_whatever_the_file_is_called(tmp_path: Path) -> None:
    clock = shifts.SetClock()
    db = shifts.play(tmp_path / "table[7].db", rounds=1, clock=clock)
    clock.wall += 31 * 24 * 3600 * 1_000_000
    shifts.play(db, rounds=2, clock=clock)
    assert (tmp_path / "table[7]-2026-11.db").exists()
    shifts.play(db, rounds=1, clock=clock)
    assert verify(db).ok
