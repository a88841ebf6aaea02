"""Time comes from outside: the clock on the wall, which people set, and one that only goes forward."""

import time
from typing import Protocol


class Clock(Protocol):
    """Two clocks, in microseconds."""

    def wall_us(self) -> int:
        """Since 1970, UTC; may jump."""

    def mono_us(self) -> int:
        """Since this machine came up; never goes back."""


class SystemClock:
    """The clocks of this machine."""

    def wall_us(self) -> int:
        return time.time_ns() // 1000

    def mono_us(self) -> int:
        return time.monotonic_ns() // 1000
