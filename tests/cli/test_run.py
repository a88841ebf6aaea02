"""`dealer-station run` on the command line: a simulated shift in the terminal."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_station.cli.main import main
from dealer_station.engine.rulebook.terms import spot_plural
from dealer_station.rulebooks import NAMES, folder, load


def run(*words: str) -> Result:
    """The command as the console script runs it; no fault may come out as a traceback."""
    result = CliRunner().invoke(main, ["run", "--speed", "0", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert "Traceback" not in result.output
    return result


def shift(*words: str) -> str:
    """The output of a shift."""
    result = run("--sim", *words)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


@pytest.mark.parametrize("name", NAMES)
def test_a_shift_of_three_rounds_is_dealt_under_each_book(name: str) -> None:
    shown = shift("--profile", name, "--rounds", "3")
    rules = load(name)
    decks, spots = rules.cards.decks.value, rules.table.spots.value
    assert shown.startswith(f"{rules.book.title}: {decks} decks, {spots} {spot_plural(rules)}\n")
    assert "SIMULATED TABLE" in shown.splitlines()[1]
    for number in (1, 2, 3):
        assert f"\nRound {number}   dealer Ana\n" in shown
        assert f"  Round {number} complete: taken " in shown
    assert "Round 4" not in shown
    assert f'Close the wagers: "{rules.wagers.close_call.value}"' in shown
    assert rules.wagers.close_call.cite in shown
    assert "\n3 rounds, " in shown
    assert "0 holds" in shown.splitlines()[-1]


@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_a_shift_names_its_rule(name: str) -> None:
    cites = {
        line[88:].strip() for line in shift("--profile", name).splitlines() if line.startswith("  Deal ")
    }
    assert cites
    assert all(cite and not cite.startswith("[") for cite in cites)


def test_the_same_seed_deals_the_same_shift() -> None:
    one, again, other = shift("--seed", "7"), shift("--seed", "7"), shift("--seed", "8")
    assert one == again
    assert one != other


def test_a_longer_shift_begins_like_the_shorter_one() -> None:
    short, long = shift("--rounds", "2").splitlines(), shift("--rounds", "4").splitlines()
    assert long[: len(short) - 2] == short[:-2]


def test_a_whole_shoe_is_dealt_and_the_dealers_relieve_each_other() -> None:
    shown = shift("--rounds", "60", "--players", "6")
    assert "the cut card: aside" in shown
    for dealer in ("Ana", "Bo", "Chi", "Dee"):
        assert f"  {dealer} takes the table\n" in shown


def test_no_burn_is_shown_with_its_face() -> None:
    burns = [line for line in shift("--rounds", "40").splitlines() if line.startswith("  Burn a card")]
    assert any("burned, unseen" in line for line in burns)
    assert not any(" of " in line for line in burns)


def test_players_take_as_many_spots_as_asked_for() -> None:
    shown = shift("--players", "2", "--rounds", "1")
    assert "Deal to spot 2" in shown
    assert "Deal to spot 3" not in shown


def test_the_operators_answers_are_passed_on() -> None:
    shown = shift("--option", "spots=9", "--option", "decks=8", "--players", "9", "--rounds", "1")
    assert ": 8 decks, 9 spots\n" in shown
    assert "Deal to spot 9" in shown


def test_side_bets_are_played_where_the_table_offers_them() -> None:
    offered = ("--profile", "maryland", "--option", "progressive=on", "--option", "meter_rate=10")
    shown = shift(*offered, "--rounds", "20")
    for words in (
        "Lock the side bets: no more may be placed",
        "Collect the side bets of ",
        "Count them before the chip rack: as many as the system accepted?",
        "check that the light of the progressive is on",
        "the floorperson validates the progressive payout",
        "PAY Progressive Payout Wager ",
    ):
        assert words in shown
    meters = [
        float(line.rpartition(" ")[2]) for line in shown.splitlines() if "; meter: progressive 1" in line
    ]
    assert len(meters) == 20
    assert meters == sorted(meters)
    assert 10_000 < meters[0] < meters[-1]
    assert "meter" not in shift("--profile", "maryland", "--rounds", "2")


def test_the_wheel_is_spun_where_there_is_one() -> None:
    wheel = ("bonus_spin=on", "bonus_trigger=red7", "bonus_wheel=100,25", "bonus_seeds=10000,5000")
    options = [word for answer in wheel for word in ("--option", answer)]
    shown = shift("--profile", "maryland", *options, "--rounds", "3", "--seed", "3")
    assert "the wheel shows 25" in shown
    assert "The wheel's symbol must be validated" in shown
    assert "; meter: primary 10000, secondary 5000\n" in shown


def test_a_stake_that_goes_back_with_a_win_was_not_taken() -> None:
    offered = ("--profile", "maryland", "--option", "progressive=on", "--rounds", "20", "--option")
    shown = [shift(*offered, f"progressive_stake_on_win={answer}") for answer in ("kept", "returned")]
    kept, returned = (int(words.rpartition("taken ")[2].partition(",")[0]) for words in shown)
    wins = shown[0].count("PAY Progressive Payout Wager ")
    assert wins
    assert kept - returned == 5 * wins


def test_a_house_may_bring_its_own_book(tmp_path: Path) -> None:
    own = tmp_path / "our_house.toml"
    own.write_bytes((folder() / "maryland.toml").read_bytes())
    assert shift("--profile", str(own), "--rounds", "1") == shift("--profile", "maryland", "--rounds", "1")


def test_however_fast_the_shift_is_dealt() -> None:
    assert "Round 1 complete" in shift("--rounds", "1", "--speed", "1000000")


def test_what_was_shown_is_saved_as_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "screens" / "shift.svg"
    shown = shift("--rounds", "1", "--svg", str(picture))
    assert shown.endswith(f"saved {picture}\n")
    tree = ElementTree.parse(picture)
    assert tree.getroot().tag == "{http://www.w3.org/2000/svg}svg"
    words = " ".join(tree.getroot().itertext()).replace("\N{NO-BREAK SPACE}", " ")
    assert "Round 1   dealer Ana" in words
    assert shown.removesuffix(f"saved {picture}\n") == shift("--rounds", "1")


def test_a_picture_that_cannot_be_saved_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    inside = tmp_path / "file" / "shift.svg"
    result = run("--sim", "--rounds", "1", "--svg", str(inside))
    assert result.exit_code == 2
    assert str(inside) in result.stderr
    assert len(result.stderr.splitlines()) == 1
    onto = run("--sim", "--rounds", "1", "--svg", str(tmp_path))
    assert onto.exit_code == 2
    assert "is a directory" in onto.stderr


def test_without_devices_a_table_needs_the_simulator() -> None:
    result = run()
    assert (result.exit_code, result.stdout) == (2, "")
    assert "a live table needs a station.toml" in result.stderr
    assert "open a simulated table with `run --sim`" in result.stderr
    result = run("--training")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "training with real devices needs a station.toml" in result.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--players", "8"], "8 players do not fit: this massachusetts table has 7 spots"),
        (["--profile", "house_manual", "--players", "7"], "this house_manual table has 6 spots (Table type)"),
        (["--players", "0"], "--players"),
        (["--players", "four"], "--players"),
        (["--rounds", "0"], "--rounds"),
        (["--speed", "-1"], "--speed"),
        (["--seed", "luck"], "--seed"),
        (["--profile", "nevada"], 'no rulebook is called "nevada"; use one of massachusetts'),
        (["--profile", "nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory"),
        (["--option", "war_burn"], '"war_burn" has no value; write NAME=VALUE'),
        (["--option", "war_burn=twice"], 'war_burn cannot be "twice"'),
        (["--option", "colour=red"], '"colour"'),
        (["--fast"], "--fast"),
        (["massachusetts"], "unexpected extra argument"),
    ],
)
def test_what_cannot_be_dealt_is_said_in_a_sentence(words: list[str], complaint: str) -> None:
    result = run("--sim", *words)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert "Round 1" not in result.stdout
