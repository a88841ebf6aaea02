"""The report in the window: the day of the round that is shown, with charts, exported as PDF and CSV."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.log import shifts
from tests.review.pdf_text import pages
from tests.ui import items
from tests.ui.review.pit import Pit, pit
from tests.ui.review.test_keyboard import focused, has_cursor
from tests.ui.test_accessible import name_of

PAGE = 4096
BUTTONS = ("The day before", "The day after", "Export PDF", "Export CSV", "CLOSE")


def counted(it: Pit) -> None:
    it.until(lambda: "chain verified" in it.says("report about"), "a report")


def verified(it: Pit) -> None:
    it.until(lambda: all(mark.report for mark in it.review.verifier.marks), "a verified log")


def test_the_report_of_the_day_has_charts_and_is_exported(shift: Path, tmp_path: Path) -> None:
    with pit(shift, reviews=tmp_path / "reviews.db") as it:
        it.shows_round(12)
        verified(it)
        it.key(Qt.Key.Key_R)
        counted(it)
        assert it.says("report title") == "Report of the gaming day 2026-11-16"
        chart = it.item("chart 0 0")
        assert chart.height() > 50
        assert "ounds" in name_of(chart)
        it.click("button Export PDF")
        it.until(lambda: it.says("report notice").endswith("report-2026-11-16.pdf"), "a PDF")
        it.click("button Export CSV")
        it.until(lambda: it.says("report notice").endswith("report-2026-11-16.csv"), "a CSV")
        it.key(Qt.Key.Key_Escape)
        assert not it.window.report.is_open
        it.shows_round(12)
    assert "2026-11-16" in "".join(pages(tmp_path / "report-2026-11-16.pdf"))
    assert "rounds" in (tmp_path / "report-2026-11-16.csv").read_text("utf-8").lower()


def test_another_day_is_a_touch_away(shift: Path, tmp_path: Path) -> None:
    with pit(shift, reviews=tmp_path / "reviews.db") as it:
        it.shows_round(12)
        verified(it)
        it.click("button Report")
        counted(it)
        it.window.report.tap("day -1")
        it.until(lambda: it.says("report title").endswith("2026-11-15"), "the day before")
        counted(it)
        it.click("button CLOSE")
        assert not it.window.report.is_open


def test_the_tables_stand_below_the_charts_and_no_cell_is_cut(shift: Path, tmp_path: Path) -> None:
    with pit(shift, reviews=tmp_path / "reviews.db") as it:
        it.shows_round(12)
        verified(it)
        it.key(Qt.Key.Key_R)
        counted(it)
        assert {"Rounds by dealer", "Takes and pays by wager", "Seconds per step"} <= {*it.words}
        table = it.item("table 0 0")
        assert name_of(table) == "Rounds by hour"
        assert table.height() > 60
        assert "12" in it.words
        cut = [
            str(item.property("text"))
            for item in items.texts(it.window)
            if item.objectName().startswith("cell ") and item.property("truncated")
        ]
        assert cut == []


def test_a_broken_log_is_named_with_its_row_and_what_still_counts(
    shift: Path, tmp_path: Path, copied: Callable[[Path], Path]
) -> None:
    log = copied(shift)
    connection = shifts.unguarded(log)
    connection.execute("UPDATE event SET who = 'Eve' WHERE seq = 300")
    connection.close()
    with pit(log, reviews=tmp_path / "reviews.db") as it:
        verified(it)
        it.window.report.tap("open")
        it.until(lambda: "chain broken" in it.says("report about"), "a report")
        assert "of which rows up to 299 are counted" in it.says("report about")
        assert "broken at row 300" in it.says("report file 0")
        assert "first page" not in " ".join(it.words)


def cut_short(content: bytes) -> bytes:
    return content[: len(content) * 7 // 10]


def without(found: int, content: bytes) -> bytes:
    """A page that the disk has lost."""
    first = found // PAGE * PAGE
    return content[:first] + bytes(PAGE) + content[first + PAGE :]


def without_a_page_of_rows(content: bytes) -> bytes:
    return without(content.index(b'"type":"RoundKept","number":8,'), content)


@pytest.mark.parametrize("damage", [cut_short, without_a_page_of_rows])
def test_a_damaged_log_has_a_report_of_what_is_left(
    shift: Path, tmp_path: Path, copied: Callable[[Path], Path], damage: Callable[[bytes], bytes]
) -> None:
    log = copied(shift)
    log.write_bytes(damage(log.read_bytes()))
    with pit(log, reviews=tmp_path / "reviews.db") as it:
        verified(it)
        it.until(lambda: it.review.summary is not None, "a round")
        it.window.report.tap("open")
        it.until(lambda: "chain broken" in it.says("report about"), "a report")
        assert it.item("table 0 0").height() > 60
        assert "are intact and counted" in it.says("report file 0")


def test_rounds_are_listed_where_the_list_of_them_is_damaged(
    shift: Path, tmp_path: Path, copied: Callable[[Path], Path]
) -> None:
    log = copied(shift)
    with sqlite3.connect(log) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'round'").fetchone()
    connection.close()
    log.write_bytes(without((root - 1) * PAGE, log.read_bytes()))
    with pit(log, reviews=tmp_path / "reviews.db") as it:
        it.shows_round(12)


def test_the_report_is_read_with_keys_alone(shift: Path, tmp_path: Path) -> None:
    with pit(shift, reviews=tmp_path / "reviews.db") as it:
        it.shows_round(12)
        verified(it)
        it.key(Qt.Key.Key_R)
        counted(it)
        body = it.item("report body")
        places = [0.0]
        for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End):
            it.key(key)
            places.append(float(body.property("contentY")))
        assert places == sorted({*places}), "each goes further down"
        assert places[-1] == pytest.approx(body.property("contentHeight") - body.height())
        it.key(Qt.Key.Key_Up, Qt.Key.Key_PageUp)
        assert body.property("contentY") < places[-1]
        it.key(Qt.Key.Key_Home)
        assert body.property("contentY") == 0
        it.key(Qt.Key.Key_Left)
        it.until(lambda: it.says("report title").endswith("2026-11-15"), "the day before")
        it.key(Qt.Key.Key_Right, control=True)
        it.until(lambda: it.says("report title").endswith("2026-11-16"), "the day after")
        counted(it)
        reached = {focused(it)}
        for _ in range(4):
            it.key(Qt.Key.Key_Tab)
            reached.add(focused(it))
        assert reached == {f"button {name}" for name in BUTTONS}
        while focused(it) != "button Export CSV":
            it.key(Qt.Key.Key_Tab)
        assert has_cursor(it.item("button Export CSV"))
        assert not has_cursor(it.item("button Export PDF"))
        it.key(Qt.Key.Key_Return)
        it.until(lambda: it.says("report notice").endswith("report-2026-11-16.csv"), "a CSV")
        it.key(Qt.Key.Key_Tab, Qt.Key.Key_Return)
        assert not it.window.report.is_open
        it.key(Qt.Key.Key_Down)
        it.shows_round(11)
