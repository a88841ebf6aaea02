"""`dealer-station keys`: the key pair that signs the log and the key pair that seals burn cards."""

import json as json_text
from pathlib import Path

import click

from dealer_station.app.options import resolve_link
from dealer_station.app.station_keys import keys_folder, keys_for
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.integrity.keys import Keys, fingerprint
from dealer_station.log.store.append import Writer
from dealer_station.log.store.clock import SystemClock

FOLDER = click.Path(file_okay=False, path_type=Path)
ESCROW = click.option(
    "--escrow",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File for the private escrow key, on a medium that is kept away from the table.",
)


@click.group()
def keys() -> None:
    """Create, show and rotate the keys of a station. One pair signs its log, the other seals burn cards."""


@keys.command()
@click.argument("folder", type=FOLDER)
@ESCROW
def make(folder: Path, escrow: Path) -> None:
    """Create both key pairs in FOLDER, for `run --keys`."""
    made = key_files.make(folder, escrow)
    _print(folder, made)
    click.echo(
        f"private escrow key written to {escrow}; it opens burn cards, so keep it away from the station"
    )


@keys.command()
@click.argument("folder", type=FOLDER)
@click.option("--json", is_flag=True, help="Print as JSON.")
def show(folder: Path, json: bool) -> None:
    """Print the public keys. `log verify --key` and the holder of the escrow key need them."""
    found = key_files.load(folder)
    if json:
        click.echo(json_text.dumps({"signing": found.signer.hex(), "escrow": found.escrow.hex()}, indent=1))
    else:
        _print(folder, found)


@keys.command()
@click.argument(
    "log",
    metavar="LOG",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    callback=resolve_link,
)
@ESCROW
@click.option(
    "--keys",
    "named",
    type=FOLDER,
    metavar="FOLDER",
    help="Folder of the station's keys.  [default: LOG.keys]",
)
@click.option("--because", default="rotation", show_default=True, help="Reason, recorded in the log.")
def rotate(log: Path, escrow: Path, named: Path | None, because: str) -> None:
    """Replace both key pairs.

    LOG records the change, signed with the old key. Earlier seals still open with the old escrow key, and
    earlier signatures still verify.
    """
    folder = keys_folder(log, named)
    writer = Writer(log, keys_for(log, named), SystemClock())
    try:
        fresh = key_files.fresh(folder, escrow)
        writer.change_keys(fresh, because)
        key_files.take_over(folder)
    finally:
        writer.close()
    _print(folder, fresh)
    click.echo(
        f"private escrow key written to {escrow}; keep the old one too, because it opens earlier seals"
    )


def _print(folder: Path, found: Keys) -> None:
    click.echo(f"{folder}")
    click.echo(f"  signing key  {fingerprint(found.signer)}   {found.signer.hex()}")
    click.echo(f"  escrow key   {fingerprint(found.escrow)}   {found.escrow.hex()}")
