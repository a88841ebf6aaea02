"""`hw-sim shoe` prints a shuffled shoe as lines of a written round."""

import pytest
from click.testing import CliRunner

from dealer_station.engine.model.cards import PACK
from hw_sim.cli import main


def printed(*words: str) -> list[str]:
    result = CliRunner().invoke(main, ["shoe", *words])
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def test_the_whole_shoe_is_printed_with_its_cut_card() -> None:
    lines = printed("--profile", "new_zealand", "--decks", "4", "--seed", "5")
    assert len(lines) == 4 * 52 + 1
    assert lines.index("shoe cut") == 2 * 52
    assert {line for line in lines if line != "shoe cut"} == {f"shoe {card}" for card in PACK}


def test_the_first_cards_of_a_seed_are_always_the_same() -> None:
    assert printed("--cards", "6") == printed()[:6]
    assert printed("--cards", "0") == []
    assert printed("--cards", "6") != printed("--cards", "6", "--seed", "2")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--profile", "nevada"], 'no rulebook is called "nevada"'),
        (["--profile", "exhibit_a", "--decks", "6"], 'decks cannot be "6"'),
        (["--cards", "-1"], "--cards"),
    ],
)
def test_what_cannot_be_shuffled_is_said_in_a_sentence(words: list[str], complaint: str) -> None:
    result = CliRunner().invoke(main, ["shoe", *words])
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert "Traceback" not in result.output
