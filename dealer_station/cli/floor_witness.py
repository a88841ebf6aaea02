"""`dealer-station floor witness`: runs a witness that cosigns the checkpoints of logs."""

from pathlib import Path

import click

from dealer_station.app.command_group import CommandError
from dealer_station.floor.witness.cosigning import Cosigner
from dealer_station.floor.witness.server import WitnessServer, report
from dealer_station.floor.witness.settings import Witness, held, open_witness

_PORT_MAX = 65_535


def _address(_: click.Context, option: click.Parameter, given: str) -> tuple[str, int]:
    """Read HOST:PORT."""
    host, colon, port = given.rpartition(":")
    if not (host and colon) or not (port.isascii() and port.isdigit()) or int(port) > _PORT_MAX:
        raise click.BadParameter("name a host and a port, such as 127.0.0.1:8427", param=option)
    return host, int(port)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option(
    "--listen",
    metavar="HOST:PORT",
    default="127.0.0.1:8427",
    show_default=True,
    callback=_address,
    help="Address to listen on; port 0 takes a free one.",
)
@click.option("--key", is_flag=True, help="Print the verifier key of the witness and exit.")
def witness(folder: Path, listen: tuple[str, int], key: bool) -> None:
    """Run a witness that cosigns checkpoints of logs.

    FOLDER has a witness.toml with the name of the witness and the verifier keys of the logs. The first start
    makes the key of the witness. Each log gets a cosignature only for a checkpoint that continues the last
    one. Requests are reported on stderr as JSON lines. For HTTPS, put a proxy in front.
    """
    if key:
        click.echo(open_witness(folder).signer.key.text)
        return
    with held(folder):
        _serve(open_witness(folder), listen)


def _serve(own: Witness, listen: tuple[str, int]) -> None:
    """Answer requests until the process is stopped."""
    try:
        server = WitnessServer(listen, Cosigner(own))
    except OSError as error:
        words = error.strerror or error
        raise CommandError(
            f"{listen[0]}:{listen[1]}: cannot listen: {words}; name another --listen"
        ) from error
    report("listening", url=server.url, logs=len(own.logs), key=own.signer.key.text)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        report("stopped")
    finally:
        server.server_close()
