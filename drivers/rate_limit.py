"""Too much of it: noise on a wire, and words that come faster than anybody deals. Each is said once."""

from msgspec import Struct

from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from drivers.driver import Heard

NOISE_BYTES = 512
"""So much noise in a window is no accident."""
WINDOW_SECONDS = 10.0
LONGEST_MUTE_SECONDS = 640.0
NAMELESS_MOST, NAMELESS_PER_SECOND = 8, 1.0
"""Warnings and cards that nobody could read."""
NAMED_MOST, NAMED_PER_SECOND = 32, 2.0
"""Cards that come although the table has stopped."""
TOLD_SECONDS = 1.0
"""Nobody rules in less: what is left out meanwhile was spoken of."""


class Noise:
    """Speaks of noise at once when it gets too much, and then ever more seldom while it lasts."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._before = 0
        self._mute_until = 0.0
        self._mute_seconds = WINDOW_SECONDS

    def words(self, noise_bytes: int, now: float) -> str:
        """What to say now that so many bytes of it have come in all; mostly nothing."""
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
            f"{came:,} bytes in the last {max(seconds, 1):.0f} s that are no frames; "
            "wrong speed or wrong family? run `dealer-station doctor`"
        )


class _Bucket(Struct):
    """So many at once, and so many each second from then on."""

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


class Chatter:
    """What a device without a journal says faster than anybody deals: a little is taken, the rest counted."""

    def __init__(self) -> None:
        self._nameless = _Bucket(NAMELESS_MOST, NAMELESS_PER_SECOND, NAMELESS_MOST)
        self._named = _Bucket(NAMED_MOST, NAMED_PER_SECOND, NAMED_MOST)
        self._told_at: float | None = None

    def takes(self, heard: Heard, now: float, *, stopped: bool) -> bool:
        """Whether it goes to the station; `stopped` where the table waits for somebody to rule."""
        match heard.observation:
            case CardDrawn(card) if card is None:
                return self._nameless.takes(now)
            case CardDrawn() | CutCardSeen():
                return not stopped or self._named.takes(now)
            case _:
                return self._nameless.takes(now)

    def is_told(self, now: float, *, told: bool) -> bool:
        """Something was left out: whether that must be said, `told` where it still stops the table."""
        if told or (self._told_at is not None and now - self._told_at < TOLD_SECONDS):
            return False
        self._told_at = now
        return True
