"""Where a station has its keys; every command that writes to a log asks here."""

from contextlib import suppress
from pathlib import Path

import click

from dealer_station.engine.errors import KeyFaultError, LogError
from dealer_station.log import keys
from dealer_station.log.keys import Keys
from dealer_station.log.read import END, Reader


def keys_folder(log: Path, named: Path | None) -> Path:
    """Where a station has its keys: where it was told, or beside its log."""
    return named or log.with_name(log.name + ".keys")


def keys_for(log: Path, named: Path | None) -> Keys:
    """The station's keys; a table without any gets a signing key, and an escrow key that nobody holds."""
    folder = keys_folder(log, named)
    if not log.parent.is_dir():
        raise LogError(f"{log.parent}: there is no such folder; make it, or name another place for the log")
    if log.exists() and not log.is_file():
        raise LogError(f"{log}: is no regular file; a log needs one, name another place for it")
    if named is None and not (folder / "signing.key").exists():
        if log.exists() and log.stat().st_size:
            with Reader(log):
                pass  # What is no log, or one of a newer version, is told as such.
            raise KeyFaultError(
                f"{log}: is there already, and its keys are not in {folder}; name their folder with --keys"
            )
        made = keys.make(folder, None)
        click.echo(
            f"no keys yet: made {folder}; nobody holds the escrow key, so burn cards can never be opened "
            "(`dealer-station keys make` makes a pair that you keep)",
            err=True,
        )
        return made
    if not (folder / "signing.key").exists():
        raise KeyFaultError(
            f"{folder}: there are no keys; make them with `dealer-station keys make {folder}`"
        )
    _tell_if_emptied(log)
    if keys.is_changing(folder) and log.exists():
        with Reader(log) as reader:
            named_last = reader.recollect_before(END).keys
        return keys.load_named(folder, named_last.signing if named_last else "")
    return keys.load(folder)


def _tell_if_emptied(log: Path) -> None:
    """A kill in the first moment of a log leaves it without a row, and so does somebody who takes all out."""
    # What else may be wrong with the file is told by whoever opens it for writing.
    with suppress(LogError), Reader(log) as reader:
        if not reader.ends()[1]:
            click.echo(
                f"{log}: has the tables of a log, and no row: its first start was interrupted, or everything "
                "was taken out of it. It begins anew; where this table has dealt before, stop, and restore "
                "a snapshot",
                err=True,
            )
