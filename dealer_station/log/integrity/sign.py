"""Signed checkpoints: the holder of the signing key confirms the hash of the log at a row."""

import os
import struct
from pathlib import Path

import msgspec
from msgspec import Struct
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from dealer_station.engine.model.errors import LogError
from dealer_station.log.store.durable_rename import put_in_place

_MESSAGE = struct.Struct(">32sqq32s")
SEQ_MAX = 2**62
"""More rows than any log can have."""
_DOMAIN = b"dealer-station checkpoint 1".ljust(32, b"\0")


class Checkpoint(Struct, frozen=True):
    """A row, its hash, the time of the signature, and the signer."""

    seq: int
    head: bytes
    wall_us: int
    signer: bytes
    """The public key of the signer."""
    signature: bytes

    @property
    def is_genuine(self) -> bool:
        """True if the signature is valid for this row, hash and time."""
        try:
            VerifyKey(self.signer).verify(_message(self.seq, self.head, self.wall_us), self.signature)
        except (BadSignatureError, ValueError, TypeError, struct.error):
            return False
        return True


def sign(key: SigningKey, seq: int, head: bytes, wall_us: int) -> Checkpoint:
    """Return a signed checkpoint of a row."""
    signature = key.sign(_message(seq, head, wall_us)).signature
    return Checkpoint(seq, head, wall_us, bytes(key.verify_key), signature)


def _message(seq: int, head: bytes, wall_us: int) -> bytes:
    """The signed bytes: a domain of 32 bytes, row, time and hash, each of fixed length."""
    return _MESSAGE.pack(_DOMAIN, seq, wall_us, head)


class _Outside(Struct, frozen=True):
    """A checkpoint as text, for a central server or another machine."""

    seq: int
    head: str
    wall_us: int
    signer: str
    signature: str


def outside_path(log: Path) -> Path:
    """The default path of the newest checkpoint, beside the log."""
    return log.with_name(log.name + ".checkpoint")


def write_outside(path: Path, checkpoint: Checkpoint) -> None:
    """Replace the checkpoint file outside the log, atomically."""
    text = _Outside(
        checkpoint.seq,
        checkpoint.head.hex(),
        checkpoint.wall_us,
        checkpoint.signer.hex(),
        checkpoint.signature.hex(),
    )
    temporary = path.with_name(path.name + ".new")
    with temporary.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(text), indent=1) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    put_in_place(temporary, path)


def read_outside(path: Path) -> Checkpoint | None:
    """Read the checkpoint outside the log; None if there is none. A damaged file gives one that is not
    genuine."""
    try:
        return _parsed(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, msgspec.MsgspecError):
        return Checkpoint(0, b"", 0, b"", b"")


def read_named(path: Path) -> Checkpoint:
    """Read a checkpoint file that the user names; raise LogError if it does not hold one."""
    try:
        return _parsed(path)
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, msgspec.MsgspecError) as error:
        what = "this file is empty" if not path.stat().st_size else "this is not a checkpoint"
        raise LogError(f"{path}: {what}; name a copy of the .checkpoint file of a log") from error


def _parsed(path: Path) -> Checkpoint:
    """Read a checkpoint file; raise ValueError or MsgspecError if it is not one."""
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
    """Raise LogError if the checkpoint outside signs a row beyond the end: signed rows must not be
    missing."""
    path = outside_path(log)
    outside = read_outside(path)
    if outside is not None and outside.seq > last_seq:
        raise LogError(
            f"{log}: the log ends at row {last_seq}, but {path.name} has a signature for row {outside.seq}: "
            f"the end is missing. Restore a snapshot; if the log was deleted on purpose, delete {path.name} "
            "too"
        )


def public_key(key: bytes) -> bytes:
    """The public half of a private signing key."""
    return bytes(SigningKey(key).verify_key)


def sign_words(key: bytes, domain: bytes, words: bytes) -> bytes:
    """Sign a text with the station's key; the domain separates it from everything else that the key signs."""
    return SigningKey(key).sign(domain.ljust(32, b"\0") + words).signature


def are_signed(signer: str, domain: bytes, words: bytes, signature: str) -> bool:
    """True if the holder of this public key signed these words; key and signature are in hex."""
    try:
        VerifyKey(bytes.fromhex(signer)).verify(domain.ljust(32, b"\0") + words, bytes.fromhex(signature))
    except (BadSignatureError, ValueError, TypeError):
        return False
    return True
