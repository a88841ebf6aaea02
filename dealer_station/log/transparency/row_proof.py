"""Proofs of rows, in the format `.tlog-proof`: rows, their place in the tree, and a signed note of its root.

    c2sp.org/tlog-proof@v1
    extra THE ROWS, IN BASE64
    index NUMBER OF THE LAST ROW, MINUS ONE
    HASHES OF THE INCLUSION PROOF, ONE ON EACH LINE
                                                      (an empty line)
    THE SIGNED NOTE

The rows are the bytes that the log hashed, each with its length in 4 bytes in front. Their SHA-256 is the
hash of the row. Each row begins with the hash of the row before it, so the place of the last row in the tree
proves them all.
"""

import struct
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from dealer_station.engine.model.errors import LogError, ProofFaultError
from dealer_station.log.integrity.chain import Row, hashed_bytes, row_from
from dealer_station.log.read.reader import Reader
from dealer_station.log.transparency.log_tree import LogTree, open_tree
from dealer_station.log.transparency.note import SignedNote, read_note
from dealer_station.log.transparency.note_keys import NoteKey
from dealer_station.log.transparency.tree import PROOF_HASHES_MAX, root_by_inclusion
from dealer_station.log.transparency.tree_head import TreeHead, encoded, hashes, head_of, number

PROOF_BYTES_MAX = 64 * 1024 * 1024
"""A round is some kilobytes; the first one of a file also holds the rulebook."""
_FIRST_LINE = "c2sp.org/tlog-proof@v1"
_EXTRA, _INDEX = "extra ", "index "
_LENGTH = struct.Struct(">I")


class RowProof(Struct, frozen=True):
    """Rows that follow each other, and the proof that the last of them is in the tree of a signed note."""

    rows: tuple[bytes, ...]
    index: int
    hashes: tuple[bytes, ...]
    note: SignedNote

    @property
    def text(self) -> str:
        """The proof as a file has it."""
        extra = encoded(b"".join(_LENGTH.pack(len(raw)) + raw for raw in self.rows))
        lines = "".join(f"{encoded(one)}\n" for one in self.hashes)
        return f"{_FIRST_LINE}\n{_EXTRA}{extra}\n{_INDEX}{self.index}\n{lines}\n{self.note}"


class ProvenRows(Struct, frozen=True):
    """The result of a check: rows, the tree head they are in, and who signed that, each with the time."""

    rows: tuple[Row, ...]
    head: TreeHead
    signed: dict[NoteKey, int]


def prove(path: Path, first: int, last: int, note: SignedNote, whole: LogTree | None = None) -> RowProof:
    """Return the proof of the rows from `first` to `last` of a log or of the months before it; raise
    ProofFaultError if the note is of another log or of other rows. `whole` is the tree of the log, if the
    caller has it."""
    head = head_of(note)
    whole = whole or open_tree(path, first)
    if head.origin != whole.origin:
        raise ProofFaultError(f"{path}: the checkpoint is of another log, {head.origin}", "origin")
    if head.size < last:
        raise ProofFaultError(
            f"{path}: the checkpoint ends at row {head.size:,} and does not cover row {last:,} yet", "proof"
        )
    rows: list[bytes] = []
    for month in whole.files:
        with Reader(month) as log:
            rows += (hashed_bytes(values[-2], values[:-2]) for values in log.raw_rows(first, last))
    if len(rows) != last - first + 1:
        raise LogError(f"{path}: does not have the rows {first:,} to {last:,}, nor do the months beside it")
    proof = RowProof(tuple(rows), last - 1, whole.inclusion(last, head.size), note)
    _check_rows(proof, head)
    return proof


def read_proof(raw: bytes) -> RowProof:
    """Read a proof; raise ProofFaultError if it is malformed."""
    if len(raw) > PROOF_BYTES_MAX:
        raise _malformed(f"it has more than {PROOF_BYTES_MAX:,} bytes")
    top, _, note = raw.partition(b"\n\n")
    try:
        lines = top.decode("ascii").split("\n")
        packed = b64decode(lines[1].removeprefix(_EXTRA), validate=True)
    except (ValueError, IndexError) as error:
        raise _malformed("its first lines cannot be read") from error
    if lines[0] != _FIRST_LINE:
        raise _malformed(f"it does not begin with {_FIRST_LINE}")
    is_ours = lines[1].startswith(_EXTRA) and encoded(packed) == lines[1].removeprefix(_EXTRA)
    if not is_ours or len(lines) <= 2 or not lines[2].startswith(_INDEX):
        raise _malformed("it needs the lines extra, with the rows, and index")
    if len(lines) - 3 > PROOF_HASHES_MAX:
        raise _malformed(f"it has more than {PROOF_HASHES_MAX} hashes")
    index = number(lines[2].removeprefix(_INDEX))
    return RowProof(_rows_in(packed), index, hashes(lines[3:]), read_note(note))


def _rows_in(packed: bytes) -> tuple[bytes, ...]:
    """The rows in the extra data."""
    rows, at = [], 0
    while at < len(packed):
        if at + _LENGTH.size > len(packed):
            raise _malformed("a row is cut off")
        (length,) = _LENGTH.unpack_from(packed, at)
        at += _LENGTH.size + length
        rows.append(packed[at - length : at])
    if at != len(packed) or not rows:
        raise _malformed("it holds no row, or a row is cut off")
    return tuple(rows)


def check(proof: RowProof, log: NoteKey, witnesses: Iterable[NoteKey] = ()) -> ProvenRows:
    """Check a proof with the key of its log and those of witnesses, all of which must have signed; raise
    ProofFaultError if anything does not verify."""
    head = head_of(proof.note)
    if head.origin != log.name:
        raise ProofFaultError(f"the proof is of the log {head.origin}, and the key of {log.name}", "origin")
    keys = (log, *witnesses)
    signed = proof.note.times(keys)
    for key in keys:
        if key not in signed:
            raise ProofFaultError(f"no signature is by {key.name} with the id {key.id.hex()}", "signature")
    return ProvenRows(_check_rows(proof, head), head, signed)


def _check_rows(proof: RowProof, head: TreeHead) -> tuple[Row, ...]:
    """Return the rows of a proof; raise ProofFaultError unless they are chained and lead to the root."""
    try:
        rows = tuple(map(row_from, proof.rows))
    except ValueError as error:
        raise ProofFaultError(f"a row in the proof cannot be read: {error}", "proof") from error
    first = proof.index + 2 - len(rows)
    for seq, row in enumerate(rows, start=first):
        if row.seq != seq or (seq > first and row.prev != rows[seq - first - 1].hash):
            raise ProofFaultError(f"row {seq} of the proof is not chained to the row before it", "proof")
    try:
        root = root_by_inclusion(rows[-1].hash, proof.index, head.size, proof.hashes)
    except ValueError as error:
        raise ProofFaultError(f"the proof does not fit the checkpoint: {error}", "proof") from error
    if root != head.root:
        raise ProofFaultError("the rows are not in the tree that the checkpoint signs", "proof")
    return rows


def _malformed(why: str) -> ProofFaultError:
    return ProofFaultError(f"not a proof of rows: {why}", "malformed")
