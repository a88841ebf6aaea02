"""`dealer-station log verify`: verifies a log file, or the logs of a floor."""

import json as json_text
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from dealer_station.app.command_group import CommandError
from dealer_station.cli import log_output
from dealer_station.cli.floor_access import (
    EVERY_MONTH,
    FloorAccess,
    LogPlace,
    PulledFloor,
    complain,
    floor_options,
    months_option,
    pulled,
)
from dealer_station.cli.log_options import json_option, trusted_key
from dealer_station.cli.progress import progress_bar
from dealer_station.config.floor_address import FloorAddress
from dealer_station.engine.model.errors import LogError
from dealer_station.floor.client.log_copy import CopyState
from dealer_station.log.integrity import sign
from dealer_station.log.integrity import verify as verification
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.integrity.verify import Verification
from dealer_station.log.read.reader import Reader
from dealer_station.log.read.unfit_rows import unfit_rows
from dealer_station.log.transparency.note import SignedNote
from dealer_station.log.transparency.note_check import note_in, verify_against
from dealer_station.log.transparency.tree_head import head_of
from dealer_station.reports.sources import rows_in
from dealer_station.review.replay_check import Replay
from dealer_station.review.replay_check import replay as replayed


class VerifiedFile(Struct, frozen=True):
    """The result for one file."""

    path: Path
    report: Verification
    again: Replay | None

    @property
    def ok(self) -> bool:
        """True if nothing was found."""
        return self.report.ok and not (self.again and self.again.differences)


class Wanted(Struct, frozen=True):
    """The extent of a verification of a floor."""

    keys: tuple[bytes, ...]
    months: int
    replay: bool
    outside: Checkpoint | SignedNote | None = None
    """A checkpoint or note that was kept elsewhere."""

    @property
    def outside_seq(self) -> int:
        """The row that the checkpoint or note covers."""
        if isinstance(self.outside, SignedNote):
            return head_of(self.outside).size
        return self.outside.seq if self.outside else 0


def outside_in(checkpoint: Path) -> Checkpoint | SignedNote:
    """The note or the checkpoint in a file."""
    return note_in(checkpoint) or sign.read_named(checkpoint)


@click.command()
@click.argument("file", metavar="FILE|URL", type=LogPlace())
@click.option(
    "--key",
    "trusted",
    multiple=True,
    metavar="KEY",
    help="Signing key that you trust: hex, or a .pub file.",
)
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="Newest checkpoint or signed note of one log, kept elsewhere.  [default: FILE.checkpoint, if it "
    "exists]",
)
@click.option("--replay", is_flag=True, help="Also replay every observation through today's engine.")
@months_option()
@floor_options
@json_option
def verify(
    file: Path | FloorAddress,
    trusted: tuple[str, ...],
    checkpoint: Path | None,
    replay: bool,
    months: int,
    access: FloorAccess,
    json: bool,
) -> None:
    """Verify the whole chain and its signatures.

    FILE is a log; the URL of a floor stands for the logs of all its tables, or of one. Reports the first bad
    row, a truncated end or an invalid signature, and a floor that no longer has what it had before. Exit code
    0 if every log is intact, 1 if one is not, 2 if there is no log to read.
    """
    keys = tuple(trusted_key(text) for text in trusted)
    if isinstance(file, FloorAddress):
        with pulled(file, access) as floor:
            if checkpoint is not None and len(floor.state.copies) != 1:
                raise CommandError(
                    f"--checkpoint belongs to one log; name its table: {file.url}/TABLE, or leave it out"
                )
            wanted = Wanted(keys, months, replay, outside_in(checkpoint) if checkpoint else None)
            sys.exit(_verify_floor(floor, wanted, json=json))
    found = _verified(file, outside_in(checkpoint) if checkpoint else None, keys, replay=replay)
    if json:
        click.echo(json_text.dumps(_verification_data(found), indent=1))
    else:
        _print(str(file), found)
    sys.exit(0 if found.ok else 1)


def _verified(
    file: Path, outside: Checkpoint | SignedNote | None, keys: tuple[bytes, ...], *, replay: bool
) -> VerifiedFile:
    """Verify one file and, if it is intact, replay it."""
    with progress_bar("verifying", rows_in(file)) as progress:
        if isinstance(outside, SignedNote):
            report = verify_against(file, outside, keys, progress)
        else:
            with unfit_rows():
                report = verification.verify(file, outside=outside, keys=keys, progress=progress)
    again = None
    if replay and report.ok:
        with progress_bar("replaying", report.rows) as progress, unfit_rows():
            again = replayed(file, progress)
    return VerifiedFile(file, report, again)


def _verify_floor(floor: PulledFloor, wanted: Wanted, *, json: bool) -> int:
    """Verify the files of every table; return 0 if all are intact and none was altered, else 1."""
    done: list[tuple[CopyState, list[VerifiedFile], str]] = []
    for copy in floor.state.copies:
        found: list[VerifiedFile] = []
        fault = ""
        try:
            for one in _verified_copies(floor, copy, wanted):
                found.append(one)
                if not json:
                    _print(f"{copy.table}, {one.path.name}", one)
        except LogError as error:  # The other tables are verified all the same.
            fault = f"{copy.table}: cannot be verified: {error}"
            complain(fault)
        done.append((copy, found, fault))
    ok = not floor.is_altered and all(one.ok for _, found, _ in done for one in found)
    ok = ok and not any(fault for _, _, fault in done)
    if json:
        tables = [
            {
                "table": copy.table,
                "log": copy.log,
                "state": copy.status,
                "alarm": copy.words or fault,
                "files": [{"file": str(one.path), **_verification_data(one)} for one in found],
            }
            for copy, found, fault in done
        ]
        click.echo(json_text.dumps({"ok": ok, "tables": tables}, indent=1))
    if not wanted.keys:
        complain("the signing keys were told by the floor; name keys that you trust with --key")
    return 0 if ok else 1


def _verified_copies(floor: PulledFloor, copy: CopyState, wanted: Wanted) -> Iterator[VerifiedFile]:
    """Verify the files of one table; raise LogError if one cannot even be read."""
    if copy.path is None:
        return
    if copy.status != "current":
        yield _verified(copy.path, wanted.outside, wanted.keys, replay=wanted.replay)
        return
    # The tree of a note needs every month.
    months = floor.newest_months(copy.path, EVERY_MONTH if wanted.outside else wanted.months)
    signed = _file_with(months, wanted.outside_seq) if wanted.outside else None
    for path in months:
        yield _verified_copy(floor, path, wanted, wanted.outside if path == signed else None)


def _file_with(months: list[Path], seq: int) -> Path:
    """The newest of some months, the oldest first, that begins at or before a row; otherwise the oldest."""
    for path in reversed(months):
        with Reader(path) as log:
            if log.first_seq <= seq:
                return path
    return months[0]


def _verified_copy(
    floor: PulledFloor, path: Path, wanted: Wanted, outside: Checkpoint | SignedNote | None
) -> VerifiedFile:
    """Verify a file of the mirror; one that is damaged here is pulled again, so that the floor is judged."""
    found = _verified(path, outside, wanted.keys, replay=wanted.replay)
    if all(one.kind in ("signature", "index") for one in found.report.findings):
        return found
    with progress_bar("pulling", 0) as progress:
        again = floor.mirror.pull_again(path, progress)
    floor.mirror.rest()
    complain(f"{path}: was damaged here, and was pulled again")
    return _verified(again or path, outside, wanted.keys, replay=wanted.replay)


def _verification_data(found: VerifiedFile) -> dict[str, Any]:
    told: dict[str, Any] = {"ok": found.report.ok, **msgspec.to_builtins(found.report)}
    if found.again is not None:
        told["replay"] = {"ok": not found.again.differences, **msgspec.to_builtins(found.again)}
        told["ok"] = told["ok"] and told["replay"]["ok"]
    return told


def _print(name: str, found: VerifiedFile) -> None:
    """Print the findings about one file, and the result of its replay."""
    log_output.print_report(name, found.report)
    if found.again is None:
        return
    for one in found.again.differences:
        log_output.print_line(f"{name}: row {one.seq}, round {one.round_number}: {one.words}")
    if not found.again.differences:
        log_output.print_line(
            f"{name}: {found.again.observations} observations in {found.again.rounds} rounds replayed with "
            "the same results"
        )
