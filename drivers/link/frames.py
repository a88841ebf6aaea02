"""Frames of the reference link: COBS byte stuffing with zero as the delimiter, and a CRC-32 inside."""

import zlib

from msgspec import Struct

DELIMITER = b"\x00"
BODY_BYTES_MAX = 200
CRC_BYTES = 4
HEAD_BYTES = 2
_STUFFED_BYTES_MAX = HEAD_BYTES + BODY_BYTES_MAX + CRC_BYTES + 1
_LONGEST_RUN = 254


class Frame(Struct, frozen=True):
    """An undamaged frame."""

    type: int
    flags: int
    body: bytes
    raw: bytes
    """The frame as it came over the wire, delimiters included."""


def encode_frame(type_: int, body: bytes, flags: int = 0) -> bytes:
    """Return the frame as bytes, delimiters included."""
    if len(body) > BODY_BYTES_MAX:
        raise ValueError(f"a body has at most {BODY_BYTES_MAX} bytes, not {len(body)}")
    inside = bytes((type_, flags)) + body
    check = zlib.crc32(inside).to_bytes(CRC_BYTES, "little")
    return DELIMITER + stuff(inside + check) + DELIMITER


def stuff(data: bytes) -> bytes:
    """Encode `data` with COBS: each zero byte is replaced by the distance to the next one."""
    out = bytearray()
    for run in data.split(DELIMITER):
        while len(run) >= _LONGEST_RUN:
            out += b"\xff" + run[:_LONGEST_RUN]
            run = run[_LONGEST_RUN:]
        out += bytes((len(run) + 1,)) + run
    return bytes(out)


def unstuff(data: bytes) -> bytes | None:
    """Decode COBS; return None if a distance leads past the end."""
    out = bytearray()
    at = 0
    while at < len(data):
        code = data[at]
        run = data[at + 1 : at + code]
        if code == 0 or len(run) != code - 1:
            return None
        out += run
        at += code
        if code <= _LONGEST_RUN and at < len(data):
            out.append(0)
    return bytes(out)


class FrameDecoder:
    """Splits a byte stream into frames; drops damaged ones and resumes at the next delimiter."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self._too_long = False
        self.damaged = 0
        self.noise_bytes = 0

    def feed(self, data: bytes) -> list[Frame]:
        """Return the frames that `data` completes."""
        frames = []
        *ended, rest = data.split(DELIMITER)
        for part in ended:
            self._keep(part)
            if (frame := self._take()) is not None:
                frames.append(frame)
        self._keep(rest)
        return frames

    def _keep(self, part: bytes) -> None:
        """Keep at most the length of the longest frame, so that a flood without delimiters uses no memory."""
        room = _STUFFED_BYTES_MAX - len(self._kept)
        self._too_long |= len(part) > room
        self.noise_bytes += max(len(part) - room, 0)
        self._kept += part[:room]

    def _take(self) -> Frame | None:
        stuffed, too_long = bytes(self._kept), self._too_long
        self._kept.clear()
        self._too_long = False
        if not stuffed:
            return None
        inside = (None if too_long else unstuff(stuffed)) or b""
        checked, check = inside[:-CRC_BYTES], inside[-CRC_BYTES:]
        if len(checked) < HEAD_BYTES or zlib.crc32(checked).to_bytes(CRC_BYTES, "little") != check:
            self.damaged += 1
            self.noise_bytes += len(stuffed)
            return None
        return Frame(checked[0], checked[1], checked[HEAD_BYTES:], DELIMITER + stuffed + DELIMITER)
