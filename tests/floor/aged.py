"""Logs whose rows arrived long ago: the tests move them to months that have passed."""

from datetime import date
from pathlib import Path

import psycopg

from tests.floor.commands import done, floor_command
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.small_logs import SmallLog

MARIA = ("--by", "Maria")
OLD, LESS_OLD = date(2024, 1, 15), date(2024, 2, 15)


def arrived(floor: FloorUnderTest, first: int, last: int, day: date, branch: int = 1) -> None:
    """Let rows have arrived on a day; only a superuser can do that."""
    span = {"first": first, "last": last, "day": day, "branch": branch}
    inside = "WHERE branch = %(branch)s AND {} >= %(first)s AND {} <= %(last)s"
    with psycopg.connect(floor.database, autocommit=True) as connection:
        connection.execute("SELECT floor.make_month(%(day)s)", span)
        where = inside.format("seq", "seq")
        moved = connection.execute(f"UPDATE floor.event SET kept_on = %(day)s {where}", span)
        assert moved.rowcount == last - first + 1
        where = inside.format("first_seq", "last_seq")
        connection.execute(f"UPDATE floor.batch SET kept_on = %(day)s, kept_at = %(day)s {where}", span)
        connection.execute(
            "UPDATE floor.head h SET kept_on = (SELECT max(kept_on) FROM floor.batch b "
            "WHERE b.log = h.log AND b.branch = h.branch)"
        )


def three_months(floor: FloorUnderTest, folder: Path) -> None:
    """Bring a log of three months, two of which arrived long ago."""
    log = SmallLog(folder / "table.db")
    for _ in range(2):
        log.write(30)
        log.turn_month()
    log.write(20)
    log.close()
    bring(floor.enrol("table-7"), log.path)
    first, second, _ = ends_of_batches(floor)
    arrived(floor, 1, first, OLD)
    arrived(floor, first + 1, second, LESS_OLD)


def ends_of_batches(floor: FloorUnderTest) -> list[int]:
    """The last row of each batch, which here is that of each month."""
    return [last for (last,) in floor.ask("SELECT last_seq FROM floor.batch ORDER BY first_seq")]


def places(floor: FloorUnderTest) -> tuple[Path, Path]:
    """The two places of the archive, empty at first."""
    made = floor.folder / "here", floor.folder / "there"
    for one in made:
        one.mkdir(exist_ok=True)
    return made


def archive_words(floor: FloorUnderTest, *more: str) -> list[str]:
    """The words of the command that archives."""
    here, there = places(floor)
    return ["archive", "--to", str(here), "--to", str(there), *MARIA, *more]


def archive(floor: FloorUnderTest, *more: str) -> str:
    """Archive everything that is old enough."""
    return done(floor, *archive_words(floor, *more))


def stays(floor: FloorUnderTest, *more: str) -> str:
    """Archive, and find that a month had to stay."""
    result = floor_command(floor, *archive_words(floor, *more))
    assert result.exit_code == 1, result.output
    return result.output


def partitions(floor: FloorUnderTest) -> set[str]:
    """The old months that the database has."""
    found = floor.ask(
        "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'floor.event'::regclass"
    )
    return {name for (name,) in found if "_2024_" in name}
