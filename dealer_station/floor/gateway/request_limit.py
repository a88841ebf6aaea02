"""Limits what one station can ask for: one request at a time, and a bounded rate."""

from collections.abc import Callable

from msgspec import Struct

from dealer_station.floor.protocol.messages import Refusal

PER_SECOND = 100.0
BURST = 300.0
AT_ONCE = Refusal("busy", "a request of this station is still under way")
TOO_OFTEN = Refusal("busy", "this station asks too often")


class _Allowance(Struct):
    """The requests that a station may make now, and when that was counted."""

    left: float
    at: float


class RequestLimit:
    """Counts the requests of each station at this gateway."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._under_way: set[str] = set()
        self._allowed: dict[str, _Allowance] = {}

    def enter(self, station: str) -> Refusal | None:
        """Begin a request, or return the refusal; an accepted request must be ended with `leave`."""
        if station in self._under_way:
            return AT_ONCE
        now = self._clock()
        allowed = self._allowed.setdefault(station, _Allowance(BURST, now))
        allowed.left = min(BURST, allowed.left + (now - allowed.at) * PER_SECOND)
        allowed.at = now
        if allowed.left < 1:
            return TOO_OFTEN
        allowed.left -= 1
        self._under_way.add(station)
        return None

    def leave(self, station: str) -> None:
        """End a request."""
        self._under_way.discard(station)
