"""What a wager should have given by the cards alone, and whether what it gave is still chance.

What is expected is exact (`engine/odds/exact.py`); how rarely honest cards go as far follows from every stake
(`chance.py`). Rounds are taken for independent of each other.
"""

import math
from collections import Counter
from fractions import Fraction

from msgspec import Struct, field

from dealer_station.engine.odds import exact, exact_progressive
from dealer_station.engine.odds.exact_spread import outcomes, spread
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.log.store.records import RulesKept
from dealer_station.reports.chance import Chance, Lot, Outcomes
from dealer_station.reports.cursor import Ask
from dealer_station.review.charts import Band, Cell, Chart, Column, Mark, Series, Table

EACH_SIDE = 0.0005
"""So rarely honest cards pass each end of the band: 999 of 1,000 results lie inside."""
BAND_Z = 3.2905
"""The same in standard deviations, for what is shown and not judged."""
FEWEST_HANDS, FEWEST_WINS = 100, 10
"""Fewer are not judged, counted as if all stakes were alike: a few large ones say little about a table."""
NAMES = {
    "main": "main and war",
    "war_tie": "tie on the war",
    "progressive": "progressive without the meter",
}


class Sums(Struct):
    """What was staked on one wager under one set of rules, and what became of it."""

    hands: int = 0
    staked_cents: int = 0
    house_cents: int = 0
    squares: int = 0
    """Of the stakes on each spot."""
    products: int = 0
    """Of the stakes of each two spots of one round, both ways round."""
    stakes: Counter[int] = field(default_factory=Counter)

    def add(self, stakes: dict[int, int], hands: int, house_cents: int) -> None:
        """A round: the stakes by spot, and what the house won."""
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
    """Main wagers that tied, and those of them that went to war."""


class Expected(Struct, frozen=True):
    """One wager: what the house won of what was staked, and what it should have won, in cents."""

    wager: str
    hands: int
    staked_cents: int
    house_cents: int
    expected_cents: float
    deviation_cents: float
    alone_cents: float
    """The deviation if no two hands shared a card of the dealer."""
    squares: int
    wins: float
    """How many wins were to be expected."""
    lots: tuple[Lot, ...] = ()
    """Empty where nobody knows how likely each result is."""

    @property
    def chance(self) -> Chance:
        stretch = self.deviation_cents / self.alone_cents if self.alone_cents else 1.0
        return Chance(self.lots, stretch)

    @property
    def pays_too_well(self) -> bool:
        return self.house_cents < self.expected_cents

    @property
    def tail(self) -> float:
        """How rarely honest cards go so far, to this side."""
        if self.pays_too_well:
            return self.chance.at_least(-self.house_cents)
        return self.chance.at_most(-self.house_cents)

    @property
    def band_cents(self) -> tuple[float, float]:
        if not self.lots:
            reach = BAND_Z * self.deviation_cents
            return self.expected_cents - reach, self.expected_cents + reach
        chance = self.chance
        return -chance.edge(EACH_SIDE, 1), -chance.edge(EACH_SIDE, -1)

    @property
    def is_judged(self) -> bool:
        """Whether there are enough stakes, each weighed by its share: one large one is not many."""
        alike = self.staked_cents**2 / self.squares if self.squares else 0.0
        wins = alike * self.wins / self.hands if self.hands else 0.0
        return bool(self.lots) and alike >= FEWEST_HANDS and wins >= FEWEST_WINS

    @property
    def is_outside(self) -> bool:
        return self.is_judged and self.tail < EACH_SIDE

    def percent(self, cents: float) -> float:
        return 100 * cents / self.staked_cents if self.staked_cents else 0.0


def expected(rules: Rules, wager: str, sums: Sums, played: Played) -> Expected:
    """The two ways to meet a tie are weighed by how the players of this table met theirs."""
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
    alone, shared = (float(part) for part in (variance * sums.squares, covariance * sums.products))
    return Expected(
        *(wager, sums.hands, sums.staked_cents, sums.house_cents, float(-mean * sums.staked_cents)),
        *(math.sqrt(max(0.0, alone + shared)), math.sqrt(max(0.0, alone)), sums.squares),
        *(float(chance * sums.hands), (Lot(units, tuple(sorted(sums.stakes.items()))),) if units else ()),
    )


def _mixed(share: Fraction, one: Fraction, other: Fraction) -> Fraction:
    return share * one + (1 - share) * other


def both(one: Expected, other: Expected) -> Expected:
    """The same wager under two sets of rules."""
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


def verdict(one: Expected, ask: Ask) -> str:
    """A wager in a sentence."""
    name = NAMES.get(one.wager, one.wager)
    won, staked, due = (cents / 100 for cents in (one.house_cents, one.staked_cents, one.expected_cents))
    told = f"{name.capitalize()}: the house won {won:,.2f} of {staked:,.2f} staked, expected {due:,.2f}"
    return f"{told}; {judgement(one, ask)}."


def judgement(one: Expected, ask: Ask) -> str:
    """What the figures say, in words that need no statistics."""
    if one.wager == "progressive":
        return "not judged: a few rare wins decide it, look at the hands that won"
    if not one.is_judged:
        return "too few hands to judge, or a few large stakes decide it"
    if not one.is_outside:
        return "inside the band"
    what = "the table pays too well" if one.pays_too_well else "the table takes too much"
    period = "shift" if ask.is_one_day else "such time"
    return f"outside the band: {what}, one {period} in {_rarity(one.tail):,} would look like this by chance"


def _rarity(tail: float) -> int:
    """One in how many lies so far out, to either side; said to two digits, and no farther than a billion."""
    chance = max(2 * tail, 1e-9)
    odds = 1 / chance
    digits = 10 ** max(0, math.floor(math.log10(odds)) - 1)
    return int(odds // digits * digits)


def chart(found: tuple[Expected, ...]) -> Chart:
    """Every wager in its band."""
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
                    Mark(
                        one.percent(one.house_cents),
                        "outside" if one.is_outside else "",
                        f"{one.percent(one.house_cents):.1f} %",
                    )
                    for one in found
                ),
            ),
        ),
        Band(
            "999 of 1,000 lie here, the line is what is expected",
            tuple(one.percent(low) for one, (low, _) in zip(found, bands, strict=True)),
            tuple(one.percent(high) for one, (_, high) in zip(found, bands, strict=True)),
            tuple(one.percent(one.expected_cents) for one in found),
        ),
        lying=True,
    )


def against(found: tuple[Expected, ...], ask: Ask) -> Table:
    """The same as a table."""
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
    return Table("House result against exact expectation", columns, rows)
