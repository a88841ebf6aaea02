"""Anchors: what the station knew at a row, kept so that nobody has to read from the top of a large file.

The digest of an anchor stands in the chain (`StateKept`). An anchor is used only by a program with the same
shapes as the one that made it; any other folds the events, which always say the same.
"""

import zlib
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import msgspec
from sqlalchemy import Connection

from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.log.integrity.chain import COLUMNS, Row
from dealer_station.log.read.state import Recollection
from dealer_station.log.store import files
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import RulesKept, StateKept

ROWS_PER_ANCHOR = 1_000
NEWEST = (
    "SELECT anchor.seq, state FROM anchor JOIN event ON event.seq = anchor.seq "
    "WHERE anchor.seq < ? ORDER BY anchor.seq DESC LIMIT 1"
)
"""An anchor whose row was taken out of the log stands for nothing."""
ONE_ROW = f"SELECT {', '.join(COLUMNS)} FROM event WHERE seq = ?"


@cache
def shape() -> str:
    """Tells apart programs that would read an anchor differently."""
    schema = msgspec.json.encode(msgspec.json.schema(Recollection), order="sorted")
    return f"{version('dealer-station')} {sha256(schema).hexdigest()[:16]}"


def freeze(known: Recollection) -> tuple[StateKept, bytes]:
    """An anchor and the record that vouches for it; the rulebook's text stays where it is in the log."""
    state = zlib.compress(msgspec.json.encode(msgspec.structs.replace(known, rules=None), enc_hook=str))
    return StateKept(shape(), sha256(state).hexdigest()), state


def nearest(connection: Connection, path: Path, before: int) -> Recollection:
    """What the station knew at the last usable anchor before a row; from the top where there is none."""
    try:
        with files.reading_faults(path):
            return _nearest(connection, before) or Recollection()
    except LogCorruptError:
        return Recollection()  # Damage among the anchors costs time, and nothing else.


def _nearest(connection: Connection, before: int) -> Recollection | None:
    run = connection.exec_driver_sql
    if run("SELECT 1 FROM sqlite_master WHERE name = 'anchor'").scalar() is None:
        return None
    found = run(NEWEST, (before,)).first()
    values = run(ONE_ROW, (found[0],)).first() if found is not None else None
    if found is None or values is None:
        return None  # There is none, or somebody took out the row that vouches for it.
    row = Row(*values)
    vouched = decode(row.part, row.body)
    if not isinstance(vouched, StateKept) or vouched.shape != shape():
        return None
    if sha256(found[1]).hexdigest() != vouched.digest:
        return None
    known = msgspec.json.decode(zlib.decompress(found[1]), type=Recollection)
    if known.rules_seq:
        words = run(ONE_ROW, (known.rules_seq,)).first()
        rules = decode(words[1], words[9]) if words is not None else None
        known.rules = rules if isinstance(rules, RulesKept) else None
    known.take(row, vouched)
    return known
