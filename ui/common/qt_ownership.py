"""Ownership of Qt objects: they are destroyed only on the GUI thread, deliberately and in order.

Python's garbage collector runs in whichever thread allocates next, which may be a device's or the station's.
A window destroyed there takes down its timers and its painter in the wrong thread, and the process crashes.
"""

import gc

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QWindow

_kept: list[QObject] = []


def keep(made: QObject) -> None:
    """Keep an object alive until `destroy_kept`, out of the garbage collector's reach."""
    _kept.append(made)


def pause_collector() -> None:
    """Pause the collector during start-up: everything loaded then stays, so it would find nothing."""
    gc.disable()


def resume_collector() -> None:
    """Resume the collector and freeze existing objects, so that it skips them between two cards."""
    gc.enable()
    gc.collect()
    gc.freeze()


def close_all() -> None:
    """Close every window that still exists."""
    for made in reversed(_kept):
        if shiboken6.isValid(made) and isinstance(made, QWindow):
            made.close()


def destroy_kept() -> None:
    """Destroy all kept objects, newest first: a window goes before the bridge that its QML reads."""
    while _kept:
        made = _kept.pop()
        if shiboken6.isValid(made):
            shiboken6.delete(made)
