"""Checks a batch before it reaches the database: its numbers, every hash, every signature and every anchor.

Everything here depends on the batch alone, so that a bad one fails alone and no head is locked meanwhile.
Whether the batch continues the floor's copy, and whether its signers are trusted, is decided under the lock
of the head."""

from hashlib import sha256

from msgspec import MsgspecError, Struct

from dealer_station.engine.model.errors import LogCorruptError
from dealer_station.floor.protocol.messages import (
    ROWS_MAX,
    Append,
    Code,
    Refusal,
    RowValues,
    SentAnchor,
    SentCheckpoint,
)
from dealer_station.floor.store.quarantine import EvidenceKind
from dealer_station.floor.store.sent_bounds import anchor_fault, row_fault
from dealer_station.log.integrity.chain import TEXTS_FROM, hashed_bytes
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.store.codec import decode, kind_of
from dealer_station.log.store.records import Closed, KeysNamed, Opened, StateKept

TELLING = frozenset((KeysNamed.__name__, Opened.__name__, Closed.__name__))
"""Records that name keys, months and files."""


class CheckedBatch(Struct, frozen=True):
    """A batch that is sound in itself."""

    branch: int
    prev: bytes
    first_seq: int
    """The number of the first row; of the row after `prev` if there is no row."""
    rows: list[RowValues]
    hashes: list[bytes]
    texts: list[bytes]
    """The texts of each row as they were hashed, from `part` to `seal`."""
    checkpoints: list[SentCheckpoint]
    anchors: list[SentAnchor]
    named: list[tuple[int, bytes]]
    """The signing keys that rows of this batch name, each with its row."""
    wall_us: int
    size: int

    @property
    def last_seq(self) -> int:
        """The number of the last row; of the row before the batch if it has no row."""
        return self.first_seq + len(self.rows) - 1

    @property
    def head(self) -> bytes:
        """The hash of the last row."""
        return self.hashes[-1] if self.hashes else self.prev

    def hash_at(self, seq: int) -> bytes | None:
        """The hash of a row, or of the row before the first; None if this batch does not have it."""
        if seq == self.first_seq - 1:
            return self.prev
        return self.hashes[seq - self.first_seq] if self.first_seq <= seq <= self.last_seq else None


class BatchFaultError(Exception):
    """A batch that cannot be kept, with the answer for its station."""

    def __init__(
        self, code: Code, words: str, kind: EvidenceKind | None = None, subject: bytes = b""
    ) -> None:
        """Name the kind of evidence that the batch is, and what of it stays the same if it comes again."""
        super().__init__(words)
        self.refusal = Refusal(code, words)
        self.kind, self.subject = kind, subject


def check_batch(sent: Append) -> CheckedBatch:
    """Recompute every hash and check everything that came with the rows; raise BatchFaultError if one is
    wrong."""
    if len(sent.rows) > ROWS_MAX:
        raise BatchFaultError(
            "too_large", f"a batch has at most {ROWS_MAX} rows, and this one {len(sent.rows)}"
        )
    if len(sent.prev) != 32 or (not sent.rows and sent.head != sent.prev):
        raise BatchFaultError("malformed", "the batch does not say which row it follows")
    first = sent.rows[0][0] if sent.rows else 0
    hashes, texts, named = _chained(sent, first)
    if (hashes[-1] if hashes else sent.prev) != sent.head:
        words = "the rows do not give the hash that came with them"
        raise BatchFaultError("forged", words, "forged", sent.prev + b"".join(hashes[:1]))
    batch = CheckedBatch(
        *(sent.branch, sent.prev, first, sent.rows, hashes, texts, sent.checkpoints, sent.anchors, named),
        *(sent.wall_us, sent.size),
    )
    _check_signatures(batch)
    _check_anchors(batch)
    return batch


def _chained(sent: Append, first: int) -> tuple[list[bytes], list[bytes], list[tuple[int, bytes]]]:
    """The hash of every row, its texts, and the keys that the rows name."""
    hashes, texts, named, prev = [], [], [], sent.prev
    try:
        for seq, row in enumerate(sent.rows, first):
            if row[0] != seq:
                raise BatchFaultError("malformed", f"row {row[0]} is where row {seq} belongs")
            raw = hashed_bytes(prev, row)
            prev = sha256(raw).digest()
            hashes.append(prev)
            texts.append(raw[TEXTS_FROM:])
            if row[1] == "record" and (kind := kind_of(row[9])) in TELLING:
                if fault := row_fault(seq, kind, row[9]):
                    raise BatchFaultError("malformed", fault, "out_of_bounds", prev)
                if kind == KeysNamed.__name__:
                    named.append((seq, bytes.fromhex(decode("record", row[9]).signing)))
    except MsgspecError as error:
        words = f"row {first + len(hashes) - 1} cannot be read: {error}"
        raise BatchFaultError("malformed", words, "out_of_bounds", prev) from error
    except (ValueError, LogCorruptError) as error:
        raise BatchFaultError("malformed", f"row {first + len(hashes)} cannot be read: {error}") from error
    if sent.rows and first < 1:
        raise BatchFaultError("malformed", "the rows of a log are numbered from 1")
    return hashes, texts, named


def _check_signatures(batch: CheckedBatch) -> None:
    """Check order and signature of each checkpoint, and its hash if its row is in the batch."""
    before = 0
    for one in batch.checkpoints:
        if one.seq <= before or (batch.rows and one.seq > batch.last_seq):
            raise BatchFaultError("malformed", f"the checkpoint at row {one.seq} is out of order")
        before = one.seq
        if batch.rows and batch.hash_at(one.seq) not in (None, one.head):
            raise BatchFaultError(
                "forged",
                f"the checkpoint at row {one.seq} names another hash than the row has",
                "forged",
                one.head + one.signer,
            )
        if not Checkpoint(one.seq, one.head, one.wall_us, one.signer, one.signature).is_genuine:
            words = f"the checkpoint at row {one.seq} has a broken signature"
            raise BatchFaultError("forged", words, "forged", one.head + one.signer + one.signature)


def _check_anchors(batch: CheckedBatch) -> None:
    """Check that each anchor is the one whose digest its row holds."""
    before = 0
    for one in batch.anchors:
        if one.seq <= before or not batch.rows or not batch.first_seq <= one.seq <= batch.last_seq:
            raise BatchFaultError("malformed", f"the anchor at row {one.seq} is out of order")
        before = one.seq
        row = batch.rows[one.seq - batch.first_seq]
        try:
            kept = decode(row[1], row[9])
        except LogCorruptError as error:
            raise BatchFaultError("malformed", f"row {one.seq} cannot be read: {error}") from error
        if not isinstance(kept, StateKept) or kept.digest != sha256(one.state).hexdigest():
            raise BatchFaultError(
                "forged",
                f"the anchor at row {one.seq} does not match its digest in the row",
                "forged",
                batch.hashes[one.seq - batch.first_seq],
            )
        if fault := anchor_fault(one.seq, one.state):
            subject = batch.hashes[one.seq - batch.first_seq]
            raise BatchFaultError("malformed", fault, "out_of_bounds", subject)
