"""`dealer-station keys`: the key pair that signs the log and the key pair that seals burn cards."""

import json as json_text
from pathlib import Path

import click

from dealer_station.app.options import the_file_itself
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
    help="Where the private escrow key is written: a medium that does not stay at the table.",
)


@click.group()
def keys() -> None:
    """Make, show and change the keys of a station: one pair signs its log, the other seals burn cards."""


@keys.command()
@click.argument("folder", type=FOLDER)
@ESCROW
def make(folder: Path, escrow: Path) -> None:
    """Make both pairs; FOLDER is what `run --keys` is given."""
    made = key_files.make(folder, escrow)
    _print(folder, made)
    click.echo(f"private escrow key written to {escrow}: take it away from the station, it opens burn cards")


@keys.command()
@click.argument("folder", type=FOLDER)
@click.option("--json", is_flag=True, help="Print as JSON.")
def show(folder: Path, json: bool) -> None:
    """Show the public halves: what `log verify --key` and the escrow's owner compare."""
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
    callback=the_file_itself,
)
@ESCROW
@click.option(
    "--keys", "named", type=FOLDER, metavar="FOLDER", help="The station's keys.  [default: LOG.keys]"
)
@click.option("--because", default="rotation", show_default=True, help="Why; it stands in the log.")
def rotate(log: Path, escrow: Path, named: Path | None, because: str) -> None:
    """Change both pairs; the change is an event of LOG, signed with the old key.

    What was sealed before still opens with the old escrow key, and what was signed before still verifies.
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
        f"private escrow key written to {escrow}; keep the old one too, it opens what was sealed before"
    )


def _print(folder: Path, found: Keys) -> None:
    click.echo(f"{folder}")
    click.echo(f"  signing key  {fingerprint(found.signer)}   {found.signer.hex()}")
    click.echo(f"  escrow key   {fingerprint(found.escrow)}   {found.escrow.hex()}")
