"""Holds: rounds, tables and spans of time whose rows stay in the database until somebody lifts the hold.

A hold and its lifting are rows of their own, and neither is ever changed or deleted."""

from datetime import UTC, date, datetime, timedelta
from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.store import stored_logs
from dealer_station.floor.store.connection import Floor
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import RoundKept

HoldKind = Literal["round", "table", "span"]
# The kind of a record stands at the beginning of its body, right after the version.
_ROUND_AFTER = (
    "SELECT seq, body FROM floor.event WHERE log = %s AND branch = %s AND seq BETWEEN %s AND %s "
    "AND part = 'record' AND position('\"type\":\"RoundKept\"'::bytea IN substring(body FROM 1 FOR 40)) > 0 "
    "ORDER BY seq LIMIT 1"
)


class HeldRows(Struct, frozen=True):
    """A hold with its lifting, if it was lifted."""

    number: int
    kind: HoldKind
    table: str
    """The name of the table; empty if the hold is on all tables."""
    round_number: int | None
    first_seq: int | None
    last_seq: int | None
    since: datetime | None
    until: datetime | None
    put_by: str
    because: str
    put_at: datetime
    lifted_by: str | None
    lifted_because: str | None
    lifted_at: datetime | None


# A row counts for the time at which it arrived, and for its station's month: the rows themselves are gone.
_DROPPED_OF_SPAN = (
    "SELECT DISTINCT d.month FROM floor.dropped_month d JOIN floor.batch b "
    "ON b.kept_on >= d.month AND b.kept_on < d.month + interval '1 month' "
    "WHERE (%(log)s::bigint IS NULL OR b.log = %(log)s) "
    "AND ((b.kept_at >= %(since)s AND b.kept_at < %(until)s) OR EXISTS (SELECT 1 FROM floor.archive a "
    "WHERE a.log = b.log AND a.branch = b.branch AND a.first_seq <= b.last_seq AND a.last_seq >= b.first_seq "
    "AND a.month BETWEEN %(first_month)s AND %(last_month)s)) ORDER BY 1"
)
_LEFT_OF_SPAN = (
    "SELECT 1 FROM floor.batch b WHERE (%(log)s::bigint IS NULL OR b.log = %(log)s) "
    "AND b.kept_at >= %(since)s AND b.kept_at < %(until)s "
    "AND NOT EXISTS (SELECT 1 FROM floor.dropped_month d "
    "WHERE b.kept_on >= d.month AND b.kept_on < d.month + interval '1 month') LIMIT 1"
)


def put_on_table(floor: Floor, log: int, *, by: str, because: str) -> int:
    """Hold every row of a log, and return the number of the hold."""
    return _put(floor, "table", log, by=by, because=because)


def put_on_round(floor: Floor, log: int, branch: int, number: int, *, by: str, because: str) -> int:
    """Hold the rows of a round, and return the number of the hold."""
    first, last = round_rows(floor, log, branch, number)
    return _put(floor, "round", log, by=by, because=because, rows=(number, first, last))


def put_on_span(
    floor: Floor, log: int | None, since: datetime, until: datetime, *, by: str, because: str
) -> int:
    """Hold a span of time of one log or of all, and return the number of the hold."""
    if since >= until:
        raise FloorError("the span ends before it begins; give --until a later time than --since")
    gone = dropped_months(floor, log, since, until)
    span = {"log": log, "since": since, "until": until}
    if gone and until <= datetime.now(UTC) and not floor.execute(_LEFT_OF_SPAN, span).fetchone():
        months = ", ".join(f"{month:%Y-%m}" for month in gone)
        raise FloorError(
            f"the rows of that time have left the database, with the months of arrival {months}; nothing is "
            "left to hold. Keep the files that `dealer-station floor archives` lists for them. If a station "
            "may have sent rows of that time late, hold its table"
        )
    return _put(floor, "span", log, by=by, because=because, span=(since, until))


def dropped_months(floor: Floor, log: int | None, since: datetime, until: datetime) -> list[date]:
    """The months of arrival with rows of a span, of one log or of all, that have left the database."""
    span = {
        "log": log,
        "since": since,
        "until": until,
        "first_month": f"{since:%Y-%m}",
        "last_month": f"{until - timedelta(microseconds=1):%Y-%m}",
    }
    return [month for (month,) in floor.execute(_DROPPED_OF_SPAN, span)]


def _put(
    floor: Floor,
    kind: HoldKind,
    log: int | None,
    *,
    by: str,
    because: str,
    rows: tuple[int | None, int | None, int | None] = (None, None, None),
    span: tuple[datetime | None, datetime | None] = (None, None),
) -> int:
    """Insert a hold."""
    made = floor.execute(
        "INSERT INTO floor.hold (kind, log, round_number, first_seq, last_seq, since, until, put_by, "
        "because) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id",
        (kind, log, *rows, *span, by, because),
    ).fetchone()
    assert made
    return int(made[0])


def lift(floor: Floor, number: int, *, by: str, because: str) -> HeldRows:
    """Lift a hold; raise FloorError if there is none of this number, or if it was lifted before."""
    found = next((one for one in holds(floor) if one.number == number), None)
    if found is None:
        raise FloorError(f"there is no hold {number}; `dealer-station floor hold list` lists them")
    if found.lifted_at is not None:
        raise FloorError(
            f"hold {number} was lifted by {found.lifted_by} on {found.lifted_at:%Y-%m-%d} already"
        )
    floor.execute(
        "INSERT INTO floor.hold_lift (hold, lifted_by, because) VALUES (%s, %s, %s)", (number, by, because)
    )
    return found


def holds(floor: Floor) -> list[HeldRows]:
    """Every hold, the oldest first, lifted ones too."""
    found = floor.execute(
        "SELECT h.id, h.kind, coalesce(l.name, ''), h.round_number, h.first_seq, h.last_seq, h.since, "
        "h.until, h.put_by, h.because, h.put_at, f.lifted_by, f.because, f.lifted_at "
        "FROM floor.hold h LEFT JOIN floor.log l ON l.id = h.log "
        "LEFT JOIN floor.hold_lift f ON f.hold = h.id ORDER BY h.id"
    )
    return [HeldRows(*one) for one in found]


def round_rows(floor: Floor, log: int, branch: int, number: int) -> tuple[int, int]:
    """First and last row of an ended round; raise FloorError if the database does not have it."""
    found: RoundKept | None = None
    last = 0
    for stretch in stored_logs.lineage(floor, log, branch):
        # Rounds are numbered upwards along a log, so that a search by halves finds the last end of a round
        # without reading the rows between.
        low, high = stretch.first, stretch.last + 1
        while low < high:
            middle = (low + high) // 2
            row = floor.execute(_ROUND_AFTER, (log, stretch.branch, middle, stretch.last)).fetchone()
            kept = decode("record", bytes(row[1])) if row else None
            if row is None or not isinstance(kept, RoundKept) or kept.number > number:
                high = middle
                continue
            if kept.number == number:
                found, last = kept, int(row[0])
            low = int(row[0]) + 1
    if found is None:
        raise FloorError(
            f"the database has no end of a round {number} of this log; it may be in play or archived "
            "already. Hold the table, or a span of time"
        )
    return found.first_seq, last
