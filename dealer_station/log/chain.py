"""Rows and their chain: each row's hash is taken over the one before and everything that the row holds.

    hash = SHA-256( prev
        || seq, cause, wall_us, mono_us, device_seq      each 8 bytes, big endian, signed
        || part, source, who, journal, body, frame, seal each 4 bytes of length, big endian, then the bytes )

Texts are UTF-8. An empty device_seq counts as -1; an empty frame or seal has the length 0xFFFFFFFF.
"""

import struct
from hashlib import sha256

from msgspec import Struct

from dealer_station.log.codec import Part

GENESIS = bytes(32)
"""What the first row of the first file stands on."""
_INTEGERS = struct.Struct(">5q")
_LENGTH = struct.Struct(">I")
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


def hash_of(prev: bytes, values: tuple[object, ...]) -> bytes:
    """The hash of a row whose columns up to `seal` are `values`, standing on `prev`."""
    seq, part, cause, wall_us, mono_us, source, who, journal, device_seq, body, frame, seal = values
    packed = [
        prev,
        _INTEGERS.pack(seq, cause, wall_us, mono_us, -1 if device_seq is None else device_seq),
    ]
    for text in (part, source, who, journal):
        raw = text.encode()  # type: ignore[attr-defined]
        packed += (_LENGTH.pack(len(raw)), raw)
    for blob in (body, frame, seal):
        packed += (_ABSENT,) if blob is None else (_LENGTH.pack(len(blob)), blob)  # type: ignore[arg-type]
    return sha256(b"".join(packed)).digest()
