"""An append on its way into the database: the batch that waits, its station, its head, and the part of it
that is new."""

from datetime import date

from msgspec import Struct

from dealer_station.floor.protocol.messages import (
    FloorHead,
    KeptUpTo,
    Refusal,
    SentAnchor,
    SentCheckpoint,
)
from dealer_station.floor.store.batch_check import CheckedBatch
from dealer_station.floor.store.copy_rows import KeptRow

ROW_BYTES = 200
"""Bytes of a row or a checkpoint in the database besides its texts, with its index."""


class WaitingBatch(Struct, frozen=True):
    """A checked batch that waits for the next transaction."""

    station: str
    public_key: bytes
    batch: CheckedBatch
    evidence: bytes
    """The message as it came, kept if the batch turns out to be forged."""
    offset_us: int = 0
    """The difference of the station's clock to the gateway's when the message came."""


class KnownStation(Struct, frozen=True):
    """A station as the database knows it."""

    name: str
    public_key: bytes
    state: str
    log: int | None
    identity: bytes | None
    keys: list[bytes]
    """The signing keys of its log for which an enrolment vouches."""
    names_keys: bool
    """True if the person who enrolled it named its keys before it came; then the first key of the log must be
    among them."""


class LockedHead(Struct, frozen=True):
    """A head that a transaction has locked, with the keys that the log has named up to there."""

    log: int
    branch: int
    seq: int
    hash: bytes
    checkpoint_seq: int
    anchor_seq: int
    kept_on: date
    named: list[bytes]
    trusted: list[bytes]
    state: str

    @property
    def told(self) -> FloorHead:
        """The head as a station learns it."""
        return FloorHead(self.branch, self.seq, self.hash, self.checkpoint_seq, self.anchor_seq)

    @property
    def key(self) -> tuple[int, int]:
        """Log and branch."""
        return self.log, self.branch


class AcceptedBatch(Struct, frozen=True):
    """The new part of a batch, and the head before and after it."""

    waiting: WaitingBatch
    station: KnownStation
    before: LockedHead
    after: LockedHead
    rows: list[KeptRow]
    checkpoints: list[SentCheckpoint]
    anchors: list[SentAnchor]
    answer: KeptUpTo | Refusal
    apart_bytes: int = 0
    """The bytes of it that go to quarantine."""

    @property
    def has_new_keys(self) -> bool:
        """True if the keys of the head change."""
        return (self.after.named, self.after.trusted) != (self.before.named, self.before.trusted)


def kept_bytes(rows: list[KeptRow], checkpoints: list[SentCheckpoint], anchors: list[SentAnchor]) -> int:
    """The bytes that the new part of a batch needs in the database, about."""
    texts = sum(len(texts) + ROW_BYTES for _, _, texts in rows)
    return texts + sum(len(one.state) + ROW_BYTES for one in anchors) + ROW_BYTES * len(checkpoints)
