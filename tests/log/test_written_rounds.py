"""Rounds of a log as written rounds: whatever happened at the table, they play again to the same results."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.reader import read
from dealer_station.log.read.reader import Reader
from dealer_station.rulebooks import NAMES, words_of
from dealer_station.station.station import Seen
from tests.exhaustive.noise import every_observation
from tests.exhaustive.regular import regular_moves
from tests.exhaustive.tables import BOOKS, case
from tests.log import shifts
from tests.log.test_commands import data, numbers, run
from tests.properties.test_accounts import CARDS

FILTERS = (["--holds"], ["--wars"], ["--from", 3, "--to", 5], ["--newest", 4])
NOT_ASKED_FOR = "not asked for"
NOT_THE_SAME = "comes out differently"


def dealt(db: Path, profile: str, manner: str, seed: int, rounds: int) -> Path:
    """A shift as people run one."""
    table = ("--profile", profile, "--players", 3, "--seed", seed, "--dealer", manner)
    done = run("run", "--sim", "--headless", "--speed", 0, "--rounds", rounds, *table, "--db", db)
    assert done.exit_code == 0, done.output
    return db


def told(db: Path, text: str, profile: str = "massachusetts", **options: str) -> Path:
    """A log of what these lines say, and of nothing else."""
    station = shifts.station_on(
        db, shifts.SetClock(), profile=profile, options=options, publish=lambda _: None
    )
    for line in read(f"profile {profile}\n{text}").lines:
        if not isinstance(line.act, w.End | w.SettleAll):
            station.observe(Seen(line.act, "floor" if isinstance(line.act, o.Ruled) else "dealer", "Lee"))
    station.stop()
    return db


def written(db: Path, number: int, *words: object) -> str:
    return run("log", "show", db, number, "--written", *words).stdout


def played(path: Path, text: str) -> dict[int, Any]:
    """The account of `play` for each round, by its number in the log."""
    path.write_text(text)
    done = run("play", "--json", path)
    assert done.exit_code == 0, f"{text}\n{done.output}"
    marks = [int(line.split()[2]) for line in text.splitlines() if line.startswith("# round ")]
    return dict(zip(marks, json.loads(done.stdout)["rounds"], strict=True))


def check_same(db: Path, again: dict[int, Any], wanted: list[int]) -> None:
    """Outcome, settlements and corrections are those of the log."""
    for number in wanted:
        then, now = data("log", "show", db, number), again[number]
        assert now["outcome"] == then["outcome"]
        lines = Counter(
            (hand["hand"], line["wager"], line["action"], line["cents"], line["deal"])
            for hand in then["hands"]
            for line in hand["settlements"]
        )
        names = ("spot", "wager", "action", "cents", "deal")
        assert Counter(tuple(line[name] for name in names) for line in now["settlements"]) == lines


def check_shift(db: Path, folder: Path) -> None:
    """All of it, each round alone, and what filters leave of it."""
    every = numbers(db)
    whole = run("log", "export", db, "--form", "rounds").stdout
    assert NOT_ASKED_FOR not in whole
    check_same(db, played(folder / "whole.round", whole), every)
    for number in every:
        text = written(db, number)
        again = played(folder / f"{number}.round", text)
        check_same(db, again, [number])
        assert (NOT_ASKED_FOR in text) == (len(again) > 1)
        assert max(again) == number
    for words in FILTERS:
        wanted = numbers(db, *words)
        text = run("log", "export", db, "--form", "rounds", *words).stdout
        if wanted:
            check_same(db, played(folder / "some.round", text), wanted)
        assert NOT_THE_SAME not in text


@pytest.mark.parametrize("profile", NAMES)
@pytest.mark.parametrize(("manner", "seed"), [("clumsy", 2), ("clumsy", 5), ("quick", 1), ("slow", 1)])
def test_every_round_of_a_shift_plays_again(tmp_path: Path, profile: str, manner: str, seed: int) -> None:
    rounds = 10 if manner == "clumsy" else 4
    check_shift(dealt(tmp_path / "log.db", profile, manner, seed, rounds), tmp_path)


@pytest.mark.campaign
@pytest.mark.parametrize("profile", NAMES)
@pytest.mark.parametrize("manner", ["steady", "quick", "slow", "clumsy"])
@pytest.mark.parametrize("seed", range(1, 21))
def test_every_round_of_many_shifts_plays_again(tmp_path: Path, profile: str, manner: str, seed: int) -> None:
    check_shift(dealt(tmp_path / "log.db", profile, manner, seed, 15), tmp_path)


@pytest.mark.campaign
@pytest.mark.parametrize("profile", NAMES)
def test_gaps_may_have_shuffles_in_them(tmp_path: Path, profile: str) -> None:
    db = dealt(tmp_path / "log.db", profile, "clumsy", 77, 400)
    for words in FILTERS:
        text = run("log", "export", db, "--form", "rounds", *words).stdout
        check_same(db, played(tmp_path / "some.round", text), numbers(db, *words))


ROUND = "bets 1:10 2:20\ncall\nshoe Kh\nshoe Kh\nshoe 2c\nsettle\nsettle\nconfirm pick_up\n"
SAME_WAGERS = ROUND.removeprefix("bets 1:10 2:20\n")
DISPUTED = SAME_WAGERS.replace("settle\n", "settle\nreport dispute\nfloor play_on by Lee\n", 1)
PUT_RIGHT = "call\nshoe 2c\nreport wrong_pay 2\nfloor take 2 5 by Lee\n"


def test_seats_that_were_marked_in_an_earlier_round_are_written_with_the_round(tmp_path: Path) -> None:
    db = told(tmp_path / "log.db", f"shoe ??\nseats 4 6\n{ROUND}{SAME_WAGERS}")
    text = written(db, 2)
    assert NOT_ASKED_FOR not in text
    assert "seats 1 2 4 6\n" in text
    check_same(db, played(tmp_path / "a.round", text), [2])


def test_a_settlement_that_was_undone_is_written_and_plays_again(tmp_path: Path) -> None:
    war = "bets 1:20 4:30\ncall\nshoe 7c\nshoe 7d\nshoe 7h\n4 war\n1 war\nshoe ??\nshoe ??\nshoe ??\n"
    lost = "shoe Td\nshoe 9s\nshoe Js\nsettle\nreport option_missed 1\nconfirm restore_wagers\n"
    again = "1 surrender\nsettle\nsettle\nconfirm pick_up\n"
    db = told(tmp_path / "log.db", war + lost + again, profile="new_zealand")
    check_same(db, played(tmp_path / "a.round", written(db, 1)), [1])


def test_a_round_that_corrects_the_one_before_brings_it_along(tmp_path: Path) -> None:
    db = told(tmp_path / "log.db", f"shoe ??\n{ROUND}{SAME_WAGERS}{PUT_RIGHT}")
    text = written(db, 3)
    assert text.startswith("# Round 2 was not asked for, but a later round continues it.\nprofile ")
    again = played(tmp_path / "a.round", text)
    assert list(again) == [2, 3]
    assert again[2]["corrections"] == [{"spot": "2", "action": "take", "cents": 500}]


def test_chips_that_were_put_right_are_listed_and_shown_with_their_round(tmp_path: Path) -> None:
    db = told(tmp_path / "log.db", f"shoe ??\n{ROUND}{SAME_WAGERS}{PUT_RIGHT}")
    listed = json.loads(run("log", "rounds", db, "--json").stdout)["rounds"]
    corrections = [{"hand": "2", "action": "take", "cents": 500}]
    assert [one["corrections"] for one in listed] == [[], corrections, []]
    assert "hand 2: corrected, take 5" in run("log", "rounds", db).stdout
    assert "hand 2: corrected, take 5" in run("log", "show", db, 2).stdout
    assert json.loads(run("log", "show", db, 2, "--json").stdout)["corrections"] == corrections
    assert "corrected" not in run("log", "show", db, 1).stdout


def test_a_settlement_that_was_undone_is_listed_and_shown_unless_the_tap_was_taken_back(
    tmp_path: Path,
) -> None:
    war = "bets 1:20 4:30\ncall\nshoe 7c\nshoe 7d\nshoe 7h\n4 war\n1 war\nshoe ??\nshoe ??\nshoe ??\n"
    lost = "shoe Td\nshoe 9s\nshoe Js\nsettle\nreport option_missed 1\n"
    db = told(tmp_path / "log.db", war + lost, profile="new_zealand")
    (listed,) = json.loads(run("log", "rounds", db, "--json").stdout)["rounds"]
    undone = [(one["hand"], one["wager"], one["action"], one["cents"]) for one in listed["reversals"]]
    assert undone == [("4", "main", "take", 3000), ("4", "war", "take", 3000)]
    assert "hand 4: undone, main take 30" in run("log", "show", db, 1).stdout
    (tmp_path / "taken back").mkdir()
    back = told(tmp_path / "taken back" / "log.db", f"{war}{lost}undo\n", profile="new_zealand")
    (listed,) = json.loads(run("log", "rounds", back, "--json").stdout)["rounds"]
    assert listed["reversals"] == []


def test_wagers_that_stood_are_written_after_every_gap(tmp_path: Path) -> None:
    db = told(tmp_path / "log.db", f"shoe ??\n{ROUND}{DISPUTED}{SAME_WAGERS}{DISPUTED}")
    assert numbers(db, "--holds") == [2, 4]
    text = run("log", "export", db, "--form", "rounds", "--holds").stdout
    assert text.count("bets 1:10 2:20\ncall\n") == 2
    assert list(played(tmp_path / "a.round", text)) == [2, 4]


def test_a_tap_that_ends_a_round_and_begins_the_next_is_told_with_both(tmp_path: Path) -> None:
    ended_by_the_call = ROUND.removesuffix("confirm pick_up\n")
    db = told(tmp_path / "log.db", f"shoe ??\n{ended_by_the_call}{SAME_WAGERS}")
    assert written(db, 1).endswith("settle -> 1 main pay 10\ncall\nend\n")
    assert list(played(tmp_path / "1.round", written(db, 1))) == [1]
    assert list(played(tmp_path / "2.round", written(db, 2))) == [1, 2]


def test_a_card_that_could_not_be_is_written_as_one(tmp_path: Path) -> None:
    too_many = "bets 1:10\ncall\nshoe Kh\nfloor correct Kh by Lee\nfloor correct Qh by Lee\n"
    db = told(tmp_path / "log.db", f"shoe ??\n{ROUND}{SAME_WAGERS}{SAME_WAGERS}{too_many}")
    text = written(db, 4)
    # Why the first correction was refused, the shoe knew and the text does not.
    assert "shoe Kh impossible -> held\n# floor correct Kh by Lee -> refused\nfloor correct Qh" in text
    assert played(tmp_path / "a.round", text)[4]["cards"][0]["card"] == "Qh"


def test_a_round_plays_up_to_any_of_its_moments(tmp_path: Path) -> None:
    db = told(tmp_path / "log.db", f"shoe ??\n{ROUND}{DISPUTED}{PUT_RIGHT}")
    for number in (2, 3):
        for step in data("log", "show", db, number)["steps"]:
            played(tmp_path / "a.round", written(db, number, "--at", step["seq"]))


def test_rounds_under_other_rules_are_exported_apart(tmp_path: Path) -> None:
    db = told(tmp_path / "log.db", f"shoe ??\n{ROUND}")
    told(db, f"confirm confirm_layout\n{ROUND}{ROUND}", decks="8")
    done = run("log", "export", db, "--form", "rounds", "--out", tmp_path / "all.round")
    assert done.exit_code == 2
    assert not (tmp_path / "all.round").exists()
    assert "round 2 was played under other rules than round 1" in done.stderr
    assert "export them separately, with --from and --to" in done.stderr
    text = run("log", "export", db, "--form", "rounds", "--from", 2).stdout
    assert list(played(tmp_path / "a.round", text)) == [2, 3]


def test_a_round_that_cannot_be_rebuilt_says_so_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = told(tmp_path / "log.db", f"shoe ??\n{ROUND}{PUT_RIGHT}")
    monkeypatch.setattr("dealer_station.review.transcript.ROUNDS_BEFORE_MAX", 0)
    text = written(db, 2)
    reason = "after `report wrong_pay 2` the log has -> due ruling, then ruling, and this text -> refused"
    assert text.startswith(f"# Round 2 has a different result when it is played: {reason}")
    (tmp_path / "a.round").write_text(text)
    assert run("play", tmp_path / "a.round").exit_code == 1


def test_a_rulebook_that_is_not_what_it_was_is_named(tmp_path: Path) -> None:
    book = tmp_path / "house.toml"
    book.write_text(words_of("massachusetts"))
    db = told(tmp_path / "log.db", f"shoe ??\n{ROUND}", profile=str(book))
    assert written(db, 1).startswith("profile ")
    book.write_text(words_of("massachusetts") + "\n# another edition\n")
    assert "# The rulebook of these rounds has been changed since they were played.\n" in written(db, 1)
    book.unlink()
    assert "# The rulebook of these rounds cannot be loaded today: " in written(db, 1)


def noisy(db: Path, name: str, seed: int) -> Path:
    """A table at which mostly what is due happens, and now and then anything."""
    table, chance = case(name), random.Random(f"{name} {seed}")
    book, options, _ = BOOKS[name]
    noise = every_observation(table)
    station = shifts.station_on(db, shifts.SetClock(), profile=book, options=options, publish=lambda _: None)
    for _ in range(120):
        moves = list(regular_moves(station.table, station.due, table.rules, table.layouts))
        seen = chance.choice(noise if chance.random() < 0.1 or not moves else moves)
        if isinstance(seen, o.CardDrawn):
            seen = o.CardDrawn(chance.choice(CARDS) if seen.card else None)
        station.observe(Seen(seen, "floor" if isinstance(seen, o.Ruled) else "dealer", "Lee"))
    station.stop()
    return db


def check_noise(name: str, seed: int, folder: Path) -> None:
    """Whatever happened: a file that does not play says so, and one that says nothing plays."""
    db = noisy(folder / "log.db", name, seed)
    with Reader(db) as log:
        every = [kept.number for kept in log.all_rounds()]
    texts = [run("log", "export", db, "--form", "rounds").stdout, *(written(db, number) for number in every)]
    for text in texts:
        if NOT_THE_SAME not in text:
            played(folder / "a.round", text)
    assert sum(NOT_THE_SAME in text for text in texts) <= len(texts) / 2


@pytest.mark.parametrize("name", BOOKS)
def test_no_file_of_a_noisy_table_fails_without_saying_so(tmp_path: Path, name: str) -> None:
    check_noise(name, 1, tmp_path)


@pytest.mark.campaign
@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("seed", range(2, 22))
def test_no_file_of_many_noisy_tables_fails_without_saying_so(tmp_path: Path, name: str, seed: int) -> None:
    check_noise(name, seed, tmp_path)
