"""`dealer-station dispute`: notes in a review log, which is verified like any other."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_station.cli.main import main
from dealer_station.engine.model.errors import LogError
from dealer_station.log.catalogue.cataloguer import Cataloguer
from dealer_station.log.catalogue.rounds import Catalogue
from dealer_station.log.read.reader import Reader
from tests.log import shifts


def run(*words: str | int | Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


NOTE = ("--claimed", "He said war", "--decided", "Paid as dealt", "--name", "Ana", "--by", "Sam")


def test_a_note_is_written_listed_and_verified(shift: Path, tmp_path: Path) -> None:
    before, reviews = shift.read_bytes(), tmp_path / "notes" / "reviews.db"
    code, said = run("dispute", "note", shift, 2, *NOTE, "--reviews", reviews)
    assert (code, "written as row 3" in said) == (0, True)
    assert run("dispute", "note", shift, 1, "--claimed", "x", "--by", "Lee", "--reviews", reviews)[0] == 0
    told = run("dispute", "list", "--reviews", reviews)[1]
    assert "claimed: He said war" in told
    assert "decided: nothing yet" in told
    noted = json.loads(run("dispute", "list", "--reviews", reviews, "--json")[1])["notes"]
    assert [(one["number"], one["by"]) for one in noted] == [(2, "Sam"), (1, "Lee")]
    assert noted[0]["names"] == ["Ana"]
    assert "4 rows, chain intact, signed up to row 4" in run("log", "verify", reviews)[1]
    assert shift.read_bytes() == before


def test_a_copy_is_recognised_and_another_table_is_not(shift: Path, tmp_path: Path) -> None:
    reviews, copy = tmp_path / "reviews.db", tmp_path / "other name.db"
    shutil.copy(shift, copy)
    other = shifts.play(tmp_path / "table8.db", rounds=2, seed=9)
    assert run("dispute", "note", shift, 2, *NOTE, "--reviews", reviews)[0] == 0
    assert "round 2" in run("dispute", "list", "--log", copy, "--reviews", reviews)[1]
    assert "no notes" in run("dispute", "list", "--log", other, "--reviews", reviews)[1]


def test_a_changed_note_is_found(shift: Path, tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.db"
    assert run("dispute", "note", shift, 2, *NOTE, "--reviews", reviews)[0] == 0
    connection = shifts.unguarded(reviews)
    connection.execute("UPDATE event SET body = CAST(replace(body, 'Paid', 'Lost') AS BLOB) WHERE seq = 3")
    connection.close()
    code, said = run("log", "verify", reviews)
    assert code == 1
    assert "row 3 was changed" in said
    for more in ((), ("--log", shift)):
        code, said = run("dispute", "list", "--reviews", reviews, *more)
        assert code == 1
        assert "NOT PROVED: 2" in said
        assert f"{reviews}: the review log is BROKEN at row 3" in said
    heard = CliRunner().invoke(main, ["dispute", "list", "--reviews", str(reviews), "--json"])
    assert (heard.exit_code, "BROKEN at row 3" in heard.stderr) == (1, True)
    assert [one["proved"] for one in json.loads(heard.stdout)["notes"]] == [False]


def test_notes_before_the_changed_one_are_proved(shift: Path, tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.db"
    for number in (1, 2):
        assert run("dispute", "note", shift, number, *NOTE, "--reviews", reviews)[0] == 0
    connection = shifts.unguarded(reviews)
    connection.execute("UPDATE event SET body = CAST('{' AS BLOB) WHERE seq = 4")
    connection.close()
    heard = CliRunner().invoke(main, ["dispute", "list", "--reviews", str(reviews), "--json"])
    assert (heard.exit_code, "BROKEN at row 4" in heard.stderr) == (1, True)
    assert [one["proved"] for one in json.loads(heard.stdout)["notes"]] == [True]


def test_bad_input_is_refused_with_a_sentence(shift: Path, tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.db"
    for words, sentence in (
        ((99, *NOTE), "no round 99"),
        ((2, "--claimed", " ", "--by", "Sam"), "the claim is missing"),
        ((2, "--claimed", "x", "--by", ""), "the name of the writer is missing"),
        ((2, "--claimed", "x\x07", "--by", "Sam"), "printable text"),
        ((2, *NOTE, "--name", " "), "a name is empty"),
    ):
        code, said = run("dispute", "note", shift, *words, "--reviews", reviews)
        assert (code, sentence in said) == (2, True), said
    assert not reviews.exists()
    assert "no such review log" in run("dispute", "list", "--reviews", reviews)[1]


def test_notes_and_tables_never_share_a_file(shift: Path, tmp_path: Path) -> None:
    reviews, before = tmp_path / "reviews.db", shift.read_bytes()
    code, said = run("dispute", "note", shift, 2, *NOTE, "--reviews", shift)
    assert (code, "is the log of a table" in said) == (2, True)
    assert run("dispute", "note", shift, 2, *NOTE, "--reviews", reviews)[0] == 0
    code, said = run("run", "--sim", "--headless", "--rounds", 1, "--speed", 0, "--db", reviews)
    assert (code, "is a review log" in said) == (2, True)
    shutil.rmtree(tmp_path / "reviews.db.keys")
    code, said = run("dispute", "note", shift, 2, *NOTE, "--reviews", reviews)
    assert (code, "the keys of this review log are missing" in said) == (2, True)
    assert shift.read_bytes() == before


def test_a_review_log_is_not_taken_for_a_table(shift: Path, tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.db"
    assert run("dispute", "note", shift, 2, *NOTE, "--reviews", reviews)[0] == 0
    code, said = run("report", reviews)
    assert (code, "this is a review log; name the table's log" in said) == (2, True), said
    refused = pytest.raises(LogError, match="this is a review log")
    with closing(Catalogue(1)) as catalogue, Reader(reviews) as log, refused:
        Cataloguer(log, catalogue, 0).begin()


def test_without_a_name_it_is_the_one_of_the_user(
    shift: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert "no notes" in run("dispute", "list")[1]
    assert run("dispute", "note", shift, 2, *NOTE)[0] == 0
    assert (tmp_path / "dealer-station" / "reviews.db").is_file()
