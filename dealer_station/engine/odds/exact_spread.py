"""The spread of results around the expectation of `exact`: variance of one hand, covariance of two.

The hands of a round play against the same card of the dealer, so they are positively correlated. As in
`exact`, only the set of unseen cards matters.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.cards import RANKS, SUITS
from dealer_station.engine.model.wager_outcomes import Wager
from dealer_station.engine.odds.exact import chance_of_pair, net_of_lines
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.engine.rulebook.rules import Rules

Judged = Literal["main", "tie"]
"""The wagers that every hand of a round may have; the main wager with the war that a tie may ask for."""


class Spread(Struct, frozen=True):
    """The variance of one hand and the covariance of two, for a unit on each."""

    variance: Fraction
    covariance: Fraction
    """Of two hands on different spots of one round."""


class _Results(Struct, frozen=True):
    """The results of a unit: decided at once, or after a war that was won, lost or tied."""

    higher: Fraction
    lower: Fraction
    won: Fraction
    lost: Fraction
    tied: Fraction


def spread(rules: Rules, wager: Judged, strategy: Strategy) -> Spread:
    """The variance of one hand, and the covariance of two."""
    return _spread(_results(rules, wager, strategy), rules.cards.decks.value * len(SUITS))


def outcomes(rules: Rules, wager: Judged, strategy: Strategy) -> tuple[tuple[Fraction, Fraction], ...]:
    """Possible results of a unit, with their probabilities."""
    results, each = _results(rules, wager, strategy), rules.cards.decks.value * len(SUITS)
    full = [each] * len(RANKS)
    tie, again = chance_of_pair(full), chance_of_pair([each - 2, *full[1:]])
    decided, at_war = (1 - tie) / 2, tie * (1 - again) / 2
    return (
        *((results.higher, decided), (results.lower, decided)),
        *((results.won, at_war), (results.lost, at_war), (results.tied, tie * again)),
    )


def _results(rules: Rules, wager: Judged, strategy: Strategy) -> _Results:
    settlement, war = rules.settlement, rules.war
    stakes: tuple[Wager, ...] = ("main", "war") if wager == "main" else ("tie",)
    higher, lower = net_of_lines(stakes, settlement.higher), net_of_lines(stakes, settlement.lower)
    if wager == "tie":
        after = (net_of_lines(stakes, settlement.tied),) * 3
    elif strategy == "surrender":
        after = (net_of_lines(stakes, settlement.tied, settlement.surrender),) * 3
    else:
        outcomes = (war.won, war.lost, war.tied)
        won, lost, tied = (net_of_lines(stakes, settlement.tied, outcome) for outcome in outcomes)
        after = (won, lost, tied)
    return _Results(higher, lower, *after)


@lru_cache(maxsize=32)
def _spread(results: _Results, each: int) -> Spread:
    full = [each] * len(RANKS)
    tie, again = chance_of_pair(full), chance_of_pair([each - 2, *full[1:]])
    mean = _mean(results, tie, _after_tie(results, again))
    squares = _Results(
        *(value**2 for value in (getattr(results, name) for name in _Results.__struct_fields__))
    )
    variance = _mean(squares, tie, _after_tie(squares, again)) - mean**2
    return Spread(variance, _together(results, each) - mean**2)


def _mean(results: _Results, tie: Fraction, after_tie: Fraction) -> Fraction:
    return (1 - tie) * (results.higher + results.lower) / 2 + tie * after_tie


def _after_tie(results: _Results, again: Fraction) -> Fraction:
    """The value after a tie; two different cards are equally likely in either order."""
    return (1 - again) * (results.won + results.lost) / 2 + again * results.tied


def _together(results: _Results, each: int) -> Fraction:
    """The mean product of two hands, over all arrangements of three cards, weighted by their number."""
    cards = each * len(RANKS)
    one_tied = _after_tie(results, chance_of_pair([each - 2, each - 1, *[each] * (len(RANKS) - 2)]))
    total = Fraction(0)
    for dealer in range(len(RANKS)):
        above, below = len(RANKS) - 1 - dealer, dealer
        # With one card of the dealer gone, `each - 1` of its rank are left, and `each` of every other.
        for first, second, ways in _pairs(above, below, each):
            total += ways * _product(results, first, second, one_tied, each, dealer)
    return total * each / (cards * (cards - 1) * (cards - 2))


def _pairs(above: int, below: int, each: int) -> list[tuple[int, int, int]]:
    """Results of two hands against the dealer, higher (1), lower (-1) or tied (0), and their number."""
    of = {1: above * each, -1: below * each, 0: each - 1}
    return [(a, b, of[a] * (of[b] - (a == b))) for a in of for b in of]


def _product(
    results: _Results, first: int, second: int, one_tied: Fraction, each: int, dealer: int
) -> Fraction:
    if first == second == 0:
        return _both_at_war(results, each, dealer)
    decided = {1: results.higher, -1: results.lower, 0: one_tied}
    return decided[first] * decided[second]


def _both_at_war(results: _Results, each: int, gone: int) -> Fraction:
    """The value if both hands go to war against one dealer's card; three cards of the tied rank are gone."""
    left = [each - 3 if rank == gone else each for rank in range(len(RANKS))]
    cards, total = sum(left), Fraction(0)
    for dealer, of_dealer in enumerate(left):
        of = Counter({1: sum(left[dealer + 1 :]), -1: sum(left[:dealer]), 0: of_dealer - 1})
        worth = {1: results.won, -1: results.lost, 0: results.tied}
        for a in of:
            for b in of:
                total += of_dealer * of[a] * (of[b] - (a == b)) * worth[a] * worth[b]
    return total / (cards * (cards - 1) * (cards - 2))
