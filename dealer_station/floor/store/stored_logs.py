"""Reading of logs at the floor: their branches, rows, checkpoints and anchors."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from dealer_station.floor.protocol.messages import FloorHead, Page, RowValues, SentAnchor, SentCheckpoint
from dealer_station.floor.store.connection import Floor
from dealer_station.log.integrity.chain import GENESIS

PAGE_ROWS = 2_000
PAGE_BYTES = 16_000_000
"""The size at which a page ends: a station decides how large its rows are, and a gateway serves many."""
_FOUND = (
    "FROM floor.event WHERE log = %(log)s AND branch = %(branch)s AND seq BETWEEN %(first)s AND %(last)s "
    # `kept_on` never decreases along a branch, so two batches tell which months can hold the rows.
    "AND kept_on >= (SELECT kept_on FROM floor.batch WHERE log = %(log)s AND branch = %(branch)s "
    "AND first_seq <= %(first)s ORDER BY first_seq DESC LIMIT 1) "
    "AND kept_on <= (SELECT kept_on FROM floor.batch WHERE log = %(log)s AND branch = %(branch)s "
    "AND first_seq <= %(last)s ORDER BY first_seq DESC LIMIT 1) ORDER BY seq"
)
HASHES = f"SELECT seq, hash {_FOUND}"
ROWS = (
    "SELECT seq, part, cause, wall_us, mono_us, source, who, journal, device_seq, body, frame, seal, hash "
    f"{_FOUND}"
)
# The last row up to which rows and anchors fit into a page.
FITTING = (
    "SELECT max(seq), max(total)::bigint FROM (SELECT seq, sum(size) OVER (ORDER BY seq) AS total FROM ("
    "(SELECT seq, octet_length(body) + coalesce(octet_length(frame), 0) + coalesce(octet_length(seal), 0) "
    f"+ octet_length(source) + octet_length(who) + octet_length(journal) AS size {_FOUND}) "
    "UNION ALL SELECT seq, octet_length(state) FROM floor.anchor "
    "WHERE log = %(log)s AND branch = %(branch)s AND seq BETWEEN %(first)s AND %(last)s"
    ") AS parts) AS totals WHERE total <= %(bytes)s"
)
_KEPT_ON = (
    "(SELECT date_trunc('month', kept_on) FROM floor.batch WHERE log = a.log AND branch = a.branch "
    "AND first_seq <= {} ORDER BY first_seq DESC LIMIT 1)"
)
# The newest month of a station of which at least one row has left the database.
DROPPED = (
    "SELECT a.last_seq, a.head FROM floor.archive a WHERE a.log = %(log)s AND a.branch = %(branch)s "
    "AND a.closed AND a.last_seq <= %(last)s AND EXISTS (SELECT 1 FROM floor.dropped_month d "
    f"WHERE d.month BETWEEN {_KEPT_ON.format('greatest(a.first_seq, %(first)s)')} "
    f"AND {_KEPT_ON.format('a.last_seq')}) ORDER BY a.last_seq DESC LIMIT 1"
)


class Stretch(Struct, frozen=True):
    """The rows of a log that one branch holds."""

    branch: int
    first: int
    last: int


def log_number(identity: bytes) -> int:
    """The key of a log in the database: the first eight bytes of its identity."""
    return int.from_bytes(identity[:8], "big", signed=True)


def lineage(floor: Floor, log: int, branch: int) -> list[Stretch]:
    """The stretches of which a branch consists, oldest first; it shares its beginning with its parents."""
    found = floor.execute(
        "SELECT b.branch, b.parent_branch, b.parent_seq, h.seq FROM floor.branch b "
        "JOIN floor.head h USING (log, branch) WHERE log = %s",
        (log,),
    ).fetchall()
    known = {one[0]: one for one in found}
    stretches: list[Stretch] = []
    last = known[branch][3] if branch in known else 0
    while branch in known:
        _, parent, parent_seq, _ = known[branch]
        if last > parent_seq:
            stretches.append(Stretch(branch, parent_seq + 1, last))
        branch, last = parent or 0, min(parent_seq, last)
    return stretches[::-1]


def hashes(floor: Floor, log: int, branch: int, first: int, last: int) -> dict[int, bytes]:
    """The stored hashes of some rows; the row before the first one has the hash of the beginning."""
    found: dict[int, bytes] = {0: GENESIS} if first <= 0 <= last else {}
    for one in lineage(floor, log, branch):
        low, high = max(first, one.first), min(last, one.last)
        if low <= high:
            found.update(floor.execute(HASHES, _span(log, one.branch, low, high), binary=True).fetchall())
    return found


def hashed_rows(floor: Floor, log: int, branch: int, first: int, last: int) -> list[tuple[RowValues, bytes]]:
    """The stored rows of a stretch, each with its stored hash; rows that are not here are left out. The
    stretch ends sooner if its rows are large."""
    rows: list[tuple[RowValues, bytes]] = []
    last = _fitting(floor, log, branch, first, last)
    for one in lineage(floor, log, branch):
        low, high = max(first, one.first), min(last, one.last)
        if low <= high:
            found = floor.execute(ROWS, _span(log, one.branch, low, high), binary=True)
            rows += [(_values(values), values[-1]) for values in found]
    return rows


def _fitting(floor: Floor, log: int, branch: int, first: int, last: int) -> int:
    """The last row of a page that begins with a row: it has at least one, and ends with `last`."""
    left = PAGE_BYTES
    for one in lineage(floor, log, branch):
        low, high = max(first, one.first), min(last, one.last)
        if low > high:
            continue
        values = {**_span(log, one.branch, low, high), "bytes": left}
        fits, size = floor.execute(FITTING, values).fetchone() or (None, None)
        if fits != high:
            return max(fits or low - 1, first)
        left -= size or 0
    return last


def head_of(floor: Floor, log: int, branch: int) -> FloorHead | None:
    """The head of a branch, or None if there is no such branch."""
    found = floor.execute(
        "SELECT branch, seq, hash, checkpoint_seq, anchor_seq FROM floor.head WHERE log = %s AND branch = %s",
        (log, branch),
        binary=True,
    ).fetchone()
    return FloorHead(*found) if found else None


def last_dropped(floor: Floor, log: int, branch: int) -> tuple[int, bytes]:
    """Number and hash of the last row of the newest month that is no longer here as a whole; row 0 if all
    are."""
    for one in reversed(lineage(floor, log, branch)):
        span = _span(log, one.branch, one.first, one.last)
        if found := floor.execute(DROPPED, span, binary=True).fetchone():
            return found[0], found[1]
    return 0, GENESIS


def page(floor: Floor, log: int, branch: int, first: int, last: int) -> Page | None:
    """Up to PAGE_ROWS rows and about PAGE_BYTES, with their checkpoints and anchors; None if there is no such
    branch. If months were dropped, the rows begin with the first month that is here as a whole."""
    with floor.transaction():
        head = head_of(floor, log, branch)
        if head is None:
            return None
        dropped, digest = last_dropped(floor, log, branch)
        first = max(first, dropped + 1)
        last = _fitting(floor, log, branch, first, min(last, head.seq, first + PAGE_ROWS - 1))
        rows: list[RowValues] = []
        checkpoints: list[SentCheckpoint] = []
        anchors: list[SentAnchor] = []
        for one in lineage(floor, log, branch):
            low, high = max(first, one.first), min(last, one.last)
            if low > high:
                continue
            span = _span(log, one.branch, low, high)
            rows += [_values(found) for found in floor.execute(ROWS, span, binary=True)]
            of_it = "WHERE log = %(log)s AND branch = %(branch)s AND seq BETWEEN %(first)s AND %(last)s"
            signed = (
                f"SELECT seq, head, wall_us, signer, signature FROM floor.checkpoint {of_it} ORDER BY seq"
            )
            checkpoints += [SentCheckpoint(*found) for found in floor.execute(signed, span, binary=True)]
            states = f"SELECT seq, state FROM floor.anchor {of_it} ORDER BY seq"
            anchors += [SentAnchor(*found) for found in floor.execute(states, span, binary=True)]
        before = (
            {dropped: digest} if first == dropped + 1 else hashes(floor, log, branch, first - 1, first - 1)
        )
        prev = before.get(first - 1, b"")
    return Page(prev, rows, head, checkpoints, anchors)


def newest_anchor(floor: Floor, log: int, branch: int, last: int) -> SentAnchor | None:
    """The newest anchor up to row `last`; None if there is none."""
    for one in reversed(lineage(floor, log, branch)):
        found = floor.execute(
            "SELECT seq, state FROM floor.anchor WHERE log = %s AND branch = %s AND seq <= %s "
            "ORDER BY seq DESC LIMIT 1",
            (log, one.branch, min(last, one.last)),
            binary=True,
        ).fetchone()
        if found:
            return SentAnchor(*found)
    return None


def pages(floor: Floor, log: int, branch: int) -> Iterator[Page]:
    """The whole of a branch, page by page, up to its head at the first page."""
    first, last = 1, 1
    while first <= last:
        found = page(floor, log, branch, first, 2**62)
        if found is None or not found.rows:
            return
        if first == 1:
            last = found.head.seq
        yield found
        first = found.rows[-1][0] + 1


def _span(log: int, branch: int, first: int, last: int) -> dict[str, int]:
    return {"log": log, "branch": branch, "first": first, "last": last}


def _values(found: tuple[Any, ...]) -> RowValues:
    """A stored row as the protocol sends it."""
    seq, part, cause, wall_us, mono_us, source, who, journal, device_seq, body, frame, seal, _ = found
    texts = source.decode(), who.decode(), journal.decode()
    return (seq, part, cause, wall_us, mono_us, *texts, device_seq, body, frame, seal)
