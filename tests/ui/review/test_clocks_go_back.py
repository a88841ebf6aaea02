"""The day on which clocks go back, in the window: 25 hours, and the hour that comes twice told apart."""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.log import shifts
from tests.ui.review.pit import pit
from ui.review.times import as_typed, microseconds

DAY = date(2026, 10, 25)


@pytest.fixture(autouse=True)
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def utc(hour: int, minute: int) -> int:
    return int(datetime(2026, 10, 25, hour, minute, tzinfo=UTC).timestamp() * 1_000_000)


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """A round in each of the two hours from two to three."""
    clock = shifts.SetClock(wall=utc(0, 32), mono=0, step_us=1_000)
    db = shifts.play(tmp_path / "table.db", rounds=1, clock=clock)
    clock.wall = utc(1, 32)
    return shifts.play(db, rounds=1, clock=clock)


def test_the_strip_has_25_hours_and_lines_are_told_apart(night: Path) -> None:
    with pit(night) as it:
        it.is_catalogued()
        it.shows_round(2)
        assert "2026-10-25\nCET" in it.words
        assert it.words.count("2:00") == 2
        assert {"02:32:00 +02:00", "02:32:00 +01:00"} <= set(it.words)
        band = it.item("timeline").width()
        bars = [it.item(f"bar 02:30 {zone}, Rounds: 1").x() for zone in ("+02:00", "+01:00")]
        assert [x / band for x in bars] == pytest.approx([2.5 / 25, 3.5 / 25])
        it.key(Qt.Key.Key_Down)
        it.shows_round(1)
        it.until(lambda: "2026-10-25\nCEST" in it.words, "the zone of this round")


def test_a_time_that_comes_twice_is_both_or_the_one_that_is_typed() -> None:
    assert microseconds("02:30", DAY, until=False) == utc(0, 30)
    assert microseconds("02:45", DAY, until=True) == utc(1, 45)
    assert microseconds("02:45 +02:00", DAY, until=True) == utc(0, 45)
    assert microseconds("2026-10-25 02:30+0100", DAY, until=False) == utc(1, 30)
    for at in (utc(0, 30), utc(1, 30), utc(5, 0)):
        for until in (False, True):
            assert microseconds(as_typed(at, until=until), DAY, until=until) == at
