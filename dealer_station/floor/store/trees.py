"""The Merkle trees of the floor's logs: compact states that are stored, extended by the rows since.

A state is known at the size of every note that the floor has cosigned, and in `floor.tree` as far as the
floor has computed it. Whoever extends a state hashes the rows again, so that a row that somebody changed in
the database gives no root. A branch shares the states of its parents up to its fork."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from dealer_station.floor.store import stored_logs
from dealer_station.floor.store.connection import Floor
from dealer_station.log.integrity.chain import GENESIS, hash_of
from dealer_station.log.transparency.tree import HASH_BYTES, Frontier, consistency_ranges, hashes_of

PAGE_ROWS, HASHES_AT_ONCE = 2_000, 20_000
_BEFORE = (
    "SELECT size, head, nodes FROM floor.{} WHERE log = %s AND branch = %s AND size <= %s "
    "ORDER BY size DESC LIMIT 1"
)
KEEP = (
    "INSERT INTO floor.tree (log, branch, size, head, nodes) VALUES (%s, %s, %s, %s, %s) "
    "ON CONFLICT (log, branch) DO UPDATE SET size = excluded.size, head = excluded.head, "
    "nodes = excluded.nodes WHERE floor.tree.size < excluded.size"
)


# Under a note of more rows nobody needs the larger state: the note has one of its own.
KEEP_START = (
    "INSERT INTO floor.tree (log, branch, size, head, nodes) VALUES (%s, %s, %s, %s, %s) "
    "ON CONFLICT (log, branch) DO UPDATE SET size = excluded.size, head = excluded.head, "
    "nodes = excluded.nodes WHERE floor.tree.size < excluded.size OR floor.tree.size <= ("
    "SELECT max(n.size) FROM floor.note n WHERE n.log = excluded.log AND n.branch = excluded.branch)"
)


class RowsChangedError(Exception):
    """Rows of the floor that are not as they arrived, or that are missing."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"row {seq}")
        self.seq = seq


class RowsArchivedError(Exception):
    """Rows that have left the database before the floor knew their tree."""

    def __init__(self, last: int) -> None:
        super().__init__(f"row {last}")
        self.last = last


class TreeState(Struct, frozen=True):
    """The compact state of a tree, and the hash of its last row."""

    frontier: Frontier
    head: bytes

    @property
    def size(self) -> int:
        """The number of rows."""
        return self.frontier.size

    @property
    def nodes(self) -> bytes:
        """The nodes, as the database stores them."""
        return b"".join(self.frontier.nodes)

    def extended(self, hashes: Iterator[bytes]) -> "TreeState":
        """The state after more rows."""
        frontier, head = self.frontier.copy(), self.head
        for head in hashes:
            frontier.append(head)
        return TreeState(frontier, head)


EMPTY = TreeState(Frontier(), GENESIS)


def state_from(size: int, head: bytes, nodes: bytes) -> TreeState:
    """A state as the database stores it; raise ValueError if it has not the right number of nodes."""
    parts = [nodes[at : at + HASH_BYTES] for at in range(0, len(nodes), HASH_BYTES)]
    return TreeState(Frontier(size, parts), head)


def newest_state(floor: Floor, log: int, branch: int, size: int) -> TreeState:
    """The largest known state of a branch that has at most `size` rows; raise RowsChangedError if the stored
    state is damaged."""
    found = EMPTY
    for one in stored_logs.lineage(floor, log, branch):
        for table in ("note", "tree"):
            values: Any = floor.execute(
                _BEFORE.format(table), (log, one.branch, min(size, one.last)), binary=True
            ).fetchone()
            if values is not None and values[0] > found.size:
                try:
                    found = state_from(*values)
                except ValueError as error:
                    raise RowsChangedError(values[0]) from error
    return found


def state_at(floor: Floor, log: int, branch: int, size: int, rows_max: int = 2**62) -> TreeState:
    """The state of a branch at `size` rows, or as near to it as `rows_max` more rows lead."""
    start = newest_state(floor, log, branch, size)
    last = min(size, start.size + rows_max)
    return start.extended(checked_hashes(floor, log, branch, start, last))


def checked_hashes(floor: Floor, log: int, branch: int, start: TreeState, last: int) -> Iterator[bytes]:
    """The hashes of the rows after a state, each computed again from its row and compared with the stored
    one."""
    seq, head = start.size, start.head
    while seq < last:
        page = stored_logs.hashed_rows(floor, log, branch, seq + 1, min(last, seq + PAGE_ROWS))
        if not page or page[0][0][0] != seq + 1:
            dropped = stored_logs.last_dropped(floor, log, branch)[0]
            raise RowsArchivedError(dropped) if dropped > seq else RowsChangedError(seq + 1)
        for values, stored in page:
            try:
                head = hash_of(head, values)
            except ValueError as error:
                raise RowsChangedError(seq + 1) from error
            if values[0] != seq + 1 or head != stored:
                raise RowsChangedError(seq + 1)
            seq += 1
            yield head


def keep_state(floor: Floor, log: int, branch: int, state: TreeState) -> None:
    """Store how far a tree was computed; a smaller state never replaces a larger one."""
    floor.execute(KEEP, (log, branch, state.size, state.head, state.nodes))


def keep_start(floor: Floor, log: int, branch: int, state: TreeState) -> None:
    """Store the tree before the first row that is here, from which a spare goes on, in place of any state
    that the notes have too."""
    floor.execute(KEEP_START, (log, branch, state.size, state.head, state.nodes))


def consistency(floor: Floor, log: int, branch: int, old: int, size: int) -> tuple[bytes, ...]:
    """The hashes that prove that the tree of `size` rows continues that of `old` rows."""
    start = state_at(floor, log, branch, old)
    rows = _stored_hashes(floor, log, branch, old, size)
    return tuple(hashes_of(consistency_ranges(old, size), start.frontier, rows))


def _stored_hashes(floor: Floor, log: int, branch: int, after: int, last: int) -> Iterator[bytes]:
    """The stored hashes of rows, unchecked: the witness checks the proof that they are for."""
    while after < last:
        page = stored_logs.hashes(floor, log, branch, after + 1, min(last, after + HASHES_AT_ONCE))
        for seq in range(after + 1, min(last, after + HASHES_AT_ONCE) + 1):
            if seq not in page:
                raise RowsArchivedError(seq)
            yield page[seq]
        after += HASHES_AT_ONCE
