"""Batches that no station sends: real ones, changed by somebody who has a station's certificate."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from dealer_station.floor.protocol.messages import Append, RowValues, SentAnchor, SentCheckpoint, packed
from dealer_station.log.integrity.chain import GENESIS, hash_of
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.records import PersonNoted
from tests.floor.campaign.scale import scaled

EXAMPLES = scaled(4_000, 200)
ROWS_MAX = 60
BODY_COLUMN = 9
COLUMNS = 12


class HonestLog:
    """A log in memory, from which any batch can be made as its station would send it."""

    def __init__(self, path: Path) -> None:
        with Reader(path) as log:
            self.rows: list[RowValues] = [tuple(row[:COLUMNS]) for row in log.raw_rows()]
            self.hashes = [GENESIS, *(row.hash for row in log.rows())]
            self.checkpoints = [
                SentCheckpoint(one.seq, one.head, one.wall_us, one.signer, one.signature)
                for one in log.checkpoints(0, len(self.rows))
            ]
            self.anchors = [SentAnchor(*one) for one in log.anchors(0, len(self.rows))]

    def batch(self, first: int, last: int, after_checkpoint: int = 0) -> Append:
        """The rows from `first` to `last` with everything that belongs to them."""
        return Append(
            branch=1,
            prev=self.hashes[first - 1],
            rows=self.rows[first - 1 : last],
            head=self.hashes[last],
            wall_us=1_800_000_000_000_000,
            checkpoints=[
                one for one in self.checkpoints if max(first - 1, after_checkpoint) < one.seq <= last
            ],
            anchors=[one for one in self.anchors if first <= one.seq <= last],
            size=len(self.rows),
        )


def rechained(batch: Append) -> Append:
    """The batch with a chain that fits its rows, and without signatures, which nobody can make."""
    head = batch.prev
    for row in batch.rows:
        head = hash_of(head, row)
    return replace(batch, head=head, checkpoints=[], anchors=[])


def _changed_row(draw: Callable[[Any], Any], row: RowValues) -> RowValues:
    """A row in which one column differs."""
    values: list[Any] = list(row)
    column = draw(st.integers(2, COLUMNS - 1))
    old = values[column]
    if isinstance(old, bytes):
        at = draw(st.integers(0, max(len(old) - 1, 0)))
        values[column] = old[:at] + bytes([(old[at] ^ 1) if old else 1]) + old[at + 1 :]
    elif isinstance(old, str):
        values[column] = old + draw(st.sampled_from("x \u0000é"))
    else:
        values[column] = (old or 0) + draw(st.sampled_from([-1, 1, 2**40]))
    return tuple(values)


def _change_content(draw: Callable[[Any], Any], batch: Append) -> Append:
    at = draw(st.integers(0, len(batch.rows) - 1))
    rows = [*batch.rows[:at], _changed_row(draw, batch.rows[at]), *batch.rows[at + 1 :]]
    return replace(batch, rows=rows)


def _reorder(draw: Callable[[Any], Any], batch: Append) -> Append:
    rows = list(batch.rows)
    match draw(st.sampled_from(["drop", "double", "swap", "renumber"])):
        case "drop":
            del rows[draw(st.integers(0, len(rows) - 1))]
        case "double":
            at = draw(st.integers(0, len(rows) - 1))
            rows.insert(at, rows[at])
        case "swap":
            rows.reverse()
        case _:
            by = draw(st.sampled_from([-(2**62), -1, 1, 2**62]))
            rows = [(row[0] + by, *row[1:]) for row in rows]
    return replace(batch, rows=rows)


def _change_signature(draw: Callable[[Any], Any], batch: Append) -> Append:
    if not batch.checkpoints:
        return _change_content(draw, batch)
    one = batch.checkpoints[-1]
    field = draw(st.sampled_from(["seq", "head", "wall_us", "signer", "signature"]))
    old = getattr(one, field)
    at = draw(st.integers(0, 31))
    new = old + 1 if isinstance(old, int) else old[:at] + bytes([old[at] ^ 1]) + old[at + 1 :]
    return replace(batch, checkpoints=[*batch.checkpoints[:-1], replace(one, **{field: new})])


def _change_anchor(draw: Callable[[Any], Any], batch: Append) -> Append:
    if not batch.anchors:
        return _change_signature(draw, batch)
    one = batch.anchors[-1]
    return replace(batch, anchors=[*batch.anchors[:-1], SentAnchor(one.seq, one.state + b"\0")])


def _change_place(draw: Callable[[Any], Any], batch: Append) -> Append:
    match draw(st.sampled_from(["branch", "prev", "head", "size"])):
        case "branch":
            return replace(batch, branch=draw(st.sampled_from([-1, 0, 2**31, 2**63 - 1, 999])))
        case "prev":
            return replace(batch, prev=draw(st.sampled_from([b"", b"\1" * 32, GENESIS])))
        case "head":
            return replace(batch, head=draw(st.binary(max_size=40)))
        case _:
            return replace(batch, size=draw(st.sampled_from([-1, 2**62, 2**63 - 1])))


CHANGES = (_change_content, _reorder, _change_signature, _change_anchor, _change_place)


def changed_batches(batch: Append) -> st.SearchStrategy[Append]:
    """Batches that differ from a real one in one respect."""

    @st.composite
    def changed(draw: Callable[[Any], Any]) -> Append:
        return draw(st.sampled_from(CHANGES))(draw, batch)  # type: ignore[no-any-return]

    return changed()


def forked_batches(log: HonestLog, head: int) -> st.SearchStrategy[Append]:
    """Batches whose chain is whole and differs from the log at a row that the floor already has."""

    @st.composite
    def forked(draw: Callable[[Any], Any]) -> Append:
        first = draw(st.integers(3, head - 1))
        batch = log.batch(first, min(head, first + draw(st.integers(0, ROWS_MAX))))
        word = draw(st.integers(0, 2**32))
        body = msgspec.json.encode(PersonNoted(word, "signed_in", "Mallory", detail=""))
        row: Any = (*batch.rows[0][:BODY_COLUMN], body, *batch.rows[0][BODY_COLUMN + 1 :])
        return rechained(replace(batch, rows=[row, *batch.rows[1:]]))

    return forked()


def damaged_bytes(batch: Append) -> st.SearchStrategy[bytes]:
    """The bytes of a message, cut short, lengthened, or with some of them changed."""
    whole = packed(batch)

    @st.composite
    def damaged(draw: Callable[[Any], Any]) -> bytes:
        match draw(st.sampled_from(["cut", "lengthen", "change"])):
            case "cut":
                return whole[: draw(st.integers(0, len(whole) - 1))]
            case "lengthen":
                return whole + bytes(draw(st.binary(min_size=1, max_size=20)))
            case _:
                raw = bytearray(whole)
                for at in draw(st.lists(st.integers(0, len(raw) - 1), min_size=1, max_size=5)):
                    raw[at] ^= draw(st.integers(1, 255))
                return bytes(raw)

    return damaged()
