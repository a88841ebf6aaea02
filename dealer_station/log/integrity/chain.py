"""Rows and their chain: the hash of a row covers the hash of the previous row and every column of this one.

    hash = SHA-256( prev
        || seq, cause, wall_us, mono_us, device_seq      each 8 bytes, big endian, signed
        || part, source, who, journal, body, frame, seal each 4 bytes of length, big endian, then the bytes )

Texts are UTF-8. A missing device_seq is hashed as -1; a missing frame or seal has the length 0xFFFFFFFF.
"""

import struct
from functools import lru_cache
from hashlib import sha256
from typing import Any, get_args

from msgspec import Struct

from dealer_station.log.store.codec import Part

GENESIS = bytes(32)
"""The `prev` of the first row of the first file."""
TEXTS_FROM = 72
"""The place in the hashed bytes where `part` begins, after `prev` and the integers."""
NAMES_KEPT = 512
"""The most combinations of part, source, person and journal whose bytes are kept."""
_INTEGERS = struct.Struct(">5q").pack
_LENGTH = struct.Struct(">I").pack
_ABSENT = b"\xff\xff\xff\xff"


class Row(Struct, frozen=True):
    """One row of the table `event`, in the order of its columns."""

    seq: int
    part: Part
    cause: int
    """The row of the observation or record that this row follows from; its own number if it is one itself."""
    wall_us: int
    mono_us: int
    source: str
    """The device or person that the row came from."""
    who: str
    """The dealer at the table, or the person who tapped."""
    journal: str
    """The device journal that numbered the row."""
    device_seq: int | None
    body: bytes
    frame: bytes | None
    """The raw frame of the device, as evidence."""
    seal: bytes | None
    """Face and frame of a burn card, encrypted to the escrow key."""
    prev: bytes
    hash: bytes


COLUMNS: tuple[str, ...] = Row.__struct_fields__


@lru_cache(NAMES_KEPT)
def _names(part: str, source: str, who: str, journal: str) -> bytes:
    """The first four texts of a row as they are hashed; long stretches of a log share them."""
    kind, device, person, numbering = part.encode(), source.encode(), who.encode(), journal.encode()
    return b"".join(
        (
            *(_LENGTH(len(kind)), kind, _LENGTH(len(device)), device),
            *(_LENGTH(len(person)), person, _LENGTH(len(numbering)), numbering),
        )
    )


def hashed_bytes(prev: bytes, values: tuple[Any, ...]) -> bytes:
    """Return the bytes whose SHA-256 is the hash of a row; raise ValueError if the type of a value is
    wrong."""
    seq, part, cause, wall_us, mono_us, source, who, journal, device_seq, body, frame, seal = values
    # Unrolled for speed: a verification hashes every row of a year.
    try:
        packed = (
            prev,
            _INTEGERS(seq, cause, wall_us, mono_us, -1 if device_seq is None else device_seq),
            _names(part, source, who, journal),
            *(_LENGTH(len(body)), body),
            _ABSENT if frame is None else _LENGTH(len(frame)) + frame,
            _ABSENT if seal is None else _LENGTH(len(seal)) + seal,
        )
        return b"".join(packed)
    except (struct.error, TypeError, AttributeError) as error:
        # SQLite stores a type with each value, so one changed byte can turn an integer into a text.
        raise ValueError("the row holds a value of a type that no station writes") from error


def hash_of(prev: bytes, values: tuple[Any, ...]) -> bytes:
    """Return the hash of a row whose columns up to `seal` are `values`; raise ValueError if a type is
    wrong."""
    return sha256(hashed_bytes(prev, values)).digest()


def is_chained(seq: int, head: bytes, values: tuple[Any, ...]) -> bool:
    """True if a whole row is the one after row `seq`, whose hash is `head`, and its own hash matches."""
    if values[0] != seq + 1 or values[-2] != head:
        return False
    try:
        return bool(hash_of(head, values[:-2]) == values[-1])
    except ValueError:
        return False


def row_from(raw: bytes) -> Row:
    """Return the row whose hashed bytes these are; raise ValueError if no row has such bytes."""
    try:
        prev, at = raw[:32], TEXTS_FROM
        seq, cause, wall_us, mono_us, device_seq = struct.unpack_from(">5q", raw, 32)
        blocks: list[bytes | None] = []
        for _ in range(7):
            (length,) = struct.unpack_from(">I", raw, at)
            absent = raw[at : at + 4] == _ABSENT
            at += 4 + (0 if absent else length)
            blocks.append(None if absent else raw[at - length : at])
        part, source, who, journal, body, frame, seal = blocks
        if at != len(raw) or None in (part, source, who, journal, body):
            raise ValueError("bytes are missing or left over")
        texts = [bytes(text or b"").decode() for text in (part, source, who, journal)]
    except struct.error as error:
        raise ValueError("bytes are missing") from error
    if texts[0] not in get_args(Part):
        raise ValueError("no row is of such a part")
    number = None if device_seq == -1 else device_seq
    values: tuple[Any, ...] = (seq, texts[0], cause, wall_us, mono_us, *texts[1:], number, body, frame, seal)
    values += (prev, sha256(raw).digest())
    return Row(*values)
