"""The floor's address in place of a log file: options, credentials, and the mirror that commands work on.

`https://floor.example:8443/` stands for the logs of all tables, `https://floor.example:8443/Table%207` or
`...?table=Table 7` for that of one table. The commands work on a mirror of the floor in the user's cache."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from dealer_station.app.command_group import CommandError
from dealer_station.app.options import Command, resolve_link
from dealer_station.app.options import found as station_toml
from dealer_station.cli.progress import progress_bar
from dealer_station.config.floor_address import FloorAddress, floor_address
from dealer_station.config.floor_file import FloorFile, read_floor_file
from dealer_station.engine.model.errors import ConfigError, FloorError
from dealer_station.floor.client.link import FloorSettings, LinkError
from dealer_station.floor.client.mirror import FloorMirror, MirrorState
from dealer_station.floor.client.reading_link import ReadingLink

FILE = click.Path(dir_okay=False, path_type=Path)
EVERY_MONTH = 10**6


class LogPlace(click.ParamType[Path | FloorAddress]):
    """A parameter type for a log file or the address of a floor."""

    name = "file or address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, Path | FloorAddress):
            return value
        if "://" in value:
            try:
                return floor_address(value)
            except ValueError as error:
                raise click.BadParameter(str(error), ctx, param) from error
        path: Path = click.Path(dir_okay=False, exists=True, path_type=Path).convert(value, param, ctx)
        assert ctx
        assert param
        return resolve_link(ctx, param, path)


class FloorAccess(Struct, frozen=True):
    """The credentials that a command was given, and the folder of the mirrors."""

    file: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    ca: Path | None = None
    cache: Path | None = None

    def settings(self, url: str) -> FloorSettings:
        """The link to a floor, with the files of the options or of a floor.toml or station.toml."""
        given = [one for one in (self.certificate, self.key, self.ca) if one is not None]
        if len(given) == 3:
            return FloorSettings(url, *given)
        if given:
            raise CommandError(
                "--floor-certificate, --floor-key and --floor-ca belong together; give all three, or none"
            )
        return FloorSettings(url, *self.named().files())

    def named(self) -> FloorFile:
        """The file with the section [floor]; raise ConfigError if there is none."""
        path = self.file or usual_floor_file()
        if path is None:
            raise ConfigError(
                "no floor.toml or station.toml in the current folder or in the user's configuration; "
                "`dealer-station floor enrol NAME --reader` makes one, and --floor FILE names it"
            )
        return read_floor_file(path)

    def address(self) -> FloorAddress:
        """The floor that the file names; raise ConfigError if it names none."""
        return FloorAddress(self.named().url())

    def mirror(self, address: FloorAddress) -> FloorMirror:
        """The mirror of a floor in the cache."""
        folder = (self.cache or usual_cache()) / re.sub(
            r"[^\w.-]+", "_", address.url.removeprefix("https://")
        )
        return FloorMirror(folder, ReadingLink(self.settings(address.url)), address.table)


def usual_cache() -> Path:
    """The folder of the mirrors of the current user."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "dealer-station" / "floors"


def usual_floor_file() -> Path | None:
    """The floor.toml in the current folder or the user's configuration, or else the station.toml there."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    places = Path("floor.toml"), Path(home) / "dealer-station" / "floor.toml"
    return next((path for path in places if path.is_file()), None) or station_toml()


def floor_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for reading a floor to a command; they arrive as one argument, `access`."""

    @wraps(command)
    def with_access(**given: Any) -> None:
        names = {"file": "floor_file", **{one: f"floor_{one}" for one in ("certificate", "key", "ca")}}
        access = FloorAccess(
            **{name: given.pop(arrived) for name, arrived in names.items()}, cache=given.pop("cache")
        )
        command(access=access, **given)

    options = (
        click.option(
            "--floor",
            "floor_file",
            type=FILE,
            metavar="FILE",
            help="File with the section [floor].  [default: floor.toml, or station.toml]",
        ),
        click.option("--floor-certificate", type=FILE, help="Certificate for the floor."),
        click.option("--floor-key", type=FILE, help="Private key of that certificate."),
        click.option("--floor-ca", type=FILE, help="Certificate of the floor."),
        click.option(
            "--cache",
            type=click.Path(file_okay=False, path_type=Path),
            metavar="FOLDER",
            help="Folder for copies of the floor's logs.  [default: in the user's cache]",
        ),
    )
    result: Callable[..., None] = with_access
    for option in reversed(options):
        result = option(result)
    return result


def _months(_context: click.Context, option: click.Parameter, text: str) -> int:
    if text == "all":
        return EVERY_MONTH
    if not text.isdecimal() or not 1 <= int(text) < EVERY_MONTH:
        raise click.BadParameter('write a number of months, or "all"', param=option)
    return int(text)


def months_option(default: str = "1") -> Callable[[Command], Command]:
    """The option --months, which limits the months of each table that are pulled from a floor."""
    return click.option(
        "--months",
        default=default,
        show_default=True,
        metavar="N",
        callback=_months,
        help='Months of each table of a floor, back from the current one, or "all".',
    )


class PulledFloor(Struct, frozen=True):
    """A floor whose mirror is up to date."""

    mirror: FloorMirror
    state: MirrorState

    @property
    def is_altered(self) -> bool:
        """True if a log of the floor is not the one that was copied before, or cannot be read."""
        return bool(self.state.alarms)

    def months(self, path: Path, is_enough: Callable[[Path], bool]) -> list[Path]:
        """A file and the months before it, the oldest first; a month that cannot be pulled is reported."""
        with progress_bar("pulling", 0) as progress:
            return self.mirror.months(path, is_enough, progress, complain)

    def newest_months(self, path: Path, count: int) -> list[Path]:
        """A file and the months before it, `count` files at most."""
        left = iter(range(count - 1, -1, -1))
        return self.months(path, lambda _: not next(left, 0))

    def months_since(self, path: Path, wanted: int) -> list[Path]:
        """The months back to the one in which a round was played."""
        return self.months(path, lambda one: self.mirror.copy_of(one).first_round(one) <= wanted)


def complain(words: str) -> None:
    """Report trouble with a floor on stderr."""
    click.echo(words, err=True)


def refreshed(mirror: FloorMirror) -> MirrorState:
    """Bring a mirror up to date, with a progress bar."""
    with ExitStack() as stack:
        return mirror.refresh(lambda total: stack.enter_context(progress_bar("pulling", total)))


def told(state: MirrorState) -> MirrorState:
    """Report alarms, remarks and the warning about the certificate on stderr."""
    for words in (*state.alarms, *state.notes, *([state.warning] if state.warning else [])):
        complain(words)
    return state


@contextmanager
def pulled(address: FloorAddress, access: FloorAccess) -> Iterator[PulledFloor]:
    """Bring the mirror of a floor up to date and close its files; months can still be pulled in this
    block."""
    mirror = access.mirror(address)
    try:
        state = refreshed(mirror)
        if state.local_trouble:
            raise FloorError(state.local_trouble)
        told(state)
        mirror.rest()
        if not state.files and state.alarms:
            raise click.exceptions.Exit(1)  # Each alarm is told already, and there is nothing to work on.
        if not state.files and state.notes:
            raise FloorError(f"{address.url}: nothing to read")  # Each note says why, and is told already.
        if not state.files:
            raise FloorError(f"{address.url}: the floor has no log with rows yet")
        yield PulledFloor(mirror, state)
    except LinkError as error:
        copies = mirror.known().files
        here = f"; what it had told before is in {mirror.folder}" if copies else ""
        raise FloorError(f"{address.url}: {error.words}{here}") from error
    finally:
        mirror.close()


@contextmanager
def file_with_round(place: Path | FloorAddress, number: int, access: FloorAccess) -> Iterator[Path]:
    """The log file that holds a round: the named one, or the month of a floor's table."""
    if isinstance(place, Path):
        yield place
        return
    with pulled(place, access) as floor:
        yield floor.months_since(only_table(place, floor), number)[0]


def only_table(address: FloorAddress, floor: PulledFloor) -> Path:
    """The current month of the table that an address names; raise FloorError if it names several."""
    if len(floor.state.files) != 1:
        tables = ", ".join(one.table for one in floor.state.copies)
        raise FloorError(f"{address.url}: name one table, such as {address.url}/TABLE; it has: {tables}")
    return floor.state.files[0]
