"""Rounds played through the engine come to what combinatorics says, on any number of cores."""

import math
from fractions import Fraction
from random import Random

import pytest

from dealer_station.engine.model.cards import rank
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.observations import CardDrawn, Confirmed, CutCardSeen, Observation
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.rulebooks import NAMES, load
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.people.people import SimulatedPeople
from hw_sim.tables import round_memory
from hw_sim.tables.played_odds import BLOCK_ROUNDS, Odds, Trial, TrialSums, estimate, play, play_block
from hw_sim.tables.round_memory import RoundMemory
from tests.odds.test_exact import with_lines

ROUNDS = [1_000, pytest.param(30_000, marks=pytest.mark.campaign)]


def played(trial: Trial, jobs: int = 1) -> Odds:
    done: list[int] = []
    result = play(trial, jobs, done.append)
    assert sum(done) == trial.rounds
    return result


def assert_agrees(result: Odds) -> None:
    for figure in (result.main_ev, result.tie_ev, result.p_tie):
        assert figure.z is not None
        assert abs(figure.z) < 4, result


@pytest.mark.parametrize(("strategy", "players"), [("war", 1), ("war", 4), ("surrender", 2)])
@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("book", NAMES)
def test_played_and_exact_agree_within_four_standard_errors(
    book: str, rounds: int, strategy: Strategy, players: int
) -> None:
    assert_agrees(played(Trial(load(book), players, strategy, rounds=rounds, seed=11)))


@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("house_manual", {"card_supply": "hand_no_rules"}),
        ("exhibit_a", {"dealer_war_cards": "one_per_war_player"}),
        ("new_zealand", {"decks": "4", "war_burn": "none"}),
    ],
)
def test_they_agree_whatever_the_operator_chose(book: str, options: dict[str, str]) -> None:
    assert_agrees(played(Trial(load(book, options), 3, "war", rounds=2_000, seed=5)))


def test_they_agree_for_a_house_that_pays_otherwise() -> None:
    rules = with_lines(load("massachusetts"), "settlement", "tied", "tie pay 13")
    result = played(Trial(rules, 1, "war", rounds=1_000, seed=3))
    assert result.tie_ev.exact == pytest.approx(14 * 23 / 311 - 1)
    assert_agrees(result)


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    trial = Trial(load("massachusetts"), 1, "war", rounds=2 * BLOCK_ROUNDS + 1, seed=9)
    alone = played(trial, jobs=1)
    assert played(trial, jobs=3) == alone
    assert played(Trial(trial.rules, 1, "war", trial.rounds, seed=10)) != alone


@pytest.mark.parametrize(("strategy", "players"), [("war", 1), ("surrender", 2), ("war", 3)])
@pytest.mark.parametrize("book", NAMES)
def test_remembered_rounds_are_those_that_the_engine_plays(
    book: str, strategy: Strategy, players: int
) -> None:
    trial = Trial(load(book), players, strategy, rounds=BLOCK_ROUNDS + 400, seed=21)
    memory = RoundMemory(trial.rules)
    for block in (1, 0, 1) if players == 1 else (1,):
        assert play_block(trial, block, memory) == play_block(trial, block)


@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("house_manual", {"card_supply": "hand_no_rules"}),
        ("exhibit_a", {"dealer_war_cards": "one_per_war_player"}),
        ("new_zealand", {"decks": "4", "war_burn": "none"}),
    ],
)
def test_a_full_memory_is_emptied_and_stays_right(
    book: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_memory, "MOST_SITUATIONS", 50)
    trial = Trial(load(book, options), 2, "war", rounds=600, seed=4)
    assert play_block(trial, 0, RoundMemory(trial.rules)) == play_block(trial, 0)


def test_a_block_plays_its_share_and_the_last_one_the_rest() -> None:
    trial = Trial(load("massachusetts"), 1, "surrender", rounds=BLOCK_ROUNDS + 3, seed=1)
    assert play_block(trial, 1).rounds == 3


def counted_by_hand(trial: Trial, block: int) -> tuple[int, int]:
    """Units won and hands tied by one player under massachusetts, card by card, without the engine."""
    shoe, cut_card_seen = SimulatedShoe(trial.rules, Random(f"{trial.seed} {block}")), False

    def next_rank() -> int:
        nonlocal cut_card_seen
        out = shoe.draw()
        if isinstance(out, CutCardSeen):
            cut_card_seen = True
            out = shoe.draw()
        assert isinstance(out, CardDrawn)
        assert out.card is not None
        return rank(out.card)

    units = ties = 0
    next_rank()  # the opening burn
    for _ in range(BLOCK_ROUNDS):
        if cut_card_seen:
            shoe.reload()
            cut_card_seen = False
            next_rank()
        player, dealer = next_rank(), next_rank()
        if player != dealer:
            units += 1 if player > dealer else -1
            continue
        ties += 1
        _, _, _, player, dealer = (next_rank() for _ in range(5))
        units += 2 if player == dealer else 1 if player > dealer else -2
    return units, ties


def test_a_block_comes_to_the_cent_to_what_its_cards_say() -> None:
    trial = Trial(load("massachusetts"), 1, "war", rounds=2 * BLOCK_ROUNDS, seed=2)
    tally = play_block(trial, 1)
    assert (tally.main_cents.total / 1000, tally.ties.total) == counted_by_hand(trial, 1)


def test_the_standard_error_is_taken_over_rounds() -> None:
    sums = TrialSums()
    for cents in (2000, -2000, 0, 4000):
        sums.add(cents)
    found = estimate(sums, rounds=4, unit=2000, exact_value=Fraction(1, 4))
    spread = math.sqrt(((1 - 0.5) ** 2 + (-1 - 0.5) ** 2 + 0.5**2 + (2 - 0.5) ** 2) / 3 / 4)
    assert (found.mean, found.exact) == (0.5, 0.25)
    assert (found.stderr, found.z) == pytest.approx((spread, 0.25 / spread))


def test_nothing_is_said_of_the_error_where_all_rounds_were_alike() -> None:
    assert estimate(TrialSums(0, 0), 2, 1, Fraction(23, 311)).z is None


def test_a_table_that_refuses_ends_the_trial_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def confirm(_people: SimulatedPeople, _step: object) -> Observation:
        return Confirmed("pick_up")

    monkeypatch.setattr(SimulatedPeople, "respond", confirm)
    with pytest.raises(ProfileError, match='massachusetts cannot be played: "Pick up the cards'):
        play_block(Trial(load("massachusetts"), 1, "war", 2, 1), 0)
