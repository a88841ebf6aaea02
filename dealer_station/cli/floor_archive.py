"""`dealer-station floor archive` and `archives`: moves old months to the archive, and lists it."""

import json as json_text
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import click

from dealer_station.cli.floor_deeds import acting
from dealer_station.cli.floor_options import database_option, floor_of, folder_option
from dealer_station.cli.log_options import by_option, json_option
from dealer_station.cli.progress import progress_bar
from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.archive.archiver import Archiver, ArchiveWatcher, PlannedMonth, cut_off
from dealer_station.floor.archive.log_months import LogMonth
from dealer_station.floor.archive.places import check_places, locked_places
from dealer_station.floor.archive.settings import read_settings
from dealer_station.floor.store import archive_records
from dealer_station.floor.store.archive_records import ArchivedMonth
from dealer_station.floor.store.connection import ARCHIVIST, Floor
from dealer_station.review.tables_and_charts import counted

NOTHING_OLD = "no month is old enough"
PASSES = 5
"""Each row is written once, and read back from two files in each of two places."""


@click.command()
@click.option(
    "--to",
    "places",
    type=click.Path(file_okay=False, path_type=Path),
    multiple=True,
    metavar="FOLDER",
    help="Folder of the archive; name two or more.  [default: `places` in floor.toml]",
)
@click.option(
    "--keep-months",
    type=click.IntRange(0, 1200),
    metavar="N",
    help="Months that stay besides the running one.  [default: `keep_months` in floor.toml, or 13]",
)
@click.option("--dry-run", is_flag=True, help="Only list what would happen.")
@by_option
@folder_option
@database_option
def archive(
    places: tuple[Path, ...],
    keep_months: int | None,
    dry_run: bool,
    by: str,
    folder: Path,
    database: str | None,
) -> None:
    """Archive and verify old months, and drop them.

    Every month of a table is written as the station's own closed file and as Parquet, to every place, and
    verified there. Then the month of arrival is dropped from the database, unless one of its rows is held. A
    run that was interrupted is simply started again. Exit code 1 if a month had to stay for another reason
    than a hold.
    """
    settings = read_settings(folder)
    chosen = tuple(one.absolute() for one in places) or tuple(Path(one) for one in settings.places)
    months = settings.keep_months if keep_months is None else keep_months
    check_places(chosen)
    with acting(folder, database, by, role=ARCHIVIST, service=True) as person:
        archiver = Archiver(person.floor, chosen, cut_off(_today(person.floor), months))
        plan, names = archiver.plan(), archive_records.log_names(person.floor)
        if dry_run:
            sys.exit(_print_plan(plan, names))
        if not plan:
            click.echo(NOTHING_OLD)
        with locked_places(chosen):
            rows = sum(part.last - part.first + 1 for planned in plan for part in planned.to_archive)
            with progress_bar("archiving", rows * PASSES) as progress:
                watch = ArchiveWatcher(
                    rows=progress,
                    archived=lambda part: click.echo(f"{_about(part, names)}: archived and verified"),
                    dropped=lambda one: click.echo(f"{one.month:%Y-%m}: {one.rows:,} rows dropped"),
                    kept=lambda one: click.echo(f"{one.month:%Y-%m}: STAYS, {_obstacle(one)}"),
                    failed=lambda table, words: click.echo(f"{table}: NOT ARCHIVED: {words}", err=True),
                )
                complete = archiver.run(person.actor, person.deeds, watch)
    sys.exit(0 if complete else 1)


def _today(floor: Floor) -> date:
    """The date of the database, by which rows are assigned to months."""
    found = floor.execute("SELECT CURRENT_DATE").fetchone()
    if found is None:
        raise FloorError("the database does not know the date")
    day: date = found[0]
    here = datetime.now(UTC).date()
    if abs(day - here) > timedelta(days=1):
        raise FloorError(
            f"the database says that today is {day}, and this machine {here}; set the clocks before a month "
            "is dropped by a wrong date"
        )
    return day


def _print_plan(plan: list[PlannedMonth], names: dict[int, str]) -> int:
    """Print a plan, and return the exit code."""
    for one in plan:
        for part in one.to_archive:
            click.echo(f"{_about(part, names)}: would be archived")
        if one.obstacle:
            click.echo(f"{one.month:%Y-%m}: would STAY, {_obstacle(one)}")
        else:
            click.echo(f"{one.month:%Y-%m}: {one.rows:,} rows would be dropped")
    if not plan:
        click.echo(NOTHING_OLD)
    return 1 if any(one.obstacle not in (None, "held") for one in plan) else 0


def _about(part: LogMonth, names: dict[int, str]) -> str:
    branch = f", branch {part.branch}" if part.branch > 1 else ""
    rows = counted(part.last - part.first + 1, "row")
    return f"{names[part.log]}{branch}, {part.month}, {rows} to {part.file}"


def _obstacle(one: PlannedMonth) -> str:
    """The reason why a month stays, for people."""
    if one.troubled:
        return f"a month could not be archived: {', '.join(one.troubled)}"
    if one.open_tables:
        return f"the station has not closed its month yet: {', '.join(one.open_tables)}"
    return f"its rows are held: {', '.join(f'hold {number}' for number in one.holds)}"


@click.command()
@folder_option
@database_option
@json_option
def archives(folder: Path, database: str | None, json: bool) -> None:
    """List the archived and the dropped months."""
    with floor_of(folder, database) as floor:
        found, gone = archive_records.archived(floor), archive_records.dropped(floor)
        names = archive_records.log_names(floor)
    if json:
        told = {
            "archived": [{"table": names[one.log], **_data(one)} for one in found],
            "dropped": [
                {"month": f"{one.month:%Y-%m}", "rows": one.rows, "by": one.by, "at": str(one.at)}
                for one in gone
            ],
        }
        click.echo(json_text.dumps(told, indent=1))
        return
    for one in found:
        state = "" if one.closed else ", not closed by its station"
        click.echo(
            f"{names[one.log]}, {one.month}{state}: rows {one.first_seq:,} to {one.last_seq:,} in "
            f"{one.folder}/{one.file}, by {one.archived_by}"
        )
    for month in gone:
        click.echo(f"{month.month:%Y-%m}: {month.rows:,} rows dropped by {month.by} on {month.at:%Y-%m-%d}")
    if not found:
        click.echo("nothing is archived yet")


def _data(one: ArchivedMonth) -> dict[str, object]:
    """A record as JSON has it: hashes as hex, and the folder instead of the key of the log."""
    told = {name: getattr(one, name) for name in one.__struct_fields__ if name != "log"}
    return {
        "folder": one.folder,
        **{name: value.hex() if isinstance(value, bytes) else value for name, value in told.items()},
    }
