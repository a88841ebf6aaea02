"""How rarely honest cards give a result: tails that know how uneven the stakes and the odds are.

A wager at long odds, or one large stake among small ones, lies lopsided around its mean: a band of so many
standard deviations would raise false alarms. So the tails come from the cumulants of every stake (the saddle
point of Lugannani and Rice, with the step of whole chips). For a plain count of wins that is the binomial, to
a few parts in a hundred.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import reduce

from msgspec import Struct

Outcomes = tuple[tuple[Fraction, Fraction], ...]
"""What a unit comes to for the player, and how likely that is."""
_FARTHEST = 1e9
_HALVINGS = 80


class Lot(Struct, frozen=True):
    """Stakes on one wager under one set of rules."""

    outcomes: Outcomes
    stakes: tuple[tuple[int, int], ...]
    """In cents, and how many there were of each."""


class Chance:
    """The sum of all results for the players, as honest cards would have it."""

    def __init__(self, lots: tuple[Lot, ...], stretch: float = 1.0) -> None:
        self._known = [
            ([(float(value), float(chance)) for value, chance in lot.outcomes if chance], lot.stakes)
            for lot in lots
        ]
        self.stretch = stretch
        """How much wider results lie because hands of one round share the dealer's card."""
        self.step = _step(lots)
        """Results lie so far apart at the least."""
        _, self.mean, variance = self._cumulants(0.0)
        self._spread = math.sqrt(variance) or 1.0

    def at_least(self, cents: float) -> float:
        """How likely the players win so much or more."""
        return self._tail(cents, 1)

    def at_most(self, cents: float) -> float:
        """How likely they win so much or less."""
        return self._tail(cents, -1)

    def edge(self, chance: float, side: int) -> float:
        """The result that is passed so rarely, to the high side (1) or the low (-1)."""
        reach = self._reach(lambda s: self._beyond(s) > chance, side)
        x = self._cumulants(reach)[1] + side * self.step / 2
        return self.mean + (x - self.mean) * self.stretch

    def _tail(self, cents: float, side: int) -> float:
        x = self.mean + (cents - self.mean) / self.stretch - side * self.step / 2
        if (x - self.mean) * side <= 0:
            return 0.5
        end, chance = self._end(side)
        if (x - end) * side > -self.step * 0.75:
            return chance
        return self._beyond(self._reach(lambda s: (self._cumulants(s)[1] - x) * side < 0, side))

    def _end(self, side: int) -> tuple[float, float]:
        """The result beyond which there is none, and its chance: every stake goes the same way."""
        end = logarithm = 0.0
        for outcomes, stakes in self._known:
            farthest = max(value * side for value, _ in outcomes)
            each = math.log(sum(chance for value, chance in outcomes if value * side == farthest))
            end += sum(stake * times for stake, times in stakes) * farthest * side
            logarithm += sum(times for _, times in stakes) * each
        return end, math.exp(max(logarithm, -700.0))

    def _reach(self, short: Callable[[float], bool], side: int) -> float:
        """Where `short` ends to be true, going away from zero."""
        near, far = 0.0, side / self._spread
        while short(far) and abs(far) * self._spread < _FARTHEST:
            near, far = far, far * 2
        for _ in range(_HALVINGS):
            middle = (near + far) / 2
            near, far = (middle, far) if short(middle) else (near, middle)
        return far

    def _beyond(self, s: float) -> float:
        """The chance of lying beyond the result whose saddle point is `s`."""
        k, first, second = self._cumulants(s)
        w = math.sqrt(max(0.0, 2 * (s * first - k)))
        step = self.step
        lattice = math.sinh(min(abs(s) * step / 2, 300.0)) * 2 / step if step else abs(s)
        u = lattice * math.sqrt(max(second, 0.0))
        if w < 1e-6:
            return 0.5
        if u < 1e-300:
            return math.exp(min(0.0, k - s * first))  # At the very end: only one way leads there.
        density = math.exp(-w * w / 2) / math.sqrt(2 * math.pi)
        found = math.erfc(w / math.sqrt(2)) / 2 + density * (1 / u - 1 / w)
        return min(0.5, max(0.0, found))

    def _cumulants(self, s: float) -> tuple[float, float, float]:
        """The logarithm of the mean of exp(s times the sum), and its first two derivatives."""
        k = first = second = 0.0
        for outcomes, stakes in self._known:
            for stake, times in stakes:
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


def _step(lots: tuple[Lot, ...]) -> float:
    gaps = [
        abs(value - lot.outcomes[0][0]) * math.gcd(*(stake for stake, _ in lot.stakes))
        for lot in lots
        for value, chance in lot.outcomes
        if chance and value != lot.outcomes[0][0]
    ]
    return float(reduce(_common, gaps)) if gaps else 0.0


def _common(one: Fraction, other: Fraction) -> Fraction:
    """The largest step that both are whole steps of."""
    below = math.lcm(one.denominator, other.denominator)
    return Fraction(math.gcd(int(one * below), int(other * below)), below)
