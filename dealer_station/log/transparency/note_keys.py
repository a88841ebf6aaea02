"""Keys of signed notes: the log's own key, and the keys of witnesses, which sign with a time.

    key id        = first 4 bytes of SHA-256( name || newline || type || public key )
    verifier key  = name + "+" + key id in hex + "+" + base64( type || public key )

A log signs the text of a note (type 1). A witness signs `cosignature/v1`, the time and the text (type 4), so
that a signature of one kind can never be taken for the other.
"""

import struct
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Literal

from msgspec import Struct
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from dealer_station.engine.model.errors import ProofFaultError
from dealer_station.log.integrity import keys as key_files

KeyType = Literal[1, 4]
"""The signature type: of a log (ed25519), or of a witness (cosignature/v1)."""
LOG: KeyType = 1
WITNESS: KeyType = 4
_KEY_BYTES = 32
_ID_BYTES = 4
_SIGNATURE_BYTES = 64
_TIME = struct.Struct(">Q")
_TIME_MAX = 2**63 - 1


class NoteKey(Struct, frozen=True):
    """The public key of a log or a witness, with the name that its signatures carry."""

    name: str
    type: KeyType
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes with which each of its signatures begins."""
        named = f"{self.name}\n".encode() + bytes([self.type]) + self.public
        return sha256(named).digest()[:_ID_BYTES]

    @property
    def text(self) -> str:
        """The verifier key, as other programs take it."""
        packed = b64encode(bytes([self.type]) + self.public).decode()
        return f"{self.name}+{self.id.hex()}+{packed}"

    def signed_at(self, text: bytes, signature: bytes) -> int | None:
        """The time of a signature in seconds, zero for a log's own; None if it is not by this key."""
        signed_at = 0
        if self.type == WITNESS:
            if len(signature) != _TIME.size + _SIGNATURE_BYTES:
                return None
            (signed_at,) = _TIME.unpack_from(signature)
            if not 0 < signed_at <= _TIME_MAX:
                return None
            text, signature = timed(text, signed_at), signature[_TIME.size :]
        try:
            VerifyKey(self.public).verify(text, signature)
        except (BadSignatureError, ValueError, TypeError):
            return None
        return signed_at


class NoteSigner(Struct, frozen=True):
    """The private key of a log or a witness, with the name that its signatures carry."""

    name: str
    type: KeyType
    seed: bytes

    @property
    def key(self) -> NoteKey:
        """Its public half."""
        return NoteKey(self.name, self.type, bytes(SigningKey(self.seed).verify_key))

    def sign(self, text: bytes, at: int = 0) -> bytes:
        """Sign the text of a note; a witness also signs the time, in seconds."""
        if self.type == LOG:
            return SigningKey(self.seed).sign(text).signature
        return _TIME.pack(at) + SigningKey(self.seed).sign(timed(text, at)).signature


def timed(text: bytes, at: int) -> bytes:
    """The bytes that a witness signs."""
    return f"cosignature/v1\ntime {at}\n".encode() + text


def is_name(name: str) -> bool:
    """True if a key can have this name: printable, without spaces and without a plus."""
    return bool(name) and name.isprintable() and "+" not in name and not any(map(str.isspace, name))


def read_key(text: str) -> NoteKey:
    """Read a verifier key; raise ProofFaultError if it is damaged or of another type."""
    try:
        name, key_id, packed = text.strip().split("+", 2)
        raw = b64decode(packed, validate=True)
        if not is_name(name) or len(raw) != 1 + _KEY_BYTES:
            raise ValueError(text)
    except ValueError as error:
        raise ProofFaultError(
            f'"{text}" is not a verifier key; it has a name, eight hex digits and the key, joined by "+"',
            "malformed",
        ) from error
    if raw[0] not in (LOG, WITNESS):
        raise ProofFaultError(
            f'"{text}" is a key of type {raw[0]}; use an ed25519 key of a log (1) or of a witness (4)',
            "malformed",
        )
    key = NoteKey(name, LOG if raw[0] == LOG else WITNESS, raw[1:])
    if key.id.hex() != key_id:
        raise ProofFaultError(f'"{text}" is damaged: its name and its key have another id', "malformed")
    return key


def own_signer(path: Path, name: str, key_type: KeyType, words: str) -> NoteSigner:
    """Return the signer whose private key is in a file; make the key if the file does not exist."""
    if not path.exists():
        key_files.write_key(path, words, bytes(SigningKey.generate()), private=True)
    return NoteSigner(name, key_type, key_files.read(path))
