"""Rows for the bench of the floor: logs of many stations from the rows of one, and rows for a bare COPY."""

import struct
from datetime import date

from msgspec import Struct

from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.protocol.messages import IDENTITY_SEQ, Append, FloorHead, LogHello, RowValues
from dealer_station.floor.store.copy_rows import COLUMNS
from dealer_station.log.integrity.chain import GENESIS, hash_of

_FIXED = struct.Struct(">hiqiiiqiiiqiqiqi32s").pack
_INTEGER = struct.Struct(">iq").pack
_LENGTH = struct.Struct(">i").pack
_ABSENT = b"\xff\xff\xff\xff"


class CopiedLog(Struct, frozen=True):
    """A log of its own as the appends that bring it to a floor."""

    hello: LogHello
    appends: list[Append]


def copied_logs(outbox: Outbox, count: int, appends: int, rows: int) -> dict[str, CopiedLog]:
    """Logs of stations by name, each with the first rows of a log, a few in each append."""
    batch, key = outbox.batch(FloorHead(1), 0, 0), outbox.introduction().key
    assert batch
    assert len(batch.rows) >= appends * rows
    made = {}
    for number in range(count):
        # Another time in the first row changes every hash, so that each log is another one.
        seq, part, cause, wall_us, *more = batch.rows[0]
        first = (seq, part, cause, wall_us + number, *more)
        own = [first, *batch.rows[1 : appends * rows]]
        pieces, prev, identity = [], GENESIS, b""
        for at in range(0, len(own), rows):
            head = prev
            for row in own[at : at + rows]:
                head = hash_of(head, row)
                identity = head if row[0] == IDENTITY_SEQ else identity
            pieces.append(Append(1, prev, own[at : at + rows], head, 0))  # type: ignore[arg-type]
            prev = head
        name = f"table-{number}"
        made[name] = CopiedLog(LogHello(identity, name, key, "bench", len(own), 0), pieces)
    return made


def bare_rows(log: int, branch: int, day: date, rows: list[RowValues], digest: bytes) -> bytes:
    """Rows as tuples of a binary COPY, packed by a program that checks nothing."""
    days, count = (day - date(2000, 1, 1)).days, len(COLUMNS)
    pieces: list[bytes] = []
    for seq, part, cause, wall_us, mono_us, source, who, journal, device_seq, body, frame, seal in rows:
        kind, device, person, numbering = part.encode(), source.encode(), who.encode(), journal.encode()
        pieces += (
            _FIXED(count, 8, log, 4, branch, 8, seq, 4, days, 8, cause, 8, wall_us, 8, mono_us, 32, digest),
            _ABSENT if device_seq is None else _INTEGER(8, device_seq),
            *(_LENGTH(len(kind)), kind, _LENGTH(len(device)), device),
            *(_LENGTH(len(person)), person, _LENGTH(len(numbering)), numbering),
            *(_LENGTH(len(body)), body),
            _ABSENT if frame is None else _LENGTH(len(frame)) + frame,
            _ABSENT if seal is None else _LENGTH(len(seal)) + seal,
        )
    return b"".join(pieces)
