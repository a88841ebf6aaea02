"""One shift that all of these tests look at; whoever changes it changes a copy."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_station.engine.model import observations as o
from tests.log import shifts
from tests.ui.review.pit import Dealt


@pytest.fixture(scope="session")
def shift(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve rounds with three players."""
    db = tmp_path_factory.mktemp("pit") / "table7.db"
    return shifts.play(db, rounds=12, players=3, seed=3, clock=shifts.SetClock(step_us=700_000))


@pytest.fixture(scope="session")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plain round, then one with a device fault and a card that nobody was due, ruled on."""
    table = Dealt(tmp_path_factory.mktemp("ruled") / "table8.db", "new_zealand")
    table.bets(1, 3)
    table.cards("7c 4h 9s")
    table.settle()
    table.bets(1)
    table.tell(o.DeviceSaid("shoe", "lost", "cable"), "shoe")
    table.tell(o.Ruled("accept", by="Lee", because="cable was kicked"), "floor")
    table.cards("Kc 8h 9c")
    table.tell(o.Ruled("discard", by="Lee", because="as the book says"), "floor")
    table.settle()
    table.close()
    return table.db


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[Path], Path]:
    """A log of one's own, with what lies beside it."""

    def copy(log: Path) -> Path:
        for path in log.parent.iterdir():
            (shutil.copytree if path.is_dir() else shutil.copy)(path, tmp_path / path.name)
        return tmp_path / log.name

    return copy
