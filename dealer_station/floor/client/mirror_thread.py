"""The thread that keeps a mirror up to date while a window shows it."""

import threading
import time
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.floor.client.link import LinkError
from dealer_station.floor.client.mirror import FloorMirror, MirrorState

REFRESH_SECONDS = 1.0
AWAY_SECONDS_MAX = 10.0
STOP_SECONDS = 2.0
FollowStatus = Literal["connecting", "current", "away", "altered", "unreadable", "refused"]


class FollowState(Struct, frozen=True):
    """The state of the connection behind a mirror."""

    status: FollowStatus = "connecting"
    words: str = ""
    """The trouble; empty if there is none."""
    asked_us: int = 0
    """The time of the last answer of the floor; zero if it has not answered yet."""
    mirror: MirrorState | None = None


class MirrorThread:
    """Refreshes a mirror every second; `tell` is called in this thread with each new state."""

    def __init__(
        self, mirror: FloorMirror, tell: Callable[[FollowState], None], state: FollowState | None = None
    ) -> None:
        self._mirror, self._tell = mirror, tell
        self.state = state or FollowState()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, name="mirror", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> bool:
        """End the thread; return False if it still waits for the network and is left to itself."""
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join(STOP_SECONDS)
        return not self._thread.is_alive()

    def _work(self) -> None:
        pause = REFRESH_SECONDS
        while not self._over.wait(pause):
            self.state = followed(self._mirror, self.state)
            is_back = self.state.status in ("current", "altered", "unreadable")
            pause = REFRESH_SECONDS if is_back else min(pause * 2, AWAY_SECONDS_MAX)
            if not self._over.is_set():
                self._tell(self.state)


def followed(
    mirror: FloorMirror, before: FollowState, refresh: Callable[[], MirrorState] | None = None
) -> FollowState:
    """Refresh a mirror, and tell how that went."""
    try:
        found = (refresh or mirror.refresh)()
    except LinkError as error:
        mirror.rest()  # Nobody knows whether the tables are still dealt.
        status: FollowStatus = "away" if error.trouble in ("away", "dropped") else "refused"
        return FollowState(status, error.words, before.asked_us, before.mirror)
    except (DealerStationError, OSError) as error:
        return FollowState("refused", str(error), before.asked_us, before.mirror)
    words = "; ".join(found.alarms)
    troubled: FollowStatus = "altered" if found.is_altered else "unreadable"
    return FollowState(troubled if words else "current", words, time.time_ns() // 1000, found)
