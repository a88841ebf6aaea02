"""Irregularities section of a report: kind, dealer, hour, and the side that each one favoured."""

from collections import Counter
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.table import Hand
from dealer_station.engine.model.values import DEALER, INTERVENTION
from dealer_station.engine.odds.exact import net_of_lines
from dealer_station.engine.view.ruling_view import RulingKind
from dealer_station.log.store.records import RoundKept
from dealer_station.reports.row_context import NOBODY, ReportCursor, ReportQuery
from dealer_station.review.effective_rows import EffectiveRow
from dealer_station.review.gaming_day import Hour
from dealer_station.review.moments import rules_of
from dealer_station.review.tables_and_charts import (
    Cell,
    Chart,
    Column,
    Pattern,
    ReportTable,
    Section,
    Series,
    SeriesValue,
    counted,
)
from dealer_station.review.times import day_text

Favoured = Literal["house", "player", "nobody", "unclear"]
ALL_FAVOURED: tuple[Favoured, ...] = ("house", "player", "nobody", "unclear")
STOOD_STILL = (
    *("device", "count", "batch", "shuffler_fault", "unreadable", "cut_card", "idle", "order_shuffle"),
    *("toke_colour", "wheel_validation", "exposed_before_shoe"),
)
"""Kinds for which the table only waited: no hand gained or lost, unless chips were moved."""


ASIDE = (
    "Which side an irregularity favoured follows from the chips that were moved to correct it, and from "
    "the cards of hands that became void: what they would have won or lost."
)


class Irregularity(Struct):
    """One irregularity, until it is settled."""

    kind: str
    dealer: str
    hour: Hour
    counts: bool
    house_cents: int = 0
    """Amount that the error gave to the house before it was corrected; negative if to a player."""
    moved: bool = False
    """True if chips were moved or returned because of it."""

    @property
    def favoured(self) -> Favoured:
        """The side that it favoured."""
        if self.house_cents:
            return "house" if self.house_cents > 0 else "player"
        return "nobody" if self.kind in STOOD_STILL and not self.moved else "unclear"


class Departure(Struct, frozen=True):
    """A ruling against the book."""

    at_us: int
    round_number: int
    by: str
    kind: str
    ruling: str
    departs_from: str
    because: str


class Irregularities:
    """Counts irregularities; a hold, the report that names it and the ruling on it count as one."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.dealers: Counter[str] = Counter()
        self.hours: Counter[Hour] = Counter()
        self.favoured: Counter[tuple[str, Favoured]] = Counter()
        self.cents: Counter[str] = Counter()
        self.rounds: Counter[str] = Counter()
        """Rounds by dealer."""
        self.rulings: Counter[tuple[str, RulingKind]] = Counter()
        """Findings, remedies, departures and interventions, by the person who ruled."""
        self.departures: list[Departure] = []
        self.cards_out: Counter[str] = Counter()
        """Findings that made chips count with the cards out, by the person who made them."""
        self._round = 0
        self._holds: list[Irregularity] = []
        self._cause = 0
        self._reported = ""
        self._now: list[Irregularity] = []
        """The irregularities that the current commit is about."""

    def take(self, one: EffectiveRow, scene: ReportCursor) -> None:
        """Count a row."""
        # Rows of one commit share a cause. Within a commit, a report, the hold that it raises, the ruling on
        # that hold and the moved chips all belong to the irregularity in `_now`. When the cause changes,
        # those that no longer wait for a ruling are counted.
        if one.cause != self._cause:
            self._settle()
            self._cause = one.cause
        match one.content:
            case o.Reported(kind):
                self._reported = kind
            case e.Tapped():
                if self._reported:
                    self._now.append(self._new(self._reported, scene))
            case e.HoldRaised(hold):
                if not self._reported or not self._now:
                    self._now.append(self._new(hold.kind, scene))
                self._holds.append(self._now[-1])
            case e.RoundOpened(number):
                self._round = number
            case e.HoldRuled(index=index) as ruled:
                self._ruled(index)
                self._count_ruling(ruled, scene)
            case e.RulingRecorded() as ruled:
                self._count_unasked(ruled, scene)
            case e.Noted(kind) if not self._now:
                self._now.append(self._new(kind, scene))
            case e.RoundVoided(kind):
                if not self._now:
                    self._now.append(self._new(kind or "void_round", scene))
                self._moved(sum(_lost_by_a_void(hand, scene) for hand in scene.round.hands))
            case e.HandVoided(spot, bettor):
                about = (hand for hand in scene.round.hands if (hand.spot, hand.bettor) == (spot, bettor))
                self._moved(sum(_lost_by_a_void(hand, scene, voided=True) for hand in about))
            case e.Corrected(action=action, cents=cents):
                # A player who is paid later had too little before, so the error favoured the house.
                self._moved((cents or 0) if action == "pay" else -(cents or 0))
            case RoundKept(dealer=dealer, ended_us=ended_us):
                if scene.ask.has(ended_us) and scene.ask.wants(dealer or NOBODY):
                    self.rounds[dealer or NOBODY] += 1
            case _:
                pass

    def end(self) -> None:
        """Finish the chain of files; irregularities without a ruling count too."""
        self._settle()
        for one in {id(one): one for one in self._holds}.values():
            self._count(one)
        self._holds.clear()
        self._cause = 0

    def _new(self, kind: str, scene: ReportCursor) -> Irregularity:
        """An irregularity of this kind, now."""
        return Irregularity(kind, scene.dealer, scene.hour, scene.counts)

    def _ruled(self, index: int) -> None:
        """Make the hold that was ruled on the current irregularity, or merge it into its report."""
        if not -len(self._holds) <= index < len(self._holds):
            return  # The hold was raised before the part of the log that is read or trusted.
        ruled = self._holds.pop(index)
        if not self._reported:
            self._now.append(ruled)
        elif self._now and self._now[-1] is not ruled:
            self._now[-1].house_cents += ruled.house_cents
            self._now[-1].moved |= ruled.moved

    def _count_ruling(self, ruled: e.HoldRuled, scene: ReportCursor) -> None:
        """Count a ruling by kind and person; a ruling that a report implied is nobody's."""
        if ruled.tapped or not scene.counts:
            return
        by = ruled.by or NOBODY
        if ruled.departs_from:
            told = Departure(
                scene.now_us, self._round, by, ruled.kind, ruled.ruling, ruled.departs_from, ruled.because
            )
            self.departures.append(told)
        if ruled.cards_out:
            self.cards_out[by] += 1
        kind: RulingKind = "finding" if ruled.ruling == "unfounded" else "remedy"
        self.rulings[by, "departure" if ruled.departs_from else kind] += 1

    def _count_unasked(self, ruled: e.RulingRecorded, scene: ReportCursor) -> None:
        """Count an intervention, or a ruling recorded without a hold, by kind and person."""
        kind: RulingKind = "finding" if ruled.ruling == "unfounded" else "remedy"
        if scene.counts:
            self.rulings[ruled.by or NOBODY, "intervention" if ruled.kind == INTERVENTION else kind] += 1

    def _moved(self, house_cents: int) -> None:
        """Add chips moved for the current irregularity."""
        if self._now:
            self._now[-1].house_cents += house_cents
            self._now[-1].moved = True

    def _settle(self) -> None:
        """Count the irregularities of a finished commit, except those that wait for a ruling."""
        for one in {id(one): one for one in self._now}.values():
            if not any(one is waiting for waiting in self._holds):
                self._count(one)
        self._now.clear()
        self._reported = ""

    def _count(self, one: Irregularity) -> None:
        """Add a settled irregularity to the totals."""
        if not one.counts:
            return
        self.kinds[one.kind] += 1
        self.dealers[one.dealer] += 1
        self.hours[one.hour] += 1
        self.favoured[one.kind, one.favoured] += 1
        if one.house_cents:
            self.cents[one.favoured] += abs(one.house_cents)

    def section(self, ask: ReportQuery) -> Section:
        """The section of the report."""
        total = self.kinds.total()
        sides = {side: sum(self.favoured[kind, side] for kind in self.kinds) for side in ALL_FAVOURED}
        rounds = self.rounds.total()
        rate = f", {1000 * total / rounds:.1f} per thousand rounds" if rounds else ""
        house, player = (self.cents[side] / 100 for side in ("house", "player"))
        ruled = (
            counted(self._ruled_as("remedy"), "remedy", "remedies"),
            counted(self._ruled_as("finding"), "finding", "findings"),
        )
        words = (
            f"{counted(total, 'irregularity', 'irregularities')}{rate}.",
            f"{sides['house']:,} favoured the house, by {house:,.2f} in total.",
            f"{sides['player']:,} favoured a player, by {player:,.2f} in total.",
            f"{sides['nobody']:,} favoured nobody; for {sides['unclear']:,} it cannot be known.",
            ASIDE,
            f"Rulings: {', '.join(ruled)}.",
            f"Departures from the book: {self._ruled_as('departure'):,}.",
            f"Interventions while play was not stopped: {self._ruled_as('intervention'):,}.",
            *self._cards_out_words(),
        )
        tables = (
            *(self._kinds_table(), self._dealers_table(), self._hours_table(ask)),
            *(self._rulings_table(), self._departures_table()),
        )
        charts = (self._kinds_chart(), self._hours_chart(ask)) if total else ()
        return Section("irregularities", "Irregularities", words, charts, tables)

    def _cards_out_words(self) -> tuple[str, ...]:
        """A sentence on findings that made chips count with the cards out, by person; or empty."""
        if not self.cards_out:
            return ()
        by = ", ".join(f"{name} {count:,}" for name, count in sorted(self.cards_out.items()))
        return (f"Wagers found to be in time with the cards out: {self.cards_out.total():,} ({by}).",)

    def _ruled_as(self, kind: RulingKind) -> int:
        """The number of rulings of a kind."""
        return sum(count for (_, one), count in self.rulings.items() if one == kind)

    def _rulings_table(self) -> ReportTable:
        """Rulings by person and kind."""
        columns = (
            *(Column("Ruled by"), Column("Remedies", "count"), Column("Findings", "count")),
            *(Column("Departures", "count"), Column("Interventions", "count")),
        )
        kinds: tuple[RulingKind, ...] = ("remedy", "finding", "departure", "intervention")
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (by, *(self.rulings[by, kind] for kind in kinds)) for by in sorted({by for by, _ in self.rulings})
        )
        return ReportTable("Rulings by person", columns, rows)

    def _departures_table(self) -> ReportTable:
        """All departures from the book."""
        heads = ("Time", "Round", "By", "On", "Ruling", "Against", "Because")
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (
                *(day_text(one.at_us), str(one.round_number), one.by),
                CATALOGUE[one.kind].words if one.kind in CATALOGUE else one.kind,
                *(one.ruling.replace("_", " "), one.departs_from, one.because),
            )
            for one in self.departures
        )
        return ReportTable("Departures from the book", tuple(map(Column, heads)), rows)

    def _kinds_chart(self) -> Chart:
        """Irregularities by kind and favoured side."""
        kinds = [kind for kind, _ in self.kinds.most_common()]
        patterns: tuple[Pattern, ...] = ("solid", "hatched", "open", "dotted")
        series = tuple(
            Series(side, "bars", tuple(SeriesValue(self.favoured[kind, side]) for kind in kinds), pattern)
            for side, pattern in zip(ALL_FAVOURED, patterns, strict=True)
            if any(self.favoured[kind, side] for kind in kinds)
        )
        places = tuple(kind.replace("_", " ") for kind in kinds)
        return Chart(
            "Irregularities by kind and favoured side", "times", places, series, stacked=True, lying=True
        )

    def _kinds_table(self) -> ReportTable:
        """Irregularities by kind and favoured side, as a table."""
        columns = (
            *(Column("Kind"), Column("What it is"), Column("Times", "count")),
            *(Column("For the house", "count"), Column("For a player", "count")),
            *(Column("For nobody", "count"), Column("Unclear", "count")),
        )
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (
                *(kind, CATALOGUE[kind].words if kind in CATALOGUE else "", count),
                *(self.favoured[kind, side] for side in ALL_FAVOURED),
            )
            for kind, count in self.kinds.most_common()
        )
        return ReportTable("Irregularities by kind", columns, rows)

    def _dealers_table(self) -> ReportTable:
        """Irregularities by dealer, with their rate."""
        columns = (
            *(Column("Dealer"), Column("Rounds", "count"), Column("Irregularities", "count")),
            Column("Per thousand rounds", "figure"),
        )
        rows = tuple(
            (
                *(dealer, self.rounds[dealer], self.dealers[dealer]),
                round(1000 * self.dealers[dealer] / self.rounds[dealer], 1) if self.rounds[dealer] else None,
            )
            for dealer in sorted({*self.rounds, *self.dealers})
        )
        return ReportTable("Irregularities by dealer", columns, rows)

    def _by_hour(self, ask: ReportQuery) -> list[tuple[str, int]]:
        """Counts by hour of the gaming day, or by hour on the clock for longer spans."""
        if ask.is_one_day:
            return [(hour.label, count) for hour, count in sorted(self.hours.items())]
        clocks: Counter[int] = Counter()
        for hour, count in self.hours.items():
            clocks[hour.clock] += count
        return [(f"{clock:02}:00", clocks[clock]) for clock in sorted(clocks)]

    def _hours_chart(self, ask: ReportQuery) -> Chart:
        """Irregularities by hour."""
        found = self._by_hour(ask)
        marks = tuple(SeriesValue(count) for _, count in found)
        series = (Series("irregularities", "bars", marks),)
        return Chart(
            "Irregularities by hour", "times", tuple(place for place, _ in found), series, foot="hour"
        )

    def _hours_table(self, ask: ReportQuery) -> ReportTable:
        """Irregularities by hour, as a table."""
        columns = (Column("Hour"), Column("Irregularities", "count"))
        return ReportTable("Irregularities by hour", columns, tuple(self._by_hour(ask)))


def _lost_by_a_void(hand: Hand, scene: ReportCursor, *, voided: bool = False) -> int:
    """The amount that voiding this hand gives to the house; negative if the hand would have lost."""
    player, dealer = scene.ranks.get(hand.spot), scene.ranks.get(DEALER)
    if hand.lines or (hand.voided and not voided) or scene.doubtful or player is None or dealer is None:
        return 0
    main, tie = hand.bet.main_cents or 0, hand.bet.tie_cents or 0
    if player == dealer:
        return round(tie * _tie_pays(scene))  # The result of the war is unknown.
    return (main if player > dealer else -main) - tie


def _tie_pays(scene: ReportCursor) -> Fraction:
    """The net win of one unit on the tie under the rules of the round; zero if they cannot be loaded."""
    if scene.words is None:
        return Fraction(0)
    try:
        return net_of_lines(("tie",), rules_of(scene.words).settlement.tied)
    except DealerStationError:
        return Fraction(0)
