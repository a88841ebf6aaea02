"""Damaged logs: pages of zeros, files cut short, rows taken out or overwritten."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.log.catalogue.cataloguer import Cataloguer
from dealer_station.log.catalogue.rounds import Catalogue, RoundQuery
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from tests.log import shifts
from tests.review.pdf_text import pages

PAGE = 4096
ROUNDS = 90


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with more pages of rows than one page can lead to."""
    db = tmp_path_factory.mktemp("left") / "table.db"
    return shifts.play(db, rounds=ROUNDS, players=5, clock=shifts.SetClock(step_us=700_000))


@pytest.fixture
def db(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy without the checkpoint beside it, and no station on this machine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    return Path(shutil.copy(whole, tmp_path / "table.db"))


def run(*words: object) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    assert "Traceback" not in done.output
    return done


def zeros(db: Path, page: int) -> None:
    content = bytearray(db.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    db.write_bytes(content)


def page_of(db: Path, number: int) -> int:
    """The page on which the end of a round is kept."""
    return db.read_bytes().index(b'"type":"RoundKept","number":%d,' % number) // PAGE + 1


def still_counts(db: Path, *, after: int = 10) -> int:
    """A report, an early sheet and every export say what is left; how many rounds the report counted."""
    bad = next(one.seq for one in verify(db).findings)
    assert bad > after
    before = db.read_bytes()
    done = run("report", db, "--format", "json")
    assert done.exit_code == 1, done.output
    assert f"broken at row {bad:,}" in done.stderr
    assert f"rows up to {bad - 1:,} are intact and counted" in done.stderr
    assert run("dispute", "sheet", db, 1, "--out", db.with_name(f"{bad}.pdf")).exit_code == 1
    for form in ("csv", "json", "rounds"):
        exported = run("log", "export", db, "--form", form, "--to", 2)
        assert exported.exit_code == 1, exported.output
        assert f"chain broken at row {bad:,}" in exported.stderr
        assert exported.stdout.count("\n") > 1
    assert db.read_bytes() == before, "a log is only read"
    return int(json.loads(done.stdout)["rounds"])


def test_a_page_of_zeros_costs_what_comes_after_it_and_no_more(db: Path) -> None:
    zeros(db, page_of(db, ROUNDS // 2))
    rounds = still_counts(db)
    assert ROUNDS // 3 < rounds < ROUNDS * 2 // 3
    listed = run("log", "rounds", db)
    assert (listed.exit_code, "cannot be read" in listed.stderr) == (1, True)


@pytest.mark.parametrize("share", [0.5, 0.9, 0.999])
@pytest.mark.parametrize("odd", [0, 1234])
def test_a_file_that_was_cut_short_is_read_up_to_the_cut(db: Path, share: float, odd: int) -> None:
    content = db.read_bytes()
    db.write_bytes(content[: int(len(content) * share) // PAGE * PAGE - odd])
    rounds = still_counts(db)
    assert ROUNDS * share * 0.7 < rounds <= ROUNDS


def test_where_no_signature_is_left_everybody_says_so(db: Path) -> None:
    content = db.read_bytes()
    db.write_bytes(content[: len(content) // 10 // PAGE * PAGE])
    report, sheet = verify(db), db.with_name("cut.pdf")
    assert (report.signed_seq, report.sound_seq) == (0, report.last_seq)
    said = f"the chain is intact up to row {report.last_seq:,}; no signature covers it"
    assert said in run("log", "verify", db).output
    told = run("report", db).stderr
    assert f"rows up to {report.last_seq:,} are intact and counted; no signature covers them" in told
    assert run("dispute", "sheet", db, 1, "--out", sheet).exit_code == 1
    words = "".join(pages(sheet))
    assert f"ROW{report.last_seq + 1:,}ISMISSING" in words
    assert "Theycomebeforethebadrowandareastheywerewritten" in words
    assert "Thechainisintactuptorow" in words


def test_rounds_that_are_lost_and_those_that_are_left_are_all_that_there_were(db: Path) -> None:
    with Reader(db) as whole:
        there = len({number for _, _, number in whole.spans()})
    db.write_bytes(db.read_bytes()[: db.stat().st_size // 2])
    with Reader(db) as log:
        left = len(list(log.rounds()))
        assert left + log.unreadable == there
    with closing(Catalogue(1)) as catalogue, Reader(db) as log:
        book = Cataloguer(log, catalogue, 0)
        book.begin()
        while book.more():
            pass
        assert len(catalogue.ids(RoundQuery())) + book.unreadable == there


def test_rows_are_found_where_the_way_to_them_is_gone(db: Path) -> None:
    with sqlite3.connect(db) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'event'").fetchone()
    connection.close()
    zeros(db, root)
    assert still_counts(db) == ROUNDS
    (found,) = verify(db).findings
    assert "the file is damaged or cut short; the rows up to there remain" in found.words


def test_where_nothing_is_left_a_sentence_says_so(db: Path) -> None:
    content = db.read_bytes()
    db.write_bytes(content[: 2 * PAGE])
    for words in (("report", db), ("log", "rounds", db), ("log", "export", db), ("log", "show", db, 1)):
        done = run(*words)
        assert done.exit_code == 2
        assert "table.db" in done.output


def changed(db: Path, whole: Path, *statements: str) -> None:
    connection = shifts.unguarded(db)
    for statement in statements:
        connection.execute(statement)
    connection.close()
    shifts.put_guards_back(db, whole)


def test_rows_that_are_gone_at_the_end_end_in_a_sentence(db: Path, whole: Path) -> None:
    changed(db, whole, "DELETE FROM event WHERE seq > (SELECT first_seq FROM round WHERE number = 60)")
    assert run("log", "rounds", db).exit_code == 0
    for words in (("log", "show", db, 80), ("dispute", "sheet", db, 80, "--out", db.with_name("80.pdf"))):
        gone = run(*words)
        assert gone.exit_code == 2
        assert "round 80 should have rows" in gone.output
    exported = run("log", "export", db, "--form", "csv")
    assert exported.exit_code == 1
    assert "the tail is cut" in exported.stderr


def test_a_body_that_was_overwritten_ends_in_a_sentence(db: Path, whole: Path) -> None:
    middle = "(SELECT first_seq + 3 FROM round WHERE number = 40)"
    changed(db, whole, f"UPDATE event SET body = x'00ff' WHERE seq = {middle}")
    exported = run("log", "export", db, "--form", "csv")
    assert exported.exit_code == 1
    assert "rounds cannot be read and are left out" in exported.stderr
    assert "\n39," in exported.stdout
    assert "\n40," not in exported.stdout
    counted = run("log", "stats", db)
    assert counted.exit_code == 2
    assert "table.db: row " in counted.output


def test_a_time_beyond_every_calendar_ends_in_a_sentence(db: Path, whole: Path) -> None:
    changed(db, whole, "UPDATE event SET wall_us = 9000000000000000000 WHERE seq = 900")
    for words in (
        ("report", db),
        ("report", db, "--unverified"),
        ("log", "rounds", db),
        ("log", "export", db, "--form", "csv"),
        ("log", "export", db, "--form", "json"),
    ):
        assert run(*words).exit_code in (0, 1)


def test_an_export_of_a_changed_log_says_so_in_every_form(db: Path, whole: Path) -> None:
    changed(db, whole, "UPDATE event SET who = 'Eve' WHERE seq = 900")
    for form in ("csv", "json", "rounds", "pdf"):
        out = db.with_name(f"out.{form}")
        done = run("log", "export", db, "--form", form, "--out", out, "--to", 3)
        assert done.exit_code == 1, done.output
        assert "chain broken at row 900" in done.output
        assert out.exists()
