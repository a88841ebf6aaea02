"""Offscreen, and a warning of Qt fails the test that caused it; nothing of this machine counts."""

from pathlib import Path

import pytest

from tests.ui.conftest import no_qt_warning

__all__ = ["no_qt_warning"]


@pytest.fixture(autouse=True)
def no_station(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No station.toml of this machine, and a clock that tells the hour of no particular place."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("TZ", "UTC")
