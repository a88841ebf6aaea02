"""The report in the window: the day of the round that is shown, with charts, exported as PDF and CSV."""

from pathlib import Path

from PySide6.QtCore import Qt

from tests.review.pdf_text import pages
from tests.ui.review.pit import Pit, pit
from tests.ui.test_accessible import name_of


def counted(it: Pit) -> None:
    it.until(lambda: "chain verified" in it.says("report about"), "a report")


def verified(it: Pit) -> None:
    it.until(lambda: all(seal.report for seal in it.review.seals.seals), "a verified log")


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
