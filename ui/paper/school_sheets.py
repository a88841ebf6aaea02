"""The school on paper: a certificate, a score sheet, the instructor's overview."""

from PySide6.QtCore import QPointF, QRectF

from dealer_station.review.tables_and_charts import ReportTable
from dealer_station.training.score_sheet_data import CertificateData, day_of
from ui.paper.page import SMALL, TEXT, PaperSheet, PictureFrame
from ui.paper.pen import CENTRE, Pen

NAME, TITLE, LINE = 300.0, 220.0, 130.0
HEIGHT = 4200.0


def certificate(data: CertificateData, source: str, seal: str, paper: str = "a4") -> PaperSheet:
    """The page that says who has passed every lesson of a book."""
    sheet = PaperSheet(PictureFrame("Certificate", data.title, source, seal), paper)

    def draw(pen: Pen, box: QRectF) -> None:
        top = box.top() + 500
        for words, size, bold in (
            ("CERTIFICATE", TITLE, True),
            ("This certifies that", LINE, False),
            (data.trainee, NAME, True),
            (f"has passed all {data.lessons} lessons of", LINE, False),
            (data.title, LINE, True),
            (f"between {day_of(data.first_us)} and {day_of(data.last_us)},", LINE, False),
            (f"with {data.mean_percent} % of the points on average.", LINE, False),
        ):
            pen.write(words, QRectF(box.left(), top, box.width(), size * 1.4), size, CENTRE, bold=bold)
            top += size * 2
        for share, words in ((0.08, "Date"), (0.56, "Instructor")):
            left, bottom = box.left() + share * box.width(), box.bottom() - 300
            pen.line(QPointF(left, bottom), QPointF(left + 0.36 * box.width(), bottom), 6)
            pen.write(words, QRectF(left, bottom + 30, 0.36 * box.width(), TEXT * 1.3), TEXT)

    sheet.picture(HEIGHT, draw)
    sheet.words(f"The lessons follow the text of the rulebook with the digest {data.rules[:16]}.", SMALL)
    sheet.words("A certificate of the school; it is no licence to deal.", SMALL)
    return sheet


def score_sheet(
    trainee: str, title: str, tables: tuple[ReportTable, ...], source: str, seal: str, paper: str = "a4"
) -> PaperSheet:
    """The pages with everything that a trainee did in one book."""
    sheet = PaperSheet(PictureFrame(f"Score sheet, {trainee}", title, source, seal), paper)
    sheet.heading(f"Score sheet of {trainee}", 220, 0)
    sheet.words(title)
    for table in tables:
        sheet.table(table)
    return sheet


def overview_sheet(table: ReportTable, source: str, seal: str, paper: str = "a4") -> PaperSheet:
    """The pages with all trainees, for an instructor."""
    sheet = PaperSheet(PictureFrame("Results of the school", "all trainees", source, seal), paper)
    sheet.heading("Results of the school", 220, 0)
    sheet.table(table)
    return sheet
