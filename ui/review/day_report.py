"""The day's report in the review window: computed in the log thread, painted and exported here."""

from datetime import date, time, timedelta
from pathlib import Path
from typing import Any

from PySide6.QtCore import Property, QObject, Signal, Slot

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.reports import report, report_formats, sources
from dealer_station.reports.report import Report
from dealer_station.reports.row_context import ReportQuery
from dealer_station.reports.sources import Source
from dealer_station.review.gaming_day import Calendar, zone_named
from dealer_station.review.tables_and_charts import ReportTable
from ui.paper.report_sheet import report_sheet
from ui.review.bridge import Review
from ui.review.chart_item import as_values
from ui.review.disputes import new_name
from ui.review.log_verification import VerificationMark

DAY_STARTS = time(6)
MOST_LETTERS = 24
"""Widest text of a cell, in letters, before it is wrapped."""


class DayReport(QObject):
    """The report page over the window, about all open logs."""

    changed = Signal()
    scrolled = Signal(int)
    """Scroll distance downwards, in tenths of the visible page."""

    def __init__(self, review: Review, day_starts: time) -> None:
        super().__init__()
        self._review, self._say = review, review.dispute_notes.say
        self._calendar = Calendar(zone_named(None), day_starts)
        self._day: date | None = None
        """The gaming day shown; None if the page is not open."""
        self._found: Report | None = None
        self._notice = ""

    @property
    def is_open(self) -> bool:
        """True if the page is open; keys then go to it."""
        return self._day is not None

    @Slot(str)
    def tap(self, act: str) -> None:
        """Act on a command of a key or a button."""
        match act.split():
            case ["open"]:
                summary = self._review.summary
                if summary is not None:
                    self._show(self._calendar.day_of(summary.opened_us))
            case ["day", days] if self._day is not None:
                self._show(self._day + timedelta(days=int(days)))
            case ["scroll", tenths]:
                self.scrolled.emit(int(tenths))
            case ["export", form]:
                self._export(form)
            case ["close"]:
                self._day = self._found = None
                self.changed.emit()
            case _:
                pass

    def _show(self, day: date) -> None:
        self._day, self._found, self._notice = day, None, ""
        marks = [(mark.path, mark) for mark in self._review.verifier.marks]
        ask = ReportQuery(*self._calendar.span(day), self._calendar)

        def count() -> Report:
            return report.report(ask, sources.without_copies([_source(*one) for one in marks]))

        self._review.log_thread.ask("report", count, lambda found: self._counted(day, found))
        self.changed.emit()

    def _counted(self, day: date, found: Report | DealerStationError) -> None:
        if day != self._day:
            return
        if isinstance(found, DealerStationError):
            self._notice = str(found)
        else:
            self._found = found
        self.changed.emit()

    def _export(self, form: str) -> None:
        """Write the report to a new file beside the review log."""
        if self._found is None or self._day is None:
            return
        out = new_name(self._review.dispute_notes.reviews.parent, f"report-{self._day}", form)
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            if form == "pdf":
                report_sheet(self._found).write_pdf(out)
            else:
                out.write_text(report_formats.as_csv(self._found), "utf-8", newline="")
            self._notice = self._say("The report is in {file}", file=str(out))
        except (OSError, DealerStationError) as error:
            self._notice = str(error)
        self.changed.emit()

    @Property("QVariant", notify=changed)  # type: ignore[arg-type]
    def page(self) -> dict[str, Any]:
        found, say = self._found, self._say
        waiting = "" if found or self._notice else say("Counting the day…")
        return {
            "open": self.is_open,
            "title": say("Report of the gaming day {day}", day=str(self._day or "")),
            "about": f"{found.tables_words}, {found.span_words}; {found.chain_words}" if found else waiting,
            "files": list(found.sources_words) if found else [],
            "notice": self._notice,
            "sections": [
                {
                    "title": section.title,
                    "words": list(section.words),
                    "charts": [as_values(chart) for chart in section.charts],
                    "tables": [as_grid(table) for table in section.tables if table.rows],
                }
                for section in (found.sections if found else ())
            ],
        }


def as_grid(table: ReportTable) -> dict[str, Any]:
    """A table for QML: the printed text of every cell, and each column's share of the width."""
    heads = [column.head for column in table.columns]
    cells = [heads, *table.written]
    numeric = [column.kind != "text" for column in table.columns]
    needed = [
        max(_needed(row[index], whole=numeric[index] and row is not heads) for row in cells)
        for index in range(len(heads))
    ]
    return {
        "title": table.title,
        "rows": [list(row) for row in cells],
        "numeric": numeric,
        "shares": [width / sum(needed) for width in needed],
    }


def _needed(words: str, *, whole: bool) -> int:
    """Width in letters: a figure stays in one piece, text is at least as wide as its longest word."""
    longest = max(map(len, words.split()), default=1)
    return max(len(words) if whole else longest, min(len(words), MOST_LETTERS)) + 2


def _source(path: Path, mark: VerificationMark) -> Source:
    if mark.report is not None:
        return sources.known(path, mark.report)
    return sources.examine(path, verified=False)
