"""The items of a window: its targets, its words, and fingers that touch them."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPointingDevice
from PySide6.QtQuick import QQuickItem, QQuickView
from PySide6.QtTest import QTest

from ui.dealer.window import SETTLE_MS, DealerWindow, application
from ui.panel.panel import PanelWindow
from ui.review.window import ReviewWindow

Touched = DealerWindow | PanelWindow | ReviewWindow

FINGER = QTest.createTouchDevice()


def breathe() -> None:
    """Do what a running event loop does between two touches: paint, and let go of what is gone."""
    for _ in range(2):
        application().processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def visible(window: QQuickView) -> Iterator[QQuickItem]:
    """Everything that can be seen, front and back."""
    pending = [window.contentItem()]
    while pending:
        item = pending.pop()
        if item.isVisible() and item.opacity() > 0:
            yield item
            pending += item.childItems()


def targets(window: QQuickView) -> list[QQuickItem]:
    """Everything that a finger may tap."""
    return [item for item in visible(window) if item.property("target")]


def place(number: int) -> str:
    """The name of a place on the felt; 0 is the dealer's."""
    return f"spot {number}" if number else "dealer"


def texts(window: QQuickView) -> list[QQuickItem]:
    """Every piece of text."""
    return [item for item in visible(window) if item.inherits("QQuickText") and item.property("text")]


def spots(window: QQuickView) -> list[QQuickItem]:
    """The spots of the felt, from left to right."""
    found = [item for item in visible(window) if item.property("wagersLeft") is not None]
    return sorted(found, key=lambda item: item.x())


def within(item: QQuickItem) -> Iterator[QQuickItem]:
    """The visible items in an item, itself included."""
    pending = [item]
    while pending:
        one = pending.pop()
        if one.isVisible() and one.opacity() > 0:
            yield one
            pending += one.childItems()


def rect(item: QQuickItem) -> QRectF:
    """The item's place on the window, as it is scaled."""
    return item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))


def named(window: QQuickView, name: str) -> QQuickItem:
    """The visible item with this object name."""
    found = [item for item in visible(window) if item.objectName() == name]
    assert found, f"{name} is not there; there are {sorted(item.objectName() for item in targets(window))}"
    return found[0]


def has(window: QQuickView, name: str) -> bool:
    return any(item.objectName() == name for item in visible(window))


def centre(item: QQuickItem) -> QPoint:
    return item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint()


def rested(window: Touched) -> None:
    """A finger that has rested since its last tap, on a screen that has been painted since."""
    breathe()
    window.grabWindow()
    window.touches._since.invalidate()
    for button in targets(window):
        if button.property("labelled"):
            button.setProperty("labelled", -SETTLE_MS)


def press(window: Touched, name: str) -> None:
    """A finger that comes at once after the last one."""
    QTest.mouseClick(window, Qt.MouseButton.LeftButton, pos=centre(named(window, name)))
    breathe()


def click(window: Touched, name: str) -> None:
    rested(window)
    QTest.mouseClick(window, Qt.MouseButton.LeftButton, pos=centre(named(window, name)))
    breathe()


def touch(window: Touched, name: str, *also: str) -> None:
    """A fingertip, or where more is named several contacts at once."""
    rested(window)
    device: QPointingDevice = FINGER
    places = [centre(named(window, one)) for one in (name, *also)]
    event = QTest.touchEvent(window, device)
    for number, place in enumerate(places):
        event.press(number, place, window)
    event.commit()
    event = QTest.touchEvent(window, device)
    for number, place in enumerate(places):
        event.release(number, place, window)
    event.commit()
    breathe()
