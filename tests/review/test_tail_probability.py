"""The band of 999 in 1,000, beside exact counts: long odds, few ties, one large stake among small ones."""

import math
from collections import Counter
from fractions import Fraction

import pytest

from dealer_station.engine.odds import exact
from dealer_station.reports.expected import Expected, Played, Sums, expected
from dealer_station.reports.tail_probability import ResultDistribution, StakeGroup
from dealer_station.rulebooks import load
from tests.log.shifts import words

RULES = load("massachusetts")
TIE = exact.chance_of_tie(RULES)
PAYS = 10


def at_least(hands: int, wins: int) -> float:
    """The exact chance of so many ties or more."""
    lose = 1 - TIE
    return float(sum(math.comb(hands, n) * TIE**n * lose ** (hands - n) for n in range(wins, hands + 1)))


def ties(hands: int, stake: int = 500) -> ResultDistribution:
    return ResultDistribution(
        (StakeGroup(((Fraction(PAYS), TIE), (Fraction(-1), 1 - TIE)), ((stake, hands),)),)
    )


@pytest.mark.parametrize(("hands", "wins"), [(100, 11), (100, 18), (136, 21), (136, 30), (400, 50), (400, 1)])
def test_tails_are_those_of_the_binomial(hands: int, wins: int) -> None:
    result = 500 * (PAYS * wins - (hands - wins))
    if wins > hands * TIE:
        assert ties(hands).at_least(result) == pytest.approx(at_least(hands, wins), rel=0.03)
    else:
        below = 1 - at_least(hands, wins + 1)
        assert ties(hands).at_most(result) == pytest.approx(below, rel=0.05)


@pytest.mark.parametrize("hands", [136, 300, 1000])
def test_the_band_holds_999_of_1000(hands: int) -> None:
    high, low = (ties(hands).edge(0.0005, side) for side in (1, -1))
    inside = [n for n in range(hands + 1) if low <= 500 * (PAYS * n - (hands - n)) <= high]
    outside = 1 - at_least(hands, inside[0]) + at_least(hands, inside[-1] + 1)
    assert outside < 0.00101


def test_where_no_wager_wins_the_chance_is_exact() -> None:
    assert ties(147).at_most(-500 * 147) == pytest.approx(float((1 - TIE) ** 147))
    assert ties(12).at_least(500 * PAYS * 12) == pytest.approx(float(TIE**12))


def judged(stakes: Counter[int], won: Counter[int]) -> Expected:
    """Tie wagers, each in a separate round."""
    sums = Sums()
    pays = exact.tie_value(RULES)
    win = (pays + 1) / TIE - 1
    for stake, times in stakes.items():
        for number in range(times):
            lost = stake if number >= won[stake] else round(-stake * win)
            sums.add({1: stake}, 1, lost)
    return expected(RULES, "tie", sums, Played(words("massachusetts")))


def test_twenty_one_ties_of_136_are_no_alarm_and_twenty_four_are() -> None:
    unlikely = judged(Counter({500: 136}), Counter({500: 21}))
    assert unlikely.is_judged
    assert unlikely.tail == pytest.approx(at_least(136, 21), rel=0.03)
    assert not unlikely.is_outside, "one in 945, and the band takes one in 2,000 on each side"
    assert judged(Counter({500: 136}), Counter({500: 24})).is_outside


def test_one_large_stake_among_small_ones_is_not_many() -> None:
    lump = judged(Counter({500: 146, 100_000: 1}), Counter({500: 11, 100_000: 1}))
    assert not lump.is_judged
    assert lump.tail > 0.01, "it comes about once in 13.5"


def test_a_table_whose_every_hand_wins_is_seen_for_what_it_is() -> None:
    all_won = judged(Counter({500: 200}), Counter({500: 200}))
    assert all_won.is_outside
    assert all_won.tail < 1e-100
