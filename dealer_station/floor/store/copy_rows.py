"""Rows in PostgreSQL's binary COPY format, packed by hand: every row of every table passes here."""

import struct
from collections.abc import Iterable
from datetime import date

from dealer_station.floor.protocol.messages import RowValues

COLUMNS = (
    *("log", "branch", "seq", "kept_on", "cause", "wall_us", "mono_us", "hash"),
    *("device_seq", "part", "source", "who", "journal", "body", "frame", "seal"),
)
COPY = f"COPY floor.event ({', '.join(COLUMNS)}) FROM STDIN (FORMAT BINARY)"
HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
TRAILER = b"\xff\xff"
_EPOCH = date(2000, 1, 1)
_FIXED = struct.Struct(">h iq ii iq ii iq iq iq i32s".replace(" ", "")).pack
"""The number of columns, then the columns of a fixed size, each after its length."""
_INTEGER = struct.Struct(">iq").pack
_LENGTH = struct.Struct(">i").pack
_ABSENT = b"\xff\xff\xff\xff"


def copied(log: int, branch: int, kept_on: date, rows: Iterable[tuple[RowValues, bytes]]) -> bytes:
    """The rows of one log, each with its hash, as tuples of a binary COPY."""
    day, count = (kept_on - _EPOCH).days, len(COLUMNS)
    pieces: list[bytes] = []
    add = pieces.append
    for values, digest in rows:
        seq, part, cause, wall_us, mono_us, source, who, journal, device_seq, body, frame, seal = values
        kind, device, person, numbering = part.encode(), source.encode(), who.encode(), journal.encode()
        add(
            b"".join(
                (
                    _FIXED(
                        *(count, 8, log, 4, branch, 8, seq, 4, day),
                        *(8, cause, 8, wall_us, 8, mono_us, 32, digest),
                    ),
                    _ABSENT if device_seq is None else _INTEGER(8, device_seq),
                    *(_LENGTH(len(kind)), kind, _LENGTH(len(device)), device),
                    *(_LENGTH(len(person)), person, _LENGTH(len(numbering)), numbering),
                    *(_LENGTH(len(body)), body),
                    _ABSENT if frame is None else _LENGTH(len(frame)) + frame,
                    _ABSENT if seal is None else _LENGTH(len(seal)) + seal,
                )
            )
        )
    return b"".join(pieces)
