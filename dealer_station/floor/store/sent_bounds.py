"""Bounds of what an enrolled station may send: names, months, keys and anchors.

A certificate does not make its holder honest, and what is kept here comes back in paths, on terminals and in
the memory of whoever reads the log. The chain says nothing about that: rows can be chained and signed as they
should be and still name a file that nobody may write."""

import re
import zlib

import msgspec
from msgspec import Struct

from dealer_station.log.store.records import Closed, KeysNamed, Opened

NAME_CHARACTERS_MAX = 80
"""The longest name of a table, and of a station's version."""
FILE_NAME_BYTES_MAX = 200
ANCHOR_BYTES_MAX = 4_000_000
"""The largest anchor after inflation; the state of a table takes a hundredth of it."""
NUMBER_MAX = 2**62
_MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")
_KEY = re.compile(r"[0-9a-f]{64}")


class _SentOpening(Struct):
    """The part of an opening that names other files; a newer station may add fields to it."""

    month: str = ""
    previous_file: str = ""
    previous_seq: int = 0


class _SentClosing(Struct):
    """The month that a file closes."""

    month: str


class _SentKeys(Struct):
    """The keys that a row names."""

    signing: str
    escrow: str


class _SentStart(Struct):
    """The opening in an anchor."""

    previous_seq: int = 0


class _SentState(Struct):
    """The part of an anchor that tells where its month begins."""

    opened: _SentStart | None = None


def name_fault(what: str, text: str) -> str:
    """The reason why a text cannot be a name; empty if it can."""
    if len(text) > NAME_CHARACTERS_MAX:
        return f"{what} has {len(text):,} characters; use at most {NAME_CHARACTERS_MAX}"
    if not text.isprintable():
        return f"{what} holds control characters; use letters, digits and punctuation"
    return ""


def row_fault(seq: int, kind: str, body: bytes) -> str:
    """The reason why a record must not be kept, although its hash is right; empty if there is none. Raise
    MsgspecError if it cannot be read."""
    if kind == KeysNamed.__name__:
        keys = msgspec.json.decode(body, type=_SentKeys)
        if not (_KEY.fullmatch(keys.signing) and _KEY.fullmatch(keys.escrow)):
            return f"row {seq} names a key that is none"
    elif kind == Opened.__name__:
        return _opening_fault(seq, msgspec.json.decode(body, type=_SentOpening))
    elif kind == Closed.__name__ and not _is_month(msgspec.json.decode(body, type=_SentClosing).month):
        return f"row {seq} names a month that is none"
    return ""


def _opening_fault(seq: int, opened: _SentOpening) -> str:
    if not _is_month(opened.month):
        return f"row {seq} names a month that is none"
    if opened.previous_seq not in (0, seq - 1):
        return f"row {seq} opens a file, and says that it follows row {opened.previous_seq}"
    name = opened.previous_file
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        size = FILE_NAME_BYTES_MAX + 1
    if (
        size > FILE_NAME_BYTES_MAX
        or not name.isprintable()
        or "/" in name
        or "\\" in name
        or name in (".", "..")
    ):
        return f"row {seq} names a previous file, and the name is not that of a file"
    return ""


def _is_month(text: str) -> bool:
    """True for a month such as 2026-11; logs from before monthly files name none."""
    return not text or _MONTH.fullmatch(text) is not None


def anchor_fault(seq: int, state: bytes) -> str:
    """The reason why an anchor must not be kept, although its row has its digest; empty if there is none."""
    try:
        inflater = zlib.decompressobj()
        whole = inflater.decompress(state, ANCHOR_BYTES_MAX + 1)
        if len(whole) > ANCHOR_BYTES_MAX:
            return f"the anchor at row {seq} is larger than {ANCHOR_BYTES_MAX:,} bytes"
        found = msgspec.json.decode(whole, type=_SentState)
    except (zlib.error, msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return f"the anchor at row {seq} is no state of a table"
    begins = found.opened.previous_seq if found.opened else 0
    if not inflater.eof or inflater.unused_data or not 0 <= begins < seq:
        return f"the anchor at row {seq} is no state of a table"
    return ""
