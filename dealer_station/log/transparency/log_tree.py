"""The tree of a log on disk: tree heads and proofs, computed from its rows across all months.

A proof needs the hashes of all rows since the first, or the compact state at the end of an archived month:

    table7-2026-10.db.tree      the line `dealer-station/tree@v1`, the nodes of the state in base64, an empty
                                line, and the signed note of the month's last row

Rows are hashed again on the way, so that no tree head is ever made of changed rows.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from dealer_station.engine.model.errors import LogCorruptError, LogError, ProofFaultError
from dealer_station.log.integrity.chain import GENESIS, hash_of
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store import files
from dealer_station.log.store.codec import decode, kind_of
from dealer_station.log.store.durable_rename import put_in_place
from dealer_station.log.store.records import KeysNamed
from dealer_station.log.transparency import tree
from dealer_station.log.transparency.note import SignedNote, read_note
from dealer_station.log.transparency.tree import Frontier
from dealer_station.log.transparency.tree_head import (
    IDENTITY_SEQ,
    TreeHead,
    encoded,
    hashes,
    head_of,
    log_key,
    origin_of,
)

_TREE_LINE = "dealer-station/tree@v1"
PROGRESS_ROWS = 5_000
RECORDS = "SELECT body FROM event WHERE part = 'record' ORDER BY seq"
Progress = Callable[[int], None]


def silent(_: int) -> None:
    """Report no progress."""


class LogTree(Struct, frozen=True):
    """The files of a log that a tree is computed from, oldest first, and the state before the first of
    them."""

    origin: str
    start: Frontier
    files: tuple[Path, ...]

    def row_hashes(self, size: int, progress: Progress = silent) -> Iterator[bytes]:
        """The hashes of the rows after the start, up to row `size`; raise LogCorruptError at a row that was
        changed."""
        before = b"" if self.start.size else GENESIS
        for path in self.files:
            with Reader(path) as log:
                for seq, digest in _checked(log, before, log.first_seq, size):
                    yield digest
                    before = digest
                    if seq % PROGRESS_ROWS == 0:
                        progress(PROGRESS_ROWS)

    def frontier(self, size: int, progress: Progress = silent) -> Frontier:
        """The compact state of the tree of this size."""
        state = self.start.copy()
        for digest in self.row_hashes(size, progress):
            state.append(digest)
        if state.size != size:
            raise LogError(f"{self.files[-1]}: ends at row {state.size:,}; it has no row {size:,}")
        return state

    def head(self, size: int, progress: Progress = silent) -> TreeHead:
        """The tree head of this size."""
        return TreeHead(self.origin, size, self.frontier(size, progress).root())

    def inclusion(self, seq: int, size: int, progress: Progress = silent) -> tuple[bytes, ...]:
        """The hashes that prove a row in the tree of this size."""
        return self._hashes(tree.inclusion_ranges(seq - 1, size), size, progress)

    def consistency(self, old: int, size: int, progress: Progress = silent) -> tuple[bytes, ...]:
        """The hashes that prove that the tree of this size continues the tree of the old one."""
        return self._hashes(tree.consistency_ranges(old, size), size, progress)

    def _hashes(self, ranges: list[tree.Range], size: int, progress: Progress) -> tuple[bytes, ...]:
        rows = self.row_hashes(size, progress)
        try:
            return tuple(tree.hashes_of(ranges, self.start, rows))
        except ValueError as error:
            raise LogError(
                f"{self.files[-1]}: no proof can be made: {error}; put the earlier months beside it"
            ) from error


def open_tree(path: Path, first: int = END) -> LogTree:
    """Return the tree of a log; `first` is the first row that a proof is about. Earlier months must lie
    beside the file, or the .tree file of the last month that is left out."""
    found = [path]
    while True:
        with Reader(found[0]) as log:
            rows = list(log.rows(log.first_seq, log.first_seq + IDENTITY_SEQ - 1))
            previous = log.previous
        if len(rows) < (IDENTITY_SEQ if previous is None else 1):
            raise LogError(f"{found[0]}: has no rows yet; a checkpoint needs at least {IDENTITY_SEQ}")
        row = rows[0]
        if previous is None:
            return LogTree(origin_of(rows[IDENTITY_SEQ - 1].hash), Frontier(), tuple(found))
        state = tree_path(previous)
        if state.exists() and (first >= row.seq or not previous.exists()):
            return _continued(state, row.seq, tuple(found))
        if not previous.exists():
            raise LogError(
                f"{found[0]}: the tree of this log begins in {previous.name}, which is missing; put that "
                f"file or {state.name} beside this one (`log checkpoint --trees` writes it while the month "
                "is there)"
            )
        found.insert(0, previous)


def _continued(state: Path, first_seq: int, months: tuple[Path, ...]) -> LogTree:
    """The tree of months that continue an archived month, from its compact state."""
    # A change of keys may have come after the month, so the keys of all later months count.
    keys: list[bytes] = []
    for month in months:
        with Reader(month) as log:
            keys += signing_keys(log)
    note, start = read_tree(state, tuple(dict.fromkeys(keys)))
    if start.size != first_seq - 1:
        raise LogError(
            f"{state}: ends at row {start.size:,}, and {months[0].name} begins with row {first_seq:,}; write "
            "it again from the month itself"
        )
    return LogTree(head_of(note).origin, start, months)


def month_with(path: Path, seq: int) -> Path:
    """The file that holds a row: the log itself, or a month before it that lies beside it."""
    month = path
    while True:
        with Reader(month) as log:
            if seq >= log.first_seq or (previous := log.previous) is None:
                return month
        if not previous.exists():
            raise LogError(f"{path}: row {seq:,} is in {previous.name} or before it, which is missing")
        month = previous


def round_rows(path: Path, number: int) -> tuple[int, int]:
    """First and last row of a round of a log, or of the months before it that lie beside it."""
    month: Path | None = path
    while month is not None and month.exists():
        with Reader(month) as log:
            try:
                return log.span(number)
            except LogCorruptError:
                raise
            except LogError:
                month = log.previous
    raise LogError(f"{path}: no round {number}; `log rounds` lists the rounds")


def _checked(log: Reader, before: bytes, first: int, end: int) -> Iterator[tuple[int, bytes]]:
    """The numbers and hashes of rows, each hashed again and chained to the row before it."""
    expected = first
    for values in log.raw_rows(first, end):
        seq, prev, digest = values[0], values[-2], values[-1]
        try:
            is_good = seq == expected and (not before or prev == before)
            is_good = is_good and hash_of(prev, values[:-2]) == digest
        except ValueError:
            is_good = False
        if not is_good:
            raise LogCorruptError(
                f"{log.path}: row {expected} was changed, moved or removed; `dealer-station log verify` says "
                "more"
            )
        yield seq, digest
        before, expected = digest, seq + 1


def signing_keys(log: Reader) -> tuple[bytes, ...]:
    """The public signing keys that a file names, oldest first."""
    with files.reading_faults(log.path):
        bodies = [body for (body,) in log.driver.execute(RECORDS)]
    named = (decode("record", body) for body in bodies if kind_of(body) == KeysNamed.__name__)
    return tuple(dict.fromkeys(bytes.fromhex(one.signing) for one in named if isinstance(one, KeysNamed)))


def newest_signed(log: Reader) -> int:
    """The newest row that a checkpoint in the file covers; zero if there is none."""
    return max((one.seq for one in log.signatures_for(0)), default=0)


def check_is_signed(log: Reader, seq: int) -> None:
    """Raise LogError unless a genuine checkpoint covers a row and the rows between are chained."""
    first, last = log.ends()
    if not first <= seq <= last:
        raise LogError(f"{log.path}: has the rows {first:,} to {last:,}, and not row {seq:,}")
    signed = log.signatures_for(seq)
    if not signed:
        raise LogError(f"{log.path}: row {seq:,} is not signed yet; wait a minute, or name an earlier row")
    covering = signed[0]
    *_, (_, head) = _checked(log, b"", seq, covering.seq)
    if not covering.is_genuine or covering.head != head or covering.signer not in signing_keys(log):
        raise LogCorruptError(
            f"{log.path}: the checkpoint at row {covering.seq:,} is not genuine; `dealer-station log verify` "
            "says more"
        )


def tree_path(month: Path) -> Path:
    """The path of the compact state at the end of a month, beside the month."""
    return month.with_name(month.name + ".tree")


def write_tree(path: Path, state: Frontier, note: SignedNote) -> None:
    """Write the compact state of a tree and its signed note, atomically."""
    lines = "".join(f"{encoded(node)}\n" for node in state.nodes)
    write_durably(path, f"{_TREE_LINE}\n{lines}\n{note}")


def read_tree(path: Path, keys: tuple[bytes, ...]) -> tuple[SignedNote, Frontier]:
    """Read a compact state; raise ProofFaultError unless one of these keys signed its root."""
    top, _, rest = path.read_bytes().partition(b"\n\n")
    try:
        first, *lines = top.decode("ascii").split("\n")
        if first != _TREE_LINE:
            raise ProofFaultError(f"it does not begin with {_TREE_LINE}", "malformed")
        note = read_note(rest)
        head = head_of(note)
        state = Frontier(head.size, hashes(lines))
        if state.root() != head.root:
            raise ProofFaultError("its nodes do not lead to the signed root", "proof")
        if not note.times(log_key(head.origin, key) for key in keys):
            raise ProofFaultError("it is not signed with a key of this log", "signature")
    except ProofFaultError as error:
        raise ProofFaultError(
            f"{path}: {error}; write it again from the month itself", error.trouble
        ) from error
    except ValueError as error:
        raise ProofFaultError(f"{path}: is not the state of a tree: {error}", "malformed") from error
    return note, state


def write_durably(path: Path, text: str) -> None:
    """Replace a file with a text; after the return it survives a power cut."""
    unfinished = path.with_name(path.name + ".new")
    with unfinished.open("wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
    put_in_place(unfinished, path)
