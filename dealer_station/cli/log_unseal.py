"""`dealer-station log unseal`: opens the seals of burn cards and records that in a log."""

import json as json_text
from pathlib import Path

import click

from dealer_station.app.options import resolve_link
from dealer_station.app.station_keys import keys_for
from dealer_station.cli.log_options import (
    NEW_FILE,
    ROUND_NUMBER,
    because_option,
    by_option,
    json_option,
    keys_option,
    log_argument,
)
from dealer_station.engine.model.cards import spoken
from dealer_station.engine.model.errors import LogError
from dealer_station.log.integrity import burn_card_seals
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.store.clock import SystemClock
from dealer_station.review.times import clock_time


def open_seals(
    file: Path,
    number: int,
    *,
    key: Path,
    by: str,
    because: str,
    row: int | None = None,
    record: Path | None = None,
    keys: Path | None = None,
) -> list[burn_card_seals.OpenedSeal]:
    """Open the burn cards of a round, after recording in a log who opens them and why."""
    into = record or file
    if not into.exists():
        raise LogError(f"{into}: no such log; name a log of this table")
    if record is not None:
        burn_card_seals.check_same_table(file, record)
    else:
        burn_card_seals.check_is_open(file)
    opened = burn_card_seals.look(file, key_files.read(key), number, row)
    burn_card_seals.put_on_record(opened, file, into, keys_for(into, keys), SystemClock(), by, because)
    return opened


@click.command()
@log_argument
@click.argument("number", type=ROUND_NUMBER, metavar="ROUND")
@click.option("--row", type=int, help="Only the card of this row.  [default: every burn of the round]")
@click.option(
    "--key",
    required=True,
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Private escrow key.",
)
@by_option
@because_option
@click.option(
    "--record",
    type=NEW_FILE,
    callback=resolve_link,
    metavar="LOG",
    help="Log that records the opening.  [default: FILE]",
)
@keys_option
@json_option
def unseal(
    file: Path,
    number: int,
    row: int | None,
    key: Path,
    by: str,
    because: str,
    record: Path | None,
    keys: Path | None,
    json: bool,
) -> None:
    """Open the burn cards of a round with the escrow key. The log records this before a face is shown."""
    opened = open_seals(file, number, row=row, key=key, by=by, because=because, record=record, keys=keys)
    if json:
        cards = [
            {
                "seq": one.seq,
                "at": clock_time(one.wall_us),
                "card": one.burn.card,
                "frame": one.burn.frame.hex(),
            }
            for one in opened
        ]
        click.echo(json_text.dumps({"cards": cards}, indent=1))
        return
    for one in opened:
        face = spoken(one.burn.card) if one.burn.card else "the reader could not read it"
        click.echo(f"row {one.seq}, {clock_time(one.wall_us)}: {face}")
