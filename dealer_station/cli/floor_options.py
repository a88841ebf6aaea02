"""Options of the floor's commands, and the database that they work with."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.certificates.authority import how_to_get
from dealer_station.floor.store.connection import PEOPLE, Floor, Role, connect, database_faults
from dealer_station.floor.store.migrate import check_ready
from dealer_station.floor.trial.postgres import PostgresServer

folder_option = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("floor"),
    show_default=True,
    envvar="DEALER_STATION_FLOOR",
    help="Folder with the certificates of the floor.",
)
database_option = click.option(
    "--database",
    metavar="URL",
    envvar="DEALER_STATION_DATABASE",
    help="PostgreSQL, as a URL or a libpq connection string.  [default: a trial database in the folder]",
)
TRIAL = "trial"
LOCK = "postmaster.pid"
"""The note in which PostgreSQL keeps the number of its process."""
ADDRESS = "trial.address"
"""The file that holds the address of a trial database while its server runs."""


@contextmanager
def trial_server(folder: Path) -> Iterator[str]:
    """Run the trial database of a folder, and yield its address."""
    address = folder / ADDRESS
    if pid := _running(folder):
        raise FloorError(
            f"{folder / TRIAL}: a server already runs on this trial database (process {pid}); stop the other "
            "`floor serve`, or that PostgreSQL if nobody owns it"
        )
    _forget_dead_server(folder)
    with PostgresServer(folder.absolute() / TRIAL) as server:
        address.write_text(server.url(), "utf-8")
        try:
            yield server.url()
        finally:
            address.unlink(missing_ok=True)


@contextmanager
def database_of(folder: Path, database: str | None) -> Iterator[str]:
    """The address of the database: the named one, that of a running trial, or of one started for this
    command. Raise FloorError if the folder is not that of a floor."""
    address = folder / ADDRESS
    if database:
        yield database
    elif address.exists() and _running(folder):
        yield address.read_text("utf-8")
    elif not (folder / "ca.key").exists():
        raise FloorError(
            f"{folder.absolute()}: there is no floor here; name its folder with --folder, or "
            f"{how_to_get(folder)}"
        )
    else:
        with trial_server(folder) as found:
            yield found


def _running(folder: Path) -> int:
    """The process of a server on the trial database of a folder; zero if there is none."""
    data = folder / TRIAL
    try:
        pid = int((data / LOCK).read_text("ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return 0
    return pid if _works_in(Path(f"/proc/{pid}"), data) else 0


def _works_in(process: Path, data: Path) -> bool:
    """True if the working folder of a process is that of a database, as it is for every process of its
    server."""
    try:
        return (process / "cwd").readlink() == data.resolve()
    except OSError:
        return False  # The process has ended, or belongs to somebody who owns no trial database here.


def _forget_dead_server(folder: Path) -> None:
    """Remove the note of a server that ended in a power cut: its number may belong to another program now,
    and PostgreSQL would take that for the server."""
    data = folder / TRIAL
    if (data / LOCK).exists() and not any(_works_in(one, data) for one in Path("/proc").glob("[0-9]*")):
        (data / LOCK).unlink(missing_ok=True)


@contextmanager
def floor_of(folder: Path, database: str | None, role: Role = PEOPLE) -> Iterator[Floor]:
    """A connection with the rights of the floor's people, or of another role."""
    with database_of(folder, database) as address, database_faults(address):
        connection = connect(address, role)
        try:
            check_ready(connection, address)
            yield connection
        finally:
            connection.close()


def echo_line(line: str) -> None:
    """Print a line that holds words of stations: none of them begins another line or steers the terminal."""
    click.echo("".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in line))
