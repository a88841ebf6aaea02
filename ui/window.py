"""The dealer's window: the font, the theme, the root of the QML."""

import os
from collections.abc import Callable
from pathlib import Path

# Chosen before Qt is: the software painter starts in a quarter of the time of a GPU that is emulated.
os.environ.setdefault("QT_QUICK_BACKEND", "software")

from font_source_sans_pro import font_files_ttf
from PySide6.QtCore import QElapsedTimer, QObject, QSize, QUrl, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtQuick import QQuickView

from ui.bridge import Bridge

QML = Path(__file__).parent / "qml"
SECOND_TAP_MS = 300
"""A finger that trembles taps twice; the second one within this time is not meant."""


class Touches(QObject):
    """Whether a touch is meant: not the second one of a trembling finger."""

    def __init__(self) -> None:
        super().__init__()
        self._since = QElapsedTimer()

    @Slot(result=bool)
    def allows(self) -> bool:
        """Asked once for each tap."""
        meant = not self._since.isValid() or self._since.elapsed() >= SECOND_TAP_MS
        self._since.start()
        return meant


def application() -> QGuiApplication:
    """The one Qt application of this process, with our font."""
    running = QGuiApplication.instance()
    app = running if isinstance(running, QGuiApplication) else QGuiApplication(["dealer-station"])
    for path in sorted(font_files_ttf.values()):
        QFontDatabase.addApplicationFont(str(path))
    return app


class DealerWindow(QQuickView):
    """The dealer's screen as a window."""

    def __init__(self, bridge: Bridge, size: QSize, warned: Callable[[str], None] | None = None) -> None:
        super().__init__()
        self._touches = Touches()
        self.bridge = bridge
        if warned:
            self.engine().warnings.connect(lambda found: [warned(one.toString()) for one in found])
        self.rootContext().setContextProperty("bridge", bridge)
        self.rootContext().setContextProperty("touches", self._touches)
        self.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.resize(size)
        self.setSource(QUrl.fromLocalFile(str(QML / "dealer" / "Main.qml")))
