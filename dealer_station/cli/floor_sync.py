"""`dealer-station floor sync`: brings a log to the floor; needs no package that a table does not have."""

import sys
import time
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import click

from dealer_station.app.command_group import CommandError
from dealer_station.app.options import config_option
from dealer_station.app.options import found as station_toml
from dealer_station.app.station_keys import keys_folder
from dealer_station.app.stop_signals import interrupted
from dealer_station.cli.floor_access import usual_floor_file
from dealer_station.cli.log_options import keys_option, log_argument
from dealer_station.config.floor_address import gateway_url
from dealer_station.config.floor_file import FloorFile, read_floor_file
from dealer_station.config.schema import FloorConfig
from dealer_station.floor.client.link import FloorLink, FloorSettings
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.client.sync import Synchroniser, SyncState
from dealer_station.floor.client.thread import LogWatch, follow
from dealer_station.log.transparency.log_note import note_path

FILE = click.Path(dir_okay=False, path_type=Path)
SIGNING_KEY = "signing.key"
NOTE_SECONDS = 10.0
"""The time that the note of the last rows gets at the end."""


@click.command()
@log_argument
@config_option
@click.option("--url", help="Address of the floor.  [default: from station.toml]")
@click.option("--certificate", type=FILE, help="Certificate of the station.")
@click.option("--key", type=FILE, help="Private key of the certificate.")
@click.option("--ca", type=FILE, help="Certificate of the floor.")
@click.option(
    "--name", default="", help="Name of the table.  [default: from station.toml, or the name of FILE]"
)
@keys_option
@click.option("--follow", "follows", is_flag=True, help="Go on as long as the log grows; stop with Ctrl-C.")
def sync(
    file: Path,
    config_file: Path | None,
    url: str | None,
    certificate: Path | None,
    key: Path | None,
    ca: Path | None,
    name: str,
    keys: Path | None,
    follows: bool,
) -> None:
    """Bring the log FILE to the floor.

    The log may be written meanwhile. Address and certificate come from the options, and what they leave out
    from the section [floor] of station.toml, or of floor.toml if there is no station.toml. If the keys of the
    station are at hand, a signed note of the last rows goes along, and FILE.note keeps it with the
    cosignatures of the floor and its witnesses. Exit code 0 if everything is kept, 1 if it is not, or if the
    floor's rows contradict the note.
    """
    settings, table = _settings(config_file, url, certificate, key, ca)
    if keys is not None and not (keys / SIGNING_KEY).exists():
        raise CommandError(f"{keys}: there is no {SIGNING_KEY} in it; name the folder of the station's keys")
    one = Synchroniser(
        Outbox(file),
        FloorLink(settings),
        name or table or file.stem,
        version("dealer-station"),
        keys_folder(file, keys),
    )
    one.on_change(Progress().show)
    if follows:
        with suppress(KeyboardInterrupt), interrupted():
            follow(one, LogWatch(file), _pause, lambda: False)
        _end(file, one)
        return
    state = _until_done(one)
    if state.warning:
        click.echo(f"warning: {state.warning}", err=True)
    if state.status != "current":
        one.close()
        sys.exit(1)
    _end(file, one)


def _settings(
    config_file: Path | None, url: str | None, certificate: Path | None, key: Path | None, ca: Path | None
) -> tuple[FloorSettings, str]:
    """The link from the options, and for the rest from station.toml, with the name of the table there."""
    given = {"certificate": certificate, "key": key, "ca": ca}
    path = None if url and all(given.values()) else config_file or station_toml() or usual_floor_file()
    file = read_floor_file(path) if path else FloorFile(Path(), FloorConfig())
    files = {
        name: chosen or (file.path.parent / named if (named := getattr(file.floor, name)) else None)
        for name, chosen in given.items()
    }
    lacking = [name for name, one in {"url": url or file.floor.url, **files}.items() if not one]
    if lacking:
        options = ", ".join(f"--{name}" for name in lacking)
        if path is None:
            raise CommandError(
                "no station.toml or floor.toml in the current folder or in the user's configuration; name "
                f"one with --config, or give {options}"
            )
        raise CommandError(
            f"{path}: its section [floor] lacks {', '.join(lacking)}; fill it in, or give {options}"
        )
    try:
        address = gateway_url(url) if url else file.url()
    except ValueError as error:
        raise CommandError(f"--url: {error}") from error
    chosen_files = (one for one in files.values() if one is not None)
    return FloorSettings(address, *chosen_files), file.table


def _until_done(one: Synchroniser) -> SyncState:
    """Exchange until nothing is left, or until something is in the way."""
    try:
        while one.step() <= 0 or one.state.status == "behind":
            pass
    except BaseException:
        one.close()
        raise
    return one.state


def _end(file: Path, one: Synchroniser) -> None:
    """Bring the note of the last rows, and say what is kept."""
    try:
        one.finish(NOTE_SECONDS)
    finally:
        one.close()
    state = one.state
    click.echo(f"{file}: {state.kept} rows are kept at the floor")
    if state.note_words:
        click.echo(f"warning: no cosigned note: {state.note_words}", err=True)
    elif state.cosigned:
        click.echo(f"{note_path(file)}: cosigned up to row {state.cosigned}")
    if state.note_code == "note_differs":
        sys.exit(1)


class Progress:
    """The state of the log at the floor, a line whenever it changes."""

    def __init__(self) -> None:
        self._shown = ""

    def show(self, state: SyncState) -> None:
        """Print the state, unless it was printed last."""
        words = f": {state.words}" if state.words else ""
        # Before the floor has answered once, nobody knows how many rows it keeps.
        is_known = state.kept or state.status == "current"
        count = f"{state.kept} of {state.size}" if is_known else f"{state.size}"
        line = f"{state.status.replace('_', ' ')}, {count} rows{words}"
        if line != self._shown:
            self._shown = line
            click.echo(line, err=True)


def _pause(seconds: float) -> bool:
    time.sleep(seconds)
    return False
