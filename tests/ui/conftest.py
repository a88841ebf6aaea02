"""Offscreen for every test of the screen; a warning of Qt or QML fails the test that caused it."""

import os
from collections.abc import Iterator

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import pytest
from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication

from ui.common.qt_ownership import destroy_kept
from ui.dealer.window import application


@pytest.fixture(autouse=True)
def no_qt_warning() -> Iterator[list[str]]:
    """Qt's warnings while a test runs."""
    complaints: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if kind != QtMsgType.QtDebugMsg and kind != QtMsgType.QtInfoMsg:
            complaints.append(message)

    before = qInstallMessageHandler(hear)
    # A process with a window has a display, whatever it paints on.
    application()
    yield complaints
    for window in QGuiApplication.allWindows():
        window.close()
    destroy_kept()
    qInstallMessageHandler(before)
    assert not complaints, "\n".join(complaints)
