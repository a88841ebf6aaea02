"""Only what is meant counts: no second tap of a trembling finger, no palm, no touch that wakes the screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui import items
from tests.ui.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "log.db", "massachusetts")
    made.sign_in()
    made.place("1:25")
    yield made
    made.close()
    assert made.warnings == []


def test_a_second_tap_within_300_ms_does_nothing(table: Table) -> None:
    place = items.centre(items.named(table.window, "button Closing call"))
    items.rested(table.window)
    QTest.mouseClick(table.window, Qt.MouseButton.LeftButton, pos=place)
    assert len(table._told) == 1
    QTest.mouseClick(table.window, Qt.MouseButton.LeftButton, pos=place)
    assert len(table._told) == 1


def test_several_contacts_at_once_are_a_palm(table: Table) -> None:
    items.touch(table.window, "button Closing call", "button Dealer")
    assert not table._told
    items.touch(table.window, "button Closing call")
    assert len(table._told) == 1


def test_the_touch_that_wakes_the_screen_does_nothing_else(table: Table) -> None:
    cover = next(
        item for item in table.window.rootObject().childItems() if item.property("minutes") is not None
    )
    cover.setProperty("visible", True)
    items.click(table.window, "button Closing call")
    assert not table._told
    assert not cover.isVisible()
    items.click(table.window, "button Closing call")
    assert len(table._told) == 1
