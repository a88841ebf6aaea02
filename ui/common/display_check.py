"""Check for a display on which a window can be opened."""

import os
import signal
import sys
import time

from PySide6.QtGui import QGuiApplication

from ui.common.import_hook import remove_import_hook
from ui.common.no_display import SERVERS, UNSEEN, named, platform

DISPLAYS = (*SERVERS, "QT_QPA_PLATFORM")
PATIENCE_SECONDS = 20.0
LOOK_SECONDS = 0.001

# Here a start loads Qt first, and most of what it needs afterwards.
remove_import_hook()


def has_display(*, seen: bool = False) -> bool:
    """True if a window can be opened here; with `seen`, only on a platform that people can see."""
    if not named():
        return False
    if QGuiApplication.instance() is not None:
        return True
    if seen and platform() in UNSEEN:
        return False
    # A child process tries the display, because Qt aborts if a display is named but does not exist.
    sys.stdout.flush()
    sys.stderr.flush()
    # A fork has Qt loaded already; a new process would take longer to load it than the first frame takes.
    child = os.fork()
    if child == 0:
        _try_display()
    return _exited_cleanly(child)


def _try_display() -> None:
    """Try the display in the child and exit with the result, without output and without cleanup."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        QGuiApplication([])
        os._exit(0)
    finally:
        os._exit(1)


def _exited_cleanly(child: int) -> bool:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(LOOK_SECONDS)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False
