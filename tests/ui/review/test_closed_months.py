"""A round of a closed month: the rack of now is that of the newest log, or no number is shown."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.log import shifts
from tests.ui.review.pit import pit

MONTH_US = 31 * 86_400_000_000


@pytest.fixture
def months(tmp_path: Path) -> tuple[Path, Path]:
    """A month that was closed, and the log that goes on from it."""
    clock = shifts.SetClock(step_us=700_000)
    db = shifts.play(tmp_path / "table.db", rounds=3, clock=clock)
    clock.wall += MONTH_US
    shifts.play(db, rounds=2, clock=clock)
    return next(tmp_path.glob("table-*.db")), db


def test_now_is_where_the_log_goes_on(months: tuple[Path, Path], tmp_path: Path) -> None:
    closed, db = months
    (tmp_path / "away").mkdir()
    alone = Path(shutil.copy(closed, tmp_path / "away" / closed.name))
    told = []
    for logs in ((closed,), (alone, db)):
        with pit(*logs) as it:
            it.is_catalogued()
            it.key(*[Qt.Key.Key_Down] * (2 * len(logs) - 2))
            it.shows_round(3)
            it.until(lambda it=it: "now: 2026-12" in it.says("rack words"), "the rack of now")  # type: ignore[misc]
            told.append([words for words in it.words if "now take" in words])
    assert told[0]
    assert told[0] == told[1]
    with pit(alone) as it:
        it.is_catalogued()
        it.shows_round(3)
        it.until(lambda: "in another file: as of 2026-12" in it.says("rack words"), "as of when")
        assert not any("now take" in words for words in it.words)
