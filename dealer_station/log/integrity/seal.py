"""Sealing of burn cards: encrypts a face and the raw frame that carried it to the escrow key.

The plaintext has a fixed length, so the size of the seal reveals neither the frame nor an unread card. A
plain hash would not keep the face secret: there are only 52 faces to try.
"""

import struct

from msgspec import Struct
from nacl.exceptions import CryptoError
from nacl.public import PrivateKey, PublicKey, SealedBox

from dealer_station.engine.model.cards import UNREAD, Card
from dealer_station.engine.model.errors import KeyFaultError

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
