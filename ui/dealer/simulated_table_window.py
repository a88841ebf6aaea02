"""The dealer's window at a simulated table, where keys control the simulated people."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QCloseEvent, QKeyEvent

from ui.common.window_placement import BETWEEN, PANEL, side_by_side
from ui.dealer.window import DealerWindow, size_of

if TYPE_CHECKING:
    from ui.dealer.bridge import Bridge
    from ui.panel.panel import Panel


class SimulatedTableWindow(DealerWindow):
    """The dealer's window with two keys: space draws a card, `a` starts and stops autoplay."""

    def __init__(self, size: QSize | None = None, *, full: bool = False) -> None:
        super().__init__(None, size or size_of(""), full=full)
        self._panel: Panel | None = None
        self.beside = QRect(QPoint(self.width() + BETWEEN, 0), PANEL)
        """Place of the panel."""

    def fit(self) -> None:
        """Place both windows on the available screen."""
        here, self.beside = side_by_side(self.screen().availableGeometry(), self.size())
        self.setGeometry(here)

    def show_table_with_panel(self, bridge: "Bridge", panel: "Panel") -> None:
        """Show the dealer's screen and connect the simulator panel."""
        self._panel = panel
        self.show_table(bridge)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.text():
            case " " if self._panel:
                self._panel.tap("draw")
            case "a" if self._panel:
                self._panel.tap("autoplay")
            case _:
                super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._panel:
            self._panel.rest()
        super().closeEvent(event)
