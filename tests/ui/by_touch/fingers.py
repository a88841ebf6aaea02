"""A finger on the dealer's window: finds an item by the tap that it sends, touches its centre, and counts."""

from collections.abc import Iterator
from typing import Literal

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from tests.ui import items
from ui.dealer.window import SETTLE_MS, DealerWindow

TURNS_MAX = 12


Reason = Literal[
    "no button",
    "compound tap",
    "newest stop first",
    "moves before the next stop",
    "player named",
    "place left open",
    "place not asked",
    "hand by hand",
    "order before the ruling",
    "amount put down for the war",
    "dealer during a stop",
    "another player asked to cut",
    "undo at a stop",
    "wagers before the burn",
    "whole box",
    "follows from another",
]
"""The reason why the screen does not take an act as the text has it; `no button` is a defect."""


class NotOfferedError(Exception):
    """The screen does not offer an act."""

    def __init__(self, what: str, reason: Reason = "no button") -> None:
        super().__init__(what)
        self.reason: Reason = reason


class Fingers:
    """The hand of a dealer; `taps` counts every touch."""

    def __init__(self, window: DealerWindow) -> None:
        self.window = window
        self.taps = 0

    def on_screen(self) -> Iterator[QQuickItem]:
        """Everything that a finger may touch, once the newest view is painted."""
        QCoreApplication.sendEvent(self.window, QEvent(QEvent.Type.UpdateRequest))
        for item in items.targets(self.window):
            if item.property("live") is not False:
                yield item

    def offers(self, sends: str) -> bool:
        """True if an item that can be seen and touched sends this tap."""
        return self._found(sends) is not None

    def send(self, sends: str) -> None:
        """Touch the item that sends this tap, on whichever leaf of the page it is."""
        for _ in range(TURNS_MAX):
            if item := self._found(sends):
                self.touch(item)
                return
            if not (more := self._found("more")):
                break
            self.touch(more)
        raise NotOfferedError(sends)

    def place(self, spot: int) -> None:
        """Touch a place of the felt; 0 is the dealer's."""
        self.touch_named(items.place(spot))

    def touch_named(self, name: str) -> None:
        """Touch the item with this object name."""
        found = next((item for item in items.visible(self.window) if item.objectName() == name), None)
        if found is None:
            raise NotOfferedError(name)
        self.touch(found)

    def touch(self, item: QQuickItem) -> None:
        """A finger that has rested since its last tap and has read the label comes down on the item."""
        self.window.touches._since.invalidate()
        if item.property("labelled"):
            item.setProperty("labelled", -SETTLE_MS)
        place = items.centre(item)
        assert self._lies_at(place), f"{item.objectName()} lies outside the window, at {place}"
        self.taps += 1
        QTest.mouseClick(self.window, Qt.MouseButton.LeftButton, pos=place)

    def _lies_at(self, place: QPoint) -> bool:
        return 0 <= place.x() < self.window.width() and 0 <= place.y() < self.window.height()

    def _found(self, sends: str) -> QQuickItem | None:
        return next((item for item in self.on_screen() if item.property("sends") == sends), None)
