"""Rounds of a simulated table, written down: they read back as the same and play again to the letter."""

import pytest
from msgspec.structs import replace

from dealer_station.engine.model import observations as o
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.reader import read
from dealer_station.engine.notation.writer import write
from dealer_station.written_rounds.play import Player
from tests.notation.transcripts import HOUSES, Scribe

SEEDS = range(10)

House = tuple[str, dict[str, str]]


def named(house: House) -> str:
    return " ".join((house[0], *(f"{name}={value}" for name, value in house[1].items())))


all_houses = pytest.mark.parametrize("house", HOUSES, ids=named)
all_books = pytest.mark.parametrize("house", HOUSES[::2], ids=named)


def written_down(house: House, seed: int, *, rounds: int = 5, twists: bool = True) -> Scribe:
    name, options = house
    scribe = Scribe(w.Header(name, tuple(sorted(options.items())), start="loaded"), seed, twists=twists)
    scribe.play(rounds)
    return scribe


def played(written: w.Written) -> Player:
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    assert player.failure is None
    return player


def without_numbers(written: w.Written) -> w.Written:
    return replace(written, lines=tuple(replace(line, number=0) for line in written.lines))


@pytest.mark.parametrize("seed", SEEDS)
@all_houses
def test_a_round_that_was_written_down_reads_the_same_and_plays_again(house: House, seed: int) -> None:
    scribe = written_down(house, seed)
    again = read(write(scribe.written))
    assert without_numbers(again) == scribe.written
    player = played(again)
    assert player.table == scribe.table
    assert [account.outcome for account in player.ledger.rounds] == ["complete"] * 5


@all_books
def test_a_whole_shoe_that_was_written_down_plays_again(house: House) -> None:
    scribe = written_down(house, 1, rounds=60)
    acts = [line.act for line in scribe.lines]
    if scribe.rules.cards.card_supply.value != "csm":
        assert o.CutCardSeen() in acts
    again = read(write(scribe.written))
    assert without_numbers(again) == scribe.written
    assert played(again).table == scribe.table


@all_houses
def test_a_round_plays_the_same_with_the_due_taps_left_out(house: House) -> None:
    full = written_down(house, 7, twists=False).written
    left = tuple(line for line in full.lines if not isinstance(line.act, o.Confirmed))
    brief = replace(full, lines=tuple(replace(line, expect=_lasting(line)) for line in left))
    assert len(brief.lines) < len(full.lines)
    accounts = [
        [account.as_json("a.round", "") for account in played(written).ledger.rounds]
        for written in (full, brief)
    ]
    assert accounts[0] == accounts[1]


def _lasting(line: w.WrittenLine) -> w.Expect | None:
    """The expectation that holds after a line even where the tap after it was left out."""
    return None if isinstance(line.expect, w.StepDue) else line.expect


@all_books
def test_the_rounds_reach_every_part_of_the_game(house: House) -> None:
    lines = [line for seed in (1, 2) for line in written_down(house, seed, rounds=60).lines]
    acts = [type(line.act) for line in lines]
    assert {o.BetsPlaced, o.Called, o.CardDrawn, o.Settled, o.Confirmed, w.End} <= set(acts)
    assert {o.Answered, o.DealerArrived, o.TookBack} <= set(acts)
    text = write(w.Written(w.Header(house[0]), tuple(lines)))
    for part in ("-> burn", "-> dealer", " war", " surrender", "main half", "war pay", "war take", "?"):
        assert part in text
