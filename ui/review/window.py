"""The review window: the root of the QML, and the keyboard commands outside text fields."""

from collections.abc import Callable
from datetime import time
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtQuick import QQuickView

from ui.common import qt_ownership
from ui.dealer.window import TouchFilter
from ui.review import chart_item
from ui.review.bridge import Review
from ui.review.day_report import DAY_STARTS, DayReport

KEYS = {
    Qt.Key.Key_Up: "move -1",
    Qt.Key.Key_Down: "move 1",
    Qt.Key.Key_PageUp: "page -1",
    Qt.Key.Key_PageDown: "page 1",
    Qt.Key.Key_Home: "newest",
    Qt.Key.Key_End: "oldest",
    Qt.Key.Key_Left: "step -1",
    Qt.Key.Key_Right: "step 1",
    Qt.Key.Key_Space: "play",
    Qt.Key.Key_Slash: "search",
    Qt.Key.Key_S: "speed",
    Qt.Key.Key_F: "follow",
    Qt.Key.Key_C: "copy",
    Qt.Key.Key_D: "open dispute",
    Qt.Key.Key_P: "paper",
    Qt.Key.Key_L: "open filters",
    Qt.Key.Key_V: "open verification",
    Qt.Key.Key_O: "open unseal",
    Qt.Key.Key_A: "acknowledge",
    Qt.Key.Key_U: "open ruling",
    Qt.Key.Key_1: "tab rack",
    Qt.Key.Key_2: "tab rules",
    Qt.Key.Key_3: "tab frames",
    Qt.Key.Key_4: "tab written",
}
WITH_CONTROL = {
    Qt.Key.Key_Home: "first",
    Qt.Key.Key_End: "last",
    Qt.Key.Key_Left: "day -1",
    Qt.Key.Key_Right: "day 1",
    Qt.Key.Key_C: "copy",
    Qt.Key.Key_F: "search",
}
ON_THE_REPORT = {
    Qt.Key.Key_Up: "scroll -1",
    Qt.Key.Key_Down: "scroll 1",
    Qt.Key.Key_PageUp: "scroll -10",
    Qt.Key.Key_PageDown: "scroll 10",
    Qt.Key.Key_Home: "scroll -1000000",
    Qt.Key.Key_End: "scroll 1000000",
    Qt.Key.Key_Left: "day -1",
    Qt.Key.Key_Right: "day 1",
}
"""Arrow keys scroll by a tenth of the visible page."""


class ClickFilter(TouchFilter):
    """Accepts every click except a palm: a user who steps through a round clicks quickly."""

    @Slot(result=bool)
    def allows(self) -> bool:
        self._palm, palm = False, self._palm
        return not palm


class ReviewWindow(QQuickView):
    """The review window."""

    def __init__(
        self,
        review: Review,
        size: QSize,
        warned: Callable[[str], None] | None = None,
        day_starts: time = DAY_STARTS,
    ) -> None:
        super().__init__()
        chart_item.register()
        self.report = DayReport(review, day_starts)
        qt_ownership.keep(self.report)
        self.touches = ClickFilter()
        qt_ownership.keep(self.touches)
        qt_ownership.keep(self)
        self.review = review
        if warned:
            self.engine().warnings.connect(lambda found: [warned(one.toString()) for one in found])
        self.rootContext().setContextProperty("review", review)
        self.rootContext().setContextProperty("report", self.report)
        self.rootContext().setContextProperty("touches", self.touches)
        self.setTitle("Pit review")
        self.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.resize(size)
        self.setSource(QUrl.fromLocalFile(str(Path(__file__).with_name("Main.qml"))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle a key. A focused text field comes first; Escape leaves it, then closes the page or sheet."""
        field = self.activeFocusItem()
        typing = bool(field) and (field.inherits("QQuickTextInput") or field.inherits("QQuickTextEdit"))
        if event.key() == Qt.Key.Key_Escape:
            if typing and not self.review.has_sheet:
                field.setFocus(False)
            elif self.report.is_open:
                self.report.tap("close")
            else:
                self.review.tap("close")
            return
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if self.review.has_sheet and control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.review.tap("done")
            return
        if self.report.is_open and not self.review.has_sheet:
            self._press_on_report(event)
            return
        if typing or self.review.has_sheet:
            super().keyPressEvent(event)
            return
        if event.key() == Qt.Key.Key_R:
            self.report.tap("open")
            return
        act = (WITH_CONTROL if control else KEYS).get(Qt.Key(event.key()))
        if act:
            self.review.tap(act)
        else:
            super().keyPressEvent(event)

    def _press_on_report(self, event: QKeyEvent) -> None:
        """Handle a key on the report: scroll, change the day, or acknowledge an alarm shown over it."""
        if act := ON_THE_REPORT.get(Qt.Key(event.key())):
            self.report.tap(act)
        elif event.key() == Qt.Key.Key_A:
            self.review.tap("acknowledge")
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.put_away()
        super().closeEvent(event)

    def put_away(self) -> None:
        """Unload the QML before the objects that it binds to are destroyed."""
        self.setSource(QUrl())
