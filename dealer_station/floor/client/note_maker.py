"""Makes the signed notes of a log beside its table, without hashing the log again for each of them.

The compact state of the tree stays in memory and is extended by the rows since the last note. The first note
begins at the newest `.tree` file of a closed month, or at row 1, and takes the hashes as the log has stored
them, a slice at a time; rows that come later are hashed again. Each slice opens the log and closes it again.
Only a row is signed under which the log has a genuine checkpoint by this very key."""

from pathlib import Path
from typing import Any

from dealer_station.engine.model.errors import KeyFaultError, LogError
from dealer_station.floor.client.outbox import MonthFile, Outbox
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.chain import hash_of
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.read.reader import Reader
from dealer_station.log.store import files
from dealer_station.log.transparency.log_tree import open_tree
from dealer_station.log.transparency.note import SignedNote
from dealer_station.log.transparency.tree import Frontier
from dealer_station.log.transparency.tree_head import TreeHead, log_signer

SLICE_ROWS = 2_000
"""Rows of the first note that are taken at a time; this takes a few milliseconds."""
CHECKED_ROWS = 500
"""Rows that are hashed again at a time."""
LINKS = "SELECT seq, prev, hash FROM event WHERE seq BETWEEN ? AND ? ORDER BY seq"


class NoteMaker:
    """The tree of one log, in the memory of one thread."""

    def __init__(self, outbox: Outbox, keys: Path) -> None:
        self._outbox, self._keys = outbox, keys
        self._tree: Frontier | None = None
        self._origin, self._head = "", b""
        self._first = 0
        """The size of the first note; the rows up to there are taken as they are stored."""

    @property
    def has_key(self) -> bool:
        """True if the station's signing key is at hand."""
        return (self._keys / "signing.key").is_file()

    def advance(self, size: int) -> bool:
        """Take the next slice of rows towards `size`; True if the tree has that size. Raise LogError if the
        rows are not here or were changed."""
        if self._tree is None or self._tree.size > size:
            self._begin(size)
        assert self._tree is not None
        if self._tree.size == size:
            return True
        month = self._outbox.month_of(self._tree.size + 1)
        if month is None:
            raise LogError(f"{self._outbox.path}: row {self._tree.size + 1:,} is not here")
        try:
            self._take(self._tree, month, min(size, month.last))
        except LogError:
            self._tree = None
            raise
        return self._tree.size == size

    def _begin(self, size: int) -> None:
        """Begin with the newest state that is at hand."""
        whole = open_tree(self._outbox.path, size + 1)
        self._tree, self._origin, self._first = whole.start.copy(), whole.origin, size
        self._head = self._outbox.hash_at(whole.start.size) or b""

    def _take(self, tree: Frontier, month: MonthFile, last: int) -> None:
        """Add a slice of the rows of one file."""
        first, stored = tree.size + 1, tree.size < self._first
        last = min(last, self._first) if stored else last
        with Reader(month.path) as log, files.reading_faults(month.path):
            if stored:
                last = min(last, first + SLICE_ROWS - 1)
                links: Any = log.driver.execute(LINKS, (first, last)).fetchall()
            else:
                last = min(last, first + CHECKED_ROWS - 1)
                links = [(row[0], row[-2], _checked(row)) for row in log.raw_rows(first, last)]
        for seq, prev, digest in links:
            if seq != tree.size + 1 or (self._head and prev != self._head):
                raise LogError(f"{month.path}: row {tree.size + 1:,} does not continue the row before it")
            tree.append(digest)
            self._head = digest
        if tree.size != last:
            raise LogError(f"{month.path}: row {tree.size + 1:,} is missing")

    def note(self) -> SignedNote | None:
        """The signed note of the tree as it is; None if the log has no checkpoint by the station's present
        key at its last row."""
        assert self._tree is not None
        size = self._tree.size
        month = self._outbox.month_of(size)
        if month is None:
            return None
        with Reader(month.path) as log:
            signed = next(iter(log.checkpoints(size - 1, size)), None)
        seed = key_files.read(self._keys / "signing.key")
        if signed is None or not self._is_ours(signed, sign.public_key(seed)):
            return None
        return TreeHead(self._origin, size, self._tree.root()).note(log_signer(self._origin, seed))

    def _is_ours(self, signed: Checkpoint, signer: bytes) -> bool:
        """True if a checkpoint is by this key; raise KeyFaultError if it does not belong to the last row."""
        if signed.head != self._head or not signed.is_genuine:
            raise KeyFaultError(
                f"{self._outbox.path}: the checkpoint at row {signed.seq:,} is not genuine; `dealer-station "
                "log verify` says more"
            )
        return signed.signer == signer


def _checked(row: tuple[Any, ...]) -> bytes:
    """The hash of a row, computed again; raise LogError if the row was changed."""
    try:
        if (digest := hash_of(row[-2], row[:-2])) == row[-1]:
            return digest
    except ValueError:
        pass
    raise LogError(f"row {row[0]:,} was changed; `dealer-station log verify` says more")
