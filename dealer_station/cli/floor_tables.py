"""`dealer-station floor set-aside` and `rename`: what people decide about the log of a table."""

from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from dealer_station.cli.floor_deeds import acting
from dealer_station.cli.floor_options import database_option, folder_option
from dealer_station.cli.log_options import because_option, by_option
from dealer_station.floor.protocol.table_names import shown_name
from dealer_station.floor.store import set_asides, table_names
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.store.deeds import DeedKind


@click.command("set-aside")
@click.argument("table")
@click.option("--undo", is_flag=True, help="Take the log back: readers follow it again.")
@by_option
@because_option
@folder_option
@database_option
def set_aside(table: str, undo: bool, by: str, because: str, folder: Path, database: str | None) -> None:
    """Let readers leave out the log of TABLE.

    This is for the log of a station that is not to be trusted, or that sent rows of no table. TABLE is the
    name of a table, of its station, or the beginning of the log's hash. Its stations must be disabled. The
    rows stay, are verified, and are archived; its forks and notes wait for nobody any more. Whoever names
    the log still reads it.
    """
    kind: DeedKind = "log_taken_back" if undo else "log_set_aside"
    with acting(folder, database, by) as person, person.doing(kind) as deed:
        log, identity, _ = table_names.find(person.floor, table)
        made = set_asides.decide(person.floor, log, aside=not undo, by=person.name, because=because)
        deed.update(decision=made, log=identity.hex(), because=because)
    done = "taken back" if undo else "set aside"
    click.echo(f"the log {identity.hex()[:16]} ({shown_name(table)}) is {done} by {person.name}")


@click.command()
@click.argument("table")
@click.argument("name")
@by_option
@because_option
@folder_option
@database_option
def rename(table: str, name: str, by: str, because: str, folder: Path, database: str | None) -> None:
    """Give the log of TABLE another NAME at the floor.

    TABLE is the name of a table, of its station, or the beginning of the log's hash. A log keeps the name of
    its first contact until somebody changes it here. It is still found by its former names.
    """
    with acting(folder, database, by) as person, person.doing("table_renamed") as deed:
        log, identity, _ = table_names.find(person.floor, table)
        made, before = table_names.rename(person.floor, log, name, by=person.name, because=because)
        deed.update(change=made, log=identity.hex(), before=before, name=name, because=because)
    click.echo(f"{shown_name(before)} ({identity.hex()[:16]}) is {name} from now on")


class LogDecision(Struct, frozen=True):
    """Everything that people have decided about a log."""

    log: str
    table: str
    former_names: tuple[str, ...] = ()
    set_aside_by: str = ""
    set_aside_because: str = ""


def log_decisions(floor: Floor) -> list[LogDecision]:
    """The logs that were renamed or are set aside."""
    former = table_names.former(floor)
    asides = {one.log: one for one in set_asides.current(floor)}
    logs = floor.execute("SELECT id, identity, name FROM floor.log ORDER BY name, id", binary=True)
    found = []
    for log, identity, name in logs:
        aside = asides.get(log)
        if aside or identity in former:
            one = LogDecision(identity.hex(), shown_name(name), tuple(former.get(identity, ())))
            found.append(
                replace(one, set_aside_by=aside.by, set_aside_because=aside.because) if aside else one
            )
    return found


def print_decisions(found: list[LogDecision]) -> None:
    """Print who has set which log aside, and the former names of the renamed ones."""
    for one in found:
        if one.former_names:
            click.echo(f"{one.table} ({one.log[:16]}): formerly {', '.join(one.former_names)}")
        if one.set_aside_by:
            click.echo(
                f"{one.table} ({one.log[:16]}): SET ASIDE by {one.set_aside_by}: {one.set_aside_because}; "
                "readers leave it out"
            )
