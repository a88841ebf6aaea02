"""Times on paper: those of the clock where it is made."""

from datetime import datetime

from dealer_station.review.gaming_day import wall_time


def moment_text(wall_us: int) -> str:
    """The time on the wall of this machine, to the millisecond."""
    return f"{_local(wall_us):%H:%M:%S}.{wall_us // 1000 % 1000:03}"


def day_text(wall_us: int) -> str:
    """Day and time, with how far the clock is from UTC."""
    return f"{_local(wall_us):%Y-%m-%d %H:%M:%S (UTC%z)}"


def _local(wall_us: int) -> datetime:
    return wall_time(wall_us).astimezone()
