"""Wall clock times of a log as text: in UTC for data, in the time zone of this machine for paper."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST, _LAST = datetime(1, 1, 3, tzinfo=UTC), datetime(9999, 12, 29, tzinfo=UTC)
"""Two days from the ends of the calendar, so that the times exist in every zone."""


def wall_time(wall_us: int) -> datetime:
    """A wall clock time in UTC; a time outside the calendar is clamped to its ends."""
    first, last = ((end - _EPOCH) // timedelta(microseconds=1) for end in (_FIRST, _LAST))
    return _EPOCH + timedelta(microseconds=min(max(wall_us, first), last))


def clock_time(wall_us: int) -> str:
    """A wall clock time in UTC, to the microsecond."""
    return wall_time(wall_us).isoformat(timespec="microseconds")


def moment_text(wall_us: int) -> str:
    """The local time of day, to the millisecond."""
    return f"{_local(wall_us):%H:%M:%S}.{wall_us // 1000 % 1000:03}"


def day_text(wall_us: int) -> str:
    """Local date and time, with the offset from UTC."""
    return f"{_local(wall_us):%Y-%m-%d %H:%M:%S (UTC%z)}"


def _local(wall_us: int) -> datetime:
    """A wall clock time in the zone of this machine."""
    return wall_time(wall_us).astimezone()
