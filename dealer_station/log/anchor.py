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

from dealer_station.log import files
from dealer_station.log.chain import COLUMNS, Row
from dealer_station.log.codec import decode
from dealer_station.log.recollect import Recollection
from dealer_station.log.records import RulesKept, StateKept

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
    with files.reading_faults(path):
        run = connection.exec_driver_sql
        if run("SELECT 1 FROM sqlite_master WHERE name = 'anchor'").scalar() is None:
            return Recollection()
        found = run(NEWEST, (before,)).first()
        if found is None:
            return Recollection()
        row = Row(*run(ONE_ROW, (found[0],)).one())
        vouched = decode(row.part, row.body)
        if not isinstance(vouched, StateKept) or vouched.shape != shape():
            return Recollection()
        if sha256(found[1]).hexdigest() != vouched.digest:
            return Recollection()
        known = msgspec.json.decode(zlib.decompress(found[1]), type=Recollection)
        if known.rules_seq:
            words = Row(*run(ONE_ROW, (known.rules_seq,)).one())
            rules = decode(words.part, words.body)
            known.rules = rules if isinstance(rules, RulesKept) else None
        known.take(row, vouched)
    return known
