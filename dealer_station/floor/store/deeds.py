"""Deeds: what the floor's people did, as a chain of signed rows.

The hash of a deed covers the hash of the deed before it, and the floor's key signs every hash. A deed is
written in the transaction of the act that it reports: neither exists without the other. Deed 1 names the key.
The head row is locked while a deed is appended, so that two people never write the same number."""

import struct
import time
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Literal

import msgspec
from msgspec import Struct

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.store.connection import Floor
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.keys import fingerprint

DeedKind = Literal[
    "key_named",
    "person_added",
    "person_disabled",
    "pin_changed",
    "person_unlocked",
    "wrong_pin",
    "station_enrolled",
    "station_disabled",
    "fork_accepted",
    "hold_put",
    "hold_lifted",
    "month_archived",
    "month_dropped",
    "log_set_aside",
    "log_taken_back",
    "table_renamed",
]
FLOOR = "the floor"
"""The name under which the floor itself names its key."""
DOMAIN = b"dealer-station deed 1"
_NUMBERS = struct.Struct(">qq").pack
_LENGTH = struct.Struct(">I").pack
COLUMNS = "seq, at_us, who, title, what, about, hash, signer, signature"


class Actor(Struct, frozen=True):
    """A person who acts at the floor; the title is empty while the floor has no list of people."""

    name: str
    title: str = ""


class Deed(Struct, frozen=True):
    """One deed as it is stored."""

    seq: int
    at_us: int
    who: str
    title: str
    what: str
    about: str
    """Details of the act, as JSON."""
    hash: bytes
    signer: bytes
    signature: bytes

    def hash_after(self, prev: bytes) -> bytes:
        """The hash that this deed must have if it follows the deed whose hash is `prev`."""
        texts = (one.encode() for one in (self.who, self.title, self.what, self.about))
        packed = b"".join(part for text in texts for part in (_LENGTH(len(text)), text))
        return sha256(prev + _NUMBERS(self.seq, self.at_us) + packed).digest()

    @property
    def is_signed(self) -> bool:
        """True if the signature is that of the named signer over this hash."""
        return sign.are_signed(self.signer.hex(), DOMAIN, self.hash, self.signature.hex())


class DeedWriter:
    """Appends deeds with the floor's key."""

    def __init__(self, floor: Floor, key: bytes) -> None:
        self._floor = floor
        self._key = key
        self._public = sign.public_key(key)

    def append(self, actor: Actor, what: DeedKind, about: Mapping[str, Any]) -> None:
        """Write a deed; the caller has opened the transaction of the act itself."""
        with self._floor.transaction():
            locked = self._floor.execute("SELECT seq, hash FROM floor.deed_head FOR UPDATE").fetchone()
            assert locked
            seq, head = int(locked[0]), bytes(locked[1])
            if seq == 0:
                named = {"signing": self._public.hex()}
                seq, head = self._write(Actor(FLOOR), "key_named", named, seq, head)
            else:
                self._check_key()
            seq, head = self._write(actor, what, about, seq, head)
            self._floor.execute("UPDATE floor.deed_head SET seq = %s, hash = %s", (seq, head))

    def _check_key(self) -> None:
        """Raise FloorError unless the deeds so far are signed with this key."""
        found = self._floor.execute("SELECT signer FROM floor.deed WHERE seq = 1").fetchone()
        if found is None or bytes(found[0]) != self._public:
            owner = fingerprint(bytes(found[0])) if found else "a key that is gone"
            raise FloorError(
                f"the deeds of this floor are signed with {owner}, and signing.key in the floor's folder is "
                f"{fingerprint(self._public)}; copy signing.key from the machine on which the floor was made"
            )

    def _write(
        self, actor: Actor, what: DeedKind, about: Mapping[str, Any], after: int, prev: bytes
    ) -> tuple[int, bytes]:
        """Insert one deed, and return its number and hash."""
        text = msgspec.json.encode(dict(about), order="sorted").decode()
        unsigned = Deed(
            *(after + 1, time.time_ns() // 1000, actor.name, actor.title, what, text), b"", self._public, b""
        )
        digest = unsigned.hash_after(prev)
        self._floor.execute(
            f"INSERT INTO floor.deed ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (
                *(unsigned.seq, unsigned.at_us, unsigned.who, unsigned.title, what, text),
                *(digest, self._public, sign.sign_words(self._key, DOMAIN, digest)),
            ),
        )
        return unsigned.seq, digest


def deeds(floor: Floor) -> Iterator[Deed]:
    """Every deed, oldest first."""
    found = floor.execute(f"SELECT {COLUMNS} FROM floor.deed ORDER BY seq", binary=True)
    return (Deed(*one) for one in found)


def head(floor: Floor) -> tuple[int, bytes]:
    """Number and hash of the last deed, as the head row states them."""
    found = floor.execute("SELECT seq, hash FROM floor.deed_head", binary=True).fetchone()
    return (found[0], found[1]) if found else (0, b"")
