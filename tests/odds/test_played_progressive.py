"""The progressive played through the engine comes to what combinatorics says, hit by hit and to the cent."""

from fractions import Fraction
from random import Random

import pytest

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.rulebooks import load
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.tables.played_odds import (
    FEWEST_HITS,
    ProgressiveOdds,
    Trial,
    TrialSums,
    estimate,
    play,
    play_block,
)
from tests.odds.test_exact_progressive import line_made, rules_for


def played(trial: Trial) -> ProgressiveOdds:
    result = play(trial, 1, lambda _: None)
    assert result.progressive is not None
    return result.progressive


@pytest.mark.parametrize(
    ("book", "options", "players", "strategy"),
    [
        ("massachusetts", {}, 1, "war"),
        ("maryland", {"progressive_stake_on_win": "returned", "meter_rate": "1.5"}, 3, "war"),
        ("maryland", {"suited_double_tie": "all_four_one_suit", "payout_limit": "500"}, 2, "war"),
        ("maryland", {"decks": "6"}, 2, "surrender"),
    ],
)
def test_played_and_exact_agree_within_five_standard_errors(
    book: str, options: dict[str, str], players: int, strategy: Strategy
) -> None:
    result = played(Trial(rules_for(book, **options), players, strategy, rounds=1_000, seed=6))
    assert result.wagers == 1_000 * players
    judged = [line for line in result.lines if line.p.z is not None]
    assert {line.hand for line in judged} >= {"Tie", "Suited Tie"}
    for figure in (*(line.p for line in judged), result.return_without_meter):
        assert figure.z is not None
        assert abs(figure.z) < 5, result
    for line in result.lines:
        assert line.p.mean == line.hits / result.wagers
        assert (line.p.z is None) == (line.p.exact * result.wagers < FEWEST_HITS)


def test_who_surrenders_hits_ties_and_suited_ties_alone() -> None:
    result = played(Trial(rules_for(), 3, "surrender", rounds=400, seed=2))
    assert {line.hand for line in result.lines if line.hits} == {"Tie", "Suited Tie"}


def counted_by_hand(trial: Trial) -> dict[str, int]:
    """One player under massachusetts, card by card, without the engine."""
    shoe, cut_card_seen = SimulatedShoe(trial.rules, Random(f"{trial.seed} 0")), False

    def next_card() -> Card:
        nonlocal cut_card_seen
        out = shoe.draw()
        if isinstance(out, CutCardSeen):
            cut_card_seen = True
            out = shoe.draw()
        assert isinstance(out, CardDrawn)
        assert out.card is not None
        return out.card

    hits: dict[str, int] = {}
    next_card()  # the opening burn
    for _ in range(trial.rounds):
        if cut_card_seen:
            shoe.reload()
            cut_card_seen = False
            next_card()
        player, dealer = next_card(), next_card()
        if player[0] == dealer[0]:
            _, _, _, player_at_war, dealer_at_war = (next_card() for _ in range(5))
            made = line_made((player, dealer, player_at_war, dealer_at_war), strict=False)
            hits[made] = hits.get(made, 0) + 1
    return hits


def test_a_block_comes_to_the_cent_to_what_its_cards_say() -> None:
    trial = Trial(rules_for(), 1, "war", rounds=2_000, seed=3)
    tally, expected = play_block(trial, 0), counted_by_hand(trial)
    assert {hand: sums.total for hand, sums in tally.hits.items()} == expected
    odds = {line.hand: line.odds for line in trial.rules.progressive.paytable.value}
    assert tally.progressive_cents.total == sum(500 * odds[hand] * hits for hand, hits in expected.items())


def test_what_the_meter_pays_is_no_part_of_the_return(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimulatedShoe, "draw", lambda _: CardDrawn(Card("9h")))
    result = played(Trial(rules_for(), 2, "war", rounds=2, seed=1))
    assert [(line.hand, line.hits) for line in result.lines if line.hits] == [("Suited 4 of a Kind", 4)]
    assert result.return_without_meter.mean == 1000


def test_a_table_without_the_wager_has_nothing_to_say_of_it() -> None:
    assert play(Trial(load("maryland"), 1, "war", 2, 1), 1, lambda _: None).progressive is None


def test_a_few_hits_are_not_taken_for_certain() -> None:
    """A line that never came has no spread; what is known of it stands in."""
    p = Fraction(1, 100)
    found = estimate(TrialSums(), 10_000, 1, p, least_variance=p * (1 - p))
    assert found.stderr == pytest.approx((0.01 * 0.99 / 10_000) ** 0.5)
    assert found.z == pytest.approx(-0.01 / found.stderr)
