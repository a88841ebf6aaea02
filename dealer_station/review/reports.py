"""Reports: logs over a span of time, gone through once, and what the pit wants to know of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import Struct

from dealer_station.engine.errors import LogCorruptError, LogError
from dealer_station.log.codec import decode
from dealer_station.log.read import END, Reader
from dealer_station.log.records import Opened, OpenedAs
from dealer_station.log.verify import Report as Verification
from dealer_station.log.verify import verify
from dealer_station.review.charts import Section
from dealer_station.review.devices import Checks, Reading, Uptime
from dealer_station.review.gaming_day import Calendar, name_of
from dealer_station.review.irregularities import Irregularities
from dealer_station.review.lasting import lasting
from dealer_station.review.money import Money
from dealer_station.review.pace import Pace
from dealer_station.review.scene import Ask, Scene
from dealer_station.review.timing import Timing

Progress = Callable[[int], None]
Seal = Literal["verified", "unverified", "broken", "no log"]
SPOILS_ROWS = ("row", "file")
"""What is found so at a row is not to be trusted from that row on."""


class Source(Struct, frozen=True):
    """A log that a report was made from, and how far it can be trusted."""

    path: str
    seal: Seal
    words: str
    """What the seal means here."""
    table: str = ""
    kind: str = ""
    rows: int = 0
    """Those that could be trusted, and were counted."""
    first_us: int = 0
    last_us: int = 0
    last_seq: int = END
    """The last row that can be trusted."""
    opening: str = ""
    """The hash of the first row: copies of one log have it in common."""


class Report(Struct, frozen=True):
    """What was asked, what it was made from, and the answers."""

    ask: Ask
    sources: tuple[Source, ...]
    sections: tuple[Section, ...]
    rounds: int
    dealers: tuple[str, ...]
    """Who ended a round in this time, asked about or not."""

    @property
    def span_words(self) -> str:
        calendar = self.ask.calendar
        zone = name_of(calendar.zone)
        return f"{calendar.text(self.ask.first_us)} to {calendar.text(self.ask.end_us)} ({zone})"

    @property
    def tables_words(self) -> str:
        names = dict.fromkeys(
            one.table or Path(one.path).name for one in self.sources if one.seal != "no log"
        )
        return ", ".join(names)

    @property
    def seal(self) -> Seal:
        """The worst of its sources."""
        seals: tuple[Seal, ...] = ("no log", "broken", "unverified")
        return next((seal for seal in seals if any(one.seal == seal for one in self.sources)), "verified")

    @property
    def seal_words(self) -> str:
        """The seal in a sentence, for the foot of a page."""
        meaning = {
            "verified": "chain verified: every row is as it was written",
            "unverified": "chain not verified",
            "broken": "chain broken: see the first page for what can still be trusted",
            "no log": "a file is no log: see the first page",
        }
        return meaning[self.seal]


def rows_in(path: Path) -> int:
    """How many rows a log has, as far as anybody can tell."""
    try:
        with Reader(path) as log:
            first, last = log.ends()
    except LogError:
        return 0
    return last - first + 1 if last else 0


def looked_at(path: Path, *, verified: bool = True, progress: Progress = lambda _: None) -> Source:
    """A log before it is counted: whose it is, and how far it can be trusted."""
    try:
        if not verified:
            return _described(path, "unverified", "the chain was not verified", END)
        found = verify(path, progress=progress)
        seal, words, last = _trust(path, found)
        return _described(path, seal, words, last)
    except LogError as error:
        return Source(str(path), "no log", _without(str(error), path))


def known(path: Path, found: Verification) -> Source:
    """A log that somebody has verified already."""
    return _described(path, *_trust(path, found))


def _trust(path: Path, found: Verification) -> tuple[Seal, str, int]:
    if found.ok:
        unsigned = found.last_seq - found.signed_seq
        tail = f"; the last {unsigned:,} rows are not signed yet" if unsigned else ""
        return "verified", f"chain verified, signed up to row {found.signed_seq:,}{tail}", END
    worst = found.findings[0]
    words = _without(worst.words, path)
    spoiled = [one.seq for one in found.findings if one.kind in SPOILS_ROWS]
    if not spoiled:
        return "broken", f"{words}; the rows themselves hold and are counted", END
    if min(spoiled) <= 1:
        return "broken", f"{words}; nothing of it can be trusted, nothing is counted", 0
    last = min(spoiled) - 1
    return "broken", f"broken at row {last + 1:,}: {words}; rows up to {last:,} hold and are counted", last


def _without(words: str, path: Path) -> str:
    return words.removeprefix(f"{path}: ")


def _described(path: Path, seal: Seal, words: str, last_trusted: int) -> Source:
    """Whose log it is, and from when up to when."""
    with Reader(path) as log:
        first, last = log.ends()
        last = min(last, last_trusted)
        ends = [next(log.raw_rows(seq, seq), None) for seq in (first, last)] if last else [None, None]
        opened_as = _opened_as(log, first, last)
    begun, over = ends
    if begun is None or over is None:
        return Source(str(path), seal, words, last_seq=last_trusted)
    table, kind = (opened_as.table, opened_as.kind) if opened_as else ("", "")
    times = begun[3], over[3]
    return Source(str(path), seal, words, table, kind, last - first + 1, *times, last, begun[-1].hex())


OPENING_ROWS = 40
"""A file says what kind of table it is of in its first rows."""


def _opened_as(log: Reader, first: int, last: int) -> OpenedAs | None:
    for row in log.rows(first, min(first + OPENING_ROWS, last)):
        content = decode(row.part, row.body) if row.part == "record" else None
        if isinstance(content, OpenedAs):
            return content
        if isinstance(content, Opened) and content.carried and content.carried.get("opened_as"):
            carried = content.carried["opened_as"]
            return OpenedAs(carried["kind"], carried.get("table", ""))
    return None


def without_copies(sources: list[Source]) -> tuple[Source, ...]:
    """Of two copies of one log the longer one counts; rounds are not counted twice."""
    best: dict[str, Source] = {}
    for one in sources:
        known = best.get(one.opening)
        if one.opening and (known is None or one.rows > known.rows):
            best[one.opening] = one
    kept = []
    for one in sources:
        longest = best.get(one.opening, one)
        if longest is not one:
            words = f"a copy of {Path(longest.path).name}, which has as many rows or more; not counted twice"
            one = Source(one.path, one.seal, words, one.table, one.kind, 0, one.first_us, one.last_us, 0)
        kept.append(one)
    return tuple(sorted(kept, key=lambda one: (one.first_us, one.path)))


def last_day(sources: tuple[Source, ...], calendar: Calendar) -> tuple[int, int]:
    """The gaming day in which something was last written."""
    newest = max(one.last_us for one in sources)
    return calendar.span(calendar.day_of(newest))


def report(ask: Ask, sources: tuple[Source, ...], progress: Progress = lambda _: None) -> Report:
    """Goes through the logs once, row by row; a log that breaks on the way is counted up to there."""
    folds = _Folds()
    read = tuple(_read(one, ask, folds, progress) for one in sources)
    return Report(ask, read, folds.sections(ask), folds.pace.rounds, tuple(sorted(folds.pace.everybody)))


class _Folds:
    """All that is counted at the same time."""

    def __init__(self) -> None:
        self.pace, self.irregularities, self.timing = Pace(), Irregularities(), Timing()
        self.money, self.reading, self.uptime, self.checks = Money(), Reading(), Uptime(), Checks()

    def go_through(self, log: Reader, last_seq: int, ask: Ask, progress: Progress) -> None:
        scene = Scene(ask)
        counting = (
            *(self.pace, self.irregularities, self.timing, self.money),
            *(self.reading, self.uptime, self.checks),
        )
        try:
            for one in lasting(log.raw_rows(0, last_seq), ask.first_us, ask.end_us, progress):
                scene.take(one)
                for fold in counting:
                    fold.take(one, scene)
        finally:
            self.pace.end(scene)
            self.irregularities.end()
            self.timing.end(scene)
            self.uptime.end(scene)
            self.checks.end()

    def sections(self, ask: Ask) -> tuple[Section, ...]:
        return (
            self.pace.section(ask),
            self.irregularities.section(ask),
            self.timing.section(),
            self.money.section(ask),
            self.reading.section(ask),
            self.uptime.section(),
            self.checks.section(),
        )


def _read(source: Source, ask: Ask, folds: _Folds, progress: Progress) -> Source:
    if source.seal == "no log" or not source.rows:
        return source
    try:
        with Reader(Path(source.path)) as log:
            folds.go_through(log, source.last_seq, ask, progress)
    except LogCorruptError as error:
        words = f"{_without(str(error), Path(source.path))}; counted up to there"
        return Source(source.path, "broken", words, source.table, source.kind, source.rows, source.first_us)
    return source
