"""A display that goes away takes the process with it: Qt ends it at once when cage dies, and asks nobody.

Its own complaint is the last thing that is heard before that, so that is where a table is put away.
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
def when_the_display_is_lost(put_away: Callable[[], None]) -> Iterator[None]:
    """Done at most once, in the thread that noticed, while nothing of Qt can be used any more."""
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
