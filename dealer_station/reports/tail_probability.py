"""Tail probabilities: the probability of a result with honest cards, for uneven stakes and odds.

A wager at long odds, or one large stake among small ones, has a skewed distribution, and a band of a fixed
number of standard deviations would raise false alarms. The tails are therefore computed from the cumulants of
every stake, with the saddle point formula of Lugannani and Rice and a lattice correction for whole chips. For
a plain count of wins the result agrees with the binomial to a few percent.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import reduce

from msgspec import Struct

Outcomes = tuple[tuple[Fraction, Fraction], ...]
"""The net results of one unit for the player, each with its probability."""
_FARTHEST = 1e9
_HALVINGS = 80


class StakeGroup(Struct, frozen=True):
    """Stakes on one wager under one set of rules."""

    outcomes: Outcomes
    stakes: tuple[tuple[int, int], ...]
    """Each stake in cents, with its count."""


class ResultDistribution:
    """The distribution of the players' total result with honest cards."""

    def __init__(self, lots: tuple[StakeGroup, ...], stretch: float = 1.0) -> None:
        self._known = [
            ([(float(value), float(chance)) for value, chance in lot.outcomes if chance], lot.stakes)
            for lot in lots
        ]
        self.stretch = stretch
        """Factor by which results spread wider because hands of one round share the dealer's card."""
        self.step = _step(lots)
        """The smallest distance between two results."""
        _, self.mean, variance = self._cumulants(0.0)
        self._spread = math.sqrt(variance) or 1.0

    def at_least(self, cents: float) -> float:
        """The probability that the players win this much or more."""
        return self._tail(cents, 1)

    def at_most(self, cents: float) -> float:
        """The probability that the players win this much or less."""
        return self._tail(cents, -1)

    def edge(self, chance: float, side: int) -> float:
        """The result that is exceeded with this probability, on the high side (1) or the low side (-1)."""
        reach = self._reach(lambda s: self._beyond(s) > chance, side)
        x = self._cumulants(reach)[1] + side * self.step / 2
        return self.mean + (x - self.mean) * self.stretch

    def _tail(self, cents: float, side: int) -> float:
        """The probability of this result or a more extreme one on a side; 0.5 beyond the mean."""
        # Undo the stretch and take half a step off: a tail on a lattice includes the result itself.
        x = self.mean + (cents - self.mean) / self.stretch - side * self.step / 2
        if (x - self.mean) * side <= 0:
            return 0.5
        end, chance = self._end(side)
        if (x - end) * side > -self.step * 0.75:
            return chance
        return self._beyond(self._reach(lambda s: (self._cumulants(s)[1] - x) * side < 0, side))

    def _end(self, side: int) -> tuple[float, float]:
        """The most extreme result, where every stake goes the same way, and its probability."""
        end = logarithm = 0.0
        for outcomes, stakes in self._known:
            farthest = max(value * side for value, _ in outcomes)
            each = math.log(sum(chance for value, chance in outcomes if value * side == farthest))
            end += sum(stake * times for stake, times in stakes) * farthest * side
            logarithm += sum(times for _, times in stakes) * each
        return end, math.exp(max(logarithm, -700.0))

    def _reach(self, short: Callable[[float], bool], side: int) -> float:
        """Find by bisection the point, away from zero on this side, at which `short` becomes false."""
        near, far = 0.0, side / self._spread
        while short(far) and abs(far) * self._spread < _FARTHEST:
            near, far = far, far * 2
        for _ in range(_HALVINGS):
            middle = (near + far) / 2
            near, far = (middle, far) if short(middle) else (near, middle)
        return far

    def _beyond(self, s: float) -> float:
        """The probability of a result beyond the one whose saddle point is `s`."""
        # Lugannani and Rice: P = 1 - Phi(w) + phi(w) (1/u - 1/w), with w = sqrt(2 (s K'(s) - K(s))) and
        # u = s sqrt(K''(s)). On a lattice of width `step`, s in u becomes 2 sinh(s step / 2) / step. The code
        # uses |s|, so the result is the tail on the side of s. Near the mean 1/u and 1/w diverge and cancel,
        # so 0.5 is returned there.
        k, first, second = self._cumulants(s)
        w = math.sqrt(max(0.0, 2 * (s * first - k)))
        step = self.step
        lattice = math.sinh(min(abs(s) * step / 2, 300.0)) * 2 / step if step else abs(s)
        u = lattice * math.sqrt(max(second, 0.0))
        if w < 1e-6:
            return 0.5
        if u < 1e-300:
            return math.exp(min(0.0, k - s * first))  # At the extreme end only one combination is left.
        density = math.exp(-w * w / 2) / math.sqrt(2 * math.pi)
        found = math.erfc(w / math.sqrt(2)) / 2 + density * (1 / u - 1 / w)
        return min(0.5, max(0.0, found))

    def _cumulants(self, s: float) -> tuple[float, float, float]:
        """The cumulant generating function of the total at `s`, and its first two derivatives."""
        k = first = second = 0.0
        for outcomes, stakes in self._known:
            for stake, times in stakes:
                # The largest exponent is factored out, so that exp() cannot overflow.
                most = max(s * stake * value for value, _ in outcomes)
                weights = [
                    (stake * value, chance * math.exp(s * stake * value - most)) for value, chance in outcomes
                ]
                total = sum(weight for _, weight in weights)
                mean = sum(value * weight for value, weight in weights) / total
                k += times * (most + math.log(total))
                first += times * mean
                second += times * sum((value - mean) ** 2 * weight for value, weight in weights) / total
        return k, first, second


def _step(lots: tuple[StakeGroup, ...]) -> float:
    """The largest step that divides all differences between results; zero if there are none."""
    gaps = [
        abs(value - lot.outcomes[0][0]) * math.gcd(*(stake for stake, _ in lot.stakes))
        for lot in lots
        for value, chance in lot.outcomes
        if chance and value != lot.outcomes[0][0]
    ]
    return float(reduce(_common, gaps)) if gaps else 0.0


def _common(one: Fraction, other: Fraction) -> Fraction:
    """The greatest common divisor of two fractions."""
    below = math.lcm(one.denominator, other.denominator)
    return Fraction(math.gcd(int(one * below), int(other * below)), below)
