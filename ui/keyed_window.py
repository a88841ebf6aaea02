"""The dealer's window at a table without devices: keys stand for the hands beside it."""

import os
from collections.abc import Callable

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent

from ui.bridge import Bridge
from ui.window import DealerWindow, application

SIZE = QSize(1280, 800)
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def has_display() -> bool:
    """Asked before Qt is: without a display it would end the process."""
    return any(os.environ.get(name) for name in DISPLAYS)


class KeyedWindow(DealerWindow):
    """Space draws a card; `a` lets everybody do what is due, and stops them again."""

    def __init__(
        self, bridge: Bridge, draw: Callable[[], None], step: Callable[[], None], pause_ms: int
    ) -> None:
        super().__init__(bridge, SIZE)
        self._draw = draw
        self._others = QTimer(self, interval=pause_ms)
        self._others.timeout.connect(step)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.text():
            case " ":
                self._draw()
            case "a" if self._others.isActive():
                self._others.stop()
            case "a":
                self._others.start()
            case _:
                super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._others.stop()
        super().closeEvent(event)


def until_closed(window: KeyedWindow) -> None:
    """Shows the window and comes back when somebody has closed it."""
    window.show()
    application().exec()
