"""Reports: reads logs over a span of time once, and counts everything that the pit wants to know."""

import time
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.read.unfit_rows import unfit_rows
from dealer_station.reports.devices import Checks, Reading, Uptime
from dealer_station.reports.irregularities import Irregularities
from dealer_station.reports.money import Money
from dealer_station.reports.pace import Pace
from dealer_station.reports.row_context import ReportCursor, ReportQuery
from dealer_station.reports.sources import ChainState, Progress, Source, in_chains, not_covered, without_path
from dealer_station.reports.timing import Timing
from dealer_station.review.effective_rows import effective_rows
from dealer_station.review.gaming_day import Calendar, name_of
from dealer_station.review.tables_and_charts import Section


class Report(Struct, frozen=True):
    """The question, the sources, and the sections of a report."""

    ask: ReportQuery
    sources: tuple[Source, ...]
    sections: tuple[Section, ...]
    rounds: int
    dealers: tuple[str, ...]
    """All dealers who ended a round in the span, asked about or not."""

    @property
    def span_words(self) -> str:
        """The time span as text."""
        calendar = self.ask.calendar
        zone = name_of(calendar.zone)
        return f"{calendar.text(self.ask.first_us)} to {calendar.text(self.ask.end_us)} ({zone})"

    @property
    def tables_words(self) -> str:
        """The names of the tables; those that are not live come first, so that no page cuts that off."""
        logs = [one for one in self.sources if one.chain_state != "no log"]
        names = [
            f"{_mark(one)}{one.table or one.name}" for one in sorted(logs, key=lambda one: not _mark(one))
        ]
        return ", ".join(dict.fromkeys(names))

    @property
    def chain_state(self) -> ChainState:
        """The worst verification result of its sources."""
        states: tuple[ChainState, ...] = ("broken", "no log", "unverified")
        return next(
            (state for state in states if any(one.chain_state == state for one in self.sources)), "verified"
        )

    @property
    def chain_words(self) -> str:
        """The verification result in a sentence, for the foot of a page; faults come first."""
        told = [_broken_words(one) for one in self.sources if one.chain_state == "broken"]
        told += [f"no log: {one.name}" for one in self.sources if one.chain_state == "no log"]
        if told:
            return "; ".join(told)
        if self.chain_state == "unverified":
            return "chain not verified"
        return "chain verified: every row is as it was written"

    @property
    def sources_words(self) -> tuple[str, ...]:
        """Each file with its time span and verification result, and the missing files."""
        told = [f"{one.name}: {self._covers(one)}{one.words}." for one in self.sources]
        return (*told, *self.missing_words)

    def _covers(self, one: Source) -> str:
        """The time span of a file as text."""
        text = self.ask.calendar.text
        return f"{text(one.first_us)} to {text(one.last_us)}; " if one.first_us else ""

    @property
    def made_words(self) -> str:
        """Time and program version of the report."""
        now = self.ask.calendar.text(time.time_ns() // 1000)
        return f"Made on {now} by Dealer Station {version('dealer-station')}."

    @property
    def missing_words(self) -> tuple[str, ...]:
        """Sentences about parts of the span whose files are missing, according to the files themselves."""
        return tuple(
            f"NOT COVERED: {one.name} continues {one.previous}, which is not among the files; what happened "
            f"before {self.ask.calendar.text(one.first_us)} is not in this report."
            for one in not_covered(self.sources, self.ask.first_us)
        )


def _mark(one: Source) -> str:
    """The mark of a table that is not live."""
    return f"{one.kind.upper()} TABLE " if one.kind not in ("", "live") else ""


def _broken_words(one: Source) -> str:
    """The verification result of a broken file, with the rows that are counted."""
    if not one.rows:
        return f"chain broken: {one.name}, of which nothing is counted"
    if one.last_seq == END:
        return f"chain broken: {one.name}, whose rows are counted"
    return f"chain broken: {one.name}, of which rows up to {one.last_seq:,} are counted"


def last_day(sources: tuple[Source, ...], calendar: Calendar) -> tuple[int, int]:
    """The gaming day of the last ended round, or of the last row if no round ended."""
    newest = max(one.played_us for one in sources) or max(one.last_us for one in sources)
    return calendar.span(calendar.day_of(newest))


def report(ask: ReportQuery, sources: tuple[Source, ...], progress: Progress = lambda _: None) -> Report:
    """Make a report in one pass over the logs; a log that turns out damaged is counted up to the damage."""
    folds, broken = _Folds(), dict[str, Source]()
    for chain in in_chains(sources):
        broken |= folds.go_through(chain, ask, progress)
    read = tuple(broken.get(one.path, one) for one in sources)
    return Report(ask, read, folds.sections(ask), folds.pace.rounds, tuple(sorted(folds.pace.everybody)))


class _Folds:
    """All counters of a report."""

    def __init__(self) -> None:
        self.pace, self.irregularities, self.timing = Pace(), Irregularities(), Timing()
        self.money, self.reading, self.uptime, self.checks = Money(), Reading(), Uptime(), Checks()

    def go_through(
        self, chain: tuple[Source, ...], ask: ReportQuery, progress: Progress
    ) -> dict[str, Source]:
        """Read a chain of files as one log; return those that turned out damaged, by path."""
        scene, broken = ReportCursor(ask), dict[str, Source]()
        for one, following in zip(chain, (*chain[1:], None), strict=True):
            scene.runs_on = following.goes_on if following else None
            try:
                with unfit_rows(), Reader(Path(one.path)) as log:
                    self._read(log, one.last_seq, scene, progress)
            except LogCorruptError as error:
                words = f"{without_path(str(error), Path(one.path))}; counted up to there"
                broken[one.path] = replace(one, chain_state="broken", words=words)
        self.pace.end(scene)
        self.irregularities.end()
        self.timing.end(scene)
        self.uptime.end(scene)
        self.checks.end()
        return broken

    def _read(self, log: Reader, last_seq: int, scene: ReportCursor, progress: Progress) -> None:
        """Pass every effective row of a file to all counters."""
        counting = (
            *(self.pace, self.irregularities, self.timing, self.money),
            *(self.reading, self.uptime, self.checks),
        )
        ask = scene.ask
        for one in effective_rows(log.raw_rows(0, last_seq), ask.first_us, ask.end_us, progress):
            scene.take(one)
            for fold in counting:
                fold.take(one, scene)

    def sections(self, ask: ReportQuery) -> tuple[Section, ...]:
        """The sections in the order of the report."""
        return (
            self.pace.section(ask),
            self.irregularities.section(ask),
            self.timing.section(),
            self.money.section(ask),
            self.reading.section(ask),
            self.uptime.section(),
            self.checks.section(),
        )
