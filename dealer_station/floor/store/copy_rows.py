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
_ABSENT = b"\xff\xff\xff\xff"
KeptRow = tuple[RowValues, bytes, bytes]
"""A row, its hash, and its texts as they were hashed."""


def copied(log: int, branch: int, kept_on: date, rows: Iterable[KeptRow]) -> bytes:
    """The rows of one log as tuples of a binary COPY."""
    # The chain and a binary COPY write a text alike: four bytes of length, all ones if there is none, and its
    # bytes. So the bytes that were hashed are sent as they are.
    day, count = (kept_on - _EPOCH).days, len(COLUMNS)
    pieces: list[bytes] = []
    for (seq, _, cause, wall_us, mono_us, _, _, _, device_seq, _, _, _), digest, texts in rows:
        pieces.append(
            _FIXED(count, 8, log, 4, branch, 8, seq, 4, day, 8, cause, 8, wall_us, 8, mono_us, 32, digest)
        )
        pieces.append(_ABSENT if device_seq is None else _INTEGER(8, device_seq))
        pieces.append(texts)
    return b"".join(pieces)
