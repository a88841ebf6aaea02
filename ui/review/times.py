"""The clock where the window runs: what a time in a log is on it, and what somebody typed means."""

from datetime import date, datetime, timedelta

from dealer_station.review.gaming_day import wall_time

DAYS = ("%Y-%m-%d",)
MOMENTS = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M")
CLOCK = ("%H:%M:%S", "%H:%M")


def local(wall_us: int) -> datetime:
    """The time on the wall where this machine is."""
    return wall_time(wall_us).astimezone()


def microseconds(text: str, day: date, *, until: bool) -> int | None:
    """What was typed: a day, a day and a time, or a time of the day that is shown; up to a day is with it."""
    for form in (*DAYS, *MOMENTS, *CLOCK):
        try:
            found = datetime.strptime(text, form)  # noqa: DTZ007
        except ValueError:
            continue
        if form in CLOCK:
            found = datetime.combine(day, found.time())
        try:
            found += timedelta(days=1 if until and form in DAYS else 0)
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
        return f"{found:%Y-%m-%d %H:%M:%S}"
    if until and not (found.hour or found.minute):
        return f"{found - timedelta(days=1):%Y-%m-%d}"
    return f"{found:%Y-%m-%d %H:%M}"
