"""Logs that people have set aside: readers leave them out, and nothing of them waits for a decision.

Each decision is a row of its own, and none is ever changed or deleted; the newest one about a log counts. The
rows of a log that is set aside stay, are verified, and are archived like those of any other log."""

from datetime import datetime

from msgspec import Struct

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.store.connection import Floor


class SetAside(Struct, frozen=True):
    """A log that is set aside."""

    log: int
    by: str
    because: str
    at: datetime


def current(floor: Floor) -> list[SetAside]:
    """The logs that are set aside now."""
    found = floor.execute(
        "SELECT log, decided_by, because, decided_at FROM (SELECT DISTINCT ON (log) * FROM floor.set_aside "
        "ORDER BY log, id DESC) AS newest WHERE aside ORDER BY log"
    )
    return [SetAside(*one) for one in found]


def decide(floor: Floor, log: int, *, aside: bool, by: str, because: str) -> int:
    """Set a log aside, or take it back; return the number of the decision. Raise FloorError if that is so
    already, or if a station may still write to the log."""
    known = next((one for one in current(floor) if one.log == log), None)
    if (known is not None) == aside:
        state = f"set aside already, by {known.by} on {known.at:%Y-%m-%d}" if known else "not set aside"
        raise FloorError(f"this log is {state}")
    writing = floor.execute(
        "SELECT name FROM floor.station WHERE log = %s AND state = 'enrolled' ORDER BY name", (log,)
    ).fetchall()
    if aside and writing:
        names = ", ".join(name for (name,) in writing)
        raise FloorError(
            f"stations that may write to this log are enrolled: {names}. Disable each first, with "
            "`dealer-station floor disable STATION`"
        )
    made = floor.execute(
        "INSERT INTO floor.set_aside (log, aside, decided_by, because) VALUES (%s, %s, %s, %s) RETURNING id",
        (log, aside, by, because),
    ).fetchone()
    assert made
    return int(made[0])
