"""Rows and their chain: each row's hash is taken over the one before and everything that the row holds.

    hash = SHA-256( prev
        || seq, cause, wall_us, mono_us, device_seq      each 8 bytes, big endian, signed
        || part, source, who, journal, body, frame, seal each 4 bytes of length, big endian, then the bytes )

Texts are UTF-8. An empty device_seq counts as -1; an empty frame or seal has the length 0xFFFFFFFF.
"""

import struct
from hashlib import sha256
from typing import Any

from msgspec import Struct

from dealer_station.log.store.codec import Part

GENESIS = bytes(32)
"""What the first row of the first file stands on."""
_INTEGERS = struct.Struct(">5q").pack
_LENGTH = struct.Struct(">I").pack
_ABSENT = b"\xff\xff\xff\xff"


class Row(Struct, frozen=True):
    """One row of the table `event`, in the order of its columns."""

    seq: int
    part: Part
    cause: int
    """The row of the observation or record that this one follows from; itself where it is one."""
    wall_us: int
    mono_us: int
    source: str
    """Which device or person it came from."""
    who: str
    """Who stood at the table, or tapped."""
    journal: str
    """Which journal of a device numbered it."""
    device_seq: int | None
    body: bytes
    frame: bytes | None
    """The raw frame of the device, as evidence."""
    seal: bytes | None
    """Face and frame of a burn card, for the escrow alone."""
    prev: bytes
    hash: bytes


COLUMNS: tuple[str, ...] = Row.__struct_fields__


def hash_of(prev: bytes, values: tuple[Any, ...]) -> bytes:
    """The hash of a row whose columns up to `seal` are `values`; ValueError for what no station writes."""
    seq, part, cause, wall_us, mono_us, source, who, journal, device_seq, body, frame, seal = values
    # Written out, because a verification does this for every row of a year.
    try:
        kind, device, person, book = part.encode(), source.encode(), who.encode(), journal.encode()
        packed = (
            prev,
            _INTEGERS(seq, cause, wall_us, mono_us, -1 if device_seq is None else device_seq),
            *(_LENGTH(len(kind)), kind, _LENGTH(len(device)), device),
            *(_LENGTH(len(person)), person, _LENGTH(len(book)), book),
            *(_LENGTH(len(body)), body),
            _ABSENT if frame is None else _LENGTH(len(frame)) + frame,
            _ABSENT if seal is None else _LENGTH(len(seal)) + seal,
        )
        return sha256(b"".join(packed)).digest()
    except (struct.error, TypeError, AttributeError) as error:
        # One changed byte makes a text of a number, or a fraction: SQLite keeps the type beside each value.
        raise ValueError("the row holds a value of another type than a station writes") from error
