"""`dealer-station log` as people use it: list, show, export, stats, and what it says when it cannot."""

import csv
import io
import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.model import events as e
from dealer_station.engine.model.observations import Called
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.append import Writer
from dealer_station.review.replay_check import replay
from dealer_station.rulebooks import NAMES, load
from dealer_station.station.station import Seen
from hw_sim.people.shift_crew import Crew
from hw_sim.tables.direct_table import DirectTable
from tests.log import shifts


def run(*words: object) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    assert "Traceback" not in done.output
    return done


def data(*words: object) -> Any:
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty rounds: wars, two dealers, an anchor."""
    return shifts.play(tmp_path_factory.mktemp("long") / "log.db", rounds=30, players=4, seed=3)


def numbers(*words: object) -> list[int]:
    return [one["number"] for one in data("log", "rounds", *words)["rounds"]]


def test_rounds_are_listed_with_filters(long: Path) -> None:
    assert numbers(long) == list(range(1, 31))
    assert numbers(long, "--from", 5, "--to", 7) == [5, 6, 7]
    assert numbers(long, "--newest", 2) == [29, 30]
    assert numbers(long, "--dealer", "Bo") == list(range(9, 17))
    assert numbers(long, "--outcome", "void") == []
    assert numbers(long, "--holds") == []
    wars = numbers(long, "--wars")
    assert wars
    assert all(data("log", "show", long, number)["summary"]["wars"] for number in wars)
    assert numbers(long, "--since", "2026-11-17") == []
    assert numbers(long, "--until", "2026-11-16T12:00") == []
    assert numbers(long, "--since", "2026-11-16", "--until", "2026-11-17") == numbers(long)
    shown = run("log", "rounds", long).stdout
    assert shown.splitlines()[0].split()[:2] == ["Round", "Begun"]
    assert len(shown.splitlines()) == 31


def test_a_round_that_is_being_played_is_listed_and_shown(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    rules = load("massachusetts")
    table = DirectTable(rules, 1, db, Crew(rules, 1, 2))
    station = shifts.station_on(db, shifts.SetClock(), publish=table.show)
    table.play(station, rounds=1, pause_seconds=0, saw=lambda _: None)
    assert [one["outcome"] for one in data("log", "rounds", db)["rounds"]] == ["complete"]
    station.tell(Seen(Called(), "dealer", "Ana"))
    station.stop()
    table.close()
    assert [one["outcome"] for one in data("log", "rounds", db)["rounds"]] == ["complete", "open"]
    assert data("log", "show", db, 2)["due"] == "deal"
    assert numbers(db, "--outcome", "open") == [2]


def test_a_round_is_rebuilt_to_the_last_chip_and_the_last_card(long: Path) -> None:
    number = numbers(long, "--wars")[0]
    told = data("log", "show", long, number)
    for hand in told["hands"]:
        assert len(hand["cards"]) == (2 if hand["choice"] == "war" else 1)
        assert hand["wagers"]["main_cents"] > 0
        assert hand["settlements"]
    taken = sum(
        line["cents"] for hand in told["hands"] for line in hand["settlements"] if line["action"] == "take"
    )
    halves = sum(
        line["cents"] for hand in told["hands"] for line in hand["settlements"] if line["action"] == "half"
    )
    assert told["summary"]["taken_cents"] == taken + halves
    assert all(step["who"] for step in told["steps"] if step["source"] in ("dealer", "floor"))
    assert all(step["at"].startswith("2026-11-16T12:") and step["mono_us"] for step in told["steps"])
    top = told["rack"][0]
    assert (top["owner"], top["card"]) == ("dealer", told["dealer"][-1]["card"])
    assert {card["owner"] for card in told["rack"]} == {"1", "2", "3", "4", "dealer", "burn"}
    assert all(card["card"] is None for card in told["rack"] if card["owner"] == "burn")


def test_any_moment_of_a_round_can_be_looked_at(long: Path) -> None:
    number = numbers(long, "--wars")[0]
    steps = data("log", "show", long, number)["steps"]
    cards = 0
    for step in steps:
        then = data("log", "show", long, number, "--at", step["seq"])
        assert then["steps"][-1] == step
        assert len(then["cards"]) >= cards
        cards = len(then["cards"])
        if step["seen"] and step["seen"]["type"] == "CardDrawn":
            assert then["cards"][-1]["card"] == step["seen"]["card"]
    assert "does not belong to round" in run("log", "show", long, number, "--at", 10**6).stderr


def test_a_round_is_shown_as_text_with_who_and_what_and_when(long: Path) -> None:
    shown = run("log", "show", long, numbers(long, "--wars")[0]).stdout
    assert "shoe [sealed]" in shown
    assert "rack, from the top (owner, round): " in shown
    assert "dealer Ana" in shown
    assert "confirm_war" in shown


@pytest.mark.parametrize("profile", NAMES)
def test_written_rounds_of_a_log_play_to_the_same_results(tmp_path: Path, profile: str) -> None:
    db = shifts.play(tmp_path / "log.db", rounds=14, players=3, profile=profile)
    files = [tmp_path / "all.round"]
    assert run("log", "export", db, "--form", "rounds", "--out", files[0]).exit_code == 0
    for number in (2, 9, 14):
        files.append(tmp_path / f"{number}.round")
        files[-1].write_text(run("log", "show", db, number, "--written").stdout)
        told = json.loads(run("log", "show", db, number, "--written", "--json").stdout)
        assert told == {"number": number, "written": files[-1].read_text()}
    played = run("play", *files)
    assert played.exit_code == 0, played.output
    assert "17 rounds in 4 files: every line holds" in played.stdout
    assert not replay(db).differences


def test_a_log_is_exported_as_json_and_csv(long: Path, tmp_path: Path) -> None:
    told = json.loads(run("log", "export", long, "--to", 3).stdout)
    assert [one["number"] for one in told["rounds"]] == [1, 2, 3]
    assert told["rounds"][1] == data("log", "show", long, 2)
    out = tmp_path / "rounds.csv"
    done = run("log", "export", long, "--form", "csv", "--from", 2, "--to", 3, "--out", out)
    assert f"2 rounds written to {out}" in done.stdout
    lines = list(csv.DictReader(io.StringIO(out.read_text())))
    assert {line["round"] for line in lines} == {"2", "3"}
    assert all(json.loads(line["body"])["type"] == line["kind"] for line in lines)


def test_stats_say_what_is_in_a_log(long: Path) -> None:
    found = data("log", "stats", long)
    assert (found["rounds"], found["starts"], found["stops"]) == (30, 1, 1)
    assert found["rows"] == sum(found["kinds"].values())
    assert found["kinds"]["fact RoundEnded"] == 30
    assert 100 < found["bytes_per_row"] < 500
    assert "sealed_cards" in run("log", "stats", long).stdout


def test_a_difference_to_the_engine_of_today_is_named_with_its_row(
    long: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(table: Any, rules: Any, seen: Any) -> Any:
        events = decide(table, rules, seen)
        first = events[-1]
        return (
            (*events[:-1], e.Noted("out", "dealer_card_seen"))
            if isinstance(first, e.WagersClosed)
            else events
        )

    monkeypatch.setattr("dealer_station.review.replay_check.decide", other)
    done = run("log", "verify", long, "--replay")
    assert done.exit_code == 1
    assert 'was {"type":"WagersClosed"} and would be {"type":"Noted","kind":"out"' in done.stdout
    told = run("log", "verify", long, "--replay", "--json")
    assert json.loads(told.stdout)["replay"]["ok"] is False


def test_verify_says_what_it_trusts(long: Path, tmp_path: Path) -> None:
    assert "chain intact, signed up to row" in run("log", "verify", long).stdout
    assert data("log", "verify", long)["ok"]
    alone = tmp_path / "log.db"
    alone.write_bytes(long.read_bytes())
    assert "key was taken from the file itself" in run("log", "verify", alone).stdout
    own = long.with_name("log.db.keys") / "signing.pub"
    assert "taken from the file" not in run("log", "verify", alone, "--key", own).stdout
    other = run("log", "verify", alone, "--key", "00" * 32)
    assert other.exit_code == 1
    assert "BROKEN SIGNATURE" in other.stdout
    elsewhere = long.with_name("log.db.checkpoint")
    assert run("log", "verify", alone, "--checkpoint", elsewhere).exit_code == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["log", "show", "{db}", "99"], "no round 99; `log rounds` lists the rounds"),
        (["log", "rounds", "{folder}/none.db"], "does not exist"),
        (["log", "rounds", "{folder}/empty.db"], "this file is empty; it holds no log"),
        (["log", "rounds", "{folder}/other.db"], "is a database of another program"),
        (["log", "rounds", "{folder}/text.db"], "is not a Dealer Station log"),
        (
            ["log", "verify", "{db}", "--key", "nonsense"],
            "is neither a key, which has 64 hex digits, nor a file",
        ),
        (["log", "export", "{db}", "--out", "{folder}/none/x.json"], "cannot be written"),
        (["log", "snapshot", "{db}", "{db}"], "already exists; name a new file"),
        (["log", "snapshot", "{db}", "{folder}/none/x.db"], "no such folder"),
        (["run", "--sim", "--headless"], "--headless and --db FILE must be given together"),
        (["run", "--sim", "--db", "x.db"], "--headless and --db FILE must be given together"),
        (
            ["run", "--sim", "--headless", "--db", "x.db", "--svg", "x.svg"],
            "cannot be combined with --headless",
        ),
        (["run", "--sim", "--keys", "{folder}"], "--keys needs --headless"),
        (["run", "--sim", "--headless", "--db", "{folder}/other.db"], "is a database of another program"),
        (["run", "--sim", "--headless", "--db", "{folder}/none/x.db"], "no such folder; create it"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    shift: Path, tmp_path: Path, words: list[str], complaint: str
) -> None:
    (tmp_path / "empty.db").write_bytes(b"")
    (tmp_path / "text.db").write_text("not a database, whatever it is called; " * 20)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    done = run(*(word.format(db=shift, folder=tmp_path) for word in words))
    assert done.exit_code == 2
    assert complaint in done.stderr


def test_two_shifts_on_one_file_go_on(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    words = ["run", "--sim", "--headless", "--rounds", "2", "--seed", "4", "--speed", "0", "--db", db]
    first, second = run(*words), run(*words)
    assert "SQLite 3." in first.stdout
    assert "resumes at row" in second.stdout
    assert "due is confirm_layout" in second.stdout
    assert numbers(db) == [1, 2, 3, 4]
    assert run("log", "verify", db, "--replay").exit_code == 0
    other = run(*words, "--option", "decks=8")
    assert other.exit_code == 2
    assert "another seed, book or number of decks" in other.stderr


def test_reading_from_a_read_only_folder_leaves_nothing_there(
    shift: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "share" / "log.db"
    copy.parent.mkdir()
    assert run("log", "snapshot", shift, copy).exit_code == 0
    before = sorted(path.name for path in copy.parent.iterdir())
    monkeypatch.setattr("dealer_station.log.store.files.os.access", lambda _path, mode: mode != os.W_OK)
    assert numbers(copy) == [1, 2, 3]
    assert run("log", "verify", copy).exit_code == 0
    assert sorted(path.name for path in copy.parent.iterdir()) == before
    copy.with_name("log.db-wal").write_bytes(b"left over")
    said = run("log", "rounds", copy).stderr
    assert "was not closed and cannot be read from a read-only folder" in said
    assert "with its -wal file to a writable folder" in said


def test_who_may_only_read_reads_a_live_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "log.db"
    log = Writer(db, shifts.keys_of(db), shifts.SetClock())
    monkeypatch.setattr("dealer_station.log.store.files.os.access", lambda _path, mode: mode != os.W_OK)
    assert run("log", "stats", db).exit_code == 0
    with Reader(db) as reader:
        assert reader.ends()[1] == log.known.seq > 0
    log.close()


def test_a_round_is_shown_with_its_day(shift: Path) -> None:
    shown = run("log", "show", shift, 2).stdout
    assert shown.splitlines()[1] == "2026-11-16, times in UTC"
    assert shown.count("2026-11-16") == 1


def test_no_name_is_no_file(shift: Path) -> None:
    for words in (
        ("run", "--sim", "--headless", "--db", ""),
        ("log", "restore", shift, "", "--by", "Rosa", "--because", "x"),
        ("log", "snapshot", shift, ""),
    ):
        done = run(*words)
        assert done.exit_code == 2
        assert "this is not a file name" in done.stderr


def test_a_reader_does_not_lock_out_the_writer(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "log.db", rounds=1)
    with Reader(db) as reader:
        rows = reader.raw_rows()
        first = next(rows)
        shifts.play(db, rounds=2)
        seen = [first, *rows]
        assert numbers(db) == [1, 2, 3]
    assert len(seen) < len(shifts.rows(db))
