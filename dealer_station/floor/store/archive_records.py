"""The record of the archive: which rows were written to which files, and which months were dropped."""

from datetime import date, datetime

from msgspec import Struct

from dealer_station.floor.protocol.table_names import shown_name
from dealer_station.floor.store.connection import Floor

COLUMNS = (
    "log, branch, first_seq, last_seq, prev, head, month, closed, file, file_digest, file_bytes, "
    "parquet_digest, parquet_bytes, places, archived_by"
)


class ArchivedMonth(Struct, frozen=True):
    """A month of a log as it was archived; an open one was written before its station had closed it."""

    log: int
    branch: int
    first_seq: int
    last_seq: int
    prev: bytes
    """The hash of the row before the first one."""
    head: bytes
    """The hash of the last row."""
    month: str
    """The month in UTC by the station's clock, such as 2026-11."""
    closed: bool
    file: str
    file_digest: bytes
    file_bytes: int
    parquet_digest: bytes
    parquet_bytes: int
    places: list[str]
    archived_by: str

    @property
    def folder(self) -> str:
        """The folder of this log and branch inside a place."""
        return folder_of(self.log, self.branch)


class MonthOfArrival(Struct, frozen=True):
    """The rows of a branch that arrived in one month."""

    month: date
    log: int
    branch: int
    first: int
    last: int


class DroppedMonth(Struct, frozen=True):
    """A month of arrival that has left the database."""

    month: date
    rows: int
    by: str
    at: datetime


def folder_of(log: int, branch: int) -> str:
    """The folder of a branch inside a place: the beginning of the log's identity, and the branch."""
    return f"{log & (2**64 - 1):016x}/branch-{branch}"


def archived(floor: Floor, log: int | None = None) -> list[ArchivedMonth]:
    """Every record of one log or of all, in the order of the rows; of two with the same first row the
    longer one comes last."""
    found = floor.execute(
        f"SELECT {COLUMNS} FROM floor.archive WHERE log = coalesce(%s, log) "
        "ORDER BY log, branch, first_seq, last_seq",
        (log,),
        binary=True,
    )
    return [ArchivedMonth(*one) for one in found]


def record(floor: Floor, one: ArchivedMonth) -> None:
    """Record a month that is in both places and verified there."""
    values = [getattr(one, name) for name in one.__struct_fields__]
    floor.execute(f"INSERT INTO floor.archive ({COLUMNS}) VALUES ({', '.join(['%s'] * len(values))})", values)


def months_of_arrival(floor: Floor, before: date | None = None) -> list[MonthOfArrival]:
    """The rows of every branch by the month of their arrival, the oldest month first."""
    found = floor.execute(
        "SELECT date_trunc('month', kept_on)::date, log, branch, min(first_seq), max(last_seq) "
        "FROM floor.batch WHERE kept_on < coalesce(%s, 'infinity'::date) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
        (before,),
    )
    return [MonthOfArrival(*one) for one in found]


def months_of_branch(floor: Floor, log: int, branch: int) -> list[MonthOfArrival]:
    """The rows of one branch by the month of their arrival, oldest first."""
    found = floor.execute(
        "SELECT date_trunc('month', kept_on)::date, log, branch, min(first_seq), max(last_seq) "
        "FROM floor.batch WHERE log = %s AND branch = %s GROUP BY 1, 2, 3 ORDER BY 4",
        (log, branch),
    )
    return [MonthOfArrival(*one) for one in found]


def dropped(floor: Floor) -> list[DroppedMonth]:
    """The months that have left the database, oldest first."""
    found = floor.execute("SELECT month, rows, dropped_by, dropped_at FROM floor.dropped_month ORDER BY 1")
    return [DroppedMonth(*one) for one in found]


def partitions(floor: Floor, before: date | None = None) -> list[date]:
    """The months whose partitions exist, oldest first."""
    found = floor.execute(
        "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid "
        "WHERE i.inhparent = 'floor.event'::regclass ORDER BY 1"
    )
    months = [datetime.strptime(name, "event_%Y_%m").date() for (name,) in found]  # noqa: DTZ007 - a month
    return [one for one in months if before is None or one < before]


def holds_on(floor: Floor, month: date) -> list[int]:
    """The numbers of the holds that keep a month in the database."""
    return [int(one) for (one,) in floor.execute("SELECT floor.holds_on(%s)", (month,))]


def log_names(floor: Floor) -> dict[int, str]:
    """The name of the table of every log."""
    return {log: shown_name(name) for log, name in floor.execute("SELECT id, name FROM floor.log")}


def branches(floor: Floor, log: int) -> list[int]:
    """The branches of a log, oldest first."""
    found = floor.execute("SELECT branch FROM floor.branch WHERE log = %s ORDER BY branch", (log,))
    return [one for (one,) in found]
