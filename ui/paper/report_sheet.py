"""The day's report on paper: each section with its texts, its charts and tables of the same numbers."""

from PySide6.QtCore import QRectF

from dealer_station.reports.report import Report
from dealer_station.review.tables_and_charts import Chart, Section
from ui.paper.page import SMALL, TEXT, Draw, PaperSheet, PictureFrame
from ui.paper.pen import Pen
from ui.review import chart_painter


def report_sheet(report: Report, paper: str = "a4") -> PaperSheet:
    """The pages of a report."""
    names = [one.name for one in report.sources]
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    about = report.tables_words
    about += f", dealer {report.ask.dealer}" if report.ask.dealer else ""
    # The period comes first, because the names of the tables may be long.
    title = f"Table report, {report.span_words}"
    sheet = PaperSheet(PictureFrame(title, about, f"{names[0]}{more}", report.chain_words), paper)
    sheet.heading("Table report", 220, 0)
    sheet.words(f"{about}, {report.span_words}")
    for words in (*report.sources_words, report.made_words):
        sheet.words(words, SMALL)
    for section in report.sections:
        _section(sheet, section)
    return sheet


def _section(sheet: PaperSheet, section: Section) -> None:
    heights = [chart_painter.height_for(chart, sheet.room.width(), SMALL) for chart in section.charts]
    sheet.heading(section.title, follows=heights[0] if heights else 900)
    for words in section.words:
        sheet.words(words)
    for chart, height in zip(section.charts, heights, strict=True):
        sheet.space(TEXT)
        sheet.picture(height, _drawer(chart))
    for table in section.tables:
        sheet.table(table)


def _drawer(chart: Chart) -> Draw:
    def draw(pen: Pen, box: QRectF) -> None:
        drawn = chart_painter.paint(chart, pen.painter, box, SMALL)
        pen.texts += drawn.texts

    return draw
