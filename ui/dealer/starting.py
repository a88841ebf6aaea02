"""The start screen: the first frame, painted before the engine, the log and the devices are loaded."""

import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, TypeVar

from PySide6.QtCore import Property, QObject, QTimer, Signal

from ui.common import qt_ownership
from ui.common.settings import Settings
from ui.common.translate import Speech
from ui.dealer.window import DealerWindow, application

Doing = Literal["starting", "book", "log"]
Work = TypeVar("Work")
LOOK_SECONDS = 0.01
BEAT_MS = 200
PAINT_TURNS = 50
"""More turns of the event loop than a window takes to its first frame."""


class Start(QObject):
    """What the start screen's QML binds to."""

    changed = Signal()

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
        }

    def do(self, doing: Doing) -> None:
        """What it says now."""
        self._now = {**self._now, "doing": doing}
        self.changed.emit()

    def fail(self, words: str) -> None:
        """Why the table does not open."""
        self._now = {**self._now, "fault": words}
        self.changed.emit()

    @Property("QVariant", notify=changed)  # type: ignore[arg-type]
    def now(self) -> dict[str, Any]:
        return self._now

    @Property("QVariant", constant=True)  # type: ignore[arg-type]
    def style(self) -> dict[str, Any]:
        return self._style


class Opening:
    """A window while the table behind it is made ready; where there is no display, just the work."""

    def __init__(self, window: DealerWindow | None = None, start: Start | None = None) -> None:
        self.window = window
        self._start = start

    def meanwhile(self, doing: Doing, work: Callable[[], Work]) -> Work:
        """Does the work in a thread of its own, so that the window is painted; its errors are raised here."""
        if self.window is None or self._start is None:
            return work()
        self._start.do(doing)
        done: list[Work] = []
        failed: list[BaseException] = []

        def run() -> None:
            try:
                done.append(work())
            except BaseException as error:  # noqa: BLE001 - raised again by whoever waits
                failed.append(error)

        working = threading.Thread(target=run, name="opening", daemon=True)
        working.start()
        try:
            while working.is_alive():
                application().processEvents()
                working.join(LOOK_SECONDS)
        finally:
            # Somebody at the keyboard has enough of it: what was begun is ended all the same.
            working.join()
        application().processEvents()
        if failed:
            raise failed[0]
        return done[0]

    def fail(
        self, words: str, beat: Callable[[], None], stop: Callable[[Callable[[], object]], None]
    ) -> None:
        """The reason stays until somebody closes the window or stops the service, which may do so now."""
        assert self.window
        assert self._start
        self._start.fail(words)
        self.window.stays = None
        self.window.come_up()
        living = QTimer(interval=BEAT_MS)
        living.timeout.connect(beat)
        living.start()
        stop(self.window.close)
        self.window.until_closed()
        living.stop()

    @contextmanager
    def out_of_the_way(self) -> Iterator[None]:
        """Not seen while the terminal asks for something."""
        if self.window is None:
            yield
            return
        self.window.hide()
        yield
        self.window.come_up()


@contextmanager
def opening(window: DealerWindow, start: Start) -> Iterator[Opening]:
    """Paints the first frame; whatever happens after that, no window is left."""
    painted: list[bool] = []
    window.frameSwapped.connect(lambda: painted.append(True))
    try:
        qt_ownership.hurry()
        window.begin(start)
        window.come_up()
        for _ in range(PAINT_TURNS):
            if painted:
                break
            application().processEvents()
        yield Opening(window, start)
    finally:
        qt_ownership.close_all()
        gc.enable()
        qt_ownership.let_go()
