"""Reports an outage of the database once when it begins, at intervals while it lasts, and once at its end.

Every station asks again and again while the database is away. A line for each refusal would fill the disk of
the gateway just when its people need the log."""

import threading
from collections.abc import Callable

from dealer_station.technical_messages import TechnicalMessages

SUMMARY_SECONDS = 60.0
"""The interval between two lines about an outage that lasts."""

logger = TechnicalMessages()


class OutageReport:
    """The state of the database for one kind of work."""

    def __init__(self, what: str, clock: Callable[[], float]) -> None:
        self._what, self._clock = what, clock
        self._lock = threading.Lock()
        self._began: float | None = None
        self._told = 0.0
        self._refused = 0

    def failed(self, why: str, refused: int = 1) -> None:
        """Note work that failed; the first time is reported, then a summary after each interval."""
        with self._lock:
            now = self._clock()
            self._refused += refused
            if self._began is None:
                self._began = self._told = now
                logger.warning("database away", what=self._what, why=why)
            elif now - self._told >= SUMMARY_SECONDS:
                self._told = now
                self._log("database still away", now, why=why)

    def worked(self) -> None:
        """Note work that was done; the end of an outage is reported."""
        if self._began is None:
            return
        with self._lock:
            if self._began is not None:
                self._log("database back", self._clock())
                self._began, self._refused = None, 0

    def _log(self, event: str, now: float, **more: str) -> None:
        assert self._began is not None
        seconds = round(now - self._began, 1)
        logger.warning(event, what=self._what, seconds=seconds, refused=self._refused, **more)
