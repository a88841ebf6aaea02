"""`dealer-station report`: reports on a table over a span of time, as text, CSV, JSON or PDF."""

import json as json_text
import os
import sys
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Literal

import click

from dealer_station import config
from dealer_station.app.options import config_option, found, the_file_itself
from dealer_station.app.shell import Mendable
from dealer_station.app.station_file import named_file
from dealer_station.cli.log_words import console
from dealer_station.cli.progress import progress_bar
from dealer_station.cli.report_words import print_report
from dealer_station.config import StationFile
from dealer_station.engine.model.errors import ConfigError
from dealer_station.log.read.reader import Reader
from dealer_station.reports import report_forms
from dealer_station.reports.cursor import Ask
from dealer_station.reports.reports import Report, last_day
from dealer_station.reports.reports import report as reported
from dealer_station.reports.sources import Source, looked_at, rows_in, without_copies
from dealer_station.review.charts import counted
from dealer_station.review.gaming_day import Calendar, comes_twice, distance, start_named, zone_named

Form = Literal["text", "csv", "json", "pdf"]
DAY_STARTS = time(6)
FIRST_YEAR, LAST_YEAR = 1970, 2999
"""Years outside this range cannot belong to a log."""


class ReportMoment(click.ParamType[date]):
    """A parameter type for a gaming day or a time."""

    name = "day or time"

    def convert(
        self, value: str | date, param: click.Parameter | None, ctx: click.Context | None
    ) -> date | datetime:
        if isinstance(value, date):
            return value
        found: date | datetime | None = None
        for kind in (datetime, date):
            with suppress(ValueError):
                found = kind.fromisoformat(value)
        if found is None:
            raise click.BadParameter(
                f'"{value}" is no day and no time; write 2026-11-16 or 2026-11-16T22:00', ctx, param
            )
        if not FIRST_YEAR <= found.year <= LAST_YEAR:
            raise click.BadParameter(
                f'"{value}" is beyond every log; write a year from {FIRST_YEAR} to {LAST_YEAR}', ctx, param
            )
        return found


@click.command()
@click.argument(
    "files",
    nargs=-1,
    metavar="[FILE]...",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
)
@click.option(
    "--from", "since", type=ReportMoment(), metavar="WHEN", help="A gaming day, or a time on its clock."
)
@click.option("--to", "until", type=ReportMoment(), metavar="WHEN", help="The last gaming day, or a time.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json", "pdf"]),
    default="text",
    show_default=True,
    help="How it is written; charts are in the PDF.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to.  [default: stdout]")
@click.option(
    "--day-starts", metavar="HH:MM", help="When the gaming day begins.  [default: station.toml's, or 06:00]"
)
@click.option(
    "--zone", metavar="NAME", help="The time zone, such as America/New_York.  [default: the machine's]"
)
@click.option("--dealer", metavar="NAME", default="", help="Only what happened while this dealer dealt.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="For the PDF."
)
@click.option("--unverified", is_flag=True, help="Do not verify the chain first; the report says so.")
@config_option
def report(
    files: tuple[Path, ...],
    since: date | datetime | None,
    until: date | datetime | None,
    form: Form,
    out: Path | None,
    day_starts: str | None,
    zone: str | None,
    dealer: str,
    paper: str,
    unverified: bool,
    config_file: Path | None,
) -> None:
    """Report on a table: pace, irregularities, steps, takes and pays, reader, devices, counts and shuffles.

    FILE is one log or several: months, snapshots, other tables. Without one it is the log of station.toml,
    and without --from and --to the last gaming day. Exit code 0 for a whole log, 1 where a file is damaged
    and only what can be trusted is counted, 2 where there is nothing to report.
    """
    _check_out(out, form)
    station = _station(config_file, needed=not files)
    calendar = Calendar(zone_named(zone), start_named(day_starts) if day_starts else _starts(station))
    sources = _looked_at(list(files) or [_log_of(station)], verified=not unverified)
    ask = _ask(sources, calendar, since, until, dealer)
    _say_which(calendar, since, until)
    if not files:
        sources = _with_months_before(sources, ask, verified=not unverified)
    _check_covered(sources, ask)
    with progress_bar("counting", sum(one.rows for one in sources)) as progress:
        found = reported(ask, sources, progress)
    if dealer and dealer not in found.dealers:
        there = ", ".join(found.dealers) or "nobody"
        raise Mendable(f'no round of {found.span_words} was ended by "{dealer}"; in this time dealt: {there}')
    _write(found, form, out, paper)
    _complain(found.sources)
    sys.exit(0 if found.seal in ("verified", "unverified") else 1)


def _check_out(out: Path | None, form: Form) -> None:
    """Refuse an unusable output path before any long work begins; existing files are never overwritten."""
    if out is None:
        if form == "pdf":
            raise Mendable(
                "a PDF is not for a terminal; name a new file with --out, such as --out report.pdf"
            )
        return
    if out.exists():
        raise Mendable(f"{out}: exists already; name a new file, nothing is overwritten")
    if not out.parent.is_dir():
        raise Mendable(f"{out}: there is no folder {out.parent}; make it, or name another file")


def _station(path: Path | None, *, needed: bool) -> StationFile | None:
    """Load station.toml; it is optional if a log is named."""
    if path is not None or needed:
        return named_file(path)
    with suppress(ConfigError):
        return config.load(path) if (path := found()) else None
    return None


def gaming_day_start() -> time:
    """The start of the gaming day in this machine's station.toml, or 06:00."""
    return _starts(_station(None, needed=False))


def _starts(station: StationFile | None) -> time:
    return time(station.config.table.gaming_day_start_hour) if station else DAY_STARTS


def _log_of(station: StationFile | None) -> Path:
    if station is None or not station.db.exists():
        where = f"{station.db}: there is no log yet" if station else "no log is named"
        raise Mendable(f"{where}; name one: dealer-station report FILE")
    return station.db


def _looked_at(files: list[Path], *, verified: bool) -> tuple[Source, ...]:
    context = click.get_current_context()
    paths = [the_file_itself(context, context.command.params[0], path) or path for path in files]
    with progress_bar("verifying", sum(rows_in(path) for path in paths)) as progress:
        sources = without_copies([looked_at(path, verified=verified, progress=progress) for path in paths])
    if not any(one.rows for one in sources):
        raise Mendable("\n".join(f"{one.path}: {one.words}" for one in sources))
    return sources


def _with_months_before(sources: tuple[Source, ...], ask: Ask, *, verified: bool) -> tuple[Source, ...]:
    """Add the closed months that precede the first file, as far back as the span reaches."""
    while sources[0].first_us > ask.first_us:
        with Reader(Path(sources[0].path)) as log:
            before = log.previous
        if before is None or not before.exists():
            break
        sources = (*_looked_at([before], verified=verified), *sources)
    return sources


def _ask(
    sources: tuple[Source, ...],
    calendar: Calendar,
    since: date | datetime | None,
    until: date | datetime | None,
    dealer: str,
) -> Ask:
    first, end = last_day(sources, calendar)
    if since is not None:
        first = _begin(since, calendar)
    elif until is not None:
        first = min(one.first_us for one in sources if one.rows)
    if until is not None:
        end = _end(until, calendar)
    if first >= end:
        raise Mendable(
            f"{calendar.text(first)} to {calendar.text(end)} is no span of time; --from comes first"
        )
    return Ask(first, end, calendar, dealer)


def _check_covered(sources: tuple[Source, ...], ask: Ask) -> None:
    """Raise an error if no log covers the span: an empty report would look like a table without play."""
    there = [one for one in sources if one.rows]
    if any(one.first_us < ask.end_us and one.last_us >= ask.first_us for one in there):
        return
    text = ask.calendar.text
    covered = ", ".join(f"{one.name} from {text(one.first_us)} to {text(one.last_us)}" for one in there)
    raise Mendable(
        f"nothing was written from {text(ask.first_us)} to {text(ask.end_us)}; there is {covered}. Name a "
        "time within it with --from and --to"
    )


def _say_which(calendar: Calendar, *moments: date | datetime | None) -> None:
    """Warn about an ambiguous local time (end of daylight saving) and say which of the two is used."""
    for one in moments:
        if not isinstance(one, datetime) or one.tzinfo is not None:
            continue
        first = one.replace(tzinfo=calendar.zone, fold=0)
        if comes_twice(first):
            there = one.isoformat(timespec="minutes")
            click.echo(
                f"{there} comes twice on this day; the first is taken, {there}{distance(first)}. Write "
                f"{there}{distance(first.replace(fold=1))} where the second is meant",
                err=True,
            )


def _begin(moment: date | datetime, calendar: Calendar) -> int:
    return calendar.microseconds(moment) if isinstance(moment, datetime) else calendar.begin(moment)


def _end(moment: date | datetime, calendar: Calendar) -> int:
    """The end of a time span; a date includes its whole gaming day."""
    if isinstance(moment, datetime):
        return calendar.microseconds(moment)
    return calendar.begin(moment + timedelta(days=1))


def _write(found: Report, form: Form, out: Path | None, paper: str) -> None:
    if form == "pdf" and out is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        from ui.paper.report_sheet import report_sheet

        pages = report_sheet(found, paper).write_pdf(out)
        click.echo(f"{counted(pages, 'page')} written to {out}")
    elif out is None:
        click.echo(_text(found, form), nl=False)
    else:
        try:
            with out.open("x", encoding="utf-8", newline="") as file:
                file.write(_text(found, form))
        except OSError as error:
            raise Mendable(f"{out}: cannot be written: {error.strerror}") from error
        click.echo(f"{counted(found.rounds, 'round')} reported to {out}")


def _text(found: Report, form: Form) -> str:
    if form == "csv":
        return report_forms.as_csv(found)
    if form == "json":
        return json_text.dumps(report_forms.as_json(found), indent=1) + "\n"
    out = console()
    with out.capture() as captured:
        print_report(found, out)
    return captured.get()


def _complain(sources: tuple[Source, ...]) -> None:
    for one in sources:
        if one.seal in ("broken", "no log"):
            click.echo(f"{one.path}: {one.words}", err=True)
