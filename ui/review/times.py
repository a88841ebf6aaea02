"""The clock where the window runs: what a time in a log is on it, and what somebody typed means."""

import re
from datetime import date, datetime, timedelta

from dealer_station.review.gaming_day import distance, wall_time

DAYS = ("%Y-%m-%d",)
CLOCK = ("%H:%M:%S", "%H:%M", "%H:%M:%S%z", "%H:%M%z")
MOMENTS = tuple(f"%Y-%m-%d {form}" for form in CLOCK)


def local(wall_us: int) -> datetime:
    """The time on the wall where this machine is."""
    return wall_time(wall_us).astimezone()


def clock(wall_us: int, form: str = "%H:%M:%S") -> str:
    """A time as it is shown; in the hour that comes twice with its distance from UTC."""
    found = local(wall_us)
    return f"{found:{form}}{f' {distance(found)}' if comes_twice(found) else ''}"


def comes_twice(found: datetime) -> bool:
    """The clocks go back, and show this time once more."""
    plain = found.replace(tzinfo=None)
    try:
        return plain.replace(fold=0).timestamp() < plain.replace(fold=1).timestamp()
    except (OverflowError, ValueError, OSError):
        return False  # A year that no clock has.


def microseconds(text: str, day: date, *, until: bool) -> int | None:
    """What was typed: a day, a day and a time, or a time of the day that is shown; up to a day is with it."""
    # Of a time that comes twice without its distance from UTC, since is the first and until the last.
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
            return None  # A year that no clock has.
    return None


def as_typed(wall_us: int | None, *, until: bool) -> str:
    """The same time as somebody would type it, so that reading it again changes nothing."""
    if wall_us is None:
        return ""
    found = local(wall_us)
    if found.second or found.microsecond:
        return clock(wall_us, "%Y-%m-%d %H:%M:%S")
    if until and not (found.hour or found.minute):
        return f"{found - timedelta(days=1):%Y-%m-%d}"
    return clock(wall_us, "%Y-%m-%d %H:%M")
