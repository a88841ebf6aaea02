"""The pace of a shift: simulated players bet after a while, and the program may cause faults."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from ui.common import qt_ownership


class ShiftPace(QObject):
    """Two clocks of a shift: one for the players, one for faults."""

    def __init__(
        self, players: Callable[[], None], players_ms: int, fault: Callable[[], None] | None, fault_ms: int
    ) -> None:
        super().__init__()
        qt_ownership.keep(self)
        self._players = QTimer(self, interval=players_ms)
        self._players.timeout.connect(players)
        self._players.start()
        self._faults = QTimer(self, interval=fault_ms)
        if fault is not None:
            self._faults.timeout.connect(fault)
            self._faults.start()

    def rest(self) -> None:
        """Stop both clocks."""
        self._players.stop()
        self._faults.stop()
