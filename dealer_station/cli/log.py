"""`dealer-station log`: reads a log for the pit, the surveillance room and the regulator."""

import json as json_text
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import click
import msgspec

from dealer_station.cli import log_words
from dealer_station.cli.log_care import restore, snapshot, unseal
from dealer_station.cli.log_check import export, verify
from dealer_station.cli.log_options import (
    ROUND_NUMBER,
    WantedRounds,
    json_option,
    log_argument,
    round_filters,
)
from dealer_station.cli.log_people import people
from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.engine.model.values import INTERVENTION
from dealer_station.log.integrity.chain import Row
from dealer_station.log.integrity.keys import fingerprint
from dealer_station.log.read.reader import Reader
from dealer_station.log.store import files
from dealer_station.log.store.codec import kind_of
from dealer_station.log.store.records import RoundKept
from dealer_station.review.put_right import PutRight, put_right
from dealer_station.review.story import as_json, clock_time, tell
from dealer_station.review.transcript import transcript


@click.group()
def log() -> None:
    """Read, verify, export and copy the log of a station."""


@log.command()
@log_argument
@round_filters
@json_option
def rounds(file: Path, wanted: WantedRounds, json: bool) -> None:
    """List the rounds of a log, with filters."""
    with Reader(file) as reader:
        found = wanted.of(reader)
        right = put_right(reader)
        left_out = reader.unreadable, reader.is_partial
    if json:
        listed = [{**_as_data(one), **right.get(one.number, PutRight()).as_data()} for one in found]
        click.echo(json_text.dumps({"rounds": listed}, indent=1))
    else:
        log_words.print_rounds(found, right)
    if any(left_out):
        more = f"{left_out[0]:,} rounds of the list" if left_out[0] else "the rest of the file"
        click.echo(f"{file}: {more} cannot be read; `dealer-station log verify` says why", err=True)
        sys.exit(1)


def _as_data(kept: RoundKept) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(kept)
    del told["type"]
    return {**told, "opened": clock_time(kept.opened_us), "ended": clock_time(kept.ended_us)}


@log.command()
@log_argument
@click.argument("number", type=ROUND_NUMBER, metavar="ROUND")
@click.option("--at", type=int, metavar="ROW", help="As it stood after this row.  [default: the end]")
@click.option("--written", is_flag=True, help="As a written round, which `play` plays.")
@json_option
def show(file: Path, number: int, at: int | None, written: bool, json: bool) -> None:
    """Show one round step by step, and how everything lay at its end or at any moment of it."""
    with Reader(file) as reader:
        story = tell(reader, number, at)
        text = transcript(reader, [number], at) if written else ""
    if written and json:
        click.echo(json_text.dumps({"number": number, "written": text}, indent=1))
    elif written:
        click.echo(text, nl=False)
    elif json:
        click.echo(json_text.dumps(as_json(story), indent=1))
    else:
        log_words.print_story(story)


@log.command()
@log_argument
@json_option
def stats(file: Path, json: bool) -> None:
    """Count what is in a log: rows by kind, rounds, bytes, keys, starts and stops."""
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
            rulings.update(_counted(msgspec.json.decode(row.body)))
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


def _counted(ruled: dict[str, Any]) -> tuple[str, ...]:
    """The counters that a ruling adds to: its kind, and the person for a departure or an intervention."""
    if ruled.get("tapped"):
        return ()
    if ruled.get("departs_from"):
        return "departures", f"departures by {ruled['by'] or 'nobody named'}"
    if ruled.get("kind") == INTERVENTION:
        return "interventions", f"interventions by {ruled['by'] or 'nobody named'}"
    return ("findings",) if ruled["ruling"] == "unfounded" else ("remedies",)


def _kind(reader: Reader, row: Row) -> str:
    try:
        return kind_of(row.body)
    except LogCorruptError as error:
        raise LogCorruptError(f"{reader.path}: row {row.seq}: {error}; verify the log") from error


for command in (people, verify, export, snapshot, restore, unseal):
    log.add_command(command)
