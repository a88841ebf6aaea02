"""Both windows of a simulated table are seen on the screens that people have."""

import pytest
from PySide6.QtCore import QRect, QSize

from ui.common.window_placement import PANEL, TITLE_BAR, side_by_side

SCREENS = [(1280, 800), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440), (1024, 768), (800, 600)]


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("size", [QSize(1280, 800), QSize(1920, 1080), QSize(800, 1280)])
def test_both_windows_fit_in_their_proportions(width: int, height: int, size: QSize) -> None:
    room = QRect(30, 20, width - 30, height - 20)
    screen, panel = side_by_side(room, size)
    for window, whole in ((screen, size), (panel, PANEL)):
        assert room.contains(window)
        assert window.top() == room.top() + TITLE_BAR
        assert window.width() <= whole.width()
        assert abs(window.width() / window.height() - whole.width() / whole.height()) < 0.02


def test_beside_each_other_where_there_is_room_and_over_the_right_edge_where_there_is_none() -> None:
    screen, panel = side_by_side(QRect(0, 0, 2560, 1440), QSize(1280, 800))
    assert (screen.size(), panel.size()) == (QSize(1280, 800), PANEL)
    assert panel.left() > screen.right()
    screen, panel = side_by_side(QRect(0, 0, 1366, 768), QSize(1280, 800))
    assert panel.left() > screen.right()
    screen, panel = side_by_side(QRect(0, 0, 1024, 768), QSize(1280, 800))
    assert panel.right() == 1023
    assert screen.intersects(panel)
