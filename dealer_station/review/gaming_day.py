"""The gaming day and its hours in the table's time zone, including days of 23 or 25 hours."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from dealer_station.engine.model.errors import ConfigError
from dealer_station.review.times import wall_time

SECOND_US = 1_000_000
HOUR_US = 3_600 * SECOND_US
QUARTER_US = HOUR_US // 4
"""A quarter of an hour; all time zones differ from UTC by whole quarters."""
LOCALTIME = Path("/etc/localtime")


class Hour(Struct, frozen=True, order=True):
    """One hour of the wall clock; a repeated hour counts as two, told apart by their UTC time."""

    first_us: int
    day: str
    """The gaming day, such as 2026-10-25."""
    clock: int
    label: str
    """The hour as text, such as 02:00, or 02:00 +0200 if the day has two of them."""


class Calendar(Struct, frozen=True):
    """The time zone of a table, and the start of its gaming day."""

    zone: tzinfo
    starts: time = time(6)

    def local(self, wall_us: int) -> datetime:
        """The local time, in whole seconds."""
        return wall_time(wall_us // SECOND_US * SECOND_US).astimezone(self.zone)

    def text(self, wall_us: int) -> str:
        """The local time as text; a repeated time includes its offset from UTC."""
        found = self.local(wall_us)
        return f"{found:%Y-%m-%d %H:%M}{distance(found) if comes_twice(found) else ''}"

    def microseconds(self, moment: datetime) -> int:
        """Microseconds since 1970 of a local time; of a repeated time the first, unless it has an offset."""
        return int((moment if moment.tzinfo else moment.replace(tzinfo=self.zone)).timestamp()) * SECOND_US

    def day_of(self, wall_us: int) -> date:
        """The gaming day of a time; before the start of the day it is the day before."""
        day = self.local(wall_us).date()
        return day - timedelta(days=wall_us < self.begin(day))

    def begin(self, day: date) -> int:
        """The time at which this gaming day begins."""
        return self.microseconds(datetime.combine(day, self.starts))

    def span(self, day: date) -> tuple[int, int]:
        """Start and end of this gaming day, which lasts 23, 24 or 25 hours."""
        return self.begin(day), self.begin(day + timedelta(days=1))

    def hour(self, wall_us: int) -> Hour:
        """The hour of a time."""
        return _hour(self, wall_us // QUARTER_US)

    def hours(self, first_us: int, end_us: int) -> Iterator[tuple[Hour, int, int]]:
        """All hours between two times with start and end; the first and the last may be shorter."""
        at = first_us
        while at < end_us:
            hour, begun = self.hour(at), at
            while at < end_us and self.hour(at) == hour:
                at = (at // QUARTER_US + 1) * QUARTER_US
            yield hour, begun, min(at, end_us)


@lru_cache(maxsize=4096)
def _hour(calendar: Calendar, quarter: int) -> Hour:
    """The hour of a quarter, cached because every row asks for it."""
    wall_us = quarter * QUARTER_US
    local = calendar.local(wall_us)
    whole = local.replace(minute=0, fold=local.fold)
    label = f"{whole:%H:%M} {whole:%z}" if comes_twice(whole) else f"{whole:%H:%M}"
    first_us = wall_us - local.minute * 60 * SECOND_US
    return Hour(first_us, calendar.day_of(wall_us).isoformat(), local.hour, label)


def comes_twice(local: datetime) -> bool:
    """True if the clocks go back and show this time again."""
    other = local.replace(fold=1 - local.fold)
    return local.utcoffset() != other.utcoffset() and _exists(local) and _exists(other)


def distance(local: datetime) -> str:
    """The offset from UTC, such as +02:00."""
    told = f"{local:%z}"
    return f"{told[:3]}:{told[3:5]}"


def _exists(local: datetime) -> bool:
    """False for a time that the clock skips in spring."""
    back = local.astimezone(UTC).astimezone(local.tzinfo)
    return back.replace(tzinfo=None) == local.replace(tzinfo=None)


def zone_named(name: str | None) -> tzinfo:
    """A time zone by its name, or that of this machine if `name` is None."""
    if name is None:
        return _of_this_machine()
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ConfigError(f'"{name}" is not a known time zone; write one such as America/New_York') from error


def _of_this_machine() -> tzinfo:
    """The time zone of this machine with its rules; a fixed offset would be wrong in half a year."""
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(os.environ["TZ"] if os.environ.get("TZ") else "")
    try:
        with LOCALTIME.open("rb") as file:
            named = LOCALTIME.resolve().as_posix().partition("zoneinfo/")[2]
            return ZoneInfo.from_file(file, named or "local time")
    except (OSError, ValueError):
        return UTC


def name_of(zone: tzinfo) -> str:
    """The name of a time zone, for a report."""
    return zone.key or "local time" if isinstance(zone, ZoneInfo) else "UTC"


def start_named(text: str) -> time:
    """Parse the start of a gaming day, such as 06:00; raise ConfigError with the accepted form."""
    found = re.fullmatch(r"([01]?\d|2[0-3])(?::(00|15|30|45))?", text)
    if found:
        return time(int(found[1]), int(found[2] or 0))
    raise ConfigError(
        f'"{text}" is not a valid start of a gaming day; write hours and quarters, such as 06:00 or 05:30'
    )
