"""`dealer-station log verify` and `export`: verification of a log, and exports of its rounds."""

import json as json_text
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from dealer_station.app.shell import Mendable
from dealer_station.cli import log_words
from dealer_station.cli.dispute import SHEETS_MAX, write_sheets
from dealer_station.cli.log_options import WantedRounds, json_option, log_argument, round_filters
from dealer_station.cli.progress import progress_bar
from dealer_station.engine.model.errors import KeyFaultError, LogError
from dealer_station.log.integrity import keys, sign
from dealer_station.log.integrity import verify as verification
from dealer_station.log.integrity.verify import Verification
from dealer_station.log.read.reader import Reader
from dealer_station.reports.sources import rows_in, without_path
from dealer_station.review.charts import counted
from dealer_station.review.export import Form, is_readable
from dealer_station.review.export import export as exported
from dealer_station.review.proof import chain_words
from dealer_station.review.replay import Replay
from dealer_station.review.replay import replay as replayed


@click.command()
@log_argument
@click.option(
    "--key",
    "trusted",
    multiple=True,
    metavar="KEY",
    help="A signing key that you trust: hex, or a .pub file.",
)
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="The newest checkpoint, from elsewhere.  [default: FILE.checkpoint, where it is]",
)
@click.option("--replay", is_flag=True, help="Also play every observation through the engine of today.")
@json_option
def verify(file: Path, trusted: tuple[str, ...], checkpoint: Path | None, replay: bool, json: bool) -> None:
    """Verify the whole chain and its signatures.

    Names the first bad row, a cut tail and a broken signature apart. Exit code 0 when all is as it was
    written, 1 when it is not, 2 when there is no log to read.
    """
    outside = sign.read_named(checkpoint) if checkpoint else None
    with progress_bar("verifying", rows_in(file)) as progress:
        report = verification.verify(
            file, outside=outside, keys=tuple(_key(text) for text in trusted), progress=progress
        )
    again = None
    if replay and report.ok:
        with progress_bar("replaying", report.rows) as progress:
            again = replayed(file, progress)
    if json:
        click.echo(json_text.dumps(_as_data(report, again), indent=1))
    else:
        log_words.print_report(str(file), report)
        if again is not None:
            _print_replay(file, again)
    sys.exit(0 if report.ok and not (again and again.differences) else 1)


def _key(text: str) -> bytes:
    path = Path(text)
    if path.is_file():
        return keys.read(path)
    try:
        return keys.from_hex(text)
    except ValueError as error:
        raise KeyFaultError(
            f'"{text}" is neither a key, which has 64 hex digits, nor a file that holds one'
        ) from error


def _as_data(report: Verification, again: Replay | None) -> dict[str, Any]:
    told: dict[str, Any] = {"ok": report.ok, **msgspec.to_builtins(report)}
    if again is not None:
        told["replay"] = {"ok": not again.differences, **msgspec.to_builtins(again)}
        told["ok"] = told["ok"] and told["replay"]["ok"]
    return told


def _print_replay(file: Path, again: Replay) -> None:
    for one in again.differences:
        log_words.print_line(f"{file}: row {one.seq}, round {one.round_number}: {one.words}")
    if not again.differences:
        log_words.print_line(
            f"{file}: {again.observations} observations in {again.rounds} rounds replayed: the same results"
        )


def _sheets(file: Path, wanted: WantedRounds, out: Path | None) -> None:
    if out is None:
        raise Mendable("a PDF is not for a terminal; name a new file with --out, such as --out rounds.pdf")
    with Reader(file) as reader:
        numbers = [kept.number for kept in wanted.of(reader)]
        left_out = reader.unreadable
        if len(numbers) <= SHEETS_MAX:
            numbers, left_out = _readable(reader, numbers)
    code = write_sheets(file, numbers, out, "a4", None)
    _say_left_out(file, left_out)
    sys.exit(code)


def _readable(reader: Reader, numbers: list[int]) -> tuple[list[int], int]:
    """Return the readable rounds of a damaged log, and the number of unreadable ones."""
    told = [one for one in numbers if is_readable(reader, one)]
    return told, len(numbers) - len(told) + reader.unreadable


def _say_left_out(file: Path, rounds: int) -> None:
    if rounds:
        words = counted(rounds, "round cannot be read and is", "rounds cannot be read and are")
        click.echo(f"{file}: {words} left out", err=True)


@contextmanager
def _whole(out: Path) -> Iterator[None]:
    """Delete the output file if the export fails, so that no partial export remains."""
    try:
        yield
    except LogError:
        out.unlink(missing_ok=True)
        raise


@click.command()
@log_argument
@click.option(
    "--form",
    type=click.Choice(["json", "csv", "rounds", "pdf"]),
    default="json",
    show_default=True,
    help="JSON by round, CSV by row, written rounds, or a dispute sheet for each.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to.  [default: stdout]")
@round_filters
def export(file: Path, wanted: WantedRounds, form: Form | Literal["pdf"], out: Path | None) -> None:
    """Export rounds, all or those that the filters leave.

    Exit code 0 where the log is as it was written, 1 where it is not: what can be read is exported.
    """
    if form == "pdf":
        _sheets(file, wanted, out)
        return
    if out is not None and out.exists():
        raise Mendable(f"{out}: exists already; name a new file, nothing is overwritten")
    with progress_bar("verifying", rows_in(file)) as progress:
        report = verification.verify(file, progress=progress)
    with Reader(file) as reader:
        numbers, left_out = [kept.number for kept in wanted.of(reader)], 0
        if not report.ok:
            numbers, left_out = _readable(reader, numbers)
        with progress_bar("exporting", len(numbers)) as progress:
            _write_out(exported(reader, form, numbers, progress), out)
    if out is not None:
        click.echo(f"{counted(len(numbers), 'round')} written to {out}; {chain_words(report)}")
    if not report.ok:
        # The log is damaged, so not everything in the export is proved.
        click.echo(f"{file}: {chain_words(report)}: {without_path(report.findings[0].words, file)}", err=True)
        _say_left_out(file, left_out)
        sys.exit(1)


def _write_out(pieces: Iterator[str], out: Path | None) -> None:
    if out is None:
        for piece in pieces:
            click.echo(piece, nl=False)
        return
    try:
        with _whole(out), out.open("x", encoding="utf-8", newline="") as text:
            for piece in pieces:
                text.write(piece)
    except OSError as error:
        raise Mendable(f"{out}: cannot be written: {error.strerror}") from error
