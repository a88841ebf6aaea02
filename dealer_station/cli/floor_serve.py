"""`dealer-station floor serve`: runs a gateway."""

import asyncio
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from dealer_station.app.stop_signals import interrupted
from dealer_station.cli.floor_options import database_option, folder_option, trial_server
from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.certificates.authority import how_to_get
from dealer_station.floor.gateway.server import bind, gateway_server
from dealer_station.floor.store.connection import GATEWAY, connect, shown
from dealer_station.floor.store.migrate import check_ready, migrate
from dealer_station.technical_messages import write_json_lines

PORT = 8443
TRIAL = (
    "TRIAL: this floor keeps its rows in an embedded PostgreSQL in {folder}, on this machine alone. Name a "
    "database with --database before real tables depend on it."
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
        finally:
            connection.close()
        bound = stack.enter_context(bind(host, port))
        listening, address = bound.getsockname()[1], shown(database)

        def ready() -> None:
            click.echo(f"the floor listens at https://{host}:{listening}, database {address}")

        # The server hands a signal on after its last answer; the trial database must be stopped after that.
        with suppress(KeyboardInterrupt), interrupted():
            asyncio.run(gateway_server(folder, database, bound, ready).run_until_stopped())
