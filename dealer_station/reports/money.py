"""Takes and pays by wager, against the expectation by the cards, so that a table that pays too well shows.

Corrections, the chips that a ruling moves after a settlement, are counted apart, because no card calls for
them.
"""

from collections import Counter

from dealer_station.engine.evolve.accounts import WAGERS, account_of, added
from dealer_station.engine.model import events as e
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.table import Hand, Round
from dealer_station.engine.model.values import Tally
from dealer_station.log.store.records import RoundKept, RulesKept
from dealer_station.reports.expected import Expected, Played, Sums, against, both, chart, expected, verdict
from dealer_station.reports.row_context import NOBODY, ReportCursor, ReportQuery
from dealer_station.review.effective_rows import EffectiveRow
from dealer_station.review.moments import rules_of
from dealer_station.review.tables_and_charts import Cell, Column, ReportTable, Section, counted

LARGE = 10
"""Net corrections to players above one tenth of the expected win of the house are pointed out."""


class Money:
    """Adds the accounts of rounds, and the sums for the band."""

    def __init__(self) -> None:
        self.account: tuple[Tally, ...] = ()
        self.played: dict[RulesKept, Played] = {}
        self.corrections: Counter[tuple[str, str]] = Counter()
        """Number and amounts of corrections, in cents paid and taken back, each by the person who ruled."""
        self.void = self.unlike = self.unknown = 0
        """Counts of void rounds, of rounds whose sums differ from the log, and of stakes not entered."""

    def take(self, one: EffectiveRow, scene: ReportCursor) -> None:
        """Count a row; a round counts at its summary."""
        kept = one.content
        if isinstance(kept, e.Corrected) and scene.counts:
            self.corrections["times", kept.by] += 1
            self.corrections["paid" if kept.action == "pay" else "taken", kept.by] += kept.cents or 0
        if not isinstance(kept, RoundKept):
            return
        if not scene.ask.has(kept.ended_us) or not scene.ask.wants(kept.dealer or NOBODY):
            return
        account = account_of(scene.ended.hands)
        sums = sum(tally.taken_cents for tally in account), sum(tally.paid_cents for tally in account)
        if sums != (kept.taken_cents, kept.paid_cents):
            self.unlike += 1  # The beginning of the round was not read or is not trusted.
            return
        self.account = added(self.account, account)
        self.unknown += sum(tally.unknown for tally in account)
        if kept.outcome == "void":
            self.void += 1
        elif scene.words is not None:
            self._judge(scene.ended, self.played.setdefault(scene.words, Played(scene.words)))

    def _judge(self, round_: Round, played: Played) -> None:
        """Add the stakes and results of a round to the sums of its rules."""
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
        """The expectation of each wager over all its rules; a rulebook that cannot be loaded is left out."""
        found: dict[str, Expected] = {}
        for played in self.played.values():
            try:
                rules = rules_of(played.words)
            except DealerStationError:
                continue
            for wager, sums in played.sums.items():
                one = expected(rules, wager, sums, played)
                found[wager] = both(found[wager], one) if wager in found else one
        return tuple(found[wager] for wager in WAGERS if wager in found)

    def section(self, ask: ReportQuery) -> Section:
        """The section of the report."""
        found = self.expected()
        words = [*(verdict(one, ask) for one in found), *self._corrected(found)]
        left_out = [
            (self.void, ("void round is", "void rounds are"), "not part of any expectation"),
            (self.unlike, ("round is", "rounds are"), "left out: the beginning could not be read"),
            (self.unknown, ("stake is", "stakes are"), "not part of any sum: nobody entered the amount"),
        ]
        words += [f"{counted(count, *what)} {why}." for count, what, why in left_out if count]
        charts = (chart(found),) if found else ()
        tables = (self._taken(), *self._by_ruler(), against(found, ask))
        return Section("money", "Takes and pays", tuple(words), charts, tables)

    def _sum(self, what: str) -> int:
        """The total of a figure over all persons."""
        return sum(cents for (kind, _), cents in self.corrections.items() if kind == what)

    def _corrected(self, found: tuple[Expected, ...]) -> list[str]:
        """Sentences about corrections, with a warning if they are large."""
        times, paid, taken = (self._sum(what) for what in ("times", "paid", "taken"))
        if not times:
            return []
        told = (
            f"Corrections after settlement, {times:,} of them: {paid / 100:,.2f} paid to players, "
            f"{taken / 100:,.2f} taken back. They are counted separately and are not part of any judgement "
            "by cards."
        )
        words = [told]
        due = sum(one.expected_cents for one in found)
        if (paid - taken) * LARGE > max(due, 0):
            words.append(
                f"CORRECTIONS TO PLAYERS ARE LARGE: {(paid - taken) / 100:,.2f} more went to players than "
                f"came back, and the house is expected to win {due / 100:,.2f} in this time; check who "
                "ruled."
            )
        return words

    def _by_ruler(self) -> tuple[ReportTable, ...]:
        """Corrections by the person who ruled; no table if there are none."""
        columns = (
            *(Column("Ruled by"), Column("Times", "count"), Column("Paid to players", "money")),
            *(Column("Taken back", "money"), Column("House", "money")),
        )
        count = self.corrections
        rulers = sorted({by for _, by in count})
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (
                *(by or NOBODY, count["times", by], count["paid", by], count["taken", by]),
                count["taken", by] - count["paid", by],
            )
            for by in rulers
        )
        return (ReportTable("Corrections by person", columns, rows),) if rows else ()

    def _taken(self) -> ReportTable:
        """Takes and pays by wager, with a line for corrections."""
        columns = (
            *(Column("Wager"), Column("Staked", "money"), Column("Taken", "money"), Column("Paid", "money")),
            *(Column("Returned", "money"), Column("House", "money")),
        )
        rows: list[tuple[Cell, ...]] = [
            (
                *(one.wager.replace("_", " "), one.staked_cents, one.taken_cents, one.paid_cents),
                *(one.returned_cents, one.house_cents),
            )
            for one in self.account
        ]
        if self._sum("times"):
            taken, paid = self._sum("taken"), self._sum("paid")
            rows.append(("corrections", None, taken, paid, None, taken - paid))
        return ReportTable("Takes and pays by wager", columns, tuple(rows))


def _house_cents(hand: Hand, wager: str) -> int:
    """The house's win on a wager of one hand; war counts with main, and the meter's share is added back."""
    tallies = {tally.wager: tally for tally in account_of((hand,))}
    wagers = ("main", "war") if wager == "main" else (wager,)
    meter = sum(line.meter_cents for line in hand.moves if line.wager == wager)
    return sum(tallies[name].house_cents for name in wagers if name in tallies) + meter
