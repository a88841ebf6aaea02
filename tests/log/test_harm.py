"""Harm done to a log by mistake or on purpose: refused, and the log is as it was."""

import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_station.cli.main import main
from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.log.integrity import keys
from dealer_station.log.integrity.verify import verify
from dealer_station.log.store.append import Writer
from dealer_station.log.store.records import Stopped
from dealer_station.station.station import Shown
from hw_sim.tables.direct_table import DirectTable
from tests.log import shifts

Copy = Callable[[], Path]
START = ("run", "--sim", "--headless", "--speed", 0, "--rounds", 1, "--db")


def refused(*words: object) -> str:
    """The message of a command that refuses."""
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 2, done.output
    return done.output


def test_an_export_overwrites_nothing(copy: Copy) -> None:
    db = copy()
    before = db.read_bytes()
    assert "name a new file" in refused("log", "export", db, "--out", db)
    assert db.read_bytes() == before


def test_another_escrow_key_is_not_taken_in_silence(copy: Copy, tmp_path: Path) -> None:
    db = copy()
    keys.make(tmp_path / "others", None)
    shutil.copy(tmp_path / "others" / "escrow.pub", db.with_name(db.name + ".keys") / "escrow.pub")
    said = refused("run", "--sim", "--headless", "--speed", 0, "--rounds", 1, "--db", db)
    assert "seals its burn cards to" in said
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
    with pytest.raises(LogCorruptError, match="a trigger is not as"):
        Writer(db, shifts.keys_of(db), shifts.SetClock())


def test_seals_are_opened_only_with_a_record_that_can_be_found(copy: Copy, tmp_path: Path) -> None:
    db = copy()
    words = ["--key", db.with_name("escrow.key"), "--by", "Lee", "--because", "a dispute"]
    assert "no such log" in refused("log", "unseal", db, 1, *words, "--record", tmp_path / "x.db")
    silent = ["--key", db.with_name("escrow.key"), "--by", " ", "--because", "a dispute"]
    assert "it is recorded in the log" in refused("log", "unseal", db, 1, *silent)
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


@pytest.mark.parametrize("speed", ["nan", "inf", "-inf", "-1"])
def test_what_is_no_speed_is_refused(tmp_path: Path, speed: str) -> None:
    said = refused("run", "--sim", "--headless", "--speed", speed, "--db", tmp_path / "log.db")
    assert "is not a valid speed" in said or "is not in the range" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["symbolic", "hard"])
def test_a_second_station_under_another_name_is_told_who_holds_the_log(copy: Copy, kind: str) -> None:
    db = copy()
    other = db.with_name("other.db")
    log = Writer(db, shifts.keys_of(db), shifts.SetClock())
    if kind == "symbolic":
        other.symlink_to(db)
    else:
        other.hardlink_to(db)
    said = refused(*START, other, "--keys", db.with_name(db.name + ".keys"))
    log.close()
    assert f"process {os.getpid()}" in said
    assert "one writer" in said


def test_a_log_with_two_names_is_not_written_to(copy: Copy) -> None:
    db = copy()
    db.with_name("other.db").hardlink_to(db)
    assert "has a second name (a hard link)" in refused(*START, db)
    db.with_name("other.db").unlink()
    assert CliRunner().invoke(main, [str(word) for word in (*START, db)]).exit_code == 0


def test_a_log_that_was_not_closed_is_not_read_under_another_name(copy: Copy) -> None:
    db = copy()
    log = Writer(db, shifts.keys_of(db), shifts.SetClock())
    log.record(Stopped())
    other = db.with_name("other.db")
    other.hardlink_to(db)
    assert "its newest rows are beside that name" in refused("log", "verify", other)
    log.close()
    assert CliRunner().invoke(main, ["log", "verify", str(other)]).exit_code == 0


def test_an_output_that_nobody_reads_on_ends_in_silence(copy: Copy) -> None:
    command = [sys.executable, "-m", "dealer_station", "log", "export", str(copy()), "--form", "csv"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as export:
        assert export.stdout is not None
        assert export.stdout.readline().startswith(b"round,seq,")
        export.stdout.close()
        assert export.stderr is not None
        assert export.stderr.read() == b""


def test_an_export_of_no_rounds_has_its_head_all_the_same(copy: Copy) -> None:
    done = CliRunner().invoke(main, ["log", "export", str(copy()), "--form", "csv", "--from", "9999"])
    assert done.exit_code == 0
    assert done.stdout.startswith("round,seq,at,")


def test_half_a_key_is_no_key_to_trust(copy: Copy) -> None:
    assert "64 hex digits" in refused("log", "verify", copy(), "--key", "aabb")


def test_a_link_leads_to_the_log_and_all_that_lies_beside_it(copy: Copy, tmp_path: Path) -> None:
    db = copy()
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(db)
    done = CliRunner().invoke(main, [str(word) for word in (*START, link, "--players", 2)])
    assert done.exit_code == 0, done.output
    assert [path.name for path in link.parent.iterdir()] == ["link.db"]
    assert verify(db).ok


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (
            "CREATE TRIGGER more BEFORE INSERT ON event BEGIN SELECT RAISE(IGNORE); END",
            "inserted rows were lost",
        ),
        ("CREATE TABLE mine (x)", "it changed unexpectedly"),
        ("DROP TRIGGER event_refuses_delete", "it changed unexpectedly"),
    ],
)
def test_whoever_else_writes_to_the_log_stops_the_station(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, said: str
) -> None:
    db, show, shown = tmp_path / "log.db", DirectTable.show, list[int]()

    def meddling(self: DirectTable, now: Shown) -> None:
        shown.append(now.seq)
        if len(shown) == 15:
            meddler = sqlite3.connect(db)
            meddler.execute(deed)
            meddler.commit()
            meddler.close()
        show(self, now)

    monkeypatch.setattr(DirectTable, "show", meddling)
    told = refused("run", "--sim", "--headless", "--speed", 0, "--rounds", 9, "--db", db)
    assert "another program writes to this file" in told
    assert said in told
    with sqlite3.connect(db) as look:
        assert look.execute("SELECT max(seq) FROM event").fetchone()[0] >= shown[-1]
    assert [finding.kind for finding in verify(db).findings] == ["file"]


def test_whoever_only_reads_stops_nobody(copy: Copy) -> None:
    db = copy()
    log = Writer(db, shifts.keys_of(db), shifts.SetClock())
    for ended in (False, True, True):
        log.record(Stopped())
        assert verify(db).ok
        log.look_after(ended=ended)
        log.tick()
    log.close()


def test_a_seal_is_recorded_only_in_a_log_of_its_table(copy: Copy, tmp_path: Path) -> None:
    db = copy()
    (tmp_path / "other").mkdir()
    other = shifts.play(tmp_path / "other" / "log.db", rounds=1)
    rows = shifts.rows(other)
    words = ["--key", db.with_name("escrow.key"), "--by", "Lee", "--because", "a dispute"]
    assert "is not a log of the same table as" in refused("log", "unseal", db, 1, *words, "--record", other)
    assert shifts.rows(other) == rows
    snapshot = tmp_path / "snapshot.db"
    for more in (("log", "snapshot", db, snapshot), ("log", "unseal", snapshot, 1, *words, "--record", db)):
        done = CliRunner().invoke(main, [str(word) for word in more])
        assert done.exit_code == 0, done.output


def test_the_seals_of_a_closed_month_are_recorded_in_a_later_one(tmp_path: Path) -> None:
    clock = shifts.SetClock()
    db = shifts.play(tmp_path / "table.db", rounds=1, clock=clock)
    for _ in range(2):
        clock.wall += 31 * 24 * 3600 * 1_000_000
        shifts.play(db, rounds=1, clock=clock)
    words = ["--key", tmp_path / "escrow.key", "--by", "Lee", "--because", "a dispute", "--record", db]
    said = refused("log", "unseal", tmp_path / "table-2026-11.db", 1, *words[:-2])
    assert "this month is closed" in said
    assert "with --record" in said
    done = CliRunner().invoke(
        main, [str(w) for w in ("log", "unseal", tmp_path / "table-2026-11.db", 1, *words)]
    )
    assert done.exit_code == 0, done.output
    assert verify(db).ok
    (tmp_path / "table-2026-12.db").rename(tmp_path / "away")
    said = refused("log", "unseal", tmp_path / "table-2026-11.db", 1, *words)
    assert "table-2026-12.db is missing" in said


def test_only_a_station_that_started_says_that_it_stopped(copy: Copy) -> None:
    db = copy()
    words = ["--key", db.with_name("escrow.key"), "--by", "Lee", "--because", "a dispute"]
    assert CliRunner().invoke(main, [str(w) for w in ("log", "unseal", db, 1, *words)]).exit_code == 0
    told = json.loads(CliRunner().invoke(main, ["log", "stats", str(db), "--json"]).output)
    assert (told["starts"], told["stops"]) == (1, 1)
    rows = shifts.rows(db)
    refused(*START, db, "--profile", "maryland", "--seed", 9)
    assert shifts.rows(db) == rows, "a start that is refused writes nothing"
    assert verify(db).ok


def test_a_round_that_has_not_begun_is_none(copy: Copy) -> None:
    db = copy()
    for number in (4, 5):
        assert f"no round {number}" in refused("log", "show", db, number)


def test_a_checkpoint_that_may_not_be_read_is_no_broken_signature(
    copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    db, read = copy(), Path.read_bytes

    def may_not(path: Path) -> bytes:
        if path.name.endswith(".checkpoint"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", may_not)
    for words in ((), ("--checkpoint", db.with_name(db.name + ".checkpoint"))):
        assert ".checkpoint: cannot be read: Permission denied" in refused("log", "verify", db, *words)


def test_a_file_that_is_no_checkpoint_is_told_as_such(copy: Copy, tmp_path: Path) -> None:
    db, other = copy(), tmp_path / "other"
    for text, said in (("", "this file is empty"), ("bring chips", "this is not a checkpoint")):
        other.write_text(text)
        assert said in refused("log", "verify", db, "--checkpoint", other)
