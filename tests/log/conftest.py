"""One shift that many tests look at; whoever changes it changes a copy."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.log import shifts


@pytest.fixture(scope="session")
def shift(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of three rounds that was put away in good order."""
    return shifts.play(tmp_path_factory.mktemp("shift") / "log.db", rounds=3)


@pytest.fixture
def copy(shift: Path, tmp_path: Path) -> Callable[[], Path]:
    """A copy of the shift with everything that lies beside it."""

    def copied() -> Path:
        for path in shift.parent.iterdir():
            if path.is_file():
                shutil.copy(path, tmp_path / path.name)
            elif not (tmp_path / path.name).exists():
                shutil.copytree(path, tmp_path / path.name)
        return tmp_path / shift.name

    return copied
