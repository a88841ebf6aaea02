"""The dealer's window at a simulated table: keys stand for the hands beside it."""

import os
import subprocess
import sys

from PySide6.QtCore import QSize
from PySide6.QtGui import QCloseEvent, QKeyEvent

from ui.bridge import Bridge
from ui.panel import Panel
from ui.window import DealerWindow

SIZE = QSize(1280, 800)
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
PATIENCE_SECONDS = 20
_OPEN_QT = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"


def has_display() -> bool:
    """Asked in another process: a display that is named and not there ends the one that asks Qt for it."""
    if not any(os.environ.get(name) for name in DISPLAYS):
        return False
    try:
        asked = subprocess.run(
            [sys.executable, "-c", _OPEN_QT], capture_output=True, timeout=PATIENCE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


class KeyedWindow(DealerWindow):
    """Space draws a card; `a` lets everybody do what is due, and stops them again."""

    def __init__(self, bridge: Bridge, panel: Panel) -> None:
        super().__init__(bridge, SIZE)
        self.panel = panel

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.text():
            case " ":
                self.panel.tap("draw")
            case "a":
                self.panel.tap("autoplay")
            case _:
                super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.panel.rest()
        super().closeEvent(event)
