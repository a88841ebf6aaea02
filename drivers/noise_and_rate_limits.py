"""Limits on noise and on the rate of reports: line noise, and a device that reports faster than cards can be
dealt, are each reported once.
"""

from msgspec import Struct

from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from drivers.driver import Heard

NOISE_BYTES = 512
"""This many noise bytes in one window are reported."""
WINDOW_SECONDS = 10.0
LONGEST_MUTE_SECONDS = 640.0
NAMELESS_MOST, NAMELESS_PER_SECOND = 8, 1.0
"""Limits for device messages and for cards that could not be read."""
NAMED_MOST, NAMED_PER_SECOND = 32, 2.0
"""Limits for cards that arrive while the table is stopped."""
TOLD_SECONDS = 1.0
"""Shortest time between two reports. Nobody can rule faster, so the first one covers all drops in between."""


class Noise:
    """Reports noise as soon as it exceeds the limit, then at doubling intervals while it lasts."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._before = 0
        self._mute_until = 0.0
        self._mute_seconds = WINDOW_SECONDS

    def words(self, noise_bytes: int, now: float) -> str:
        """Return a warning about the noise, given the total number of noise bytes so far; usually ""."""
        if self._since is None:
            self._since = now
        seconds, came = now - self._since, noise_bytes - self._before
        if now < self._mute_until or (came < NOISE_BYTES and seconds < WINDOW_SECONDS):
            return ""
        self._since, self._before = now, noise_bytes
        if came < NOISE_BYTES:
            self._mute_seconds = WINDOW_SECONDS
            return ""
        self._mute_until = now + self._mute_seconds
        self._mute_seconds = min(2 * self._mute_seconds, LONGEST_MUTE_SECONDS)
        return (
            f"{came:,} bytes in the last {max(seconds, 1):.0f} s that are not frames; "
            "wrong speed or wrong family? run `dealer-station doctor`"
        )


class _Bucket(Struct):
    """A token bucket: allows `most` at once and `per_second` after that."""

    most: float
    per_second: float
    left: float
    at: float = 0.0

    def takes(self, now: float) -> bool:
        self.left = min(self.most, self.left + max(now - self.at, 0.0) * self.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class RateLimit:
    """Limits a device without a journal that reports faster than cards can be dealt: drops most reports."""

    def __init__(self) -> None:
        self._nameless = _Bucket(NAMELESS_MOST, NAMELESS_PER_SECOND, NAMELESS_MOST)
        self._named = _Bucket(NAMED_MOST, NAMED_PER_SECOND, NAMED_MOST)
        self._told_at: float | None = None

    def takes(self, heard: Heard, now: float, *, stopped: bool) -> bool:
        """True if the report goes to the station; `stopped` says that the table waits for a ruling."""
        match heard.observation:
            case CardDrawn(card) if card is None:
                return self._nameless.takes(now)
            case CardDrawn() | CutCardSeen():
                return not stopped or self._named.takes(now)
            case _:
                return self._nameless.takes(now)

    def is_told(self, now: float, *, told: bool) -> bool:
        """True if a drop must be announced now; `told`: an earlier announcement still stops the table."""
        if told or (self._told_at is not None and now - self._told_at < TOLD_SECONDS):
            return False
        self._told_at = now
        return True
