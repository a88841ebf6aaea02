"""Paper and charts: pages that are looked at as images, and words that can be read back from the PDF."""

from pathlib import Path

from click.testing import CliRunner
from PySide6.QtCore import QRectF, QUrl
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtQuick import QQuickView

from dealer_station.cli.main import main
from dealer_station.reports.report import Report, last_day, report
from dealer_station.reports.row_context import ReportQuery
from dealer_station.reports.sources import examine
from dealer_station.review.gaming_day import Calendar, zone_named
from dealer_station.review.tables_and_charts import (
    Band,
    Chart,
    Column,
    ReportTable,
    Series,
    SeriesValue,
    ticks,
)
from tests.house.rules import ROOT
from tests.review.days import dealt
from tests.review.pdf_text import pages
from ui.dealer.window import application
from ui.paper.page import PaperSheet, PictureFrame
from ui.paper.report_sheet import report_sheet
from ui.review import chart_item, chart_painter

NAMES = ("main and war", "tie", "a wager with a name that is much too long for one line of a chart")
MONEY = Chart(
    "House result",
    "percent",
    NAMES,
    (
        Series(
            "house", "points", (SeriesValue(2.0), SeriesValue(-44.0, "outside", "-44.0 %"), SeriesValue(None))
        ),
    ),
    Band("band", (-5.0, -10.0, None), (9.0, 40.0, None), (2.0, 18.0, None)),
    lying=True,
)
PACE = Chart(
    "Rounds by hour",
    "rounds an hour",
    tuple(f"{hour:02}:00" for hour in range(24)),
    (
        Series(
            "rounds",
            "bars",
            tuple(
                SeriesValue(float(40 + hour % 7), "high" if hour == 6 else "low" if hour == 7 else "")
                for hour in range(24)
            ),
            "hatched",
        ),
    ),
)


def report_of(db: Path) -> Report:
    calendar = Calendar(zone_named("UTC"))
    sources = (examine(db),)
    return report(ReportQuery(*last_day(sources, calendar), calendar), sources)


def inked(image: QImage) -> float:
    """The share of dots that are not paper."""
    white = QColor("white").rgb()
    dots = [
        image.pixel(x, y) != white for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)
    ]
    return sum(dots) / len(dots)


def test_a_report_on_paper_is_whole_and_can_be_read_back(tmp_path: Path) -> None:
    db = dealt(tmp_path / "t.db", "2026-11-16T10:00", rounds=150, manner="clumsy")
    sheet = report_sheet(report_of(db))
    for number in range(len(sheet.pages)):
        image, pen = sheet.image(number)
        assert inked(image) > 0.01, f"page {number + 1} is empty"
        margin = sheet.page.adjusted(200, 200, -200, -200)
        outside = [words for words, box in pen.texts if not margin.contains(box)]
        assert not outside, f"clipped on page {number + 1}: {outside}"
    out = tmp_path / "r.pdf"
    done = CliRunner().invoke(
        main, ["report", str(db), "--format", "pdf", "--out", str(out), "--zone", "UTC"]
    )
    assert done.exit_code == 0, done.output
    told = pages(out)
    assert len(told) == len(sheet.pages)
    for number, words in enumerate(told, start=1):
        assert f"page{number}of{len(told)}" in words
        assert "chainverified" in words
        assert "t.db" in words
    for title in ("Pace", "Irregularities", "Secondsperstep", "Takesandpays", "Readererrors"):
        assert title in "".join(told)
    assert "150roundsin" in told[0]


def test_a_long_table_has_its_heads_on_every_page() -> None:
    rows = tuple((f"row {number}", number) for number in range(200))
    sheet = PaperSheet(PictureFrame("Title", "about", "file", "seal"))
    sheet.table(ReportTable("Many", (Column("What it is"), Column("Times", "count")), rows))
    assert len(sheet.pages) > 2
    seen: list[str] = []
    for number in range(len(sheet.pages)):
        _, pen = sheet.image(number)
        words = [text for text, _ in pen.texts]
        assert "What it is" in words
        seen += [text for text in words if text.startswith("row ")]
    assert seen == [f"row {number}" for number in range(200)]


def test_the_words_of_a_chart_lie_in_it_and_not_on_each_other() -> None:
    application()
    written: set[str] = set()
    for chart in (MONEY, PACE):
        for width in (480, 900):
            box = QRectF(0, 0, width, chart_painter.height_for(chart, width, 14))
            image = QImage(int(box.width()), int(box.height()), QImage.Format.Format_RGB32)
            painter = QPainter(image)
            pen = chart_painter.paint(chart, painter, box, 14)
            painter.end()
            written |= {text for text, _ in pen.texts}
            assert all(box.contains(placed) for _, placed in pen.texts), chart.title
            for index, (one, first) in enumerate(pen.texts):
                for other, second in pen.texts[index + 1 :]:
                    assert not first.intersects(second), f"{one} lies on {other} at {width}"
    assert {"HIGH 46", "LOW 40", "OUTSIDE -44.0 %"} <= written


def test_an_axis_has_round_figures_with_zero_among_them() -> None:
    assert ticks(0, 89) == (0, 20, 40, 60, 80, 100)
    assert ticks(-44, 40) == (-60, -40, -20, 0, 20, 40)
    assert ticks(0, 0.5) == (0, 0.1, 0.2, 0.3, 0.4, 0.5)
    assert ticks(0, 0) == (0, 0.2)
    assert MONEY.summary == "House result, percent: outside -44.0 % at tie"


def test_the_screen_paints_the_same_chart() -> None:
    application()
    chart_item.register()
    view = QQuickView()
    view.setInitialProperties({"chart": chart_item.as_values(PACE), "theme": "dark"})
    view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
    view.resize(900, 400)
    view.setSource(QUrl.fromLocalFile(str(ROOT / "ui" / "review" / "Chart.qml")))
    assert not view.errors()
    view.show()
    image = view.grabWindow()
    root = view.rootObject()
    assert root is not None
    assert root.property("words") == PACE.summary
    assert image.pixelColor(2, image.height() - 2).name() == chart_painter.DARK.paper
    assert inked(image) == 1.0, "a dark page has no white dot"
    view.setSource(QUrl())
    view.close()
    view.deleteLater()


def painted(chart: Chart, width: int = 480) -> tuple[QImage, list[str]]:
    application()
    box = QRectF(0, 0, width, chart_painter.height_for(chart, width, 14))
    image = QImage(int(box.width()), int(box.height()), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    pen = chart_painter.paint(chart, painter, box, 14)
    painter.end()
    return image, [text for text, _ in pen.texts]


def test_whom_irregularities_favoured_is_said_where_it_was_always_the_same_side() -> None:
    one_side = Chart(
        "Irregularities",
        "times",
        ("late wager",),
        (Series("unclear", "bars", (SeriesValue(3.0),), "dotted"),),
        stacked=True,
    )
    assert "unclear" in painted(one_side)[1]


def test_a_bar_of_a_short_time_is_an_outline() -> None:
    for note, dark in (("", True), ("part", False)):
        mark = SeriesValue(10.0, note)  # type: ignore[arg-type]
        image, _ = painted(Chart("Rounds", "rounds", ("10:00",), (Series("rounds", "bars", (mark,)),)))
        middle = image.pixelColor(image.width() // 2, int(image.height() * 0.7))
        assert (middle.lightness() < 128) == dark


def test_a_label_among_tall_bars_stands_on_paper() -> None:
    marks = tuple(
        SeriesValue(90.0 if hour != 12 else 50.0, "low" if hour == 12 else "") for hour in range(24)
    )
    chart = Chart(
        "Rounds", "rounds", tuple(f"{hour:02}" for hour in range(24)), (Series("r", "bars", marks),)
    )
    application()
    box = QRectF(0, 0, 480, chart_painter.height_for(chart, 480, 14))
    image = QImage(480, int(box.height()), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    pen = chart_painter.paint(chart, painter, box, 14)
    painter.end()
    (place,) = (placed for text, placed in pen.texts if text == "LOW 50")
    for x in (place.left() - 1, place.right() + 1):
        assert image.pixelColor(int(x), int(place.center().y())).lightness() > 200


def test_a_chart_without_figures_says_so() -> None:
    assert "no data" in painted(Chart("Rounds", "rounds", (), (Series("rounds", "bars", ()),)))[1]
    assert (
        "no data"
        in painted(Chart("Rounds", "rounds", ("1",), (Series("rounds", "bars", (SeriesValue(None),)),)))[1]
    )
