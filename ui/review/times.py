"""Local times: the display of log times, and the reading of times that a user typed."""

import re
from datetime import date, datetime, timedelta

from dealer_station.review.gaming_day import distance
from dealer_station.review.times import wall_time

DAYS = ("%Y-%m-%d",)
CLOCK = ("%H:%M:%S", "%H:%M", "%H:%M:%S%z", "%H:%M%z")
MOMENTS = tuple(f"%Y-%m-%d {form}" for form in CLOCK)


def local(wall_us: int) -> datetime:
    """The local time of a log time."""
    return wall_time(wall_us).astimezone()


def clock(wall_us: int, form: str = "%H:%M:%S") -> str:
    """A time as text; with its UTC offset if the clocks went back and the time occurs twice."""
    found = local(wall_us)
    return f"{found:{form}}{f' {distance(found)}' if comes_twice(found) else ''}"


def comes_twice(found: datetime) -> bool:
    """True if this local time occurs twice, because the clocks go back."""
    plain = found.replace(tzinfo=None)
    try:
        return plain.replace(fold=0).timestamp() < plain.replace(fold=1).timestamp()
    except (OverflowError, ValueError, OSError):
        return False  # The year is out of range.


def microseconds(text: str, day: date, *, until: bool) -> int | None:
    """Read a typed day, day and time, or time on `day`; None if invalid. With `until`, a day is included."""
    # If a time without UTC offset occurs twice, `since` takes the first and `until` the second.
    text = re.sub(r"\s+(?=[+-]\d\d:?\d\d$)", "", text)
    for form in (*DAYS, *MOMENTS, *CLOCK):
        try:
            found = datetime.strptime(text, form)  # noqa: DTZ007
        except ValueError:
            continue
        if form in CLOCK:
            found = datetime.combine(day, found.timetz())
        try:
            found += timedelta(days=1 if until and form in DAYS else 0)
            if until and found.tzinfo is None and comes_twice(found):
                found = found.replace(fold=1)
            return int(found.astimezone().timestamp() * 1_000_000)
        except (OverflowError, ValueError, OSError):
            return None  # The year is out of range.
    return None


def as_typed(wall_us: int | None, *, until: bool) -> str:
    """A time in the form that `microseconds` reads back to the same value."""
    if wall_us is None:
        return ""
    found = local(wall_us)
    if found.second or found.microsecond:
        return clock(wall_us, "%Y-%m-%d %H:%M:%S")
    if until and not (found.hour or found.minute):
        return f"{found - timedelta(days=1):%Y-%m-%d}"
    return clock(wall_us, "%Y-%m-%d %H:%M")
