"""`dealer-station report`: reports on a table over a span of time, as text, CSV, JSON or PDF."""

import json as json_text
import os
import sys
from contextlib import ExitStack, suppress
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Literal

import click
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from dealer_station import config
from dealer_station.app.command_group import CommandError
from dealer_station.app.options import config_option, found, resolve_link
from dealer_station.app.table_settings import named_file
from dealer_station.cli.floor_access import (
    FloorAccess,
    LogPlace,
    PulledFloor,
    floor_options,
    pulled,
)
from dealer_station.cli.log_output import console
from dealer_station.cli.printed_table import print_table
from dealer_station.cli.progress import progress_bar
from dealer_station.config import StationFile
from dealer_station.config.floor_address import FloorAddress
from dealer_station.engine.model.errors import ConfigError
from dealer_station.log.read.reader import Reader
from dealer_station.reports import report_formats
from dealer_station.reports.report import Report, last_day
from dealer_station.reports.report import report as reported
from dealer_station.reports.row_context import ReportQuery
from dealer_station.reports.sources import Source, examine, rows_in, without_copies
from dealer_station.review.gaming_day import Calendar, comes_twice, distance, start_named, zone_named
from dealer_station.review.tables_and_charts import counted

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
                f'"{value}" is neither a day nor a time; write 2026-11-16 or 2026-11-16T22:00', ctx, param
            )
        if not FIRST_YEAR <= found.year <= LAST_YEAR:
            raise click.BadParameter(
                f'"{value}" is out of range; use a year from {FIRST_YEAR} to {LAST_YEAR}', ctx, param
            )
        return found


@click.command()
@click.argument(
    "files",
    nargs=-1,
    metavar="[FILE|URL]...",
    type=LogPlace(),
)
@click.option(
    "--from", "since", type=ReportMoment(), metavar="WHEN", help="First gaming day, or a local time."
)
@click.option("--to", "until", type=ReportMoment(), metavar="WHEN", help="Last gaming day, or a local time.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json", "pdf"]),
    default="text",
    show_default=True,
    help="Output format; only the PDF has charts.",
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Output file.  [default: stdout]"
)
@click.option(
    "--day-starts",
    metavar="HH:MM",
    help="Time at which the gaming day begins.  [default: station.toml's, or 06:00]",
)
@click.option("--zone", metavar="NAME", help="Time zone, such as America/New_York.  [default: the machine's]")
@click.option("--dealer", metavar="NAME", default="", help="Only what happened while this dealer dealt.")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="Paper size of the PDF.",
)
@click.option("--unverified", is_flag=True, help="Do not verify the chain first; the report says so.")
@config_option
@floor_options
def report(
    files: tuple[Path | FloorAddress, ...],
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
    access: FloorAccess,
) -> None:
    """Report on the gaming days of a table, or of several.

    The sections are pace, irregularities, steps, takes and pays, reader, devices, counts and shuffles.

    Each FILE is a log: a month, a snapshot, or another table. A floor's URL stands for the logs of all its
    tables, or of one, as far back as the time asked for. Without FILE the log of station.toml is used, and
    without --from and --to the last gaming day. Exit code 0 if every log is intact, 1 if one is damaged and
    only its trusted rows are counted, 2 if there is nothing to report.
    """
    _check_out(out, form)
    station = _station(config_file, needed=not files)
    calendar = Calendar(zone_named(zone), start_named(day_starts) if day_starts else _starts(station))
    with ExitStack() as stack:
        floors = [stack.enter_context(pulled(one, access)) for one in files if isinstance(one, FloorAddress)]
        paths = [one for one in files if isinstance(one, Path)]
        paths += [path for floor in floors for path in floor.state.files]
        sources = _examined(paths or [_log_of(station)], verified=not unverified)
        ask = _ask(sources, calendar, since, until, dealer)
        _warn_if_ambiguous(calendar, since, until)
        if not files:
            sources = _with_months_before(sources, ask, verified=not unverified)
        for floor in floors:
            sources = _with_months_of_floor(sources, ask, floor, verified=not unverified)
        sources = _named(sources, floors)
    _check_covered(sources, ask)
    with progress_bar("counting", sum(one.rows for one in sources)) as progress:
        found = reported(ask, sources, progress)
    if dealer and dealer not in found.dealers:
        there = ", ".join(found.dealers) or "none"
        raise CommandError(
            f'no round of {found.span_words} was ended by "{dealer}"; dealers in this time: {there}'
        )
    _write(found, form, out, paper)
    _complain(found.sources)
    altered = any(floor.is_altered for floor in floors)
    sys.exit(0 if found.chain_state in ("verified", "unverified") and not altered else 1)


def _check_out(out: Path | None, form: Form) -> None:
    """Refuse an unusable output path before any long work begins; existing files are never overwritten."""
    if out is None:
        if form == "pdf":
            raise CommandError(
                "a PDF cannot be printed to the terminal; name a new file with --out, such as --out "
                "report.pdf"
            )
        return
    if out.exists():
        raise CommandError(f"{out}: already exists; name a new file")
    if not out.parent.is_dir():
        raise CommandError(f"{out}: no such folder: {out.parent}; create it, or name another file")


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
        raise CommandError(f"{where}; name one: dealer-station report FILE")
    return station.db


def _examined(files: list[Path], *, verified: bool) -> tuple[Source, ...]:
    context = click.get_current_context()
    paths = [resolve_link(context, context.command.params[0], path) or path for path in files]
    with progress_bar("verifying", sum(rows_in(path) for path in paths)) as progress:
        sources = without_copies([examine(path, verified=verified, progress=progress) for path in paths])
    if not any(one.rows for one in sources):
        raise CommandError("\n".join(f"{one.path}: {one.words}" for one in sources))
    return sources


def _with_months_before(
    sources: tuple[Source, ...], ask: ReportQuery, *, verified: bool
) -> tuple[Source, ...]:
    """Add the closed months that precede the first file, as far back as the span reaches."""
    while sources[0].first_us > ask.first_us:
        with Reader(Path(sources[0].path)) as log:
            before = log.previous
        if before is None or not before.exists():
            break
        sources = (*_examined([before], verified=verified), *sources)
    return sources


def _with_months_of_floor(
    sources: tuple[Source, ...], ask: ReportQuery, floor: PulledFloor, *, verified: bool
) -> tuple[Source, ...]:
    """Add the closed months of each table of a floor, as far back as the span reaches."""
    first_us = {Path(one.path): one.first_us for one in sources}

    def begins(path: Path) -> int:
        if path not in first_us:
            with Reader(path) as log:
                first = log.ends()[0]
                first_us[path] = next((row.wall_us for row in log.rows(first, first)), 0)
        return first_us[path]

    older = [
        month
        for path in floor.state.files
        for month in floor.months(path, lambda one: begins(one) <= ask.first_us)[:-1]
    ]
    more = _examined(older, verified=verified) if older else ()
    return tuple(sorted((*more, *sources), key=lambda one: (one.first_us, one.path)))


def _named(sources: tuple[Source, ...], floors: list[PulledFloor]) -> tuple[Source, ...]:
    """The sources, those of a floor under the names that their tables have there."""
    names = {one.path.parent: one.table for floor in floors for one in floor.state.copies if one.path}
    return tuple(replace(one, table=names.get(Path(one.path).parent, one.table)) for one in sources)


def _ask(
    sources: tuple[Source, ...],
    calendar: Calendar,
    since: date | datetime | None,
    until: date | datetime | None,
    dealer: str,
) -> ReportQuery:
    first, end = last_day(sources, calendar)
    if since is not None:
        first = _begin(since, calendar)
    elif until is not None:
        first = min(one.first_us for one in sources if one.rows)
    if until is not None:
        end = _end(until, calendar)
    if first >= end:
        raise CommandError(f"--from ({calendar.text(first)}) must be before --to ({calendar.text(end)})")
    return ReportQuery(first, end, calendar, dealer)


def _check_covered(sources: tuple[Source, ...], ask: ReportQuery) -> None:
    """Raise an error if no log covers the span: an empty report would look like a table without play."""
    there = [one for one in sources if one.rows]
    if any(one.first_us < ask.end_us and one.last_us >= ask.first_us for one in there):
        return
    text = ask.calendar.text
    covered = ", ".join(f"{one.name} from {text(one.first_us)} to {text(one.last_us)}" for one in there)
    raise CommandError(
        f"no rows from {text(ask.first_us)} to {text(ask.end_us)}; the logs cover {covered}. Choose a time "
        "within that with --from and --to"
    )


def _warn_if_ambiguous(calendar: Calendar, *moments: date | datetime | None) -> None:
    """Warn about a local time that occurs twice (end of daylight saving) and name the one that is used."""
    for one in moments:
        if not isinstance(one, datetime) or one.tzinfo is not None:
            continue
        first = one.replace(tzinfo=calendar.zone, fold=0)
        if comes_twice(first):
            there = one.isoformat(timespec="minutes")
            click.echo(
                f"{there} occurs twice on this day; the first is used, {there}{distance(first)}. For the "
                f"second write {there}{distance(first.replace(fold=1))}",
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
            raise CommandError(f"{out}: cannot be written: {error.strerror}") from error
        click.echo(f"{counted(found.rounds, 'round')} reported to {out}")


def _text(found: Report, form: Form) -> str:
    if form == "csv":
        return report_formats.as_csv(found)
    if form == "json":
        return json_text.dumps(report_formats.as_json(found), indent=1) + "\n"
    out = console()
    with out.capture() as captured:
        _print_report(found, out)
    return captured.get()


def _complain(sources: tuple[Source, ...]) -> None:
    for one in sources:
        if one.chain_state in ("broken", "no log"):
            click.echo(f"{one.path}: {one.words}", err=True)


def _print_report(found: Report, out: Console) -> None:
    """Print the whole report."""
    out.print(Text(f"{found.tables_words}, {found.span_words}", style="bold"), soft_wrap=True)
    for words in (*found.sources_words, found.made_words):
        out.print(Text(words), soft_wrap=True)
    for section in found.sections:
        out.print()
        out.print(Text(section.title.upper(), style="bold"))
        for words in section.words:
            out.print(Text(words), soft_wrap=True)
        for table in section.tables:
            if table.rows:
                out.print()
                print_table(table, out)
