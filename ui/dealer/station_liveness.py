"""Liveness probe: asks the station several times a second and warns the dealer if the answer is late."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ui.common import qt_ownership

ASK_MS = 200
LATE_SECONDS = 0.6
"""Stays below a second including the probe interval, so the dealer is warned before the next card."""


class LivenessProbe(QObject):
    """Probes whether the station has processed its queue; a slow disk or many events delay the answer."""

    answered = Signal()

    def __init__(
        self,
        ask: Callable[[Callable[[], None]], None],
        is_late: Callable[[bool], None],
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        qt_ownership.keep(self)
        self._ask, self._is_late, self._beat = ask, is_late, beat
        self._asked_at: float | None = None
        self._late = False
        self.answered.connect(self._heard)
        self._timer = QTimer(self, interval=ASK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def rest(self) -> None:
        """Stop probing."""
        self._timer.stop()

    def _look(self) -> None:
        if self._asked_at is None:
            self._asked_at = time.monotonic()
            self._ask(self.answered.emit)
        elif time.monotonic() - self._asked_at > LATE_SECONDS and not self._late:
            self._late = True
            self._is_late(True)

    @Slot()
    def _heard(self) -> None:
        self._asked_at = None
        self._beat()
        if self._late:
            self._late = False
            self._is_late(False)
