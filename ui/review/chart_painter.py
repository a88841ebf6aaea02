"""Chart painter for the screen and for paper: both show the same picture.

All sizes are multiples of the text height, so a chart is as readable on a tablet as in print.
"""

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from dealer_station.review.tables_and_charts import Chart, Series, SeriesValue, shown, ticks
from ui.paper.pen import CENTRE, LEFT, RIGHT, Pen, line_height, width_of, wrapped

PLACES_ROOM = 0.34
"""Largest share of the width for the place names of a horizontal chart."""
BAR_SHARE = 0.72
"""Share of a place's room that its bars fill; the rest separates neighbours."""


class ChartColours(Struct, frozen=True):
    """The colours of a chart. No information depends on colour alone."""

    ink: str = "#000000"
    faint: str = "#c8c8c8"
    fill: str = "#3a3a3a"
    band: str = "#8a8a8a"
    paper: str = "#ffffff"


PRINT = ChartColours()
DARK = ChartColours("#f2f2f2", "#4a5158", "#56b4e9", "#9aa4ad", "#14181c")
LIGHT = ChartColours("#14181c", "#c9ced3", "#0072b2", "#6b747c", "#ffffff")


def paint(chart: Chart, painter: QPainter, box: QRectF, size: float, inks: ChartColours = PRINT) -> Pen:
    """Paint a chart into a box with texts of height `size`. The returned pen knows the place of each text."""
    pen = Pen(painter, QColor(inks.ink))
    painter.fillRect(box, QColor(inks.paper))
    top = _head(chart, pen, box, size, inks)
    foot = line_height(size) * (1.3 if chart.foot and not chart.lying else 0.2)
    inner = QRectF(box.left(), top, box.width(), box.bottom() - top - foot)
    plot = _Plot(chart, inner, size, inks, pen)
    plot.axes()
    plot.band()
    plot.figures()
    if all(mark.value is None for one in chart.series for mark in one.marks):
        pen.write("no data", plot.area, size, CENTRE)
    if chart.foot and not chart.lying:
        line = QRectF(box.left(), box.bottom() - line_height(size), box.width(), line_height(size))
        pen.write(chart.foot, line, size, CENTRE)
    return pen


def height_for(chart: Chart, width: float, size: float) -> float:
    """The height that a chart needs at this width; a horizontal chart needs a line for each place."""
    rows = len(chart.places) * line_height(size) * (1.7 if chart.lying else 0)
    return 4.5 * line_height(size) + rows if chart.lying else min(width * 0.42, 22 * size)


def _head(chart: Chart, pen: Pen, box: QRectF, size: float, inks: ChartColours) -> float:
    """Paint title, unit and legend; return the top of the plot."""
    tall = line_height(size)
    pen.write(chart.title, QRectF(box.left(), box.top(), box.width(), tall * 1.2), size * 1.1, bold=True)
    left, row = box.left(), QRectF(box.left(), box.top() + tall * 1.2, box.width(), tall)
    left = pen.write(chart.unit, row, size).right() + 2 * size
    keys: list[tuple[str, Series | None]] = [
        (one.name, one) for one in chart.series if len(chart.series) > 1 or chart.stacked
    ]
    keys += [(chart.series[0].name, chart.series[0])] if chart.band and len(chart.series) == 1 else []
    keys += [(chart.band.name, None)] if chart.band else []
    for name, series in keys:
        if left + size * 2 + width_of(name, size) > box.right():
            row, left = row.translated(0, tall), box.left()
        _key(pen, series, QRectF(left, row.top() + tall * 0.2, size * 1.4, tall * 0.6), size, inks)
        left = pen.write(name, row.adjusted(left - row.left() + size * 1.8, 0, 0, 0), size).right() + 2 * size
    return row.bottom() + tall * 0.5


def _key(pen: Pen, series: Series | None, box: QRectF, size: float, inks: ChartColours) -> None:
    if series is None:
        pen.fill(box, "hatched", size * 0.45, QColor(inks.band), QColor(inks.paper))
    elif series.shape == "bars":
        pen.fill(box, series.pattern, size * 0.45, QColor(inks.fill), QColor(inks.paper))
    else:
        _diamond(pen, box.center(), size * 0.45)


def _diamond(
    pen: Pen, at: QPointF, half: float, *, filled: bool = True, colour: QColor | None = None
) -> None:
    corners = ((0, -half), (half, 0), (0, half), (-half, 0))
    pen.shape(*(at + QPointF(x, y) for x, y in corners), filled=filled, width=half / 4, colour=colour)


class _Plot:
    """The plot area of a chart: places along one side, values along the other."""

    def __init__(self, chart: Chart, box: QRectF, size: float, inks: ChartColours, pen: Pen) -> None:
        self.chart, self.size, self.inks, self.pen = chart, size, inks, pen
        self.ticks = ticks(*chart.extremes)
        self.labels = [shown(tick) for tick in self.ticks]
        self._said: list[tuple[SeriesValue, QPointF]] = []
        """Marks with their positions; their labels are written after all figures are drawn."""
        tall = line_height(size)
        if chart.lying:
            widest = max((width_of(place, size) for place in chart.places), default=0)
            names = min(widest, box.width() * PLACES_ROOM) + size
            self.area = box.adjusted(names, 0, -size * 4.5, -tall * 1.2)
        else:
            names = max(width_of(label, size) for label in self.labels) + size
            self.area = box.adjusted(names, tall * 1.2, -size * 0.5, -tall * 1.2)

    def at(self, place: float, value: float) -> QPointF:
        """The position of a value; `place` counts places from the first, so that x.5 is the middle of one."""
        area, low, high = self.area, self.ticks[0], self.ticks[-1]
        along = place / max(1, len(self.chart.places))
        up = (value - low) / (high - low)
        if self.chart.lying:
            return QPointF(area.left() + up * area.width(), area.top() + along * area.height())
        return QPointF(area.left() + along * area.width(), area.bottom() - up * area.height())

    def axes(self) -> None:
        """Draw grid lines at round values with labels, and the names of the places."""
        places, tall, size = len(self.chart.places), line_height(self.size), self.size
        for tick, label in zip(self.ticks, self.labels, strict=True):
            start, end = self.at(0, tick), self.at(places or 1, tick)
            strong = tick == 0
            colour = QColor(self.inks.ink if strong else self.inks.faint)
            self.pen.line(start, end, size / (12 if strong else 18), colour)
            if self.chart.lying:
                box = QRectF(end.x() - tall * 2, self.area.bottom() + tall * 0.1, tall * 4, tall)
                self.pen.write(label, box, size, CENTRE)
            else:
                box = QRectF(start.x() - tall * 8, start.y() - tall / 2, tall * 8 - size * 0.4, tall)
                self.pen.write(label, box, size, RIGHT)
        if self.chart.lying:
            self._names_beside()
        else:
            self._names_below()

    def _names_beside(self) -> None:
        """Write the place names of a horizontal chart; a long name takes two lines."""
        size, tall = self.size, line_height(self.size)
        room = self.area.left() - size
        for index, place in enumerate(self.chart.places):
            middle = self.at(index + 0.5, 0).y()
            box = QRectF(0, 0, room, tall)
            lines = wrapped(place, size, self.area.width() * PLACES_ROOM / (1 - PLACES_ROOM))[:2]
            for row, words in enumerate(lines):
                box.moveTo(
                    self.area.left() - size * 0.5 - room, middle + (row - len(lines) / 2) * tall * 0.85
                )
                self.pen.write(words, box, size, RIGHT)

    def _names_below(self) -> None:
        """Write as many place names as fit, at equal intervals."""
        places, size = self.chart.places, self.size
        widest = max((width_of(place, size) for place in places), default=0) + size * 0.6
        each = self.area.width() / max(1, len(places))
        every = max(1, -(-int(widest) // max(1, int(each))))
        for index in range(0, len(places), every):
            middle = self.at(index + 0.5, self.ticks[0])
            box = QRectF(middle.x() - widest / 2, self.area.bottom() + size * 0.2, widest, line_height(size))
            self.pen.write(places[index], box, size, CENTRE)

    def band(self) -> None:
        """Draw the range in which figures are expected, with a line at the expected value."""
        band = self.chart.band
        if band is None:
            return
        for index, (low, high) in enumerate(zip(band.low, band.high, strict=True)):
            if low is None or high is None:
                continue
            box = self._box(index, low, high, 0.08, 0.92)
            self.pen.fill(box, "hatched", self.size * 0.55, QColor(self.inks.band), QColor(self.inks.paper))
        for index, middle in enumerate(band.middle):
            if middle is not None:
                self.pen.line(self.at(index + 0.08, middle), self.at(index + 0.92, middle), self.size / 4)

    def _box(self, index: int, low: float, high: float, first: float, last: float) -> QRectF:
        return QRectF(self.at(index + first, low), self.at(index + last, high)).normalized()

    def figures(self) -> None:
        """Draw all figures: bars first, so that lines and points lie over them."""
        bars = [one for one in self.chart.series if one.shape == "bars"]
        beneath = [0.0] * len(self.chart.places)
        for number, series in enumerate(bars):
            for index, mark in enumerate(series.marks):
                if mark.value is not None:
                    self._bar(series, mark, index, (number, len(bars)), beneath)
        for series in self.chart.series:
            if series.shape == "line":
                self._line(series)
            if series.shape != "bars":
                for index, mark in enumerate(series.marks):
                    if mark.value is not None:
                        self._point(mark, index)
        for mark, tip in self._said:
            self._words(mark, tip)

    def _bar(
        self, series: Series, mark: SeriesValue, index: int, which: tuple[int, int], beneath: list[float]
    ) -> None:
        value, base, (number, count) = mark.value or 0.0, 0.0, which
        side = (1 - BAR_SHARE) / 2
        first, last = side, 1 - side
        if self.chart.stacked:
            base = beneath[index]
            beneath[index] += value
        else:
            each = BAR_SHARE / count
            first, last = side + number * each, side + (number + 1) * each
        box = self._box(index, base, base + value, first, last)
        pattern = "open" if mark.note == "part" else series.pattern
        self.pen.fill(box, pattern, self.size * 0.5, QColor(self.inks.fill), QColor(self.inks.paper))
        self._said.append((mark, self.at(index + (first + last) / 2, base + value)))

    def _line(self, series: Series) -> None:
        before: QPointF | None = None
        for index, mark in enumerate(series.marks):
            now = None if mark.value is None else self.at(index + 0.5, mark.value)
            if before is not None and now is not None:
                self.pen.line(before, now, self.size / 8)
            before = now

    def _point(self, mark: SeriesValue, index: int) -> None:
        at = self.at(index + 0.5, mark.value or 0.0)
        _diamond(self.pen, at, self.size * 0.62, colour=QColor(self.inks.paper))
        _diamond(self.pen, at, self.size * 0.45)
        if mark.note == "outside":
            _diamond(self.pen, at, self.size * 0.8, filled=False)
        self._said.append((mark, at))

    def _words(self, mark: SeriesValue, tip: QPointF) -> None:
        """Write the label of a mark: beside it in a horizontal chart, otherwise above it."""
        note = "" if mark.note == "part" else mark.note.upper()
        words = " ".join(word for word in (note, mark.words) if word)
        if mark.note in ("high", "low"):
            words = f"{mark.note.upper()} {shown(mark.value)}"
        if not words:
            return
        size, tall = self.size, line_height(self.size)
        if self.chart.lying:
            room = width_of(words, size, bold=True)
            left = min(tip.x() + size * 1.1, self.area.right() + size * 4.4 - room)
            self._write_over(words, QRectF(left, tip.y() - tall / 2, room, tall))
            return
        room = max(width_of(words, size, bold=True), 1.0)
        left = min(max(tip.x() - room / 2, self.area.left()), self.area.right() - room)
        self._write_over(words, QRectF(left, tip.y() - tall * 1.1, room, tall))

    def _write_over(self, words: str, box: QRectF) -> None:
        """Write on a blank background, because a neighbour's bar may be there."""
        edge = self.size / 5
        self.pen.painter.fillRect(box.adjusted(-edge, edge, edge, -edge), self.inks.paper)
        self.pen.write(words, box, self.size, LEFT, bold=True)
