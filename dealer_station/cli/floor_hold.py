"""`dealer-station floor hold`: keeps rows in the database beyond their time."""

import json as json_text
from datetime import UTC, date, datetime
from pathlib import Path

import click

from dealer_station.app.command_group import CommandError
from dealer_station.cli.floor_deeds import acting
from dealer_station.cli.floor_options import database_option, floor_of, folder_option
from dealer_station.cli.log_options import ROUND_NUMBER, because_option, by_option, json_option
from dealer_station.floor.store import holds, table_names
from dealer_station.floor.store.holds import HeldRows

_TIMES = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S"])


@click.group()
def hold() -> None:
    """Keep rows of a round, a table or a span of time."""


@hold.command()
@click.argument("table", required=False)
@click.option("--round", "number", type=ROUND_NUMBER, metavar="ROUND", help="Hold this round of TABLE.")
@click.option("--since", type=_TIMES, help="Hold the rows from this time on (UTC).")
@click.option("--until", type=_TIMES, help="Hold the rows before this time (UTC).")
@by_option
@because_option
@folder_option
@database_option
def put(
    table: str | None,
    number: int | None,
    since: datetime | None,
    until: datetime | None,
    by: str,
    because: str,
    folder: Path,
    database: str | None,
) -> None:
    """Hold a round of TABLE, a span of time, or all of TABLE.

    TABLE is the name of a table, of its station, or the beginning of the log's hash. A span without TABLE
    holds the rows of all tables. A month with a held row stays in the database until the hold is lifted.
    """
    if (since is None) != (until is None):
        raise CommandError("a span needs both --since and --until")
    if number is not None and since is not None:
        raise CommandError("hold either a round or a span; put two holds if you need both")
    if table is None and since is None:
        raise CommandError("name the TABLE to hold, or a span with --since and --until")
    with acting(folder, database, by) as person, person.doing("hold_put") as deed:
        floor, name = person.floor, person.name
        log, _, branch = table_names.find(floor, table) if table else (None, b"", 0)
        gone: list[date] = []
        if since is not None and until is not None:
            begin, end = since.replace(tzinfo=UTC), until.replace(tzinfo=UTC)
            made = holds.put_on_span(floor, log, begin, end, by=name, because=because)
            gone = holds.dropped_months(floor, log, begin, end)
        elif number is not None and log is not None:
            made = holds.put_on_round(floor, log, branch, number, by=name, because=because)
        else:
            assert log is not None
            made = holds.put_on_table(floor, log, by=name, because=because)
        put_down = next(one for one in holds.holds(floor) if one.number == made)
        deed.update(hold=made, on=_about(put_down), because=because)
    click.echo(f"hold {made} on {_about(put_down)} is put by {person.name}")
    for month in gone:
        click.echo(
            f"  it does not hold the rows that arrived in {month:%Y-%m}: they have left the database; keep "
            "the files that `dealer-station floor archives` lists for them"
        )


@hold.command(name="list")
@click.option("--all", "lifted", is_flag=True, help="Also list the holds that were lifted.")
@folder_option
@database_option
@json_option
def list_(lifted: bool, folder: Path, database: str | None, json: bool) -> None:
    """List the holds."""
    with floor_of(folder, database) as floor:
        found = [one for one in holds.holds(floor) if lifted or one.lifted_at is None]
    if json:
        told = [{name: getattr(one, name) for name in one.__struct_fields__} for one in found]
        click.echo(json_text.dumps(told, indent=1, default=str))
        return
    for one in found:
        click.echo(
            f"hold {one.number} on {_about(one)}, put by {one.put_by} on {one.put_at:%Y-%m-%d}: {one.because}"
        )
        if one.lifted_at is not None:
            click.echo(f"  lifted by {one.lifted_by} on {one.lifted_at:%Y-%m-%d}: {one.lifted_because}")
    if not found:
        click.echo("no holds")


def _about(one: HeldRows) -> str:
    """The object of a hold, for people."""
    match one.kind:
        case "round":
            return f"round {one.round_number} of {one.table} (rows {one.first_seq:,} to {one.last_seq:,})"
        case "table":
            return one.table
        case "span":
            whose = one.table or "all tables"
            return f"{whose} from {one.since:%Y-%m-%d %H:%M:%S} to {one.until:%Y-%m-%d %H:%M:%S}"


@hold.command()
@click.argument("number", type=click.IntRange(1), metavar="HOLD")
@by_option
@because_option
@folder_option
@database_option
def lift(number: int, by: str, because: str, folder: Path, database: str | None) -> None:
    """Lift a HOLD; that it was put stays recorded."""
    with acting(folder, database, by) as person, person.doing("hold_lifted") as deed:
        lifted = holds.lift(person.floor, number, by=person.name, because=because)
        deed.update(hold=number, because=because)
    click.echo(f"hold {number} on {_about(lifted)} is lifted by {person.name}")
