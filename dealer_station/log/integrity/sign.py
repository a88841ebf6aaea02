"""Signed checkpoints: whoever holds the key says that the log had this head at this row."""

import os
import struct
from pathlib import Path

import msgspec
from msgspec import Struct
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from dealer_station.engine.model.errors import LogError
from dealer_station.log.store.fsync import put_in_place

_MESSAGE = struct.Struct(">32sqq32s")
SEQ_MAX = 2**62
"""No log has that many rows."""
_DOMAIN = b"dealer-station checkpoint 1".ljust(32, b"\0")


class Checkpoint(Struct, frozen=True):
    """A row, the hash of it, when that was signed, and by whom."""

    seq: int
    head: bytes
    wall_us: int
    signer: bytes
    """The public key."""
    signature: bytes

    @property
    def is_genuine(self) -> bool:
        """The signer signed just this."""
        try:
            VerifyKey(self.signer).verify(_message(self.seq, self.head, self.wall_us), self.signature)
        except (BadSignatureError, ValueError, TypeError, struct.error):
            return False
        return True


def sign(key: SigningKey, seq: int, head: bytes, wall_us: int) -> Checkpoint:
    """A checkpoint of this row."""
    signature = key.sign(_message(seq, head, wall_us)).signature
    return Checkpoint(seq, head, wall_us, bytes(key.verify_key), signature)


def _message(seq: int, head: bytes, wall_us: int) -> bytes:
    """32 bytes that say what it is, the row, the time, the hash: all of fixed length."""
    return _MESSAGE.pack(_DOMAIN, seq, wall_us, head)


class _Outside(Struct, frozen=True):
    """A checkpoint as text: what a central server or another machine is given."""

    seq: int
    head: str
    wall_us: int
    signer: str
    signature: str


def outside_path(log: Path) -> Path:
    """Where the newest checkpoint is kept beside the file, unless told otherwise."""
    return log.with_name(log.name + ".checkpoint")


def write_outside(path: Path, checkpoint: Checkpoint) -> None:
    """Replaces the newest checkpoint outside the file."""
    text = _Outside(
        checkpoint.seq,
        checkpoint.head.hex(),
        checkpoint.wall_us,
        checkpoint.signer.hex(),
        checkpoint.signature.hex(),
    )
    unfinished = path.with_name(path.name + ".new")
    with unfinished.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(text), indent=1) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    put_in_place(unfinished, path)


def read_outside(path: Path) -> Checkpoint | None:
    """The checkpoint kept outside the file; None where there is none. A damaged one is not genuine."""
    try:
        return _parsed(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, msgspec.MsgspecError):
        return Checkpoint(0, b"", 0, b"", b"")


def read_named(path: Path) -> Checkpoint:
    """A checkpoint that somebody brings along; a file that holds none proves nothing about a log."""
    try:
        return _parsed(path)
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, msgspec.MsgspecError) as error:
        what = "this file is empty" if not path.stat().st_size else "this is no checkpoint"
        raise LogError(f"{path}: {what}; name a copy of the .checkpoint that lies beside a log") from error


def _parsed(path: Path) -> Checkpoint:
    text = msgspec.json.decode(path.read_bytes(), type=_Outside)
    if not 0 <= text.seq < SEQ_MAX:
        raise ValueError("no log has such a row")
    return Checkpoint(
        text.seq,
        bytes.fromhex(text.head),
        text.wall_us,
        bytes.fromhex(text.signer),
        bytes.fromhex(text.signature),
    )


def check_the_end(log: Path, last_seq: int) -> None:
    """What was signed must be there: a log never begins anew over one whose end is missing."""
    path = outside_path(log)
    outside = read_outside(path)
    if outside is not None and outside.seq > last_seq:
        raise LogError(
            f"{log}: the log ends at row {last_seq}, but {path.name} has a "
            f"signature for row {outside.seq}: the end is missing. Restore a snapshot; where the log was "
            f"thrown away on purpose, remove {path.name} too"
        )


def sign_words(key: bytes, domain: bytes, words: bytes) -> bytes:
    """The station's signature under words; the domain keeps them apart from everything else it signs."""
    return SigningKey(key).sign(domain.ljust(32, b"\0") + words).signature


def are_signed(signer: str, domain: bytes, words: bytes, signature: str) -> bool:
    """Whoever has this public key signed just these words; key and signature in hex."""
    try:
        VerifyKey(bytes.fromhex(signer)).verify(domain.ljust(32, b"\0") + words, bytes.fromhex(signature))
    except (BadSignatureError, ValueError, TypeError):
        return False
    return True
