"""`dealer-station play` on the command line: exit codes, the account as JSON, faults told in sentences."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.engine.words.prompts import STEPS
from dealer_station.rulebooks import NAMES

TWO_WARS = """\
# Spots 1 and 3 go to war.
profile massachusetts
bets 1:25 2:10+5 3:100
call
shoe 7c -> 1
shoe Qh -> 2
shoe 7d -> 3
shoe 7s -> dealer
3 war
settle -> 2 main pay 10, tie take 5
1 war +5
shoe 2d -> burn
shoe 9s -> burn
shoe Kc -> burn
shoe 5h -> 1
shoe Jd -> 3
shoe 8c -> dealer
settle -> 3 main return 100, war pay 100
settle -> 1 main take 25, war take 25, war_tie take 5
end
"""

WIN = """\
profile massachusetts
bets 1:10
call
shoe 9c -> 1
shoe 5d -> dealer
settle -> 1 main pay 10
end
"""


def play(*words: str | Path) -> Result:
    """The command as the console script runs it; no fault may come out as a traceback."""
    result = CliRunner().invoke(main, ["play", *(str(word) for word in words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert "Traceback" not in result.output
    return result


def account(*words: str | Path) -> Any:
    """The account that --json prints: the whole of stdout."""
    return json.loads(play("--json", *words).stdout)


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """Writes a file of written rounds and says where it is."""

    def write_file(text: str | bytes, name: str = "a.round") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_file


def line(spot: str, wager: str, action: str, cents: int | None, deal: str, cite: str) -> dict[str, Any]:
    return {"spot": spot, "wager": wager, "action": action, "cents": cents, "deal": deal, "cite": cite}


def test_with_taps_written_nothing_is_tapped_for_the_dealer(write: Any) -> None:
    dealt = "bets 1:25\ncall\nshoe 7c\nshoe 6c\nsettle\n"
    assert account(write(f"profile massachusetts\n{dealt}end\n"))["ok"]
    strict = f"profile massachusetts\ntaps written\n{dealt}"
    path = write(f"{strict}end\n")
    assert account(path)["failures"] == [{"file": str(path), "line": 8, "expected": "end", "got": "pick_up"}]
    assert account(write(f"{strict}confirm pick_up\nend\n"))["ok"]


def test_with_taps_written_nobody_signs_for_the_floor(write: Any) -> None:
    cards = "\n".join(f"shoe {card}" for card in "2c 3c 5c 4s 4h".split())
    won = f"bets 1:10*5\ncall\nshoe Kc\nshoe Kd\n1 war\n{cards}\nsettle\nconfirm verify_hand\nconfirm\n"
    header = "profile maryland\noption progressive=on\n"
    assert account(write(f"{header}{won}confirm validate_progressive\n"))["ok"]
    assert account(write(f"{header}taps written\n{won}confirm validate_progressive -> refused\n"))["ok"]


def test_with_taps_written_the_text_says_which_card_is_impossible(write: Any) -> None:
    dealt = "bets 1:10 2:10\ncall\nshoe Kh\nshoe Kh\nshoe 2c\nsettle all\nconfirm pick_up\nend\n" * 3
    seventh = f"{dealt}bets 1:10\ncall\nshoe Kh"
    assert account(write(f"profile massachusetts\n{seventh} -> held\n"))["ok"]
    assert account(write(f"profile massachusetts\ntaps written\n{seventh} -> 1\n"))["ok"]
    assert account(write(f"profile massachusetts\ntaps written\n{seventh} impossible -> held\n"))["ok"]


def test_the_account_of_a_round_is_whole(write: Any) -> None:
    path = write(TWO_WARS)
    deals = [
        *(("7c", "1", "original"), ("Qh", "2", "original"), ("7d", "3", "original")),
        *(("7s", "dealer", "original"), ("2d", "burn", "war"), ("9s", "burn", "war"), ("Kc", "burn", "war")),
        *(("5h", "1", "war"), ("Jd", "3", "war"), ("8c", "dealer", "war")),
    ]
    assert account(path) == {
        "ok": True,
        "failures": [],
        "rounds": [
            {
                "file": str(path),
                "number": 1,
                "profile": "massachusetts",
                "outcome": "complete",
                "reshuffle": False,
                "cards": [{"card": card, "to": to, "deal": deal} for card, to, deal in deals],
                "settlements": [
                    line("2", "tie", "take", 500, "original", "§8(a)(2)"),
                    line("2", "main", "pay", 1000, "original", "§8(a)(2), §9(a)(1)"),
                    line("3", "main", "return", 10_000, "war", "§8(g)(2)"),
                    line("3", "war", "pay", 10_000, "war", "§8(g)(2), §9(a)(3)"),
                    line("1", "main", "take", 2500, "war", "§8(g)(1)"),
                    line("1", "war", "take", 2500, "war", "§8(g)(1)"),
                    line("1", "war_tie", "take", 500, "war", "§8(g)(1)"),
                ],
                "net_cents": {"1": -5500, "2": 500, "3": 10_000},
                "due": {"step": "bets"},
            }
        ],
    }


def test_keys_come_in_the_order_in_which_they_are_documented(write: Any) -> None:
    whole = account(write(TWO_WARS))
    assert list(whole) == ["ok", "failures", "rounds"]
    assert list(whole["rounds"][0]) == [
        *("file", "number", "profile", "outcome", "reshuffle", "cards", "settlements", "net_cents", "due"),
    ]


def test_every_line_holds(write: Any) -> None:
    result = play(write(WIN), write(TWO_WARS, "b.round"))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "2 rounds in 2 files: every line holds\n"
    assert play(write(WIN)).stdout == "1 round in 1 file: every line holds\n"


@pytest.mark.parametrize(
    ("old", "new", "number", "expected", "got"),
    [
        ("9c -> 1", "9c -> burn", 4, "burn", "1"),
        ("5d -> dealer", "5d -> 2", 5, "2", "dealer"),
        ("main pay 10", "main pay 20", 6, "1 main pay 20", "1 main pay 10"),
        ("-> 1 main pay 10", "-> 2 main pay 10", 6, "2 main pay 10", "1 main pay 10"),
        ("-> 1 main pay 10", "-> due bets", 6, "bets", "pick_up"),
        ("-> 1 main pay 10", "-> refused", 6, "refused", "allowed; due is pick_up"),
        ("bets 1:10", "bets 1:10 -> refused", 2, "refused", "allowed; due is call"),
        ("call", "call -> due settle", 3, "settle", "deal"),
        ("settle -> 1 main pay 10\n", "", 6, "end", "settle"),
        ("bets 1:10", "bets 8:10", 2, "bets 8:10", "refused: spot 8 is not on this table"),
        (
            "bets 1:10",
            "bets 1:10\nconfirm pick_up",
            3,
            "confirm pick_up",
            'refused: "Pick up the cards into the discard rack" is not next',
        ),
        ("bets 1:10", "bets 1:10\nsettle -> 1 main pay 10", 3, "1 main pay 10", "refused: nothing is to be"),
        ("settle ->", "settle all\nsettle ->", 7, "1 main pay 10", "refused: nothing is to be settled now"),
    ],
)
def test_a_line_that_does_not_hold_is_named(
    write: Any, old: str, new: str, number: int, expected: str, got: str
) -> None:
    path = write(WIN.replace(old, new))
    result = play(path)
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith(f"{path} line {number}: expected {expected}; got {got}")
    assert result.stdout.endswith("1 round in 1 file: 1 file failed\n")
    whole = account(path)
    assert whole["ok"] is False
    (failure,) = whole["failures"]
    assert failure.pop("got").startswith(got)
    assert failure == {"file": str(path), "line": number, "expected": expected}


def test_playing_stops_at_the_first_failure_of_a_file(write: Any) -> None:
    path = write(WIN + "bets 1:10\ncall\nshoe 9c -> burn\nshoe 5d -> rack\n")
    whole = account(path)
    assert [failure["line"] for failure in whole["failures"]] == [10]
    assert [(each["number"], each["outcome"]) for each in whole["rounds"]] == [(1, "complete"), (2, "open")]
    assert [card["card"] for card in whole["rounds"][1]["cards"]] == ["9c"]


def test_the_other_files_are_played_when_one_fails_and_one_cannot_be_read(write: Any) -> None:
    failing = write(WIN.replace("9c -> 1", "9c -> burn"), "failing.round")
    unreadable = write("profile massachusetts\n\nshoe 7x\n", "unreadable.round")
    good = write(TWO_WARS, "good.round")
    told = f'{unreadable} line 3: "7x" is not a card'
    result = play(failing, unreadable, good)
    assert result.exit_code == 2
    assert result.stderr.startswith(told)
    assert f"{failing} line 4: expected burn; got 1\n" in result.stdout
    assert told not in result.stdout
    data = play("--json", failing, unreadable, good)
    assert data.exit_code == 2
    assert data.stderr.startswith(told)
    whole = json.loads(data.stdout)
    assert [(failure["file"], failure["line"]) for failure in whole["failures"]] == [
        (str(failing), 4),
        (str(unreadable), 3),
    ]
    assert [each["file"] for each in whole["rounds"]] == [str(failing), str(good)]
    assert whole["rounds"][1]["net_cents"] == {"1": -5500, "2": 500, "3": 10_000}


def test_several_rounds_follow_each_other(write: Any) -> None:
    again = "call\nshoe 3c\nshoe 3d\n1 surrender\nsettle -> 1 main half 5\nend\n"
    rounds = account(write(WIN + again + "bets 2:40\ncall\nshoe 2c\nshoe As\nsettle\nend\n"))["rounds"]
    assert [(each["number"], each["outcome"]) for each in rounds] == [
        *((1, "complete"), (2, "complete"), (3, "complete")),
    ]
    assert [each["net_cents"] for each in rounds] == [{"1": 1000}, {"1": -500}, {"2": -4000}]
    assert [[card["card"] for card in each["cards"]] for each in rounds] == [
        *(["9c", "5d"], ["3c", "3d"], ["2c", "As"]),
    ]


def test_a_round_without_an_end_is_open(write: Any) -> None:
    result = play("--json", write(TWO_WARS[: TWO_WARS.index("1 war +5")]))
    assert result.exit_code == 0
    (open_round,) = json.loads(result.stdout)["rounds"]
    assert (open_round["outcome"], open_round["due"]) == ("open", {"step": "offer"})
    assert open_round["net_cents"] == {"1": 0, "2": 500, "3": 0}


def test_bettors_on_a_shared_box_have_accounts_of_their_own(write: Any) -> None:
    text = """\
profile new_zealand
bets 3a:20 3b:10+5 3c:0+5 4:10
call
shoe 8c -> 3
shoe 2c -> 4
shoe 8d -> dealer
settle all
3a war
3b surrender
settle all
shoe 2d
shoe 2h
shoe 2s
shoe Kc
shoe Qd
settle -> 3a main return 20, war pay 20
end
"""
    result = play("--json", write(text))
    assert result.exit_code == 0, result.stdout
    (shared,) = json.loads(result.stdout)["rounds"]
    assert shared["net_cents"] == {"3a": 2000, "3b": 5000 - 500, "3c": 5000, "4": -1000}
    assert {settled["spot"] for settled in shared["settlements"]} == {"3a", "3b", "3c", "4"}
    assert [card["to"] for card in shared["cards"]] == [
        *("3", "4", "dealer", "burn", "burn", "burn", "3", "dealer"),
    ]


def test_the_face_of_a_burn_is_read_back_from_the_text(write: Any) -> None:
    text = "start loaded\nbets 1:10\ncall\nshoe 9c -> 1\nshoe 5d\nsettle\nend\ndealer Bo\nshoe Ah -> burn\n"
    whole = account(write("profile massachusetts\n" + text.replace("bets", "shoe 4h -> burn\nbets", 1)))
    assert whole["ok"]
    first, second = whole["rounds"]
    assert first["cards"][0] == {"card": "4h", "to": "burn", "deal": "opening"}
    assert second["cards"] == [{"card": "Ah", "to": "burn", "deal": "dealer_change"}]


def test_a_round_after_which_the_cards_are_shuffled_says_so(write: Any) -> None:
    text = WIN.replace("shoe 5d", "shoe cut -> aside\nshoe 5d")
    (last,) = account(write(text))["rounds"]
    assert last["reshuffle"] is True
    assert last["cards"][1] == {"card": "cut", "to": "aside", "deal": "irregular"}
    assert last["due"]["step"] in STEPS
    assert last["due"]["step"] != "bets"
    assert account(write(WIN))["rounds"][0]["reshuffle"] is False


def test_what_nobody_entered_stays_unknown(write: Any) -> None:
    text = WIN.replace("bets 1:10", "bets 1:? 2:10").replace("5d -> dealer", "6c -> 2\nshoe 5d")
    text = text.replace("settle -> 1 main pay 10", "settle\nsettle -> 1 main pay ?")
    (unknown,) = account(write(text))["rounds"]
    assert unknown["net_cents"] == {"1": None, "2": 1000}
    assert [settled["cents"] for settled in unknown["settlements"]] == [1000, None]


def test_an_unknown_stake_that_only_comes_back_changes_nothing(write: Any) -> None:
    voided = 'floor void_round by Lee because "no chips"'
    text = f"profile massachusetts\nbets 1:?\ncall\nshoe 9c\n{voided}\nsettle -> 1 main return ?\nend\n"
    (void,) = account(write(text))["rounds"]
    assert (void["outcome"], void["net_cents"]) == ("void", {"1": 0})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", 'line 1: there is no "profile NAME" line'),
        ("profile massachusetts\nshoe 7x\n", 'line 2: "7x" is not a card'),
        ("profile massachusetts\ncall -> burn\n", "line 2: "),
        ("profile nevada\n", 'no rulebook is called "nevada"'),
        ("profile massachusets\n", "did you mean massachusetts?"),
        ("profile massachusetts\ndecks 5\n", 'decks cannot be "5"'),
        ("profile massachusetts\noption colour=red\n", '"colour"'),
        ("profile nowhere/house.toml\n", "nowhere/house.toml: cannot be read: No such file or directory"),
        (b"\xff\xfe\x00p", "is not UTF-8 text; a written round is plain text"),
        (b"\x7fELF\x02\x01\x01\0\xb0\xc0", "is not UTF-8 text"),
        ("profile massachusetts\nbets 1:" + "9" * 4300 + "\n", "line 2: "),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(write: Any, text: str | bytes, complaint: str) -> None:
    path = write(text)
    result = play(path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{path}")
    assert complaint in result.stderr
    assert len(result.stderr.splitlines()) == 1
    data = play("--json", path)
    assert (data.exit_code, data.stderr) == (2, result.stderr)
    whole = json.loads(data.stdout)
    assert (whole["ok"], whole["rounds"], len(whole["failures"])) == (False, [], 1)
    assert set(whole["failures"][0]) == {"file", "line", "expected", "got"}
    assert complaint in whole["failures"][0]["got"]


def test_a_missing_file_is_named(write: Any, tmp_path: Path) -> None:
    missing = tmp_path / "missing.round"
    result = play(missing, write(WIN))
    assert result.exit_code == 2
    assert result.stderr == f"{missing}: cannot be read: No such file or directory\n"
    assert "1 round" in result.stdout


def test_a_folder_stands_for_every_round_in_it_at_any_depth(write: Any, tmp_path: Path) -> None:
    (tmp_path / "book" / "chapter").mkdir(parents=True)
    wrong = [
        write(WIN.replace("pay 10", "pay 99"), name) for name in ("book/chapter/b.round", "book/a.round")
    ]
    write(WIN, "book/chapter/good.round")
    write("not a written round", "book/chapter/notes.txt")
    result = play(tmp_path / "book")
    assert result.exit_code == 1
    assert [line.partition(" line ")[0] for line in result.stdout.splitlines()[:2]] == sorted(map(str, wrong))
    assert result.stdout.splitlines()[-1] == "3 rounds in 3 files: 2 files failed"
    assert result.stderr == ""


def test_a_folder_without_rounds_is_named(tmp_path: Path) -> None:
    result = play(tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{tmp_path}: no .round file in this folder" in result.stderr


def test_without_a_file_the_usage_is_shown() -> None:
    result = play()
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: " in result.stderr
    assert "name at least one file or folder of written rounds" in result.stderr


@pytest.mark.parametrize("words", [["--jsno"], ["--steps", "--profile", "nevada"], ["--profile"]])
def test_an_option_that_is_none_is_named(words: list[str]) -> None:
    result = play(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words[-1] in result.stderr


def test_every_step_is_listed_with_its_rule_in_each_book() -> None:
    result = play("--steps")
    assert result.exit_code == 0
    for word in (*STEPS, "§7(b)", "8.C"):
        assert word in result.stdout
    steps = json.loads(play("--steps", "--json").stdout)
    assert list(steps) == list(STEPS)
    assert all(list(step["rules"]) == list(NAMES) and step["what"] for step in steps.values())
    assert "step 13 (b)" in steps["turn_dealer_card"]["rules"]["house_manual"]
    assert steps["turn_dealer_card"]["rules"]["massachusetts"] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_steps_of_one_book_are_listed_alone(name: str) -> None:
    result = play("--steps", "--profile", name)
    assert result.exit_code == 0
    assert name in result.stdout
    assert not any(other in result.stdout for other in NAMES if other != name)
    steps = json.loads(play("--steps", "--profile", name, "--json").stdout)
    assert all(list(step["rules"]) == [name] for step in steps.values())
    assert all(steps[step]["rules"][name] for step in ("bets", "call", "deal", "settle", "offer", "pick_up"))


def test_a_bad_option_is_blamed_on_its_own_line(write: Any) -> None:
    """The complaint lists every option, even those of other lines."""
    text = "profile massachusetts\noption progressive=on\noption colour=red\nbets 1:10\n"
    (failure,) = account(write(text))["failures"]
    assert failure["line"] == 3
    (failure,) = account(write("profile maryland\noption war_burn=once\nspots 99\n"))["failures"]
    assert failure["line"] == 3
