"""`dealer-station log restore`: a spare station continues a log, from a snapshot or from the floor's copy."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from dealer_station.app.command_group import CommandError
from dealer_station.app.floor_link import floor_settings
from dealer_station.app.options import resolve_link
from dealer_station.app.station_keys import kept_keys_for, keys_folder, keys_for, warn_about_new_keys
from dealer_station.app.table_settings import named_file
from dealer_station.cli.log_options import because_option, by_option, keys_option
from dealer_station.engine.model.errors import LogError
from dealer_station.floor.client.link import FloorLink
from dealer_station.floor.client.pulled_log import pages_over, write_log
from dealer_station.log.store import snapshot as snapshots
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.durable_rename import put_in_place


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
    help="Restore the floor's copy instead of FILE; this station.toml names the floor.",
)
@keys_option
@by_option
@because_option
def restore(
    places: tuple[Path, ...], from_floor: Path | None, keys: Path | None, by: str, because: str
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
        with _pulled(from_floor, to) as (source, told):
            _restore(source, to, keys, by, because, told)
            _bring_months(source, to)
        return
    if not places[0].is_file():
        raise CommandError(f"{places[0]}: no such log")
    _restore(places[0], to, keys, by, because, "")


def _restore(file: Path, to: Path, keys: Path | None, by: str, because: str, told: str) -> None:
    """Restore a file, with keys that somebody keeps if the table was live."""
    folder = keys_folder(to, keys)
    had_keys = folder.exists()
    live = snapshots.is_of_a_live_table(file)
    try:
        own = kept_keys_for(to, keys) if live else keys_for(to, keys, quiet=True)
        last = snapshots.restore(file, to, own, SystemClock(), by=by, because=because, told_source=told)
    except BaseException:
        if not had_keys and not to.exists():
            shutil.rmtree(folder, ignore_errors=True)  # These keys were made for a log that was not created.
        raise
    if not had_keys:
        warn_about_new_keys(folder)
    click.echo(f"{to}: restored, {last} rows; start the station with --db {to}")


@contextmanager
def _pulled(config_file: Path, to: Path) -> Iterator[tuple[Path, str]]:
    """The floor's copy of this station's log in a folder beside `to`, and the words that name its origin."""
    settings = floor_settings(named_file(config_file))
    if settings is None:
        raise CommandError(f"{config_file}: names no floor; fill in its section [floor]")
    if to.exists() or not to.parent.is_dir():
        raise LogError(f"{to}: already exists, or its folder does not; name a new file")
    link = FloorLink(settings)
    with tempfile.TemporaryDirectory(prefix=f"{to.name}.floor-", dir=to.parent) as folder:
        try:
            made = write_log(pages_over(link), Path(folder, to.name))
        finally:
            link.close()
        yield made[-1], f"the floor at {settings.url}"


def _bring_months(source: Path, to: Path) -> None:
    """Put the closed months of a pulled log, and their checkpoints, beside the restored one."""
    beside = (source.name, f"{source.name}.checkpoint")
    for path in sorted(source.parent.iterdir()):
        if path.name not in beside and not to.with_name(path.name).exists():
            put_in_place(path, to.with_name(path.name))
