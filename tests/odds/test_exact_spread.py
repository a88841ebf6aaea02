"""The spread of results: by hand where that can be done, and beside rounds that were played."""

from random import Random

import pytest

from dealer_station.engine.odds.exact_spread import spread
from dealer_station.rulebooks import NAMES, load

ROUNDS = 40_000


@pytest.mark.parametrize("book", NAMES)
def test_the_spread_is_that_of_cards_drawn_at_random(book: str) -> None:
    rules, rng = load(book), Random(7)
    shoe = [rank for rank in range(13) for _ in range(rules.cards.decks.value * 4)]
    sums = [0.0, 0.0, 0.0]
    for _ in range(ROUNDS):
        dealer, *players = rng.sample(shoe, 3)
        # A surrender is decided at once: a half is lost.
        one, other = (1.0 if player > dealer else -0.5 if player == dealer else -1.0 for player in players)
        sums = [total + more for total, more in zip(sums, (one, one * one, one * other), strict=True)]
    mean, square, product = (total / ROUNDS for total in sums)
    found = spread(rules, "main", "surrender")
    assert float(found.variance) == pytest.approx(square - mean**2, abs=0.02)
    assert float(found.covariance) == pytest.approx(product - mean**2, abs=0.02)


def test_two_tie_wagers_of_a_round_win_together_hardly_more_often_than_chance_has_it() -> None:
    found = spread(load("massachusetts"), "tie", "war")
    tie = 23 / 311
    assert float(found.variance) == pytest.approx(121 * tie * (1 - tie))
    assert float(found.covariance) == pytest.approx(121 * (tie * 22 / 310 - tie**2))
