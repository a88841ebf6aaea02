"""Expected result of each wager by the cards alone, and whether the actual result can be chance.

The expectation is exact (`engine/odds/exact.py`); the probability of a deviation follows from every stake
(`tail_probability.py`). Rounds are assumed to be independent of each other.
"""

import math
from collections import Counter
from fractions import Fraction

from msgspec import Struct, field

from dealer_station.engine.odds import exact, exact_progressive
from dealer_station.engine.odds.exact_spread import outcomes, spread
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.log.store.records import RulesKept
from dealer_station.reports.row_context import ReportQuery
from dealer_station.reports.tail_probability import Outcomes, ResultDistribution, StakeGroup
from dealer_station.review.tables_and_charts import (
    Band,
    Cell,
    Chart,
    Column,
    ReportTable,
    Series,
    SeriesValue,
)

EACH_SIDE = 0.0005
"""Probability with which honest cards pass each end of the band: 999 of 1,000 results lie inside."""
BAND_Z = 3.2905
"""Half-width of the same band in standard deviations, for results that are shown and not judged."""
FEWEST_HANDS, FEWEST_WINS = 100, 10
"""Minimum for a judgement, in equivalent equal stakes: a few large ones say little about a table."""
NAMES = {
    "main": "main and war",
    "war_tie": "tie on the war",
    "progressive": "progressive without the meter",
}


class Sums(Struct):
    """Stakes and results of one wager under one set of rules."""

    hands: int = 0
    staked_cents: int = 0
    house_cents: int = 0
    squares: int = 0
    """Sum of the squared stakes on each spot."""
    products: int = 0
    """Sum of the products of stakes on different spots of a round, each pair twice."""
    stakes: Counter[int] = field(default_factory=Counter)

    def add(self, stakes: dict[int, int], hands: int, house_cents: int) -> None:
        """Add a round: the stakes by spot, and the result of the house."""
        total, squares = sum(stakes.values()), sum(stake**2 for stake in stakes.values())
        self.hands += hands
        self.staked_cents += total
        self.house_cents += house_cents
        self.squares += squares
        self.products += total**2 - squares
        self.stakes.update(stakes.values())


class Played(Struct):
    """All rounds under one set of rules."""

    words: RulesKept
    sums: dict[str, Sums] = field(default_factory=dict)
    war_cents: int = 0
    tied_cents: int = 0
    """Main wagers that tied; `war_cents` are those of them that went to war."""


class Expected(Struct, frozen=True):
    """Actual and expected result of the house on one wager, in cents."""

    wager: str
    hands: int
    staked_cents: int
    house_cents: int
    expected_cents: float
    deviation_cents: float
    alone_cents: float
    """The deviation if no two hands shared the dealer's card."""
    squares: int
    wins: float
    """The expected number of wins."""
    lots: tuple[StakeGroup, ...] = ()
    """Empty if the probability of each result is not known."""

    @property
    def chance(self) -> ResultDistribution:
        """The distribution of the players' result."""
        stretch = self.deviation_cents / self.alone_cents if self.alone_cents else 1.0
        return ResultDistribution(self.lots, stretch)

    @property
    def pays_too_well(self) -> bool:
        """True if the house won less than expected."""
        return self.house_cents < self.expected_cents

    @property
    def tail(self) -> float:
        """The probability of a deviation at least this large, to this side."""
        if self.pays_too_well:
            return self.chance.at_least(-self.house_cents)
        return self.chance.at_most(-self.house_cents)

    @property
    def band_cents(self) -> tuple[float, float]:
        """Low and high end of the band, as results of the house."""
        if not self.lots:
            reach = BAND_Z * self.deviation_cents
            return self.expected_cents - reach, self.expected_cents + reach
        chance = self.chance
        return -chance.edge(EACH_SIDE, 1), -chance.edge(EACH_SIDE, -1)

    @property
    def is_judged(self) -> bool:
        """True if there are enough stakes, weighted by size: one large stake does not count as many."""
        alike = self.staked_cents**2 / self.squares if self.squares else 0.0
        wins = alike * self.wins / self.hands if self.hands else 0.0
        return bool(self.lots) and alike >= FEWEST_HANDS and wins >= FEWEST_WINS

    @property
    def is_outside(self) -> bool:
        """True if the result is judged and lies outside the band."""
        return self.is_judged and self.tail < EACH_SIDE

    def percent(self, cents: float) -> float:
        """An amount in percent of the stakes."""
        return 100 * cents / self.staked_cents if self.staked_cents else 0.0


def expected(rules: Rules, wager: str, sums: Sums, played: Played) -> Expected:
    """The expected result of a wager; war and surrender are weighted by the choices of these players."""
    war = Fraction(played.war_cents, played.tied_cents) if played.tied_cents else Fraction(1)
    tie = exact.chance_of_tie(rules)
    covariance = Fraction(0)
    units: Outcomes = ()
    if wager == "main":
        means = exact.main_value(rules, "war"), exact.main_value(rules, "surrender")
        at_war, given_up = spread(rules, "main", "war"), spread(rules, "main", "surrender")
        mean, variance = _mixed(war, *means), _mixed(war, at_war.variance, given_up.variance)
        covariance, chance = _mixed(war, at_war.covariance, given_up.covariance), (1 - tie) / 2
        units = tuple((value, one * war) for value, one in outcomes(rules, "main", "war"))
        units += tuple((value, one * (1 - war)) for value, one in outcomes(rules, "main", "surrender"))
    elif wager == "tie":
        of_tie = spread(rules, "tie", "war")
        mean, variance, covariance = exact.tie_value(rules), of_tie.variance, of_tie.covariance
        chance, units = tie, outcomes(rules, "tie", "war")
    elif wager == "war_tie":
        chance, mean = exact.chance_of_war_tie(rules), exact.war_tie_value(rules)
        win = (mean + 1) / chance if chance else Fraction(0)
        variance, units = chance * (1 - chance) * win**2, ((win - 1, chance), (Fraction(-1), 1 - chance))
    else:
        mean = exact_progressive.return_without_meter(rules, "war") - 1
        variance, chance = exact_progressive.variance(rules, "war"), tie
    # Var(sum of s_i X_i) = variance * sum(s_i^2) + covariance * sum over pairs(s_i s_j): two hands of one
    # round are correlated, because they meet the same dealer's card.
    alone, shared = (float(part) for part in (variance * sums.squares, covariance * sums.products))
    return Expected(
        *(wager, sums.hands, sums.staked_cents, sums.house_cents, float(-mean * sums.staked_cents)),
        *(math.sqrt(max(0.0, alone + shared)), math.sqrt(max(0.0, alone)), sums.squares),
        *(
            float(chance * sums.hands),
            (StakeGroup(units, tuple(sorted(sums.stakes.items()))),) if units else (),
        ),
    )


def _mixed(share: Fraction, one: Fraction, other: Fraction) -> Fraction:
    """The weighted mean of two values."""
    return share * one + (1 - share) * other


def both(one: Expected, other: Expected) -> Expected:
    """The sum of the results of one wager under two sets of rules."""
    return Expected(
        one.wager,
        one.hands + other.hands,
        one.staked_cents + other.staked_cents,
        one.house_cents + other.house_cents,
        one.expected_cents + other.expected_cents,
        math.hypot(one.deviation_cents, other.deviation_cents),
        math.hypot(one.alone_cents, other.alone_cents),
        one.squares + other.squares,
        one.wins + other.wins,
        one.lots + other.lots,
    )


def verdict(one: Expected, ask: ReportQuery) -> str:
    """The result of a wager in a sentence."""
    name = NAMES.get(one.wager, one.wager)
    won, staked, due = (cents / 100 for cents in (one.house_cents, one.staked_cents, one.expected_cents))
    told = f"{name.capitalize()}: the house won {won:,.2f} of {staked:,.2f} staked, expected {due:,.2f}"
    return f"{told}; {judgement(one, ask)}."


def judgement(one: Expected, ask: ReportQuery) -> str:
    """The judgement in words that need no statistics."""
    if one.wager == "progressive":
        return "not judged: a few rare wins decide it, check the hands that won"
    if not one.is_judged:
        return "too few hands to judge, or a few large stakes decide it"
    if not one.is_outside:
        return "inside the band"
    what = "the table pays too well" if one.pays_too_well else "the table takes too much"
    period = "shift" if ask.is_one_day else "such period"
    return f"outside the band: {what}, one {period} in {_rarity(one.tail):,} would look like this by chance"


def _rarity(tail: float) -> int:
    """The N in "one in N results deviates this far", for either side, to two digits and at most a billion."""
    chance = max(2 * tail, 1e-9)
    odds = 1 / chance
    digits = 10 ** max(0, math.floor(math.log10(odds)) - 1)
    return int(odds // digits * digits)


def chart(found: tuple[Expected, ...]) -> Chart:
    """A chart of every wager in its band."""
    bands = [one.band_cents for one in found]
    return Chart(
        "House result against expectation",
        "percent of what was staked",
        tuple(NAMES.get(one.wager, one.wager) for one in found),
        (
            Series(
                "house result",
                "points",
                tuple(
                    SeriesValue(
                        one.percent(one.house_cents),
                        "outside" if one.is_outside else "",
                        f"{one.percent(one.house_cents):.1f} %",
                    )
                    for one in found
                ),
            ),
        ),
        Band(
            "999 of 1,000 results lie here; the line is the expected result",
            tuple(one.percent(low) for one, (low, _) in zip(found, bands, strict=True)),
            tuple(one.percent(high) for one, (_, high) in zip(found, bands, strict=True)),
            tuple(one.percent(one.expected_cents) for one in found),
        ),
        lying=True,
    )


def against(found: tuple[Expected, ...], ask: ReportQuery) -> ReportTable:
    """Actual and expected result of every wager, as a table."""
    columns = (
        *(Column("Wager"), Column("Hands", "count"), Column("Staked", "money"), Column("House", "money")),
        *(Column("Expected", "money"), Column("Band from", "money"), Column("Band to", "money")),
        *(Column("House %", "percent"), Column("Expected %", "percent"), Column("Judgement")),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            *(NAMES.get(one.wager, one.wager), one.hands, one.staked_cents, one.house_cents),
            *(round(one.expected_cents), *(round(cents) for cents in one.band_cents)),
            *(round(one.percent(one.house_cents), 3), round(one.percent(one.expected_cents), 3)),
            judgement(one, ask),
        )
        for one in found
    )
    return ReportTable("House result against exact expectation", columns, rows)
