"""Offscreen, as for the screen: a warning of Qt fails the test that caused it."""

from tests.ui.conftest import no_qt_warning

__all__ = ["no_qt_warning"]
