"""Last cleanup when the display disappears.

If the compositor (cage) or the X server dies, Qt ends the process at once and runs no cleanup. The only sign
before that is Qt's own log message, so a message handler closes the table when it sees that message.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

BROKEN = (
    "The Wayland connection broke",
    "The Wayland connection experienced a fatal error",
    "The X11 connection broke",
)


@contextmanager
def on_lost_display(put_away: Callable[[], None]) -> Iterator[None]:
    """Call `put_away` once if the display breaks, in the thread that noticed it. It must not use Qt."""
    lost: list[str] = []

    def hear(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if before:
            before(kind, context, message)
        else:
            print(message, file=sys.stderr, flush=True)
        if message.startswith(BROKEN) and not lost:
            lost.append(message)
            put_away()

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
