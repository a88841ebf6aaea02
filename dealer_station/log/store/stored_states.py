"""Anchors: stored states, so that a reader of a large file need not start at its first row.

The chain holds the digest of each anchor (`StateKept`). A program uses an anchor only if its own types match
those of the program that wrote it; otherwise it folds the events, which always give the same state.
"""

import zlib
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.log.integrity.chain import COLUMNS, Row
from dealer_station.log.read.state import Recollection
from dealer_station.log.store import files
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import RulesKept, StateKept
from dealer_station.program_version import program_version

ROWS_PER_ANCHOR = 1_000
STATE_BYTES_MAX = 16_000_000
"""The largest content of an anchor; that of a table has some hundred kilobytes."""
NEWEST = (
    "SELECT anchor.seq, state FROM anchor JOIN event ON event.seq = anchor.seq "
    "WHERE anchor.seq < ? ORDER BY anchor.seq DESC LIMIT 1"
)
"""The newest anchor before a row; an anchor whose row was removed from the log is ignored."""
ONE_ROW = f"SELECT {', '.join(COLUMNS)} FROM event WHERE seq = ?"


@cache
def shape() -> str:
    """A fingerprint of version and schema; programs that would decode an anchor differently have different
    ones."""
    schema = msgspec.json.encode(_without_descriptions(msgspec.json.schema(Recollection)), order="sorted")
    return f"{program_version()} {sha256(schema).hexdigest()[:16]}"


def _without_descriptions(schema: Any) -> Any:
    """The schema without the docstrings that msgspec copies into it: rewording one changes no stored byte."""
    if isinstance(schema, dict):
        kept = {
            key: value for key, value in schema.items() if key != "description" or isinstance(value, dict)
        }
        return {key: _without_descriptions(value) for key, value in kept.items()}
    return [_without_descriptions(item) for item in schema] if isinstance(schema, list) else schema


def freeze(known: Recollection) -> tuple[StateKept, bytes]:
    """Return an anchor and the record with its digest; the rulebook's text is left out, as the log has it
    already."""
    state = zlib.compress(msgspec.json.encode(msgspec.structs.replace(known, rules=None), enc_hook=str))
    return StateKept(shape(), sha256(state).hexdigest()), state


def nearest(connection: Connection, path: Path, before: int) -> Recollection:
    """The state at the last usable anchor before a row; an empty state if there is none."""
    try:
        with files.reading_faults(path):
            return _nearest(connection, before) or Recollection()
    except LogCorruptError:
        return Recollection()  # Folding from the first row only takes longer.


def _nearest(connection: Connection, before: int) -> Recollection | None:
    """The state at the last anchor before a row, or None if it is missing, changed or of another shape."""
    run = connection.exec_driver_sql
    if run("SELECT 1 FROM sqlite_master WHERE name = 'anchor'").scalar() is None:
        return None
    found = run(NEWEST, (before,)).first()
    values = run(ONE_ROW, (found[0],)).first() if found is not None else None
    if found is None or values is None:
        return None  # There is no anchor, or the row with its digest was removed.
    row = Row(*values)
    known = thaw(found[1], row)
    if known is None:
        return None
    if known.rules_seq:
        words = run(ONE_ROW, (known.rules_seq,)).first()
        rules = decode(words[1], words[9]) if words is not None else None
        known.rules = rules if isinstance(rules, RulesKept) else None
    return known


def thaw(state: bytes, row: Row) -> Recollection | None:
    """The state of an anchor after the row that holds its digest; None if the anchor was changed or belongs
    to a program with other types. The rulebook's text is not in it."""
    vouched = decode(row.part, row.body)
    if not isinstance(vouched, StateKept) or vouched.shape != shape():
        return None
    if sha256(state).hexdigest() != vouched.digest:
        return None
    # From here on the anchor is as trustworthy as the chain: its digest is in a hashed row.
    try:
        known = msgspec.json.decode(_inflated(state), type=Recollection)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LogCorruptError(f"the anchor at row {row.seq} cannot be read: {error}") from error
    # The state was frozen before the row that holds its digest, so that row is applied now.
    known.take(row, vouched)
    return known


def _inflated(state: bytes) -> bytes:
    """The content of an anchor; raise LogCorruptError if it is none, or larger than that of any table."""
    inflater = zlib.decompressobj()
    try:
        content = inflater.decompress(state, STATE_BYTES_MAX)
    except zlib.error as error:
        raise LogCorruptError(f"an anchor cannot be read: {error}") from error
    if not inflater.eof:
        raise LogCorruptError(f"an anchor is cut short, or has more than {STATE_BYTES_MAX:,} bytes")
    return content


class _Opening(Struct):
    """The part of an anchor that tells where its month begins."""

    previous_seq: int = 0


class _OpenedAt(Struct):
    """An anchor, but for everything except its opening."""

    opened: _Opening | None = None


def month_begins(state: bytes, seq: int) -> int:
    """The first row of the month in which the anchor at row `seq` was made; raise LogCorruptError if it is no
    anchor."""
    try:
        found = msgspec.json.decode(_inflated(state), type=_OpenedAt)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LogCorruptError(f"the anchor at row {seq} cannot be read: {error}") from error
    before = found.opened.previous_seq if found.opened else 0
    if not 0 <= before < seq:
        raise LogCorruptError(f"the anchor at row {seq} names row {before} as the end of the month before")
    return before + 1
