"""Seals of burn cards: a face and the raw frame that carried it, encrypted to the escrow key.

The plaintext has a fixed length, so the size of the seal reveals neither the frame nor an unread card. A
plain hash would not keep the face secret: there are only 52 faces to try.

Whoever opens a seal is recorded in a log before anybody sees the face.
"""

import struct
from pathlib import Path

from msgspec import Struct
from nacl.exceptions import CryptoError
from nacl.public import PrivateKey, PublicKey, SealedBox

from dealer_station.engine.model.cards import UNREAD, Card
from dealer_station.engine.model.errors import KeyFaultError, LogError
from dealer_station.log.integrity.chain import Row
from dealer_station.log.integrity.keys import Keys, fingerprint
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store.append import Writer
from dealer_station.log.store.clock import Clock
from dealer_station.log.store.months import is_closed_name
from dealer_station.log.store.records import Unsealed

FRAME_BYTES_MAX = 252
"""Longer than a frame of any device that the station supports; a longer frame would be truncated."""
_STEP_BYTES = 64
_PLAIN = struct.Struct(f">2sH{FRAME_BYTES_MAX}s")


class Burn(Struct, frozen=True):
    """The content of a seal; `card` is None if the reader could not read it."""

    card: Card | None
    frame: bytes


def seal(escrow: bytes, burn: Burn) -> bytes:
    """Encrypt a burn card so that only the private escrow key opens it."""
    frame = burn.frame[:FRAME_BYTES_MAX]
    plain = _PLAIN.pack((burn.card or UNREAD).encode("ascii"), len(frame), frame)
    return SealedBox(PublicKey(escrow)).encrypt(plain)


def unseal(private: bytes, sealed: bytes) -> Burn:
    """Decrypt a burn card; raise KeyFaultError if this is not the right key."""
    try:
        plain = SealedBox(PrivateKey(private)).decrypt(sealed)
    except CryptoError as error:
        raise KeyFaultError(
            "this key does not open the seal; `log stats` names the escrow key of each part of the log"
        ) from error
    face, length, frame = _PLAIN.unpack(plain)
    card = face.decode("ascii")
    return Burn(None if card == UNREAD else Card(card), frame[:length])


def seal_bytes(escrow: bytes, data: bytes) -> bytes:
    """Encrypt bytes of a wire in the same way; padding shows their length only in steps of 64."""
    plain = len(data).to_bytes(4, "big") + data
    return SealedBox(PublicKey(escrow)).encrypt(plain + bytes(-len(plain) % _STEP_BYTES))


def unseal_bytes(private: bytes, sealed: bytes) -> bytes:
    """Decrypt bytes of a wire; raise KeyFaultError if this is not the right key."""
    try:
        plain = SealedBox(PrivateKey(private)).decrypt(sealed)
    except CryptoError as error:
        raise KeyFaultError("this key does not open the capture; use the station's escrow key") from error
    return plain[4 : 4 + int.from_bytes(plain[:4], "big")]


def public_half(private: bytes) -> bytes:
    """The public key that belongs to a private escrow key."""
    return bytes(PrivateKey(private).public_key)


class OpenedSeal(Struct, frozen=True):
    """A burn card whose seal was opened."""

    seq: int
    wall_us: int
    burn: Burn


def look(path: Path, private: bytes, number: int, seq: int | None) -> list[OpenedSeal]:
    """Open the seals of a round, or the one of row `seq`, in memory; the caller must record this before
    showing it."""
    with Reader(path) as log:
        first, last = log.span(number)
        rows = [row for row in log.sealed(first, last) if seq in (None, row.seq)]
        _check_key(log, private, rows)
    if not rows:
        which = f"row {seq} of round {number}" if seq else f"round {number}"
        raise LogError(f"{path}: {which} has no sealed card")
    return [OpenedSeal(row.seq, row.wall_us, unseal(private, row.seal or b"")) for row in rows]


def _check_key(log: Reader, private: bytes, rows: list[Row]) -> None:
    """Raise KeyFaultError if a row is sealed for another escrow key, and name the key that is needed."""
    held = public_half(private)
    for row in rows:
        named = log.recollect_before(row.seq).keys
        if named is not None and named.escrow != held.hex():
            raise KeyFaultError(
                f"{log.path}: row {row.seq} is sealed for the escrow key "
                f"{fingerprint(bytes.fromhex(named.escrow))}, and this one is {fingerprint(held)}: this key "
                "does not open the seal. `log stats` says from which row on which key was in use"
            )


def check_is_open(path: Path) -> None:
    """Raise LogError if the log is a closed month, because nothing can be recorded in it."""
    with Reader(path) as log:
        if is_closed_name(path) and log.recollect_before(END).closed:
            raise LogError(
                f"{path}: this month is closed, so the opening cannot be recorded in it; name the log that "
                "continues it with --record"
            )


def check_same_table(source: Path, log: Path) -> None:
    """Raise LogError unless `log` is the log of the same table as `source`, or a continuation of it."""
    with Reader(source) as opened:
        first = opened.ends()[0]
        # The second row names the keys: two tables may open in the same moment, but not with the same keys.
        wanted = [values[-1] for values in opened.raw_rows(first, first + 1)]
    before: Path | None = log
    while before is not None and before.exists():
        with Reader(before) as found:
            if [values[-1] for values in found.raw_rows(first, first + 1)] == wanted:
                return
            before = found.previous
    gone = f" (as far as it can be followed: {before.name} is missing)" if before is not None else ""
    raise LogError(f"{log}: is not a log of the same table as {source}{gone}; name one that continues it")


def put_on_record(
    opened: list[OpenedSeal], source: Path, log: Path, keys: Keys, clock: Clock, by: str, because: str
) -> None:
    """Record in a log who opened which seals, and why."""
    writer = Writer(log, keys, clock)
    try:
        writer.record(*(Unsealed(source.name, one.seq, by, because) for one in opened))
    finally:
        writer.close()
