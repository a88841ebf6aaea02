"""`dealer-station log snapshot`, `restore` and `unseal`; the last two are recorded in a log."""

import json as json_text
import shutil
from pathlib import Path

import click

from dealer_station.app.options import the_file_itself
from dealer_station.app.station_keys import kept_keys_for, keys_folder, keys_for, say_made
from dealer_station.cli.log_options import ROUND_NUMBER, json_option, log_argument
from dealer_station.cli.progress import progress_bar
from dealer_station.engine.model.cards import spoken
from dealer_station.engine.model.errors import LogError
from dealer_station.log.integrity import burn_seal
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.store import snapshot as snapshots
from dealer_station.log.store.clock import SystemClock
from dealer_station.review.story import clock_time

NEW_FILE = click.Path(dir_okay=False, path_type=Path)
keys_option = click.option(
    "--keys",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The station's keys.  [default: beside the log, its name with .keys]",
)


def _said(_: click.Context, option: click.Parameter, words: str) -> str:
    """Accept text that can be written to the log: not blank, and printable."""
    if not words.strip() or not words.isprintable():
        raise click.BadParameter("say it in words; it stands in the log", param=option)
    return words


by_option = click.option(
    "--by", required=True, metavar="NAME", callback=_said, help="Who does it; it stands in the log."
)
because_option = click.option(
    "--because", required=True, metavar="TEXT", callback=_said, help="Why; it stands in the log."
)


@click.command()
@log_argument
@click.argument("to", type=NEW_FILE, callback=the_file_itself)
def snapshot(file: Path, to: Path) -> None:
    """Copy a log to a single file at any time, also while it is being written."""
    with progress_bar("copying", 100) as progress:
        done = 0

        def tell(left: int, whole: int) -> None:
            nonlocal done
            now = 100 - round(100 * left / max(whole, 1))
            progress(now - done)
            done = now

        last = snapshots.snapshot(file, to, tell)
    click.echo(f"{to}: up to row {last}; a single file that can be read from anywhere")


@click.command()
@log_argument
@click.argument("to", type=NEW_FILE, callback=the_file_itself)
@keys_option
@by_option
@because_option
def restore(file: Path, to: Path, keys: Path | None, by: str, because: str) -> None:
    """Put a snapshot onto this station, which then goes on with it; that is an event of the log."""
    folder = keys_folder(to, keys)
    had_keys = folder.exists()
    live = snapshots.is_of_a_live_table(file)
    try:
        own = kept_keys_for(to, keys) if live else keys_for(to, keys, quiet=True)
        last = snapshots.restore(file, to, own, SystemClock(), by=by, because=because)
    except BaseException:
        if not had_keys and not to.exists():
            shutil.rmtree(folder, ignore_errors=True)  # These keys were made for a log that was not created.
        raise
    if not had_keys:
        say_made(folder)
    click.echo(f"{to}: restored, {last} rows; start the station with --db {to}")


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
) -> list[burn_seal.OpenedSeal]:
    """Open the burn cards of a round, after recording in a log who opens them and why."""
    into = record or file
    if not into.exists():
        raise LogError(f"{into}: there is no such log; name one of this table, where it can be found again")
    if record is not None:
        burn_seal.check_same_table(file, record)
    else:
        burn_seal.check_is_open(file)
    opened = burn_seal.look(file, key_files.read(key), number, row)
    burn_seal.put_on_record(opened, file, into, keys_for(into, keys), SystemClock(), by, because)
    return opened


@click.command()
@log_argument
@click.argument("number", type=ROUND_NUMBER, metavar="ROUND")
@click.option("--row", type=int, help="Only the card of this row.  [default: every burn of the round]")
@click.option(
    "--key",
    required=True,
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="The private escrow key.",
)
@by_option
@because_option
@click.option(
    "--record",
    type=NEW_FILE,
    callback=the_file_itself,
    metavar="LOG",
    help="Where it is recorded.  [default: FILE]",
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
    """Open the burn cards of a round with the escrow key; that is an event of the log, written first."""
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
