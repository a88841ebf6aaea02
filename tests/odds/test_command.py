"""`dealer-station odds` on the command line."""

import json

import pytest
from click.testing import CliRunner, Result

from dealer_station.commands import odds as command
from dealer_station.commands.odds import odds
from dealer_station.commands.shell import Shell


def run(*words: str) -> Result:
    """The command as the console script runs it."""
    return CliRunner().invoke(Shell("dealer-station", commands=[odds]), ["odds", "--jobs", "1", *words])


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
        (["--profile", "nevada"], 'there is no rulebook "nevada"'),
        (["--profile", "exhibit_a", "--decks", "6"], 'decks cannot be "6"'),
        (["--players", "8"], "8 players do not fit: this massachusetts table has 7 spots"),
        (["--players", "0"], "--players"),
        (["--rounds", "1"], "--rounds"),
        (["--strategy", "peace"], "--strategy"),
        (["--option", "war_burn"], '"war_burn" has no value; write NAME=VALUE'),
        (["--option", "colour=red"], '"colour"'),
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
