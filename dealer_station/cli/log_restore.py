"""`dealer-station log restore`: continues a log on this station, from a snapshot or from the floor's copy."""

import shutil
from contextlib import suppress
from pathlib import Path

import click

from dealer_station.app.command_group import CommandError
from dealer_station.app.options import resolve_link
from dealer_station.app.station_keys import kept_keys_for, keys_folder, keys_for, warn_about_new_keys
from dealer_station.cli.floor_access import (
    FloorAccess,
    PulledFloor,
    complain,
    months_option,
    only_table,
    pulled,
)
from dealer_station.cli.log_options import because_option, by_option, keys_option
from dealer_station.config.floor_address import FloorAddress
from dealer_station.engine.model.errors import FloorError, LogError
from dealer_station.floor.client.link import LinkError
from dealer_station.floor.client.log_copy import SILENT_US
from dealer_station.floor.client.reading_link import ReadingLink
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.integrity import sign
from dealer_station.log.read.reader import Reader
from dealer_station.log.store import snapshot as snapshots
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.durable_rename import put_in_place
from dealer_station.log.transparency.log_note import write_tree_before
from dealer_station.log.transparency.log_tree import LogTree
from dealer_station.review.tables_and_charts import counted


def _places(
    context: click.Context, parameter: click.Parameter, given: tuple[Path, ...]
) -> tuple[Path | None, ...]:
    return tuple(resolve_link(context, parameter, path) for path in given)


@click.command()
@click.argument(
    "places",
    nargs=-1,
    metavar="[FILE] TO",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_places,
)
@click.option(
    "--from-floor",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    metavar="STATION.TOML",
    help="Restore the floor's copy instead of FILE; this file names the floor.",
)
@months_option("all")
@keys_option
@by_option
@because_option
def restore(
    places: tuple[Path, ...],
    from_floor: Path | None,
    months: int,
    keys: Path | None,
    by: str,
    because: str,
) -> None:
    """Restore a snapshot, so that this station continues it.

    The log records who restored it and why. With --from-floor the snapshot is the floor's copy, which has
    every row that the floor has acknowledged; the station must be enrolled for that log (`floor
    enrol --log`).
    """
    if len(places) != (1 if from_floor else 2):
        raise click.UsageError("name FILE and TO, or only TO with --from-floor STATION.TOML")
    to = places[-1]
    if from_floor is not None:
        _restore_from_floor(from_floor, to, months, keys, by, because)
        return
    if not places[0].is_file():
        raise CommandError(f"{places[0]}: no such log")
    last = _restored(places[0], to, keys, by, because, "")
    click.echo(f"{to}: restored, {last} rows; start the station with --db {to}")


def _restore_from_floor(
    config_file: Path, to: Path, months: int, keys: Path | None, by: str, because: str
) -> None:
    """Pull the log beside the new file, restore its current month and bring the closed ones along."""
    _refuse_to_overwrite(to)
    # A pull that was interrupted continues in this folder.
    aside = to.with_name(to.name + ".from-floor")
    access = FloorAccess(config_file, cache=aside)
    address = access.address()
    _refuse_reader(config_file, ReadingLink(access.settings(address.url)), address)
    with pulled(address, access) as floor:
        _check_silent(floor)
        live = only_table(address, floor)
        files = floor.newest_months(live, months)
        state = floor.state.copies[0]
        origin = f"the floor at {address.url}, {state.table} up to row {state.seq}"
        before = _tree_before(floor, files)
        # The log comes last: if this is interrupted, it does not exist yet, and the command can be repeated.
        _bring_months(files[:-1], to)
        _restored(live, to, keys, by, because, origin)
        if before is not None:
            oldest = to.with_name(files[0].name) if len(files) > 1 else to
            write_tree_before(oldest, before, key_files.load(keys_folder(to, keys)))
    shutil.rmtree(aside, ignore_errors=True)
    older = f", with {counted(len(files) - 1, 'closed month')} beside it" if len(files) > 1 else ""
    click.echo(
        f"{to}: restored from the floor, {state.seq} rows of {state.table}{older}; start the station with "
        f"--db {to}"
    )


def _refuse_reader(config_file: Path, link: ReadingLink, address: FloorAddress) -> None:
    """Raise FloorError if the certificate is a reader's, with which no row is ever kept."""
    try:
        is_reader = link.logs().every
    except LinkError as error:
        raise FloorError(f"{address.url}: {error.words}") from error
    finally:
        link.close()
    if is_reader:
        raise FloorError(
            f"{config_file}: names the certificate of a reader, which brings no rows; enrol this station "
            "with `dealer-station floor enrol STATION --log TABLE`, and name its files in the section [floor]"
        )


def _tree_before(floor: PulledFloor, files: list[Path]) -> LogTree | None:
    """The tree of the log with the state before its oldest file, from which the spare goes on with its notes;
    None if the files begin with row 1. Without it the spare works, and its notes are not cosigned."""
    with Reader(files[0]) as log:
        if log.previous is None:
            return None
    try:
        return floor.mirror.tree_before(files)
    except (LinkError, LogError) as error:
        complain(
            f"warning: the floor will cosign nothing of this spare, which has no tree of the rows before "
            f"{files[0].name}: {error}. Put the older months beside the log, from `--months all` or from the "
            "archive"
        )
        return None


def _refuse_to_overwrite(to: Path) -> None:
    if to.exists():
        raise CommandError(f"{to}: already exists; name a new file")
    if not to.parent.is_dir():
        raise CommandError(f"{to}: no such folder: {to.parent}; create it, or name another file")


def _check_silent(floor: PulledFloor) -> None:
    """Raise FloorError if another station still writes the log, or if the floor's copy is not to be
    trusted."""
    if floor.is_altered:
        raise FloorError(floor.state.alarms[0])
    for one in floor.state.copies:
        if 0 <= one.heard_us_ago < SILENT_US:
            raise FloorError(
                f"{one.table}: its station was heard of {one.heard_us_ago / 1e6:.0f} seconds ago, and two "
                "stations on one log would fork it; stop it, or run `dealer-station floor disable STATION`"
            )


def _restored(source: Path, to: Path, keys: Path | None, by: str, because: str, origin: str) -> int:
    """Restore a file with the keys of this station; return the number of the last row."""
    folder = keys_folder(to, keys)
    had_keys = folder.exists()
    live = snapshots.is_of_a_live_table(source)
    try:
        own = kept_keys_for(to, keys) if live else keys_for(to, keys, quiet=True)
        last = snapshots.restore(source, to, own, SystemClock(), by=by, because=because, told_source=origin)
    except BaseException:
        if not had_keys and not to.exists():
            shutil.rmtree(folder, ignore_errors=True)  # These keys were made for a log that was not created.
        raise
    if not had_keys:
        warn_about_new_keys(folder)
    return last


def _bring_months(months: list[Path], to: Path) -> None:
    """Move closed months beside the log; one that is there already stays."""
    for month in months:
        for one in (month, sign.outside_path(month)):
            if one.exists() and not to.with_name(one.name).exists():
                with suppress(FileNotFoundError):
                    put_in_place(one, to.with_name(one.name))
