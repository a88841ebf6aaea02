"""`dealer-station log people`: sign-ins, refusals, and signatures for the table."""

import json as json_text
from pathlib import Path
from typing import Any

import click
import msgspec

from dealer_station.cli.log_options import json_option, log_argument
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import Denied, OpenedAs, PersonNoted
from dealer_station.review.story import clock_time


@click.command()
@log_argument
@json_option
def people(file: Path, json: bool) -> None:
    """List what the log has about people: PINs given and refused, rights lacked, tables opened."""
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
        click.echo(f"{seq:>8}  {clock_time(at_us)[:19]}  {_words(record)}")


def _words(record: PersonNoted | Denied | OpenedAs) -> str:
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
