"""`dealer-station log`: reads, verifies, exports and copies a log."""

import json as json_text
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from dealer_station.app.command_group import CommandError
from dealer_station.app.options import resolve_link
from dealer_station.cli import log_output
from dealer_station.cli.dispute import SHEETS_MAX, write_sheets
from dealer_station.cli.log_checkpoint import check_proof, checkpoint, cosign, prove, verifier_key
from dealer_station.cli.log_options import (
    NEW_FILE,
    ROUND_NUMBER,
    WantedRounds,
    json_option,
    log_argument,
    round_filters,
)
from dealer_station.cli.log_restore import restore
from dealer_station.cli.log_unseal import unseal
from dealer_station.cli.log_verify import verify
from dealer_station.cli.progress import progress_bar
from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.engine.model.values import INTERVENTION
from dealer_station.log.integrity import verify as verification
from dealer_station.log.integrity.chain import Row
from dealer_station.log.integrity.keys import fingerprint
from dealer_station.log.read.reader import Reader
from dealer_station.log.store import files
from dealer_station.log.store import snapshot as snapshots
from dealer_station.log.store.codec import decode, kind_of
from dealer_station.log.store.records import Denied, OpenedAs, PersonNoted, RoundKept
from dealer_station.reports.sources import rows_in, without_path
from dealer_station.review.chip_corrections import RoundCorrections, corrections_by_round
from dealer_station.review.export import Form, is_readable
from dealer_station.review.export import export as exported
from dealer_station.review.proof import chain_words
from dealer_station.review.round_history import as_json, read_round
from dealer_station.review.tables_and_charts import counted
from dealer_station.review.times import clock_time
from dealer_station.review.transcript import transcript


@click.group()
def log() -> None:
    """Read, verify, export and copy the log of a station."""


@log.command()
@log_argument
@round_filters
@json_option
def rounds(file: Path, wanted: WantedRounds, json: bool) -> None:
    """List all rounds, or those that match the filters."""
    with Reader(file) as reader:
        found = wanted.of(reader)
        corrections = corrections_by_round(reader)
        left_out = reader.unreadable, reader.is_partial
    if json:
        listed = [
            {**_round_data(one), **corrections.get(one.number, RoundCorrections()).as_data()} for one in found
        ]
        click.echo(json_text.dumps({"rounds": listed}, indent=1))
    else:
        log_output.print_rounds(found, corrections)
    if any(left_out):
        more = f"{left_out[0]:,} rounds of the list" if left_out[0] else "the rest of the file"
        click.echo(f"{file}: {more} cannot be read; run `dealer-station log verify` for the reason", err=True)
        sys.exit(1)


def _round_data(kept: RoundKept) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(kept)
    del told["type"]
    return {**told, "opened": clock_time(kept.opened_us), "ended": clock_time(kept.ended_us)}


@log.command()
@log_argument
@click.argument("number", type=ROUND_NUMBER, metavar="ROUND")
@click.option("--at", type=int, metavar="ROW", help="Show the state after this row.  [default: the end]")
@click.option("--written", is_flag=True, help="Print as a written round, which `play` accepts.")
@json_option
def show(file: Path, number: int, at: int | None, written: bool, json: bool) -> None:
    """Show one round step by step. The table is shown at the end of the round, or after any row."""
    with Reader(file) as reader:
        history = read_round(reader, number, at)
        text = transcript(reader, [number], at) if written else ""
    if written and json:
        click.echo(json_text.dumps({"number": number, "written": text}, indent=1))
    elif written:
        click.echo(text, nl=False)
    elif json:
        click.echo(json_text.dumps(as_json(history), indent=1))
    else:
        log_output.print_round(history)


@log.command()
@log_argument
@json_option
def stats(file: Path, json: bool) -> None:
    """Count rows by kind, rounds, bytes, keys, starts and stops."""
    with Reader(file) as reader:
        found = _stats(reader)
    if json:
        click.echo(json_text.dumps(found, indent=1))
        return
    for name, value in found.items():
        if isinstance(value, dict):
            click.echo(f"{name}:")
            for kind, count in value.items():
                click.echo(f"  {kind:<20} {count:>10,}")
        elif isinstance(value, list):
            click.echo(f"{name:<22} {', '.join(map(str, value)) or 'none'}")
        else:
            click.echo(f"{name:<22} {value}")


def _stats(reader: Reader) -> dict[str, Any]:
    kinds: Counter[str] = Counter()
    told: dict[str, list[Any]] = {"KeysNamed": [], "Unsealed": [], "Restored": [], "DeviceMet": []}
    rulings = Counter(remedies=0, findings=0, departures=0, interventions=0)
    sealed = body_bytes = last_us = 0
    first_us: int | None = None
    for row in reader.rows():
        kind = _kind(reader, row)
        kinds[f"{row.part} {kind}"] += 1
        if kind in ("HoldRuled", "RulingRecorded") and row.part == "fact":
            rulings.update(_ruling_counters(msgspec.json.decode(row.body)))
        if kind in told and row.part == "record":
            told[kind].append({"row": row.seq, **msgspec.json.decode(row.body)})
        first_us = row.wall_us if first_us is None else first_us
        last_us = row.wall_us
        sealed += row.seal is not None
        body_bytes += len(row.body)
    rows = sum(kinds.values())
    size = reader.path.stat().st_size
    return {
        "file": str(reader.path),
        "sqlite": files.SQLITE_VERSION,
        "bytes": size,
        "rows": rows,
        "bytes_per_row": round(size / rows, 1) if rows else 0,
        "body_bytes_per_row": round(body_bytes / rows, 1) if rows else 0,
        "rounds": len({number for _, _, number in reader.spans()}),
        "first": clock_time(first_us or 0),
        "last": clock_time(last_us),
        "sealed_cards": sealed,
        "starts": kinds["record Started"],
        "stops": kinds["record Stopped"],
        "signing_keys": [one["signing"] for one in told["KeysNamed"]],
        "escrow_keys": [one["escrow"] for one in told["KeysNamed"]],
        "sealed_for": [
            f"{fingerprint(bytes.fromhex(one['escrow']))} from row {one['row']}" for one in told["KeysNamed"]
        ],
        "unsealed": [f"row {one['seq']} by {one['by']}: {one['because']}" for one in told["Unsealed"]],
        "restored": [f"on {one['host']} by {one['by']}: {one['because']}" for one in told["Restored"]],
        "devices": [f"{one['device']} {one['serial']} {one['firmware']}" for one in told["DeviceMet"]],
        "rulings": dict(rulings),
        "kinds": dict(kinds.most_common()),
    }


def _ruling_counters(ruled: dict[str, Any]) -> tuple[str, ...]:
    """The counters that a ruling adds to: its kind, and the person for a departure or an intervention."""
    if ruled.get("tapped"):
        return ()
    if ruled.get("departs_from"):
        return "departures", f"departures by {ruled['by'] or 'nobody named'}"
    if ruled.get("kind") == INTERVENTION:
        return "interventions", f"interventions by {ruled['by'] or 'nobody named'}"
    if ruled.get("cards_out"):
        return "findings", f"findings with the cards out by {ruled['by'] or 'nobody named'}"
    return ("findings",) if ruled["ruling"] == "unfounded" else ("remedies",)


def _kind(reader: Reader, row: Row) -> str:
    try:
        return kind_of(row.body)
    except LogCorruptError as error:
        raise LogCorruptError(f"{reader.path}: row {row.seq}: {error}; verify the log") from error


@log.command()
@log_argument
@json_option
def people(file: Path, json: bool) -> None:
    """List sign-ins, refusals, changes of people, and openings. Refusals are of PINs and of actions."""
    found: list[tuple[int, int, PersonNoted | Denied | OpenedAs]] = []
    with Reader(file) as reader:
        for row in reader.rows():
            if row.part == "record":
                record = decode(row.part, row.body)
                if isinstance(record, PersonNoted | Denied | OpenedAs):
                    at_us = record.at_us if isinstance(record, PersonNoted) else row.wall_us
                    found.append((row.seq, at_us, record))
    if json:
        told: list[dict[str, Any]] = [
            {"seq": seq, "at": clock_time(at_us), **msgspec.to_builtins(record)}
            for seq, at_us, record in found
        ]
        click.echo(json_text.dumps({"people": told}, indent=1))
        return
    for seq, at_us, record in found:
        click.echo(f"{seq:>8}  {clock_time(at_us)[:19]}  {_people_words(record)}")


def _people_words(record: PersonNoted | Denied | OpenedAs) -> str:
    match record:
        case PersonNoted(what=what, name=name, role=role, by=by, detail=detail):
            more = f" by {by}" if by and by != name else ""
            return f"{name} ({role}): {what.replace('_', ' ')}{more}{f': {detail}' if detail else ''}"
        case Denied(tap=tap, reason=reason):
            return f"refused {tap}: {reason}"
        case OpenedAs(kind=kind, table=table, signed_by=signed_by, signed_on=signed_on, by_default=missing):
            signed = f", signed by {signed_by} on {signed_on}" if signed_by else ""
            marked = f", marked defaults for {', '.join(missing)}" if missing else ""
            return f"a {kind} table{f', {table}' if table else ''}{signed}{marked}"


def _sheets(file: Path, wanted: WantedRounds, out: Path | None) -> None:
    if out is None:
        raise CommandError(
            "a PDF cannot be printed to the terminal; name a new file with --out, such as --out rounds.pdf"
        )
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


@log.command()
@log_argument
@click.option(
    "--form",
    type=click.Choice(["json", "csv", "rounds", "pdf"]),
    default="json",
    show_default=True,
    help="JSON by round, CSV by row, written rounds, or a dispute sheet for each.",
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Output file.  [default: stdout]"
)
@round_filters
def export(file: Path, wanted: WantedRounds, form: Form | Literal["pdf"], out: Path | None) -> None:
    """Export all rounds, or those that match the filters.

    Exit code 0 if the log is intact, 1 if it is not; then the readable rounds are exported.
    """
    if form == "pdf":
        _sheets(file, wanted, out)
        return
    if out is not None and out.exists():
        raise CommandError(f"{out}: already exists; name a new file")
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
        raise CommandError(f"{out}: cannot be written: {error.strerror}") from error


@log.command()
@log_argument
@click.argument("to", type=NEW_FILE, callback=resolve_link)
def snapshot(file: Path, to: Path) -> None:
    """Copy a log to one file, even while a station writes to it."""
    with progress_bar("copying", 100) as progress:
        done = 0

        def tell(left: int, whole: int) -> None:
            nonlocal done
            now = 100 - round(100 * left / max(whole, 1))
            progress(now - done)
            done = now

        last = snapshots.snapshot(file, to, tell)
    click.echo(f"{to}: complete copy up to row {last}")


for command in (verify, restore, unseal, checkpoint, cosign, prove, check_proof, verifier_key):
    log.add_command(command)
