"""Clocks of the station: the wall clock, which people set, and a monotonic one."""

import time
from typing import Protocol


class Clock(Protocol):
    """Two clocks, in microseconds."""

    def wall_us(self) -> int:
        """Time since 1970, UTC; may jump."""

    def mono_us(self) -> int:
        """Time since this machine started; never goes back."""


class SystemClock:
    """The clocks of this machine."""

    def wall_us(self) -> int:
        return time.time_ns() // 1000

    def mono_us(self) -> int:
        return time.monotonic_ns() // 1000
