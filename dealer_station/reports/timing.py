"""Seconds per step: how long the table waited for each step."""

from collections import Counter
from typing import assert_never

from msgspec import Struct, field

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.observations import Observation
from dealer_station.log.store.records import Started
from dealer_station.reports.row_context import ReportCursor
from dealer_station.review.effective_rows import EffectiveRow
from dealer_station.review.tables_and_charts import Chart, Column, ReportTable, Section, Series, SeriesValue

IDLE_US = 600_000_000
"""A wait of more than ten minutes counts as an idle table and not as a slow step."""
FINE_MS, COARSE_MS = 10, 100
"""Resolution of stored times, below ten seconds and above, which bounds the number of distinct values."""

WORDS = {
    "bets": "wagers placed",
    "call": "closing call",
    "deal": "first cards",
    "war_deal": "cards of a war",
    "burn": "burn",
    "card": "card that was not due",
    "cut_card": "cut card came out",
    "offer": "player's choice",
    "settle": "hand settled",
    "pick_up": "cards picked up",
    "ruling": "ruling",
    "report": "irregularity reported",
    "cut": "cut",
    "order": "order",
    "dealer": "dealer change",
    "take_back": "tap taken back",
    "spin_wheel": "wheel spun",
    "toke": "toke",
    "verbal_wager": "wager called out",
    "view_burn": "burn shown",
}


class StepDurations(Struct):
    """The durations of a step."""

    times_ms: Counter[int] = field(default_factory=Counter)
    total_us: int = 0

    def add(self, wait_us: int) -> None:
        """Add a duration."""
        ms = wait_us // 1000
        grain = FINE_MS if ms < 10_000 else COARSE_MS
        self.times_ms[ms // grain * grain] += 1
        self.total_us += wait_us

    @property
    def count(self) -> int:
        """The number of durations."""
        return self.times_ms.total()

    @property
    def mean(self) -> float:
        """The mean duration, in seconds."""
        return self.total_us / 1e6 / self.count

    def quantile(self, share: float) -> float:
        """The duration that this share of them does not exceed, in seconds."""
        wanted, seen = share * self.count, 0
        for ms, count in sorted(self.times_ms.items()):
            seen += count
            if seen >= wanted:
                return ms / 1000
        return 0.0


class Timing:
    """Measures the time from one observation to the next, by the monotonic clock."""

    def __init__(self) -> None:
        self.steps: dict[str, StepDurations] = {}
        self.idle = StepDurations()
        self._since_us: int | None = None
        self._seen: EffectiveRow | None = None
        self._dealt = ""
        self._refused = False

    def take(self, one: EffectiveRow, scene: ReportCursor) -> None:
        """Count a row; a step is complete when the next observation begins."""
        if one.part == "seen":
            self._finish(scene)
            self._seen = None if isinstance(one.content, o.DeviceSaid | o.ClockRead) else one
        match one.content:
            case Started():
                self._since_us = self._seen = None
            case e.CardDealt(deal=deal):
                self._dealt = "war_deal" if deal == "war" else "deal"
            case e.CardBurned():
                self._dealt = "burn"
            case e.TapRefused():
                self._refused = True
            case _:
                pass

    def end(self, scene: ReportCursor) -> None:
        """Finish the chain of files."""
        self._finish(scene)
        self._since_us = None

    def _finish(self, scene: ReportCursor) -> None:
        """Add the duration of the step that was just completed."""
        seen, since, dealt, refused = self._seen, self._since_us, self._dealt, self._refused
        self._seen, self._dealt, self._refused = None, "", False
        if seen is None or refused:
            return  # A refused tap does not end the step.
        self._since_us = seen.mono_us
        if since is None or not scene.ask.has(seen.wall_us) or not scene.ask.wants(scene.dealer):
            return
        wait_us = seen.mono_us - since
        waits = (
            self.idle
            if wait_us > IDLE_US
            else self.steps.setdefault(step_of(seen.content, dealt), StepDurations())
        )
        waits.add(max(wait_us, 0))

    def section(self) -> Section:
        """The section of the report."""
        found = sorted(self.steps.items(), key=lambda item: -item[1].total_us)
        named = [(WORDS.get(step, step.replace("_", " ")), waits) for step, waits in found]
        chart = Chart(
            "Seconds per step",
            "seconds",
            tuple(name for name, _ in named),
            (
                Series("mean", "bars", tuple(SeriesValue(round(waits.mean, 2)) for _, waits in named)),
                Series(
                    "nine of ten are shorter",
                    "points",
                    tuple(SeriesValue(waits.quantile(0.9)) for _, waits in named),
                ),
            ),
            lying=True,
        )
        columns = (
            *(
                Column("Step"),
                Column("Times", "count"),
                Column("Mean", "seconds"),
                Column("Median", "seconds"),
            ),
            *(Column("Nine of ten", "seconds"), Column("Longest", "seconds"), Column("Together", "seconds")),
        )
        rows = tuple(
            (
                *(name, waits.count, round(waits.mean, 3), waits.quantile(0.5), waits.quantile(0.9)),
                *(waits.quantile(1.0), round(waits.total_us / 1e6, 1)),
            )
            for name, waits in named
        )
        words = [
            "Measured from one action to the next.",
            "Neither a refused tap nor a device message ends a step.",
        ]
        if self.idle.count:
            words.append(
                f"The table was idle {self.idle.count:,} times for more than ten minutes, "
                f"{self.idle.total_us / 3.6e9:,.1f} hours in total; this time is not part of any step."
            )
        table = ReportTable("Seconds per step", columns, rows)
        return Section("steps", "Seconds per step", tuple(words), (chart,) if rows else (), (table,))


def step_of(seen: Observation, dealt: str) -> str:
    """The step that an observation ended; `dealt` is the destination of a card."""
    match seen:
        case o.CardDrawn():
            return dealt or "card"
        case o.Confirmed(step):
            return step
        case o.BetsPlaced():
            return "bets"
        case o.Called():
            return "call"
        case o.Answered():
            return "offer"
        case o.Settled():
            return "settle"
        case o.Ruled():
            return "ruling"
        case o.Reported():
            return "report"
        case o.CutOffered() | o.CutMade() | o.CutCardPlaced():
            return "cut"
        case o.CutCardSeen():
            return "cut_card"
        case o.Ordered():
            return "order"
        case o.DealerArrived():
            return "dealer"
        case o.TookBack():
            return "take_back"
        case o.Spun():
            return "spin_wheel"
        case o.TokeGiven():
            return "toke"
        case o.VerbalWager():
            return "verbal_wager"
        case o.Recalled():
            return "recall"
        case o.BurnViewed():
            return "view_burn"
        case o.DeviceSaid() | o.ClockRead() | o.Seated():
            return ""
        case _:
            assert_never(seen)
