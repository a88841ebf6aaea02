"""Times on paper, in the time zone of this machine."""

from datetime import datetime

from dealer_station.review.gaming_day import wall_time


def moment_text(wall_us: int) -> str:
    """The local time of day, to the millisecond."""
    return f"{_local(wall_us):%H:%M:%S}.{wall_us // 1000 % 1000:03}"


def day_text(wall_us: int) -> str:
    """Local date and time, with the offset from UTC."""
    return f"{_local(wall_us):%Y-%m-%d %H:%M:%S (UTC%z)}"


def _local(wall_us: int) -> datetime:
    """A wall clock time in the zone of this machine."""
    return wall_time(wall_us).astimezone()
