"""The dealer's window: the font, the root of the QML, and which touches are meant."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from font_source_sans_pro import font_files_ttf
from PySide6.QtCore import (
    QCoreApplication,
    QElapsedTimer,
    QEvent,
    QEventLoop,
    QObject,
    QSize,
    Qt,
    QTimer,
    QUrl,
    Signal,
    Slot,
)
from PySide6.QtGui import QCloseEvent, QFontDatabase, QGuiApplication, QPointerEvent, QTouchEvent
from PySide6.QtQuick import QQuickView

from ui.common import qt_ownership

if TYPE_CHECKING:
    from ui.dealer.bridge import Bridge
    from ui.dealer.starting import Start

QML = Path(__file__).parents[1] / "qml"
FAMILY = "Source Sans Pro"
FONTS = ("SourceSansPro", "SourceSansProBold", "SourceSansProIt", "SourceSansProBoldIt")
SECOND_TAP_MS = 300
"""A second tap on a step within this time is not meant: the button may say something else by then."""
BOUNCE_MS = 40
"""A contact that is lost for less than this was never lifted; no finger presses a key again so soon."""
PALM_SHARE = 0.1
"""A contact wider than this part of the screen's width, about 20 mm, is no fingertip."""


class Touches(QObject):
    """Tells touches that are meant from a palm, a contact that bounces and a second tap on a step."""

    def __init__(self) -> None:
        super().__init__()
        self._since = QElapsedTimer()
        self._palm = False
        self._bounced = False
        self._lifted_ms: int | None = None
        self._last = ("", "")

    def time(self, event: QPointerEvent) -> None:
        """Notes when a finger or the mouse goes down and up."""
        # The clock of the event counts: a busy screen handles at once what was pressed far apart.
        if event.type() in UP:
            self._lifted_ms = event.timestamp()
        elif event.type() in DOWN:
            lifted = self._lifted_ms
            self._bounced = lifted is not None and 0 <= event.timestamp() - lifted < BOUNCE_MS

    def look_at(self, event: QTouchEvent, screen_width: int) -> None:
        """Several contacts at once, or a large one, spoil the touch until it is over."""
        if event.type() == QEvent.Type.TouchBegin:
            self._palm = False
        points = event.points()
        widest = max((max(p.ellipseDiameters().toTuple()) for p in points), default=0)
        if len(points) > 1 or widest > screen_width * PALM_SHARE:
            self._palm = True

    @Slot(result=bool)
    def allows(self) -> bool:
        """Asked once for each tap."""
        return self.meant("", "")

    @Slot(str, str, result=bool)
    def meant(self, name: str, part: str) -> bool:
        """The same of a button by name; `part` is `key` on a pad, and `enter` for what ends its typing."""
        soon = self._since.isValid() and self._since.elapsed() < SECOND_TAP_MS
        # Every press on a pad counts, also on the same key; only a bounce of that key is no press.
        (last, before), self._last = self._last, (name, part)
        bounced = self._bounced and name == last
        typed = before == "key" and part in ("key", "enter") and not bounced
        palm, self._palm = self._palm, False
        self._since.start()
        return (typed or not soon) and not palm


def application() -> QGuiApplication:
    """The one Qt application of this process, with our font."""
    running = QGuiApplication.instance()
    app = running if isinstance(running, QGuiApplication) else QGuiApplication(["dealer-station"])
    if FAMILY not in QFontDatabase.families():
        for name in FONTS:
            QFontDatabase.addApplicationFont(font_files_ttf[name])
    return app


def wait_a_moment(milliseconds: int) -> None:
    """The screen works on meanwhile."""
    waiting = QEventLoop()
    QTimer.singleShot(milliseconds, waiting.quit)
    waiting.exec()


def size_of(name: str) -> QSize:
    """`1280x800`; where the whole screen is taken, this is what it has before it is shown."""
    width, _, height = name.partition("x")
    return QSize(int(width), int(height)) if height else QSize(1280, 800)


TOUCHES = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd)
DOWN = (QEvent.Type.TouchBegin, QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
UP = (QEvent.Type.TouchEnd, QEvent.Type.MouseButtonRelease)


class DealerWindow(QQuickView):
    """The dealer's screen as a window; without a bridge it waits for one behind the start screen."""

    gone = Signal()
    """Somebody has closed it."""
    bridge: "Bridge"

    def __init__(
        self,
        bridge: "Bridge | None",
        size: QSize,
        warned: Callable[[str], None] | None = None,
        *,
        full: bool = False,
        stays: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.touches = Touches()
        qt_ownership.keep(self.touches)
        qt_ownership.keep(self)
        self.full = full
        self.stays = stays
        """Told when somebody wants to close a window that only whoever opened it may close."""
        self._ended = self._closed = False
        if full:
            # A compositor that leaves the frame to us would get one, with a button that closes the table.
            self.setFlag(Qt.WindowType.FramelessWindowHint)
        if warned:
            self.engine().warnings.connect(lambda found: [warned(one.toString()) for one in found])
        self.rootContext().setContextProperty("touches", self.touches)
        self.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.resize(size)
        if bridge:
            self.bring_in(bridge)

    def begin(self, start: "Start") -> None:
        """The start screen, until the table is there."""
        self.rootContext().setContextProperty("start", start)
        self.setSource(QUrl.fromLocalFile(str(QML / "dealer" / "Start.qml")))

    def bring_in(self, bridge: "Bridge") -> None:
        """The dealer's screen, in the same window."""
        self.bridge = bridge
        self.rootContext().setContextProperty("bridge", bridge)
        self.setSource(QUrl.fromLocalFile(str(QML / "dealer" / "Main.qml")))
        bridge.changed.connect(self.paint_now)

    def come_up(self) -> None:
        """Where station.toml wants it, on the whole screen."""
        if self.full:
            self.showFullScreen()
        else:
            self.show()

    @Slot()
    def paint_now(self) -> None:
        """What the station said is painted at once: Qt would wait some milliseconds for more to change."""
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.UpdateRequest))

    def event(self, event: QEvent) -> bool:
        if event.type() in (*DOWN, *UP) and isinstance(event, QPointerEvent):
            self.touches.time(event)
        if event.type() in TOUCHES and isinstance(event, QTouchEvent):
            self.touches.look_at(event, self.width())
        return super().event(event)

    def close(self) -> bool:
        """Whoever opened it has done with it; a finger or a keyboard does not come this way."""
        self._ended = True
        return super().close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.stays and not self._ended:
            event.ignore()
            self.stays()
            return
        self._closed = True
        self.put_away()
        super().closeEvent(event)
        self.gone.emit()

    def until_closed(self) -> None:
        """Comes back when somebody has closed it, whatever other windows there are."""
        waiting = QEventLoop()
        self.gone.connect(waiting.quit)
        if not self._closed:
            waiting.exec()

    def put_away(self) -> None:
        """Lets go of the QML before what it looks at goes."""
        self.setSource(QUrl())
