"""Every written round plays, and reads back from its own writing as the same round."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from dealer_station.cli.play import play_file
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.reader import read
from dealer_station.engine.notation.writer import write
from dealer_station.engine.words.prompts import STEPS
from dealer_station.rulebooks import NAMES
from dealer_station.written_rounds.play import Player

ROUNDS = Path(__file__).parent.parent / "rounds"
FILES = sorted(ROUNDS.rglob("*.round"))
FOLDERS = sorted({path.parent for path in FILES})


def named(path: Path) -> str:
    return path.relative_to(ROUNDS).with_suffix("").as_posix()


def rounds_in(folder: Path) -> dict[str, w.Written]:
    """The written rounds of one folder, without those of the folders in it."""
    return {path.name: read(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.round"))}


def without_numbers(written: w.Written) -> w.Written:
    return replace(written, lines=tuple(replace(line, number=0) for line in written.lines))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_the_written_round_plays(path: Path) -> None:
    result = play_file(path)
    assert not result.unreadable
    assert result.failure is None
    assert all(account["outcome"] != "open" for account in result.rounds)


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_what_was_written_reads_back_as_the_same_round(folder: Path) -> None:
    for name, written in rounds_in(folder).items():
        again = read(write(written))
        assert without_numbers(again) == without_numbers(written), name
        assert write(again) == write(written), name


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_no_expectation_holds_by_accident(folder: Path) -> None:
    """Turned into what cannot follow, the last expectation of each round makes it fail on that very line."""
    for name, written in rounds_in(folder).items():
        expecting = [index for index, line in enumerate(written.lines) if line.expect]
        assert expecting, f"{name}: a written round that expects nothing tests nothing"
        index = expecting[-1]
        spoiled = replace(written.lines[index], expect=spoil(written.lines[index].expect))
        player = Player.at_table_of(written.header)
        player.play((*written.lines[:index], spoiled))
        assert player.failure, name
        assert player.failure.line == spoiled.number, name


def spoil(expect: w.Expect | None) -> w.Expect:
    """An expectation that the same line cannot meet."""
    match expect:
        case w.CardGoes(place):
            return w.CardGoes("rack" if place != "rack" else "burn")
        case w.StepDue(step):
            return w.StepDue("bets" if step != "bets" else "call")
        case w.MoneyMoves(hand, lines):
            return w.MoneyMoves(hand, (*lines, ("main", "pay", 1)))
        case _:
            return w.StepDue(next(step for step in STEPS if step == "return_cards"))


@pytest.mark.parametrize("name", NAMES)
def test_each_rulebook_has_at_least_twenty_five_written_rounds(name: str) -> None:
    assert len([path for path in FILES if path.relative_to(ROUNDS).parts[0] == name]) >= 25
