"""Pace section of a report: rounds per hour, by hour and by dealer, while the table was open."""

from collections import Counter

from msgspec import Struct

from dealer_station.log.store.records import RoundKept
from dealer_station.reports.row_context import NOBODY, ReportCursor, ReportQuery
from dealer_station.review.effective_rows import EffectiveRow
from dealer_station.review.gaming_day import HOUR_US, Hour
from dealer_station.review.tables_and_charts import (
    Chart,
    Column,
    Note,
    ReportTable,
    Section,
    Series,
    SeriesValue,
    counted,
)

JUDGED_US = HOUR_US // 2
"""An hour in which the table was open for less can be neither the high nor the low."""


MARKS: dict[Note, str] = {"": "", "high": "high", "low": "low", "outside": "", "part": "short"}
"""The notes as a table shows them."""


class Dealt(Struct):
    """Rounds, and the time for which the table was open."""

    rounds: int = 0
    open_us: int = 0

    @property
    def per_hour(self) -> float | None:
        """Rounds per hour; None if the table was open for less than a quarter of an hour."""
        return self.rounds * HOUR_US / self.open_us if self.open_us >= HOUR_US // 4 else None

    @property
    def is_open(self) -> bool:
        """True if the table was open long enough to compare."""
        return self.open_us >= JUDGED_US

    @property
    def is_judged(self) -> bool:
        """True if the hour can be the high or the low."""
        return self.is_open and self.rounds > 0


class Pace:
    """Counts rounds at their end, and the time in which the station ran with the dealer in question."""

    def __init__(self) -> None:
        self.hours: dict[Hour, Dealt] = {}
        self.dealers: dict[str, Dealt] = {}
        self.outcomes: Counter[str] = Counter()
        self.hands = self.cards = self.wars = 0
        self.everybody: set[str] = set()
        """All dealers who ended a round in the span, asked about or not."""
        self._open_since: int | None = None
        self._at_table = NOBODY

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return sum(self.outcomes.values())

    def take(self, one: EffectiveRow, scene: ReportCursor) -> None:
        """Count a row."""
        content = one.content
        if not scene.ran:
            # After an improper stop the station is taken to have run until the row before.
            self._close(scene.before_us, scene)
        elif not scene.runs or scene.dealer != self._at_table:
            self._close(one.wall_us, scene)
        if scene.runs and self._open_since is None:
            self._open_since = one.wall_us
        self._at_table = scene.dealer
        if isinstance(content, RoundKept):
            self._ended(content, scene)

    def end(self, scene: ReportCursor) -> None:
        """Finish the chain of files; a running station counts as open until its last row."""
        self._close(scene.now_us, scene)
        self._at_table = NOBODY

    def _ended(self, kept: RoundKept, scene: ReportCursor) -> None:
        """Count an ended round."""
        dealer, ask = kept.dealer or NOBODY, scene.ask
        if not ask.has(kept.ended_us):
            return
        self.everybody.add(dealer)
        if not ask.wants(dealer):
            return
        self.hours.setdefault(ask.calendar.hour(kept.ended_us), Dealt()).rounds += 1
        self.dealers.setdefault(dealer, Dealt()).rounds += 1
        self.outcomes[kept.outcome] += 1
        self.hands += len(kept.hands)
        self.cards += kept.cards
        self.wars += kept.wars

    def _close(self, until_us: int, scene: ReportCursor) -> None:
        """Add the open time that ends here to its hours and its dealer."""
        since, self._open_since = self._open_since, None
        ask = scene.ask
        if since is None or not ask.wants(self._at_table):
            return
        first, end = max(since, ask.first_us), min(until_us, ask.end_us)
        for hour, begun, over in ask.calendar.hours(first, end):
            self.hours.setdefault(hour, Dealt()).open_us += over - begun
            self.dealers.setdefault(self._at_table, Dealt()).open_us += over - begun

    def section(self, ask: ReportQuery) -> Section:
        """The section of the report."""
        each = ask.is_one_day
        shares = self._by_hour() if each else self._by_clock()
        foot = "hour of the gaming day" if each else "hour on the clock, all days together"
        title = "Rounds by hour" if each else "Rounds by hour of the day"
        charts, tables = [_chart(title, foot, shares)], [_table(title, "Hour", shares)]
        if not each:
            days = self._by_day()
            charts.append(_chart("Rounds by gaming day", "gaming day", days))
            tables.append(_table("Rounds by gaming day", "Gaming day", days))
        dealers = tuple(
            (name, dealt) for name, dealt in sorted(self.dealers.items()) if dealt.rounds or dealt.is_open
        )
        tables.append(_table("Rounds by dealer", "Dealer", dealers))
        return Section("pace", "Pace", self._words(shares), tuple(charts), tuple(tables))

    def _words(self, shares: tuple[tuple[str, Dealt], ...]) -> tuple[str, ...]:
        """The sentences of the section."""
        total = Dealt(self.rounds, sum(dealt.open_us for dealt in self.hours.values()))
        rate = f", {total.per_hour:.1f} rounds an hour" if total.per_hour is not None else ""
        void = counted(self.outcomes["void"], "round was", "rounds were")
        played = counted(self.hands, "hand"), counted(self.cards, "card"), counted(self.wars, "war")
        told = [
            f"{counted(self.rounds, 'round')} in {total.open_us / HOUR_US:,.2f} hours open{rate}.",
            f"{', '.join(played)}; {void} void.",
        ]
        notes = _notes(shares)
        for index, (place, dealt) in enumerate(shares):
            if (note := notes.get(index)) in ("high", "low"):
                told.append(f"{note.capitalize()}: {dealt.per_hour:.1f} rounds an hour at {place}.")
        empty = sum(dealt.is_open and not dealt.rounds for _, dealt in shares)
        if empty:
            told.append(
                f"In {empty} of them the table was open and no round ended; these do not count as the low."
            )
        return tuple(told)

    def _by_hour(self) -> tuple[tuple[str, Dealt], ...]:
        """Figures by hour of the gaming day."""
        return tuple((hour.label, dealt) for hour, dealt in sorted(self.hours.items()))

    def _by_clock(self) -> tuple[tuple[str, Dealt], ...]:
        """Figures by hour on the clock; a repeated hour counts its open time twice, so its pace is right."""
        sums: dict[int, Dealt] = {}
        for hour, dealt in self.hours.items():
            _add(sums.setdefault(hour.clock, Dealt()), dealt)
        return tuple((f"{clock:02}:00", sums[clock]) for clock in sorted(sums))

    def _by_day(self) -> tuple[tuple[str, Dealt], ...]:
        """Figures by gaming day."""
        sums: dict[str, Dealt] = {}
        for hour, dealt in sorted(self.hours.items()):
            _add(sums.setdefault(hour.day, Dealt()), dealt)
        return tuple(sums.items())


def _add(total: Dealt, more: Dealt) -> None:
    """Add figures to a total."""
    total.rounds += more.rounds
    total.open_us += more.open_us


def _notes(shares: tuple[tuple[str, Dealt], ...]) -> dict[int, Note]:
    """The places of the high and the low, if at least two can be compared, and those open too briefly."""
    judged = [(dealt.per_hour or 0.0, -index) for index, (_, dealt) in enumerate(shares) if dealt.is_judged]
    notes: dict[int, Note] = {index: "part" for index, (_, dealt) in enumerate(shares) if not dealt.is_open}
    if len(judged) >= 2 and max(judged)[0] != min(judged)[0]:
        notes |= {-max(judged)[1]: "high", -min(judged)[1]: "low"}
    return notes


def _chart(title: str, foot: str, shares: tuple[tuple[str, Dealt], ...]) -> Chart:
    """A chart of the pace by place."""
    notes = _notes(shares)
    marks = tuple(
        SeriesValue(dealt.per_hour, notes.get(index, "")) for index, (_, dealt) in enumerate(shares)
    )
    places = tuple(place for place, _ in shares)
    if any(mark.note == "part" and mark.value is not None for mark in marks):
        foot += "; an outline: open for less than half an hour, neither high nor low"
    return Chart(title, "rounds an hour", places, (Series("rounds an hour", "bars", marks),), foot=foot)


def _table(title: str, head: str, shares: tuple[tuple[str, Dealt], ...]) -> ReportTable:
    """A table of the pace by place."""
    notes = _notes(shares)
    columns = (
        *(Column(head), Column("Minutes open", "figure"), Column("Rounds", "count")),
        *(Column("Rounds an hour", "figure"), Column("Mark")),
    )
    rows = tuple(
        (
            place,
            round(dealt.open_us * 60 / HOUR_US, 1),
            dealt.rounds,
            _rounded(dealt),
            MARKS[notes.get(index, "")],
        )
        for index, (place, dealt) in enumerate(shares)
    )
    return ReportTable(title, columns, rows)


def _rounded(dealt: Dealt) -> float | None:
    """Rounds per hour to two decimals."""
    return None if dealt.per_hour is None else round(dealt.per_hour, 2)
