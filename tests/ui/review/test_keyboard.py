"""Without a mouse: sheets are filled in, gone through and confirmed with keys; nothing typed is lost."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtQuick import QQuickItem

from dealer_station.engine.model import observations as o
from dealer_station.log.catalogue.dispute_notes import notes
from tests.ui.review.pit import Dealt, Pit, pit


def focused(it: Pit) -> str:
    """The name of the item with the keyboard focus."""
    item = it.window.activeFocusItem()
    while not item.objectName():
        item = item.parentItem()
    return item.objectName()


def has_cursor(button: QQuickItem) -> bool:
    """A frame says that the keys are here, whether or not it is chosen."""
    return any(part.objectName() == "cursor" and part.isVisible() for part in button.childItems())


def test_a_note_is_written_with_keys_alone(shift: Path, tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.db"
    with pit(shift, reviews=reviews) as it:
        it.shows_round(12)
        it.key(Qt.Key.Key_D)
        assert focused(it) == "field claimed"
        it.write("He said war")
        it.key(Qt.Key.Key_Tab)
        assert focused(it) == "field decided"
        it.key(Qt.Key.Key_Tab, Qt.Key.Key_Tab)
        assert focused(it) == "field by"
        it.write("Sam")
        it.key(Qt.Key.Key_Backtab)
        assert focused(it) == "field names"
        it.key(Qt.Key.Key_Tab, Qt.Key.Key_Tab)
        assert focused(it) == "button CLOSE"
        it.key(Qt.Key.Key_Tab)
        assert focused(it) == "button WRITE IT DOWN"
        it.key(Qt.Key.Key_Return)
        it.until(lambda: any("noted and signed" in words for words in it.words), "a note")
        assert it.review.now["noticeIsGood"]  # type: ignore[index]
    assert [note.about.claimed for note in notes(reviews)] == ["He said war"]


def test_a_half_written_note_is_kept(shift: Path, tmp_path: Path) -> None:
    with pit(shift, reviews=tmp_path / "reviews.db") as it:
        it.shows_round(12)
        it.key(Qt.Key.Key_D)
        it.write("He said war")
        it.key(Qt.Key.Key_Escape)
        assert not it.review.has_sheet
        assert any("The draft of the note is kept" in words for words in it.words)
        it.key(Qt.Key.Key_D)
        assert it.item("field claimed").property("value") == "He said war"


def test_a_note_that_cannot_be_written_stays_on_its_sheet(shift: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("no folder", "utf-8")
    with pit(shift, reviews=tmp_path / "folder" / "reviews.db") as it:
        it.shows_round(12)
        it.key(Qt.Key.Key_D)
        it.write("He said war")
        it.review.enter("by", "Sam")
        it.key(Qt.Key.Key_Return, control=True)
        it.until(lambda: "folder" in it.says("hint") and "being written" not in it.says("note"), "a reason")
        assert it.review.has_sheet
        assert it.item("field claimed").property("value") == "He said war"


def test_filters_verification_and_alarms_have_keys(shift: Path, tmp_path: Path) -> None:
    with pit(shift, reviews=tmp_path / "reviews.db") as it:
        it.shows_round(12)
        it.key(Qt.Key.Key_L)
        assert focused(it) == "field since"
        it.key(Qt.Key.Key_Escape)
        it.key(Qt.Key.Key_V)
        assert focused(it) == "button CLOSE"
        it.key(Qt.Key.Key_Return)
        assert not it.review.has_sheet


def test_a_ruling_is_prepared_with_name_and_reason(tmp_path: Path) -> None:
    table = Dealt(tmp_path / "live.db", "new_zealand")
    table.bets(1)
    table.cards("Kc 8h 9c")
    with pit(table.db) as it:
        it.until(lambda: bool(it.review.alarms.waiting), "an alarm")
        it.key(Qt.Key.Key_U)
        it.click("button Ruling: Card to the rack")
        it.key(Qt.Key.Key_Return, control=True)
        assert it.says("hint") == "Enter the reason and your name."
    table.close()


def test_a_gap_that_is_shortened_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.review.playback.LONGEST_MS", 100)
    table = Dealt(tmp_path / "slow.db", "new_zealand")
    table.bets(1)
    table.cards("Kc 8h")
    table.settle()
    table.tell(o.DealerArrived("Bo"))
    table.close()
    with pit(table.db) as it:
        it.until(lambda: it.last > 0, "a round")
        it.key(Qt.Key.Key_Space)
        it.until(lambda: "shortened" in it.says("place"), "a cut")
