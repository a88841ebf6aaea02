"""`dealer-station floor serve`: runs a gateway."""

import asyncio
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from dealer_station.app.stop_signals import interrupted
from dealer_station.cli.floor_options import database_option, folder_option, trial_server
from dealer_station.config.floor_address import PORT
from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.certificates import witness_key
from dealer_station.floor.certificates.authority import how_to_get, server_names
from dealer_station.floor.gateway.server import bind, gateway_server
from dealer_station.floor.store import notes
from dealer_station.floor.store.connection import GATEWAY, Floor, connect, names_standbys, shown
from dealer_station.floor.store.migrate import check_ready, migrate
from dealer_station.technical_messages import write_json_lines

OTHER_FLOOR = (
    "warning: {path} is not a key of the floor in this database: if the folder is another floor's, no "
    "station of this one trusts its certificates; name the right --folder, or the right --database"
)
EVERY_ADDRESS = ("0.0.0.0", "::", "")
TRIAL = (
    "TRIAL: this floor keeps its rows in an embedded PostgreSQL in {folder}, on this machine alone. Name a "
    "database with --database before real tables depend on it."
)
NO_STANDBY = (
    "warning: no standby confirms the commits of this database (synchronous_standby_names is empty), so that "
    "rows are acknowledged when one disk has them; docs/how-to/floor-on-three-nodes.md sets up three"
)


@click.command()
@folder_option
@database_option
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Port; 0 for a free one."
)
def serve(folder: Path, database: str | None, host: str, port: int) -> None:
    """Take the logs of stations and keep them.

    Any number of gateways can serve one database. Without --database an embedded PostgreSQL is started, for
    trials only.
    """
    write_json_lines()
    with ExitStack() as stack:
        is_trial = database is None
        if database is None:
            if not (folder / "ca.key").exists():
                raise FloorError(f"{folder}: ca.key is missing; {how_to_get(folder)}")
            database = stack.enter_context(trial_server(folder))
            migrate(database)
            click.echo(TRIAL.format(folder=folder / "trial"), err=True)
        # A database that is not ready is reported now and not to the first station.
        connection = connect(database, GATEWAY)
        try:
            check_ready(connection, database)
            _warn_of_another_floor(connection, folder)
            if not is_trial and not names_standbys(connection):
                click.echo(NO_STANDBY, err=True)
        finally:
            connection.close()
        bound = stack.enter_context(bind(host, port))
        server = gateway_server(folder, database, bound, lambda: click.echo(told))
        place = f"the trial database in {folder}" if is_trial else f"database {shown(database)}"
        told = f"the floor listens at {_reached_at(folder, host, bound.getsockname()[1])}, {place}"

        # The server hands a signal on after its last answer; the trial database must be stopped after that.
        with suppress(KeyboardInterrupt), interrupted():
            asyncio.run(server.run_until_stopped())


def _warn_of_another_floor(floor: Floor, folder: Path) -> None:
    """Report a folder whose witness.key the floor in the database does not know."""
    known = notes.cosigners(floor)
    if not known or not (folder / witness_key.FILE).exists():
        return
    if witness_key.load(folder).key not in known:
        click.echo(OTHER_FLOOR.format(path=folder / witness_key.FILE), err=True)


def _reached_at(folder: Path, host: str, port: int) -> str:
    """The address by which stations reach a gateway."""
    if host in EVERY_ADDRESS:
        return f"https://{server_names(folder)[0]}:{port}, on every address of this machine"
    return f"https://[{host}]:{port}" if ":" in host else f"https://{host}:{port}"
