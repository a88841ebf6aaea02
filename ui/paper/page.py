"""Page layout. All content is placed before it is drawn, so that every page can show the number of pages.

A unit is a tenth of a point. The same pages become a PDF or images.
"""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.review.tables_and_charts import ReportTable
from ui.dealer.window import application
from ui.paper.pen import LEFT, RIGHT, Pen, cut_to, line_height, width_of, wrapped

UNITS_PER_INCH = 720
MARGIN, HEAD, FOOT = 480.0, 330.0, 330.0
TEXT, SMALL = 95.0, 78.0
"""Text heights."""
LEAST_SMALL = 55.0
"""Smallest text height; a wide table is shrunk down to this."""
CELL_GAP = 70.0
FORMATS = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}

Draw = Callable[[Pen, QRectF], None]


class PictureFrame(Struct, frozen=True):
    """The texts that appear on every page."""

    title: str
    about: str
    """Below the title: the table and the period."""
    source: str
    """In the foot: the file."""
    seal: str
    """In the foot: the verification result of the chain."""


class Item(Struct, frozen=True):
    """One piece of a page: its place and the function that draws it."""

    box: QRectF
    draw: Draw


class PaperSheet:
    """Pages filled from the top with headings, paragraphs, tables and pictures."""

    def __init__(self, frame: PictureFrame, paper: str = "a4") -> None:
        application()
        self.frame = frame
        self._format = QPageSize(FORMATS[paper])
        inches = self._format.size(QPageSize.Unit.Inch)
        self.page = QRectF(0, 0, inches.width() * UNITS_PER_INCH, inches.height() * UNITS_PER_INCH)
        self.room = self.page.adjusted(MARGIN, MARGIN + HEAD, -MARGIN, -MARGIN - FOOT)
        self.pages: list[list[Item]] = [[]]
        self.about = frame.about
        """The subject of the following pages, shown in the head of each."""
        self._abouts = [self.about]
        self._top = self.room.top()

    @property
    def left_over(self) -> float:
        """The free height of the current page."""
        return self.room.bottom() - self._top

    def new_page(self) -> None:
        """Start a new page, unless the current one is empty."""
        if self.pages[-1]:
            self.pages.append([])
            self._abouts.append(self.about)
        self._abouts[-1] = self.about
        self._top = self.room.top()

    def space(self, height: float) -> None:
        """Add vertical space, except at the top of a page."""
        if self.pages[-1]:
            self._top += height

    def add(self, height: float, draw: Draw) -> None:
        """Add a piece of this height; it moves to the next page if it does not fit."""
        if height > self.left_over:
            self.new_page()
        box = QRectF(self.room.left(), self._top, self.room.width(), height)
        self.pages[-1].append(Item(box, draw))
        self._top += height

    def keep_together(self, height: float) -> None:
        """Start a new page unless this height is free on the current one."""
        if height > self.left_over:
            self.new_page()

    def heading(self, words: str, size: float = 150.0, follows: float = 600.0) -> None:
        """Add a heading and keep it on the same page as the beginning of its text."""
        self.space(size * 0.8)
        self.keep_together(line_height(size) + follows)
        self.add(line_height(size), lambda pen, box: _write(pen, words, box, size, bold=True))

    def words(self, words: str, size: float = TEXT, *, bold: bool = False) -> None:
        """Add a paragraph."""
        for line in wrapped(words, size, self.room.width(), bold=bold):
            self.add(line_height(size), _liner(line, size, bold=bold))
        self.space(size * 0.3)

    def picture(self, height: float, draw: Draw) -> None:
        """Add a picture as wide as the page; `draw` paints it."""
        self.add(min(height, self.room.height()), draw)
        self.space(TEXT)

    def table(self, table: ReportTable, size: float = SMALL) -> None:
        """Add a table; its headings are repeated on every page."""
        grid = Grid(table, self.room.width(), size)
        self.keep_together(line_height(TEXT) + grid.head_height + grid.heights[0] if grid.heights else 0)
        self.words(table.title, bold=True)
        if not table.rows:
            self.words("none")
            return
        self.add(grid.head_height, grid.draw_heads)
        for index, height in enumerate(grid.heights):
            if height > self.left_over:
                self.new_page()
                self.add(grid.head_height, grid.draw_heads)
            self.add(height, grid.drawer(index))
        self.space(size)

    def write_pdf(self, path: Path) -> int:
        """Write the pages to a PDF and return their number."""
        writer = QPdfWriter(str(path))
        writer.setResolution(UNITS_PER_INCH)
        writer.setPageLayout(QPageLayout(self._format, QPageLayout.Orientation.Portrait, QMarginsF()))
        writer.setTitle(f"{self.frame.title}: {self.frame.about}")
        writer.setCreator("Dealer Station")
        painter = QPainter()
        # Qt would only print a warning if the file cannot be written.
        if not _can_be_written(path) or not painter.begin(writer):
            raise DealerStationError(f"{path}: cannot be written; check the permissions and the free space")
        for number in range(len(self.pages)):
            if number:
                writer.newPage()
            self.draw(number, painter)
        painter.end()
        return len(self.pages)

    def image(self, number: int, dots_per_inch: int = 80) -> tuple[QImage, Pen]:
        """One page as an image, with the pen that drew it."""
        scale = dots_per_inch / UNITS_PER_INCH
        image = QImage(
            QSize(round(self.page.width() * scale), round(self.page.height() * scale)),
            QImage.Format.Format_RGB32,
        )
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.scale(scale, scale)
        pen = self.draw(number, painter)
        painter.end()
        return image, pen

    def draw(self, number: int, painter: QPainter) -> Pen:
        """Draw one page with its head and foot."""
        pen = Pen(painter)
        self._head(pen, self._abouts[number])
        for item in self.pages[number]:
            item.draw(pen, item.box)
        self._foot(pen, number)
        return pen

    def _head(self, pen: Pen, about: str) -> None:
        band = QRectF(self.room.left(), MARGIN, self.room.width(), HEAD)
        tall = line_height(TEXT)
        pen.write(self.frame.title, QRectF(band.left(), band.top(), band.width(), tall), TEXT, bold=True)
        line = cut_to(about, SMALL, band.width())
        pen.write(line, QRectF(band.left(), band.top() + tall, band.width(), line_height(SMALL)), SMALL)
        pen.line(QPointF(band.left(), band.bottom() - 60), QPointF(band.right(), band.bottom() - 60), 6)

    def _foot(self, pen: Pen, number: int) -> None:
        band = QRectF(self.room.left(), self.room.bottom() + 60, self.room.width(), FOOT - 60)
        tall = line_height(SMALL)
        pen.line(band.topLeft(), band.topRight(), 6)
        count = f"page {number + 1} of {len(self.pages)}"
        line = QRectF(band.left(), band.top() + 40, band.width(), tall)
        pen.write(count, line, SMALL, RIGHT)
        room = band.width() - width_of(count, SMALL) - CELL_GAP
        for words in (self.frame.source, self.frame.seal):
            pen.write(cut_to(words, SMALL, room), line, SMALL, LEFT)
            line.translate(0, tall)


def _can_be_written(path: Path) -> bool:
    try:
        path.open("ab").close()
    except OSError:
        return False
    return True


def _write(pen: Pen, words: str, box: QRectF, size: float, *, bold: bool) -> None:
    pen.write(words, box, size, bold=bold)


def _liner(words: str, size: float, *, bold: bool) -> Draw:
    return lambda pen, box: _write(pen, words, box, size, bold=bold)


class Grid:
    """A table laid out for a width: numbers are never wrapped, texts take as many lines as they need."""

    def __init__(self, table: ReportTable, width: float, size: float = SMALL) -> None:
        self.table = table
        self.rows = table.written
        self.numeric = [column.kind != "text" for column in table.columns]
        self.size = size
        while not self._fits(width) and self.size > LEAST_SMALL:
            self.size -= 4
        self.widths = self._widths(width)
        self.heads = [
            wrapped(column.head, self.size, room, bold=True)
            for column, room in zip(table.columns, self.widths, strict=True)
        ]
        self.cells = [
            [wrapped(cell, self.size, room) for cell, room in zip(row, self.widths, strict=True)]
            for row in self.rows
        ]
        tall = line_height(self.size)
        self.head_height = max(len(lines) for lines in self.heads) * tall + 50
        air = 24 if size >= SMALL else 12
        self.heights = [max(len(lines) for lines in row) * tall + air for row in self.cells]

    def _least(self, index: int) -> float:
        """The least width of a column: its widest number, or its widest word."""
        cells = [row[index] for row in self.rows]
        pieces = cells if self.numeric[index] else [word for cell in cells for word in cell.split()]
        head = max(
            width_of(word, self.size, bold=True) for word in self.table.columns[index].head.split() or [""]
        )
        return max([head, *(width_of(piece, self.size) for piece in pieces)]) + 1

    def _natural(self, index: int) -> float:
        head = width_of(self.table.columns[index].head, self.size, bold=True)
        return max([head, self._least(index), *(width_of(row[index], self.size) for row in self.rows)]) + 1

    @property
    def width(self) -> float:
        return sum(self.widths) + self._gaps()

    def _gaps(self) -> float:
        return CELL_GAP * (len(self.numeric) - 1)

    def _fits(self, width: float) -> bool:
        return sum(map(self._least, range(len(self.numeric)))) + self._gaps() <= width

    def _widths(self, width: float) -> list[float]:
        """The natural column widths if they fit; otherwise each column shrinks towards its least width."""
        columns = range(len(self.numeric))
        natural, least = [self._natural(i) for i in columns], [self._least(i) for i in columns]
        free = width - self._gaps()
        if sum(natural) <= free:
            return natural
        spare, wanted = free - sum(least), sum(natural) - sum(least)
        return [
            small + (large - small) * max(0, spare) / wanted
            for small, large in zip(least, natural, strict=True)
        ]

    def draw_heads(self, pen: Pen, box: QRectF) -> None:
        """Draw the headings and a line beneath them."""
        self._draw_row(pen, box.adjusted(0, 0, 0, -20), self.heads, bold=True)
        start = QPointF(box.left(), box.bottom() - 16)
        pen.line(start, start + QPointF(self.width, 0), 8)

    def drawer(self, index: int) -> Draw:
        """Return the function that draws one row with a faint line below it."""

        def draw(pen: Pen, box: QRectF) -> None:
            self._draw_row(pen, box, self.cells[index], bold=False)
            pen.line(box.bottomLeft(), box.bottomLeft() + QPointF(self.width, 0), 3, QColor("#c8c8c8"))

        return draw

    def _draw_row(self, pen: Pen, box: QRectF, cells: list[list[str]], *, bold: bool) -> None:
        left, tall = box.left(), line_height(self.size)
        for lines, width, numeric in zip(cells, self.widths, self.numeric, strict=True):
            for row, words in enumerate(lines):
                place = QRectF(left, box.top() + 8 + row * tall, width, tall)
                pen.write(words, place, self.size, RIGHT if numeric else LEFT, bold=bold)
            left += width + CELL_GAP
