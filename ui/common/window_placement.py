"""Placement of the dealer's window and the simulator panel, so that both are visible on the screen."""

from PySide6.QtCore import QRect, QSize

PANEL = QSize(640, 800)
BETWEEN = 20
"""Pixels between the two windows."""
TITLE_BAR = 40
"""Height of the frame above a window, in pixels."""
LEAST = 0.6
"""Smallest readable scale. Below it the panel overlaps the right edge of the dealer's window instead."""


def side_by_side(room: QRect, screen: QSize, panel: QSize = PANEL) -> tuple[QRect, QRect]:
    """Return the dealer's window and the panel: proportions kept, scaled down to fit, never enlarged."""
    wide, high = room.width(), room.height() - TITLE_BAR
    together = screen.width() + BETWEEN + panel.width()
    scale = min(1.0, wide / together, high / max(screen.height(), panel.height()))
    if scale >= LEAST:
        screen, panel = _scaled(screen, scale), _scaled(panel, scale)
        left = screen.width() + int(BETWEEN * scale)
    else:
        screen, panel = (
            _scaled(one, min(1.0, wide / one.width(), high / one.height())) for one in (screen, panel)
        )
        left = max(0, wide - panel.width())
    corner = room.topLeft()
    corner.setY(corner.y() + TITLE_BAR)
    beside = QRect(corner, panel)
    beside.moveLeft(room.left() + left)
    return QRect(corner, screen), beside


def _scaled(size: QSize, scale: float) -> QSize:
    return QSize(int(size.width() * scale), int(size.height() * scale))
