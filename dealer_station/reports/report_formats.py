"""A report as CSV and as JSON, with plain figures and with times that include their zone."""

import csv
import io
from datetime import timedelta
from typing import Any

import msgspec

from dealer_station.reports.report import Report
from dealer_station.review.gaming_day import Calendar, name_of
from dealer_station.review.tables_and_charts import Cell, Kind, ReportTable, Section


def as_json(report: Report) -> dict[str, Any]:
    """A report as data; money is in cents."""
    ask = report.ask
    return {
        "from": _time(ask.first_us, ask.calendar),
        "to": _time(ask.end_us, ask.calendar),
        "zone": name_of(ask.calendar.zone),
        "gaming_day_starts": f"{ask.calendar.starts:%H:%M}",
        "hours": (ask.end_us - ask.first_us) / 3.6e9,
        "dealer": ask.dealer,
        "rounds": report.rounds,
        "made": report.made_words,
        "not_covered": report.missing_words,
        "seal": report.chain_state,
        "sources": [
            {
                "path": one.path,
                "seal": one.chain_state,
                "words": one.words,
                "table": one.table,
                "kind": one.kind,
                "rows": one.rows,
                "first": _time(one.first_us, ask.calendar) if one.first_us else None,
                "last": _time(one.last_us, ask.calendar) if one.last_us else None,
            }
            for one in report.sources
        ],
        "sections": [_section(section) for section in report.sections],
    }


def _section(section: Section) -> dict[str, Any]:
    """A section as data."""
    return {
        "id": section.id,
        "title": section.title,
        "words": section.words,
        "tables": [
            {
                "title": table.title,
                "columns": [{"head": column.head, "kind": column.kind} for column in table.columns],
                "rows": table.rows,
            }
            for table in section.tables
        ],
        "charts": [msgspec.to_builtins(chart) for chart in section.charts],
    }


def _time(wall_us: int, calendar: Calendar) -> str:
    """A time in the report's zone, in ISO format."""
    return (calendar.local(wall_us) + timedelta(microseconds=wall_us % 1_000_000)).isoformat()


def as_csv(report: Report) -> str:
    """A report as CSV: a head, then each table under its title, separated by empty lines."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    calendar = report.ask.calendar
    head: list[tuple[str, ...]] = [
        ("Report", report.tables_words),
        ("From", _time(report.ask.first_us, calendar)),
        ("To", _time(report.ask.end_us, calendar)),
        ("Dealer", report.ask.dealer or "everybody"),
        ("Made", report.made_words),
    ]
    for one in report.sources:
        span = (_time(us, calendar) if us else "" for us in (one.first_us, one.last_us))
        head.append(("File", one.path, one.chain_state, one.words, one.kind, *span))
    head += [("Not covered", words) for words in report.missing_words]
    for row in head:
        lines.writerow(_plain(cell, "text") for cell in row)
    for section in report.sections:
        for table in section.tables:
            _table(lines, table)
    return text.getvalue()


def _table(lines: Any, table: ReportTable) -> None:
    """Write a table."""
    lines.writerow(())
    lines.writerow((table.title,))
    lines.writerow(column.head for column in table.columns)
    for row in table.rows:
        lines.writerow(_plain(cell, column.kind) for cell, column in zip(row, table.columns, strict=True))


def _plain(cell: Cell, kind: Kind) -> str:
    """A cell for a spreadsheet, money in whole units; a text that looks like a formula is quoted."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
    return f"{cell / 100:.2f}" if kind == "money" else str(cell)
