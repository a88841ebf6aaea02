"""The dealer's window: the font, the root of the QML, and the filter for unintended touches."""

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
    QTimer,
    QUrl,
    Signal,
    Slot,
)
from PySide6.QtGui import QCloseEvent, QFontDatabase, QGuiApplication, QPointerEvent, QTouchEvent
from PySide6.QtQuick import QQuickView

from ui.common import qt_ownership
from ui.common.import_hook import remove_import_hook

if TYPE_CHECKING:
    from ui.dealer.bridge import Bridge
    from ui.dealer.loading_screen import Start

QML = Path(__file__).parent
FAMILY = "Source Sans Pro"
FONTS = ("SourceSansPro", "SourceSansProBold", "SourceSansProIt", "SourceSansProBoldIt")
SECOND_TAP_MS = 300
"""A second tap on a step within this time is ignored: the button may mean something else by then."""
SETTLE_MS = 600
"""A step's button takes no tap until its label has been on the screen for this long."""
BOUNCE_MS = 40
"""A contact lost for less than this was not lifted; no finger presses a key again so soon."""
PALM_SHARE = 0.1
"""A contact wider than this share of the screen's width, about 20 mm, is no fingertip."""


class TouchFilter(QObject):
    """Filters out palms, bouncing contacts and accidental double taps."""

    def __init__(self) -> None:
        super().__init__()
        self._since = QElapsedTimer()
        self._clock = QElapsedTimer()
        self._clock.start()
        self._palm = False
        self._bounced = False
        self._lifted_ms: int | None = None
        self._last = ("", "")

    def time(self, event: QPointerEvent) -> None:
        """Record the time when a finger or the mouse button goes down or up."""
        # Use the event's own timestamp: a busy screen may handle presses at once that were far apart.
        if event.type() in UP:
            self._lifted_ms = event.timestamp()
        elif event.type() in DOWN:
            lifted = self._lifted_ms
            self._bounced = lifted is not None and 0 <= event.timestamp() - lifted < BOUNCE_MS

    def look_at(self, event: QTouchEvent, screen_width: int) -> None:
        """Reject the current touch if there are several contacts or a wide one."""
        if event.type() == QEvent.Type.TouchBegin:
            self._palm = False
        points = event.points()
        widest = max((max(p.ellipseDiameters().toTuple()) for p in points), default=0)
        if len(points) > 1 or widest > screen_width * PALM_SHARE:
            self._palm = True

    @Slot(result=float)
    def now(self) -> float:
        """The milliseconds of a clock that only goes forward; a button notes when its label changed."""
        return float(self._clock.elapsed())

    @Slot(float, float, result=bool)
    def was_read(self, labelled_ms: float, pressed_ms: float) -> bool:
        """True if the label had been on the screen for long enough when the finger went down on it."""
        return pressed_ms - labelled_ms >= SETTLE_MS

    @Slot(result=bool)
    def allows(self) -> bool:
        """True if the current tap counts; call once per tap."""
        return self.meant("", "")

    @Slot(str, str, result=bool)
    def meant(self, name: str, part: str) -> bool:
        """True if the tap on a button counts; `part` is `key` on a pad, `enter` for its last key."""
        soon = self._since.isValid() and self._since.elapsed() < SECOND_TAP_MS
        # On a pad every press counts, even on the same key, unless the contact of that key bounced.
        (last, before), self._last = self._last, (name, part)
        bounced = self._bounced and name == last
        typed = before == "key" and part in ("key", "enter") and not bounced
        palm, self._palm = self._palm, False
        self._since.start()
        return (typed or not soon) and not palm


def application() -> QGuiApplication:
    """The Qt application of this process, with the project's font."""
    remove_import_hook()
    running = QGuiApplication.instance()
    app = running if isinstance(running, QGuiApplication) else QGuiApplication(["dealer-station"])
    if FAMILY not in QFontDatabase.families():
        for name in FONTS:
            QFontDatabase.addApplicationFont(font_files_ttf[name])
    return app


def wait_a_moment(milliseconds: int) -> None:
    """Wait while the event loop keeps running."""
    waiting = QEventLoop()
    QTimer.singleShot(milliseconds, waiting.quit)
    waiting.exec()


def size_of(name: str) -> QSize:
    """The size for a name such as `1280x800`; otherwise the default before a window fills the screen."""
    width, _, height = name.partition("x")
    return QSize(int(width), int(height)) if height else QSize(1280, 800)


TOUCHES = (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd)
DOWN = (QEvent.Type.TouchBegin, QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
UP = (QEvent.Type.TouchEnd, QEvent.Type.MouseButtonRelease)


class DealerWindow(QQuickView):
    """The dealer's window; without a bridge it shows the start screen."""

    gone = Signal()
    """Emitted when the window has been closed."""
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
        self.touches = TouchFilter()
        qt_ownership.keep(self.touches)
        qt_ownership.keep(self)
        self.school: QObject | None = None
        """The school that this window has shown."""
        self.full = full
        self.stays = stays
        """Called instead of closing when somebody tries to close a window that only its owner may close."""
        self._ended = self._closed = False
        if full:
            # Loading the namespace makes hundreds of enumerations, a tenth of an empty window's start.
            from PySide6.QtCore import Qt

            # With client-side decorations the window would get a frame with a close button.
            self.setFlag(Qt.WindowType.FramelessWindowHint)
        if warned:
            self.engine().warnings.connect(lambda found: [warned(one.toString()) for one in found])
        self.rootContext().setContextProperty("touches", self.touches)
        self.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.resize(size)
        if bridge:
            self.show_table(bridge)

    def begin(self, start: "Start") -> None:
        """Show the start screen until the table is ready."""
        self.rootContext().setContextProperty("start", start)
        self._load("Start.qml")

    def show_table(self, bridge: "Bridge") -> None:
        """Replace the start screen by the dealer's screen."""
        is_new = getattr(self, "bridge", None) is not bridge
        self.bridge = bridge
        self.rootContext().setContextProperty("bridge", bridge)
        self._load("Main.qml")
        if is_new:
            bridge.changed.connect(self.paint_now)
        # What the start still has to do takes longer than the frame.
        self.paint_now()

    def _load(self, screen: str) -> None:
        """Load a screen in the window's size; Qt would give it that size afterwards and lay it out twice."""
        self.setInitialProperties({"width": self.width(), "height": self.height()})
        self.setSource(QUrl.fromLocalFile(str(QML / screen)))

    def soon(self, work: Callable[[], object]) -> None:
        """Do something after the tap at hand; a page must not be unloaded under its own tap."""
        QTimer.singleShot(0, self, work)

    def show_window(self) -> None:
        """Show the window, full screen if station.toml says so."""
        if self.full:
            self.showFullScreen()
        else:
            self.show()

    @Slot()
    def paint_now(self) -> None:
        """Paint the new view at once; Qt would wait some milliseconds for further changes."""
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.UpdateRequest))

    def event(self, event: QEvent) -> bool:
        if event.type() in (*DOWN, *UP) and isinstance(event, QPointerEvent):
            self.touches.time(event)
            if event.type() in DOWN and (bridge := getattr(self, "bridge", None)):
                bridge.touched()
        if event.type() in TOUCHES and isinstance(event, QTouchEvent):
            self.touches.look_at(event, self.width())
        return super().event(event)

    def close(self) -> bool:
        """Close the window for its owner. User actions reach `closeEvent` without this call."""
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
        """Run the event loop until this window is closed, regardless of other windows."""
        waiting = QEventLoop()
        self.gone.connect(waiting.quit)
        if not self._closed:
            waiting.exec()

    def put_away(self) -> None:
        """Unload the QML before the objects that it binds to are destroyed."""
        self.setSource(QUrl())
