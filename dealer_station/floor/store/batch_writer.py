"""Writes accepted batches with one statement: rows, batches, checkpoints, anchors, heads and stations.

The statement locks the heads in the order of their keys and writes only those batches whose station and head
are as its caller expects; it returns which ones it wrote. Inside a transaction that has locked the heads it
always finds them so. On its own it is a whole append in one round trip to the database: whoever remembers a
head need not ask for it first, and a memory that is out of date does no harm."""

from collections.abc import Iterator
from datetime import date
from itertools import count

from psycopg import OperationalError, pq
from psycopg.errors import error_from_result

from dealer_station.floor.store.appends import AcceptedBatch
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.store.copy_rows import COPY, HEADER, TRAILER, copied
from dealer_station.floor.store.packed_arrays import BIGINTS, BYTEAS, DATES, TEXTS, ArrayKind

COPY_FROM = 300
"""From so many rows on COPY is cheaper than arrays, although it needs four more round trips; the live appends
of 64 stations stay below."""
Columns = tuple[tuple[str, ArrayKind], ...]
WANTED: Columns = (
    *(("at", BIGINTS), ("station", TEXTS), ("public_key", BYTEAS), ("offset_us", BIGINTS), ("size", BIGINTS)),
    *(("log", BIGINTS), ("branch", BIGINTS), ("seq", BIGINTS), ("hash", BYTEAS)),
    *(("checkpoint_seq", BIGINTS), ("anchor_seq", BIGINTS), ("state", TEXTS), ("today", DATES)),
    *(("new_seq", BIGINTS), ("new_hash", BYTEAS), ("new_checkpoint_seq", BIGINTS)),
    *(("new_anchor_seq", BIGINTS), ("kept_on", DATES)),
)
ROWS: Columns = (
    *(("at", BIGINTS), ("seq", BIGINTS), ("part", TEXTS), ("cause", BIGINTS), ("wall_us", BIGINTS)),
    *(("mono_us", BIGINTS), ("source", BYTEAS), ("who", BYTEAS), ("journal", BYTEAS)),
    *(("device_seq", BIGINTS), ("body", BYTEAS), ("frame", BYTEAS), ("seal", BYTEAS), ("hash", BYTEAS)),
)
CHECKPOINTS: Columns = (
    *(("at", BIGINTS), ("seq", BIGINTS), ("head", BYTEAS), ("wall_us", BIGINTS)),
    *(("signer", BYTEAS), ("signature", BYTEAS)),
)
ANCHORS: Columns = (("at", BIGINTS), ("seq", BIGINTS), ("state", BYTEAS))
# A station that was disabled, a branch that was accepted and a head that has moved are left out here.
LOCKED = (
    "SELECT w.* FROM {wanted} JOIN floor.station s ON s.name = w.station "
    "JOIN floor.head h ON h.log = w.log AND h.branch = w.branch "
    "JOIN floor.branch b ON b.log = w.log AND b.branch = w.branch "
    "WHERE s.public_key = w.public_key AND s.state = 'enrolled' AND s.log = w.log AND b.state = w.state "
    "AND (h.seq, h.hash, h.checkpoint_seq, h.anchor_seq) = (w.seq, w.hash, w.checkpoint_seq, w.anchor_seq) "
    "AND w.today = CURRENT_DATE ORDER BY h.log, h.branch FOR UPDATE OF h"
)
BATCHES = (
    "INSERT INTO floor.batch (log, branch, first_seq, last_seq, kept_on, station, clock_offset_us) "
    "SELECT log, branch, seq + 1, new_seq, kept_on, station, offset_us FROM locked WHERE new_seq > seq"
)
ADVANCE = (
    "UPDATE floor.head h SET seq = l.new_seq, hash = l.new_hash, at = now(), kept_on = l.kept_on, "
    "checkpoint_seq = l.new_checkpoint_seq, anchor_seq = l.new_anchor_seq FROM locked l "
    "WHERE h.log = l.log AND h.branch = l.branch"
)
HEARD = (
    "UPDATE floor.station s SET heard_at = now(), size = l.size, clock_offset_us = l.offset_us, "
    "refused = false FROM locked l WHERE s.name = l.station"
)
WRITTEN = "SELECT at, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint FROM locked"


class BatchWriter:
    """Writes accepted batches through one connection, on which it prepares its statements."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._prepared: set[bytes] = set()
        # The statements have many parts, and planning one takes longer than executing it. The server would
        # plan anew each time, because it takes an array of one element for cheaper than one of unknown size.
        floor.execute("SET plan_cache_mode = force_generic_plan")

    def write(
        self, accepted: list[AcceptedBatch], today: date, *, rows_are_there: bool = False
    ) -> dict[int, int]:
        """Write the batches whose station and head are as expected; return the places of those in the list,
        each with the time of the database. The rows may have been copied already."""
        tables: tuple[tuple[Columns, list[tuple[object, ...]]], ...] = (
            (WANTED, [_wanted(at, one, today) for at, one in enumerate(accepted)]),
            (ROWS, [] if rows_are_there else list(_rows(accepted))),
            (CHECKPOINTS, list(_checkpoints(accepted))),
            (
                ANCHORS,
                [(at, one.seq, one.state) for at, batch in enumerate(accepted) for one in batch.anchors],
            ),
        )
        # Most appends have no checkpoint and no anchor; their statement does without that part.
        used = [(columns, values) for columns, values in tables if values]
        arrays = [
            kind.of(column)
            for columns, values in used
            for (_, kind), column in zip(columns, zip(*values, strict=True), strict=True)
        ]
        result = self._run(tuple(bool(values) for _, values in tables), arrays)
        found: dict[int, int] = {}
        for row in range(result.ntuples):
            at, now_us = (result.get_value(row, column) or b"" for column in (0, 1))
            found[int.from_bytes(at, "big")] = int.from_bytes(now_us, "big")
        return found

    def copy(self, accepted: list[AcceptedBatch]) -> None:
        """Copy the rows of batches whose heads are locked."""
        with self._floor.cursor() as cursor, cursor.copy(COPY) as copy:
            copy.write(HEADER)
            for one in accepted:
                copy.write(copied(*one.after.key, one.after.kept_on, one.rows))
            copy.write(TRAILER)

    def _run(self, shape: tuple[bool, ...], arrays: list[bytes]) -> pq.abc.PGresult:
        """Execute the statement of a shape; prepare it at its first use."""
        server = self._floor.pgconn
        if self._floor.closed:
            raise OperationalError("the connection to the database is closed")
        name = b"write_%d%d%d%d" % shape
        if name not in self._prepared:
            _check(server.prepare(name, _statement(shape).encode()))
            self._prepared.add(name)
        binary = [pq.Format.BINARY] * len(arrays)
        return _check(server.exec_prepared(name, arrays, binary, pq.Format.BINARY))


def _check(result: pq.abc.PGresult) -> pq.abc.PGresult:
    """Raise the error of a result."""
    if result.status not in (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK):
        raise error_from_result(result)
    return result


def _statement(shape: tuple[bool, ...]) -> str:
    """The statement for batches with or without rows, checkpoints and anchors."""
    numbers = count(1)
    _, rows, checkpoints, anchors = shape
    parts = [f"locked AS MATERIALIZED ({LOCKED.format(wanted=_unnested(WANTED, 'w', numbers))})"]
    into = "SELECT l.log, l.branch, {columns} FROM {values} JOIN locked l USING (at)"
    if rows:
        listed = ", ".join(name for name, _ in ROWS[1:])
        values = into.format(columns=f"l.kept_on, {_of('r', ROWS)}", values=_unnested(ROWS, "r", numbers))
        parts.append(f"rows AS (INSERT INTO floor.event (log, branch, kept_on, {listed}) {values})")
    parts.append(f"batches AS ({BATCHES})")
    for name, columns, used in (("checkpoint", CHECKPOINTS, checkpoints), ("anchor", ANCHORS, anchors)):
        if used:
            values = into.format(columns=_of("c", columns), values=_unnested(columns, "c", numbers))
            listed = ", ".join(one for one, _ in columns[1:])
            parts.append(f"{name}s AS (INSERT INTO floor.{name} (log, branch, {listed}) {values})")
    parts += [f"heads AS ({ADVANCE})", f"stations AS ({HEARD})"]
    return f"WITH {', '.join(parts)} {WRITTEN}"


def _unnested(columns: Columns, alias: str, numbers: Iterator[int]) -> str:
    """The arrays of a table as rows, from the next parameters on."""
    arrays = ", ".join(f"${next(numbers)}::{kind.name}" for _, kind in columns)
    return f"unnest({arrays}) AS {alias} ({', '.join(name for name, _ in columns)})"


def _of(alias: str, columns: Columns) -> str:
    """The columns of a table but its first, which says whose they are."""
    return ", ".join(f"{alias}.{name}" for name, _ in columns[1:])


def _wanted(at: int, one: AcceptedBatch, today: date) -> tuple[object, ...]:
    waiting, before, after = one.waiting, one.before, one.after
    return (
        *(at, waiting.station, waiting.public_key, waiting.offset_us, max(waiting.batch.size, after.seq)),
        *(before.log, before.branch, before.seq, before.hash, before.checkpoint_seq, before.anchor_seq),
        *(before.state, today, after.seq, after.hash, after.checkpoint_seq, after.anchor_seq, after.kept_on),
    )


def _rows(accepted: list[AcceptedBatch]) -> Iterator[tuple[object, ...]]:
    """The rows of all batches in the order of ROWS."""
    for at, one in enumerate(accepted):
        for values, digest, _ in one.rows:
            seq, part, cause, wall_us, mono_us, source, who, journal, *more = values
            texts = source.encode(), who.encode(), journal.encode()
            yield (at, seq, part, cause, wall_us, mono_us, *texts, *more, digest)


def _checkpoints(accepted: list[AcceptedBatch]) -> Iterator[tuple[object, ...]]:
    """The checkpoints of all batches in the order of CHECKPOINTS."""
    for at, batch in enumerate(accepted):
        for one in batch.checkpoints:
            yield at, one.seq, one.head, one.wall_us, one.signer, one.signature


def _anchors(accepted: list[AcceptedBatch]) -> Iterator[tuple[object, ...]]:
    """The anchors of all batches in the order of ANCHORS."""
    for at, batch in enumerate(accepted):
        for one in batch.anchors:
            yield at, one.seq, one.state
