"""`dealer-station odds` on the command line."""

import json

import pytest
from click.testing import CliRunner, Result

from dealer_station.app.command_group import CommandGroup
from dealer_station.cli import odds as command
from dealer_station.cli.odds import odds


def run(*words: str) -> Result:
    """The command as the console script runs it."""
    return CliRunner().invoke(
        CommandGroup("dealer-station", commands=[odds]), ["odds", "--jobs", "1", *words]
    )


def test_json_is_one_object_with_a_figure_for_each_wager() -> None:
    result = run("--profile", "maryland", "--rounds", "300", "--players", "3", "--seed", "4", "--json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    data = json.loads(result.stdout)
    assert list(data) == [
        *("profile", "decks", "players", "strategy", "seed", "rounds", "seconds"),
        *("main_ev", "tie_ev", "p_tie"),
    ]
    told = {name: data[name] for name in ("profile", "decks", "players", "strategy", "seed", "rounds")}
    assert told == {
        "profile": "maryland",
        "decks": 8,
        "players": 3,
        "strategy": "war",
        "seed": 4,
        "rounds": 300,
    }
    assert data["seconds"] > 0
    for name in ("main_ev", "tie_ev", "p_tie"):
        assert set(data[name]) == {"mean", "stderr", "exact", "z"}
    assert data["p_tie"]["exact"] == pytest.approx(31 / 415)


def test_the_table_names_the_wagers_as_the_book_does() -> None:
    result = run("--profile", "new_zealand", "--decks", "4", "--strategy", "surrender", "--rounds", "200")
    assert result.exit_code == 0, result.output
    assert "new_zealand, 4 decks, 1 player, always surrender, seed 1" in result.stdout
    for words in (
        "Casino War Wager",
        "Tie Wager",
        "Hands that tie",
        "-3.623%",
        "-20.290%",
        "rounds a second",
    ):
        assert words in result.stdout


def test_json_has_an_object_for_the_progressive() -> None:
    result = run("--progressive", "--rounds", "300", "--players", "2", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    data = json.loads(result.stdout)["progressive"]
    assert list(data) == [
        *("wager_cents", "wagers", "suited_double_tie", "stake_on_win", "lines"),
        *("return_without_meter", "meter_dollar", "envy"),
    ]
    assert (data["wager_cents"], data["wagers"], data["stake_on_win"]) == (500, 600, "kept")
    jackpot, *others = data["lines"]
    assert jackpot == {
        "hand": "Suited 4 of a Kind",
        "pays": 1000,
        "meter_percent": 100,
        "hits": 0,
        "p": {"mean": 0, "stderr": pytest.approx(5.8e-5, rel=0.01), "exact": 2 / 993_023, "z": None},
        "exact_fraction": "2/993023",
    }
    assert [line["pays"] for line in others] == [200, 150, 30, 15, 5]
    assert all(line["p"]["mean"] == line["hits"] / 600 for line in others)
    assert sum(line["hits"] for line in others) / 600 == json.loads(result.stdout)["p_tie"]["mean"]
    assert set(data["return_without_meter"]) == {"mean", "stderr", "exact", "z"}
    assert data["return_without_meter"]["exact"] == pytest.approx(0.7418, abs=1e-4)
    assert data["meter_dollar"] == 2 / 993_023


def test_the_progressive_has_a_table_of_its_own() -> None:
    shown = run("--progressive", "--rounds", "300").stdout
    assert "progressive, 5 dollars, suited double tie: each pair suited, stake kept" in shown
    for words in ("1,000 + meter", "1 in 496,512", "1 in 3,894", "1 in 2,945", "exact 74.178%, z"):
        assert words in shown
    assert "The meter adds 0.403% per 10,000 dollars, envy 0.040% per other bettor" in shown
    assert "1 in 496,512" not in run("--rounds", "20").stdout


def test_the_progressive_of_who_surrenders_is_a_tie_or_nothing() -> None:
    chosen = (
        "--profile",
        "maryland",
        "--strategy",
        "surrender",
        "--option",
        "suited_double_tie=all_four_one_suit",
    )
    shown = run("--progressive", *chosen, "--rounds", "300").stdout
    assert "suited double tie: all four one suit" in shown
    assert "1 in 59.29" in shown
    assert shown.count("never") == 8


def test_a_table_that_offers_the_progressive_needs_no_flag() -> None:
    flag, option = (("--progressive",), ("--option", "progressive=on"))
    shown = [json.loads(run(*words, "--rounds", "50", "--json").stdout) for words in (flag, option)]
    assert shown[0]["progressive"] == shown[1]["progressive"]


def test_figures_without_an_error_have_no_z() -> None:
    result = run("--rounds", "2", "--json")
    assert json.loads(result.stdout)["p_tie"] == {
        "mean": 0.0,
        "stderr": 0.0,
        "exact": pytest.approx(23 / 311),
        "z": None,
    }
    assert run("--rounds", "2").exit_code == 0


def test_the_operators_answers_are_passed_on() -> None:
    chosen = ("--option", "spots=9", "--option", "decks=7")
    result = run(*chosen, "--players", "9", "--rounds", "20", "--json")
    assert (json.loads(result.stdout)["decks"], json.loads(result.stdout)["players"]) == (7, 9)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--profile", "nevada"], 'no rulebook is called "nevada"'),
        (["--profile", "exhibit_a", "--decks", "6"], 'decks cannot be "6"'),
        (["--players", "8"], "8 players do not fit: this massachusetts table has 7 spots"),
        (["--players", "0"], "--players"),
        (["--rounds", "1"], "--rounds"),
        (["--strategy", "peace"], "--strategy"),
        (["--option", "war_burn"], '"war_burn" has no value; write NAME=VALUE'),
        (["--option", "colour=red"], '"colour"'),
        (
            ["--progressive", "--profile", "house_manual"],
            "house_manual has no progressive wager; leave --progressive out, or use massachusetts or",
        ),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(words: list[str], complaint: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert result.stdout == ""


def test_ctrl_c_ends_it_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play", interrupted)
    result = run()
    assert result.exit_code == 1
    assert result.stderr.strip() == "Aborted!"
