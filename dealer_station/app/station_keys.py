"""Finds or makes the keys of a station; every command that writes to a log uses this module."""

from contextlib import suppress
from pathlib import Path

import click

from dealer_station.engine.model.errors import KeyFaultError, LogError
from dealer_station.log.integrity import keys
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.read.reader import END, Reader


def keys_folder(log: Path, named: Path | None) -> Path:
    """Return the folder of the station's keys: the named one, or the default beside the log."""
    return named or log.with_name(log.name + ".keys")


def kept_keys_for(log: Path, named: Path | None) -> Keys:
    """Return the keys of a live table; raise KeyFaultError unless somebody holds their escrow key."""
    folder = keys_folder(log, named)
    if not (folder / "signing.key").exists():
        raise KeyFaultError(f"{folder}: a live table needs keys first; run {keys.how_to_make(folder)}")
    if not keys.escrow_is_held(folder):
        raise KeyFaultError(
            f"{folder}: these are the keys of a simulated table, and nobody holds their escrow key; move "
            f"the folder away and run {keys.how_to_make(folder)}"
        )
    return keys_for(log, named)


def keys_for(log: Path, named: Path | None, *, quiet: bool = False) -> Keys:
    """Return the station's keys; a new log without keys gets new ones, with an escrow key nobody holds."""
    folder = keys_folder(log, named)
    if not log.parent.is_dir():
        raise LogError(f"{log.parent}: no such folder; create it, or name another path for the log")
    if log.exists() and not log.is_file():
        raise LogError(f"{log}: is not a regular file; name another path for the log")
    if named is None and not (folder / "signing.key").exists():
        if log.exists() and log.stat().st_size:
            with Reader(log):
                pass  # The reader reports a file that is no log, or one of a newer version.
            raise KeyFaultError(
                f"{log}: already exists, and its keys are not in {folder}; name their folder with --keys"
            )
        made = keys.make(folder, None)
        if not quiet:
            warn_about_new_keys(folder)
        return made
    if not (folder / "signing.key").exists():
        raise KeyFaultError(f"{folder}: no keys here; run {keys.how_to_make(folder)}")
    _warn_if_empty(log)
    # A change of keys was interrupted. The log decides: if it already names the new keys, the change is
    # completed now; otherwise the old keys stay in force.
    if keys.is_changing(folder) and log.exists():
        with Reader(log) as reader:
            named_last = reader.recollect_before(END).keys
        return keys.load_named(folder, named_last.signing if named_last else "")
    return keys.load(folder)


def warn_about_new_keys(folder: Path) -> None:
    """Warn that new keys were made and that nobody can ever open the burn cards sealed with them."""
    click.echo(
        f"no keys yet: created {folder}; nobody holds the escrow key, so burn cards can never be opened "
        "(`dealer-station keys make FOLDER --escrow FILE` creates a pair that you keep)",
        err=True,
    )


def _warn_if_empty(log: Path) -> None:
    """Warn about a log without rows: its first start was interrupted, or somebody deleted every row."""
    # Other faults of the file are reported when it is opened for writing.
    with suppress(LogError), Reader(log) as reader:
        if not reader.ends()[1]:
            click.echo(
                f"{log}: is an empty log: its first start was interrupted, or its rows were deleted. It "
                "starts again at row 1; if this table has dealt before, stop and restore a snapshot",
                err=True,
            )
