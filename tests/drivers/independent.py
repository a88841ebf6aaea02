"""A second way to the same bytes, bit by bit, that shares no line with the drivers and the simulator."""

import json
from pathlib import Path
from typing import Any

from tests.house.rules import ROOT

VECTORS = ROOT / "docs" / "reference" / "protocols" / "vectors"


def vectors(family: str) -> list[dict[str, Any]]:
    """The examples in the document of a family."""
    read: list[dict[str, Any]] = json.loads(Path(VECTORS / f"{family}.json").read_text("utf-8"))
    return read


def crc32(data: bytes) -> int:
    """The polynomial, one bit after the other."""
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0xEDB88320 if register & 1 else 0)
    return register ^ 0xFFFFFFFF


def cobs(data: bytes) -> bytes:
    """A list of bytes with a place kept for each distance."""
    out, place = [0], 0
    for byte in data:
        if byte:
            out.append(byte)
        if not byte or len(out) - place == 255:
            out[place], place = len(out) - place, len(out)
            out.append(0)
    out[place] = len(out) - place
    return bytes(out)


def frame(type_: int, body: bytes, flags: int = 0) -> bytes:
    """A frame of the reference link."""
    inside = bytes([type_, flags]) + body
    return b"\0" + cobs(inside + crc32(inside).to_bytes(4, "little")) + b"\0"


def angel_eye(seq: str, letter: str, *masked: int) -> bytes:
    """One copy of a report; the bytes are given without their bit 7."""
    checked = [ord(seq), ord(letter), *(byte + 128 for byte in masked), 3]
    total = 0
    for byte in checked:
        total = (total | byte) - (total & byte)
    return bytes([5, *checked]) + hex(256 + total)[3:].upper().encode()
