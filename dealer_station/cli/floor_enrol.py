"""`dealer-station floor enrol`: makes the certificate of a station or a reader."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import click

from dealer_station.app.command_group import CommandError
from dealer_station.cli.floor_deeds import acting
from dealer_station.cli.floor_options import database_option, folder_option
from dealer_station.cli.log_options import by_option
from dealer_station.config.floor_address import PORT
from dealer_station.engine.model.errors import FloorError, KeyFaultError
from dealer_station.floor.certificates.authority import Authority, Bundle, write_private
from dealer_station.floor.store import stations, table_names
from dealer_station.floor.store.stations import ReplacedCertificate
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.store.durable_rename import put_in_place

STATION_FILES = f"""\
bring the three files to the folder `floor` beside the station's station.toml; the user who runs the table
must own them. Then fill in the section [floor] of station.toml, with the port of your gateways. `config init`
has written an empty one, and there must be only one:

[floor]
url = "https://{{name}}:{PORT}"
certificate = "floor/station.pem"
key = "floor/station.key"
ca = "floor/ca.pem"

or let this write it there:

dealer-station config set floor.url https://{{name}}:{PORT} floor.certificate floor/station.pem \\
    floor.key floor/station.key floor.ca floor/ca.pem

When the station has them, delete {{out}}: it holds the station's private key."""


class StationFiles:
    """The files of an enrolment, which get their names when the floor knows the new key."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._unfinished: list[Path] = []

    def write(self, bundle: Bundle) -> None:
        """Write the files under temporary names; the key is readable by its owner alone."""
        contents = (
            ("ca.pem", bundle.authority),
            ("station.pem", bundle.certificate),
            ("station.key", bundle.key),
        )
        with _written_in(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            for name, content in contents:
                path = self._folder / f"{name}.new"
                self._unfinished.append(path)
                write_private(path, content)
                path.chmod(0o600 if name == "station.key" else 0o644)

    def put_in_place(self) -> None:
        """Give the files their names."""
        with _written_in(self._folder):
            for path in self._unfinished:
                put_in_place(path, path.with_suffix(""))

    def remove_unfinished(self) -> None:
        """Remove what did not get its name."""
        for path in self._unfinished:
            with suppress(OSError):
                path.unlink()


@contextmanager
def _unfinished_files(folder: Path) -> Iterator[StationFiles]:
    """The files of an enrolment; whatever is there already stays unless the enrolment succeeds."""
    files = StationFiles(folder)
    try:
        yield files
    finally:
        files.remove_unfinished()


@contextmanager
def _written_in(folder: Path) -> Iterator[None]:
    """Turn the errors of a disk into FloorError."""
    try:
        yield
    except OSError as error:
        raise FloorError(f"{error.filename or folder}: cannot be written: {error.strerror}") from error


@click.command()
@click.argument("station")
@folder_option
@database_option
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Folder for the station's files.  [default: stations/STATION in the floor's folder]",
)
@click.option(
    "--log",
    "log",
    metavar="TABLE",
    help="For a spare: the log that it continues, named by its table, its station or the beginning of its "
    "hash.",
)
@click.option(
    "--key",
    "keys",
    multiple=True,
    metavar="HEX",
    help="Public signing key of the log for which you vouch; repeat for more.  [default: the first one of "
    "the log, and the one that the station says hello with]",
)
@click.option(
    "--reader", is_flag=True, help="Enrol a person or a machine that reads every log and brings none."
)
@by_option
def enrol(
    station: str,
    folder: Path,
    database: str | None,
    out: Path | None,
    log: str | None,
    keys: tuple[str, ...],
    reader: bool,
    by: str,
) -> None:
    """Enrol STATION: make its certificate, and let it push its log.

    Enrolling a station again gives it a new certificate; its old one is worth nothing then. Signing keys for
    which somebody has vouched stay trusted; --key adds to them. With --reader, STATION is the name of
    somebody who may read every log.
    """
    if reader and (log or keys):
        raise CommandError("a reader brings no log; leave --log and --key out")
    _check_name(station)
    out = out or folder / "stations" / station
    authority = Authority(folder)
    with acting(folder, database, by) as person, _unfinished_files(out) as files:
        with person.doing("station_enrolled") as deed:
            identity = table_names.find(person.floor, log)[1] if log else None
            signing = [_key(one) for one in keys]
            bundle = authority.enrol(station, datetime.now(UTC))
            before = stations.replaced_by(person.floor, station)
            stations.enrol(
                *(person.floor, station, bundle.public_key, bundle.expires),
                by=person.name,
                log=identity,
                signing_keys=signing,
                reader=reader,
            )
            files.write(bundle)
            deed.update(
                station=station, public_key=bundle.public_key.hex(), log=identity.hex() if identity else ""
            )
            deed.update(role="reader" if reader else "station")
            if signing:
                deed.update(signing_keys=[one.hex() for one in signing])
        # The database knows the new key from here on, so that the files of the old one are worth nothing.
        files.put_in_place()
    click.echo(f"{station} is enrolled until {bundle.expires:%Y-%m-%d}; its files are in {out}")
    if before is not None:
        click.echo(_replacement_words(station, before), err=True)
    if reader:
        _write_floor_toml(out, authority.server_name())
    else:
        click.echo(STATION_FILES.format(name=authority.server_name(), out=out))


def _replacement_words(station: str, before: ReplacedCertificate) -> str:
    """The warning about a certificate that is worth nothing any more."""
    heard = (
        f"last heard of on {before.heard_at:%Y-%m-%d at %H:%M:%S} UTC"
        if before.heard_at
        else "never heard of"
    )
    return (
        f"warning: {station} was enrolled already ({heard}): the certificate that it has is worth nothing "
        "from now on, and its rows wait until the new files are on it"
    )


def _check_name(station: str) -> None:
    """Raise CommandError unless the name can be that of a folder in the floor's folder, and nothing else."""
    parts_of_paths = "/" in station or "\\" in station or station.startswith(".")
    if not station.strip() or not station.isprintable() or parts_of_paths or station.startswith("-"):
        raise CommandError(f'"{station}" cannot be the name of a station; use letters, digits and hyphens')


def _write_floor_toml(out: Path, name: str) -> None:
    """Write the file from which a reader's commands take address and certificate."""
    text = (
        f'[floor]\nurl = "https://{name}:8443"\n'
        'certificate = "station.pem"\nkey = "station.key"\nca = "ca.pem"\n'
    )
    try:
        (out / "floor.toml").write_text(text, "utf-8")
    except OSError as error:
        raise FloorError(f"{out / 'floor.toml'}: cannot be written: {error.strerror}") from error
    click.echo("bring them to ~/.config/dealer-station on the reader's machine, or name the floor.toml there")
    click.echo("with --floor; check the address in it")


def _key(text: str) -> bytes:
    try:
        return key_files.from_hex(text)
    except ValueError as error:
        raise KeyFaultError(f'"{text}" is not a key, which has 64 hex digits') from error
