"""Takes and pays by wager, beside what the cards should have given: a table that pays too well is seen.

What is expected is exact (`engine/exact.py`); how far a result may lie from it follows from the stakes, the
spread of a hand and what hands of one round share. Rounds are taken for independent of each other.
"""

import math
from fractions import Fraction

from msgspec import Struct, field

from dealer_station.engine import exact, exact_progressive
from dealer_station.engine.accounts import WAGERS, account_of, added
from dealer_station.engine.errors import DealerStationError
from dealer_station.engine.exact_spread import Judged, spread
from dealer_station.engine.facts import Tally
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Hand, Round
from dealer_station.log.records import RoundKept, RulesKept
from dealer_station.review.charts import Band, Cell, Chart, Column, Mark, Section, Series, Table
from dealer_station.review.lasting import Lasting
from dealer_station.review.moments import rules_of
from dealer_station.review.scene import NOBODY, Ask, Scene

BAND_Z = 3.2905
"""999 of 1,000 results of honest cards lie within so many standard deviations."""
FEWEST_HANDS, FEWEST_WINS = 100, 10
"""Fewer are not judged: the band is that of many small results added up."""
JUDGED: tuple[Judged, ...] = ("main", "tie")
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

    def add(self, stakes: dict[int, int], hands: int, house_cents: int) -> None:
        """A round: the stakes by spot, and what the house won."""
        total, squares = sum(stakes.values()), sum(stake**2 for stake in stakes.values())
        self.hands += hands
        self.staked_cents += total
        self.house_cents += house_cents
        self.squares += squares
        self.products += total**2 - squares


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
    wins: float
    """How many wins were to be expected."""

    @property
    def z(self) -> float:
        return (
            (self.house_cents - self.expected_cents) / self.deviation_cents if self.deviation_cents else 0.0
        )

    @property
    def band_cents(self) -> tuple[float, float]:
        reach = BAND_Z * self.deviation_cents
        return self.expected_cents - reach, self.expected_cents + reach

    @property
    def is_judged(self) -> bool:
        enough = self.hands >= FEWEST_HANDS and self.wins >= FEWEST_WINS
        return self.wager != "progressive" and enough

    @property
    def is_outside(self) -> bool:
        return self.is_judged and abs(self.z) > BAND_Z

    def percent(self, cents: float) -> float:
        return 100 * cents / self.staked_cents if self.staked_cents else 0.0


class Money:
    """Adds the accounts of rounds, and keeps what the band needs."""

    def __init__(self) -> None:
        self.account: tuple[Tally, ...] = ()
        self.played: dict[RulesKept, Played] = {}
        self.void = self.unlike = self.unknown = 0
        """Rounds that were void, rounds whose sums the log has otherwise, stakes that nobody entered."""

    def take(self, one: Lasting, scene: Scene) -> None:
        """One row further: a round counts when it is kept."""
        kept = one.content
        if not isinstance(kept, RoundKept):
            return
        if not scene.ask.has(kept.ended_us) or not scene.ask.wants(kept.dealer or NOBODY):
            return
        account = account_of(scene.ended.hands)
        sums = sum(tally.taken_cents for tally in account), sum(tally.paid_cents for tally in account)
        if sums != (kept.taken_cents, kept.paid_cents):
            self.unlike += 1  # Its beginning is not in the log that was read, or not to be trusted.
            return
        self.account = added(self.account, account)
        self.unknown += sum(tally.unknown for tally in account)
        if kept.outcome == "void":
            self.void += 1
        elif scene.words is not None:
            self._judge(scene.ended, self.played.setdefault(scene.words, Played(scene.words)))

    def _judge(self, round_: Round, played: Played) -> None:
        hands = [hand for hand in round_.hands if not hand.voided]
        for wager in ("main", "tie", "war_tie", "progressive"):
            with_it = [hand for hand in hands if hand.stake(wager)]
            if with_it:
                stakes: dict[int, int] = {}
                for hand in with_it:
                    stakes[hand.spot] = stakes.get(hand.spot, 0) + (hand.stake(wager) or 0)
                house = sum(_house_cents(hand, wager) for hand in with_it)
                played.sums.setdefault(wager, Sums()).add(stakes, len(with_it), house)
        for hand in hands:
            stake = hand.bet.main_cents or 0
            played.tied_cents += stake if hand.choice else 0
            played.war_cents += stake if hand.choice == "war" else 0

    def expected(self) -> tuple[Expected, ...]:
        """Each wager over all rules that it was played under; a book that cannot be loaded has none."""
        found: dict[str, Expected] = {}
        for played in self.played.values():
            try:
                rules = rules_of(played.words)
            except DealerStationError:
                continue
            for wager, sums in played.sums.items():
                one = _expected(rules, wager, sums, played)
                found[wager] = _both(found[wager], one) if wager in found else one
        return tuple(found[wager] for wager in WAGERS if wager in found)

    def section(self, ask: Ask) -> Section:
        """The answer as a page of a report."""
        found = self.expected()
        words = [*(_verdict(one, ask) for one in found)]
        left_out = [
            (self.void, "rounds that were void are in no expectation"),
            (self.unlike, "rounds are left out: their beginning could not be read"),
            (self.unknown, "stakes are in no sum: nobody entered the amount"),
        ]
        words += [f"{count:,} {why}." for count, why in left_out if count]
        charts = (_chart(found),) if found else ()
        return Section("money", "Takes and pays", tuple(words), charts, (self._taken(), _against(found, ask)))

    def _taken(self) -> Table:
        columns = (
            *(Column("Wager"), Column("Staked", "money"), Column("Taken", "money"), Column("Paid", "money")),
            *(Column("Returned", "money"), Column("House", "money")),
        )
        rows = tuple(
            (
                *(one.wager.replace("_", " "), one.staked_cents, one.taken_cents, one.paid_cents),
                *(one.returned_cents, one.house_cents),
            )
            for one in self.account
        )
        return Table("Takes and pays by wager", columns, rows)


def _house_cents(hand: Hand, wager: str) -> int:
    """What the house won of one hand; the war belongs to the main wager, the meter to nobody."""
    tallies = {tally.wager: tally for tally in account_of((hand,))}
    wagers = ("main", "war") if wager == "main" else (wager,)
    meter = sum(line.meter_cents for line in hand.moves if line.wager == wager)
    return sum(tallies[name].house_cents for name in wagers if name in tallies) + meter


def _expected(rules: Rules, wager: str, sums: Sums, played: Played) -> Expected:
    """The two ways to meet a tie are weighed by how the players of this table met theirs."""
    war = Fraction(played.war_cents, played.tied_cents) if played.tied_cents else Fraction(1)
    tie = exact.chance_of_tie(rules)
    covariance = Fraction(0)
    if wager == "main":
        means = exact.main_value(rules, "war"), exact.main_value(rules, "surrender")
        at_war, given_up = spread(rules, "main", "war"), spread(rules, "main", "surrender")
        mean, variance = _mixed(war, *means), _mixed(war, at_war.variance, given_up.variance)
        covariance, chance = _mixed(war, at_war.covariance, given_up.covariance), (1 - tie) / 2
    elif wager == "tie":
        of_tie = spread(rules, "tie", "war")
        mean, variance, covariance = exact.tie_value(rules), of_tie.variance, of_tie.covariance
        chance = tie
    elif wager == "war_tie":
        chance = exact.chance_of_war_tie(rules)
        mean = exact.war_tie_value(rules)
        variance = chance * (1 - chance) * ((mean + 1) / chance) ** 2 if chance else Fraction(0)
    else:
        mean = exact_progressive.return_without_meter(rules, "war") - 1
        variance, chance = exact_progressive.variance(rules, "war"), tie
    deviation = math.sqrt(max(0.0, float(variance * sums.squares + covariance * sums.products)))
    return Expected(
        *(wager, sums.hands, sums.staked_cents, sums.house_cents),
        *(float(-mean * sums.staked_cents), deviation, float(chance * sums.hands)),
    )


def _mixed(share: Fraction, one: Fraction, other: Fraction) -> Fraction:
    return share * one + (1 - share) * other


def _both(one: Expected, other: Expected) -> Expected:
    return Expected(
        one.wager,
        one.hands + other.hands,
        one.staked_cents + other.staked_cents,
        one.house_cents + other.house_cents,
        one.expected_cents + other.expected_cents,
        math.hypot(one.deviation_cents, other.deviation_cents),
        one.wins + other.wins,
    )


def _verdict(one: Expected, ask: Ask) -> str:
    name = NAMES.get(one.wager, one.wager)
    won, staked, due = (cents / 100 for cents in (one.house_cents, one.staked_cents, one.expected_cents))
    told = f"{name.capitalize()}: the house won {won:,.2f} of {staked:,.2f} staked, expected {due:,.2f}"
    return f"{told}; {judgement(one, ask)}."


def judgement(one: Expected, ask: Ask) -> str:
    """What the figures say, in words that need no statistics."""
    if one.wager == "progressive":
        return "not judged: a few rare wins decide it, look at the hands that won"
    if not one.is_judged:
        return "too few hands to judge"
    if not one.is_outside:
        return "inside the band"
    what = "the table pays too well" if one.z < 0 else "the table takes too much"
    period = "shift" if ask.is_one_day else "such time"
    return f"outside the band: {what}, one {period} in {_rarity(one.z):,} would look like this by chance"


def _rarity(z: float) -> int:
    """One in how many lies so far out, to either side; said to two digits, and no farther than a billion."""
    chance = max(math.erfc(abs(z) / math.sqrt(2)), 1e-9)
    odds = 1 / chance
    digits = 10 ** max(0, math.floor(math.log10(odds)) - 1)
    return int(odds // digits * digits)


def _chart(found: tuple[Expected, ...]) -> Chart:
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


def _against(found: tuple[Expected, ...], ask: Ask) -> Table:
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
