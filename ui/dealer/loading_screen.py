"""The loading screen: the first frame, painted before the engine, the log and the devices are loaded."""

import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, TypeVar

from PySide6.QtCore import Property, QEventLoop, QObject, QTimer, Signal, SignalInstance, Slot

from ui.common import qt_ownership
from ui.common.settings import Settings
from ui.common.translate import Speech
from ui.dealer.window import DealerWindow, application

Doing = Literal["starting", "book", "log"]
Work = TypeVar("Work")
LOOK_SECONDS = 0.01
BEAT_MS = 200
PAINT_TURNS = 50
"""More event loop turns than a window needs for its first frame."""


class Start(QObject):
    """The values that the start screen's QML binds to."""

    changed = Signal()
    trainingAsked = Signal()

    def __init__(self, name: str, mark: str, settings: Settings) -> None:
        super().__init__()
        qt_ownership.keep(self)
        say = Speech(settings.language)
        self._style = settings.style(say)
        self._now: dict[str, Any] = {
            "name": name,
            "mark": say(mark) if mark else "",
            "doing": "starting",
            "fault": "",
            "training": False,
        }

    @property
    def wants_training(self) -> bool:
        """True if somebody has asked for the school."""
        return bool(self._now["training"])

    @Slot()
    def train(self) -> None:
        """Note that somebody wants the school; the start shows it as soon as it can."""
        self._now = {**self._now, "training": True}
        self.changed.emit()
        self.trainingAsked.emit()

    def trained(self) -> None:
        """Note that the school was left."""
        self._now = {**self._now, "training": False}
        self.changed.emit()

    def do(self, doing: Doing) -> None:
        """Show the current stage of the start."""
        self._now = {**self._now, "doing": doing}
        self.changed.emit()

    def fail(self, words: str) -> None:
        """Show the reason why the table cannot be opened."""
        self._now = {**self._now, "fault": words}
        self.changed.emit()

    @Property("QVariant", notify=changed)  # type: ignore[arg-type]
    def now(self) -> dict[str, Any]:
        return self._now

    @Property("QVariant", constant=True)  # type: ignore[arg-type]
    def style(self) -> dict[str, Any]:
        return self._style


class Opening:
    """A window that stays responsive while the table is prepared; without a display it only runs the work."""

    def __init__(self, window: DealerWindow | None = None, start: Start | None = None) -> None:
        self.window = window
        self._start = start

    def meanwhile(self, doing: Doing, work: Callable[[], Work]) -> Work:
        """Run `work` in a thread while the window keeps painting. Exceptions are raised here."""
        if self.window is None or self._start is None:
            return work()
        self._start.do(doing)
        done: list[Work] = []
        failed: list[BaseException] = []

        def run() -> None:
            try:
                done.append(work())
            except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
                failed.append(error)

        working = threading.Thread(target=run, name="opening", daemon=True)
        working.start()
        try:
            while working.is_alive():
                application().processEvents()
                working.join(LOOK_SECONDS)
        finally:
            # After Ctrl-C, wait for the work: it must not be left half done.
            working.join()
        application().processEvents()
        if failed:
            raise failed[0]
        return done[0]

    def give_training(self, attend: Callable[[], None]) -> None:
        """Show the school if somebody asked for it on the start screen."""
        if self._start is not None and self._start.wants_training:
            attend()
            self._start.trained()

    def until_left(self, left: SignalInstance, beat: Callable[[], None]) -> None:
        """Wait until the school is left or the window is closed; then show the start screen again."""
        assert self.window
        assert self._start
        waiting = QEventLoop()
        left.connect(waiting.quit)
        self.window.gone.connect(waiting.quit)
        living = QTimer(interval=BEAT_MS)
        living.timeout.connect(beat)
        living.start()
        waiting.exec()
        living.stop()
        if self.window.isVisible():
            self.window.begin(self._start)

    def fail(
        self,
        words: str,
        beat: Callable[[], None],
        stop: Callable[[Callable[[], object]], None],
        attend: Callable[[], None],
    ) -> None:
        """Show the reason until somebody closes the window, which is allowed now, or stops the service."""
        assert self.window
        assert self._start
        self._start.trainingAsked.connect(lambda: self.give_training(attend))
        self._start.fail(words)
        self.window.stays = None
        self.window.show_window()
        living = QTimer(interval=BEAT_MS)
        living.timeout.connect(beat)
        living.start()
        stop(self.window.close)
        self.window.until_closed()
        living.stop()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the window while the terminal asks for input."""
        if self.window is None:
            yield
            return
        self.window.hide()
        yield
        self.window.show_window()


@contextmanager
def opening(window: DealerWindow, start: Start) -> Iterator[Opening]:
    """Paint the first frame. On exit all windows are closed and destroyed, whatever happened."""
    painted: list[bool] = []
    window.frameSwapped.connect(lambda: painted.append(True))
    try:
        qt_ownership.pause_collector()
        window.begin(start)
        window.show_window()
        for _ in range(PAINT_TURNS):
            if painted:
                break
            application().processEvents()
        yield Opening(window, start)
    finally:
        qt_ownership.close_all()
        gc.enable()
        qt_ownership.destroy_kept()
