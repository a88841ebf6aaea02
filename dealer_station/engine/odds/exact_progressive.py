"""Exact odds of the progressive: how often each line is hit, and the value of the wager.

As in `exact`, neither burns nor other players matter: a hand is a pair of cards out of a full shoe and, at
war, another pair out of the rest. All cards are alike, so that the player's first card may be any of them.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from dealer_station.engine.due.progressive_hands import ProgressiveCards, highest
from dealer_station.engine.due.side_bet_steps import envied_for
from dealer_station.engine.due.wheel import FIVE_DOLLARS
from dealer_station.engine.model.cards import PACK, rank
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.engine.rulebook.rules import Rules

ANY_CARD = PACK[0]


def chances(rules: Rules, strategy: Strategy) -> dict[str, Fraction]:
    """Probability of each line as the highest of a wager, in the order of the paytable."""
    found = {line.hand: Fraction(0) for line in rules.progressive.paytable.value}
    for four, chance in _ties(rules.cards.decks.value, strategy):
        if line := highest(four, rules):
            found[line.hand] += chance
    return found


def return_without_meter(rules: Rules, strategy: Strategy) -> Fraction:
    """Expected return of a unit: the odds, and the stake if the house returns it with a win."""
    return _moment(rules, strategy, 1)


def variance(rules: Rules, strategy: Strategy) -> Fraction:
    """Variance of the return of one wager."""
    return _moment(rules, strategy, 2) - _moment(rules, strategy, 1) ** 2


def meter_dollar(rules: Rules, strategy: Strategy) -> Fraction:
    """Value that each dollar on the meter adds to a wager, in dollars, whatever the stake."""
    found = chances(rules, strategy)
    lines = rules.progressive.paytable.value
    return sum((found[line.hand] * line.meter_percent / 100 for line in lines), Fraction(0))


def envy(rules: Rules, strategy: Strategy) -> Fraction:
    """Value that each other bettor at the table adds to a unit, through the envy bonus."""
    if rules.progressive.envy.value == "none":
        return Fraction(0)
    found = chances(rules, strategy)
    paid = ((line, envied_for(line, rules)) for line in rules.progressive.paytable.value)
    worth = (found[line.hand] * envied.value for line, envied in paid if envied)
    return sum(worth, Fraction(0)) / FIVE_DOLLARS


def _moment(rules: Rules, strategy: Strategy, power: int) -> Fraction:
    found = chances(rules, strategy)
    stake = 1 if rules.progressive.progressive_stake_on_win.value == "returned" else 0
    lines = rules.progressive.paytable.value
    return sum((found[line.hand] * (line.odds + stake) ** power for line in lines), Fraction(0))


def _ties(decks: int, strategy: Strategy) -> Iterator[tuple[ProgressiveCards, Fraction]]:
    """Every tie with its possible sequels and its probability; a hand that does not tie has lost."""
    shoe = Counter(dict.fromkeys(PACK, decks)) - Counter([ANY_CARD])
    for dealer in PACK:
        if rank(dealer) != rank(ANY_CARD):
            continue
        tie, tied_again = Fraction(shoe[dealer], shoe.total()), Fraction(0)
        left = shoe - Counter([dealer])
        pairs = left.total() * (left.total() - 1)
        for first in PACK if strategy == "war" else ():
            for second in (card for card in PACK if rank(card) == rank(first)):
                again = Fraction(left[first] * (left[second] - (first == second)), pairs)
                tied_again += again
                yield ProgressiveCards(ANY_CARD, dealer, first, second), tie * again
        # For the progressive, a war that was won or lost counts as the tie that led to it.
        yield ProgressiveCards(ANY_CARD, dealer), tie * (1 - tied_again)
