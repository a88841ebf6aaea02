"""Who ends what Qt made: the screen's thread, on purpose and in order.

Python's collector runs in whichever thread allocates next, a device's or the station's too. A window that it
ends there takes its timers and its painter down in the wrong thread, and the process with them.
"""

import gc

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QWindow

_kept: list[QObject] = []


def keep(made: QObject) -> None:
    """It lives until it is let go of; a collector does not touch it."""
    _kept.append(made)


def hurry() -> None:
    """While a table comes up the collector finds nothing: what is loaded stays."""
    gc.disable()


def settle_in() -> None:
    """What is there when a table opens stays: the collector need not look at it again between two cards."""
    gc.enable()
    gc.collect()
    gc.freeze()


def close_all() -> None:
    """Every window that is still there."""
    for made in reversed(_kept):
        if shiboken6.isValid(made) and isinstance(made, QWindow):
            made.close()


def let_go() -> None:
    """Ends all of it, the newest first: a window before the bridge that its QML looks at."""
    while _kept:
        made = _kept.pop()
        if shiboken6.isValid(made):
            shiboken6.delete(made)
