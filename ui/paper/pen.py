"""A pen that draws texts, lines and patterns on any painter and records where it wrote."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from dealer_station.review.tables_and_charts import Pattern

FAMILY = "Source Sans Pro"
LIGATURES = (QFont.Tag("liga"), QFont.Tag("clig"), QFont.Tag("dlig"))
"""Ligatures are off, because a text search in the PDF would not find their letters."""
Align = Qt.AlignmentFlag
LEFT, RIGHT, CENTRE = Align.AlignLeft, Align.AlignRight, Align.AlignHCenter


def font(size: float, *, bold: bool = False) -> QFont:
    """The project's font, `size` painter units tall, without hinting, so that widths scale exactly."""
    made = QFont(FAMILY)
    made.setPixelSize(max(1, round(size)))
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for ligatures in LIGATURES:
        made.setFeature(ligatures, 0)
    return made


def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """The width of a text."""
    return QFontMetricsF(font(size, bold=bold)).horizontalAdvance(words)


def line_height(size: float) -> float:
    """The distance from one line to the next."""
    return size * 1.25


def wrapped(words: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Split a text into lines of at most this width; a word too long for a line is broken."""
    metrics = QFontMetricsF(font(size, bold=bold))
    lines, line = [], ""
    for word in words.split():
        while metrics.horizontalAdvance(word) > width and len(word) > 1:
            fits = next(
                n
                for n in range(len(word) - 1, 0, -1)
                if n == 1 or metrics.horizontalAdvance(word[:n]) <= width
            )
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:fits])
            word = word[fits:]
        longer = f"{line} {word}" if line else word
        if metrics.horizontalAdvance(longer) <= width:
            line = longer
        else:
            lines.append(line)
            line = word
    return [*lines, line] if line or not lines else lines


def cut_to(words: str, size: float, width: float) -> str:
    """A text in one line; if it is too long, it is cut and ends with an ellipsis."""
    lines = wrapped(words, size, width)
    if len(lines) == 1:
        return lines[0]
    return wrapped(words, size, width - width_of("…", size))[0] + "…"


class Pen:
    """Draws on a painter; `texts` lists every line of text with its place."""

    def __init__(self, painter: QPainter, ink: QColor | None = None) -> None:
        self.painter = painter
        self.ink = ink or QColor("black")
        self.texts: list[tuple[str, QRectF]] = []
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)

    def write(
        self,
        words: str,
        box: QRectF,
        size: float,
        align: Align = LEFT,
        *,
        bold: bool = False,
        colour: QColor | None = None,
    ) -> QRectF:
        """Write one line of text, vertically centred in a box, and return its place."""
        if not words:
            return QRectF()
        chosen = font(size, bold=bold)
        self.painter.setFont(chosen)
        self.painter.setPen(QPen(colour or self.ink))
        width = QFontMetricsF(chosen).horizontalAdvance(words)
        left = box.left()
        if align == RIGHT:
            left = box.right() - width
        elif align == CENTRE:
            left = box.center().x() - width / 2
        metrics = QFontMetricsF(chosen)
        baseline = box.center().y() + (metrics.ascent() - metrics.descent()) / 2
        self.painter.drawText(QPointF(left, baseline), words)
        placed = QRectF(
            left, baseline - metrics.capHeight(), width, metrics.capHeight() + metrics.descent() / 2
        )
        self.texts.append((words, placed))
        return placed

    def line(self, start: QPointF, end: QPointF, width: float, colour: QColor | None = None) -> None:
        """Draw a straight line."""
        self.painter.setPen(QPen(colour or self.ink, width))
        self.painter.drawLine(start, end)

    def shape(
        self, *points: QPointF, filled: bool = True, width: float = 1, colour: QColor | None = None
    ) -> None:
        """Draw a polygon."""
        self.painter.setPen(QPen(colour or self.ink, width))
        self.painter.setBrush((colour or self.ink) if filled else QColor("transparent"))
        self.painter.drawPolygon(QPolygonF(points))

    def fill(self, box: QRectF, pattern: Pattern, grain: float, colour: QColor, paper: QColor) -> None:
        """Fill a box with a pattern that needs no colour; `grain` is the distance between its lines."""
        painter = self.painter
        if box.width() <= 0 or box.height() <= 0:
            return
        painter.fillRect(box, colour if pattern == "solid" else paper)
        painter.save()
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        painter.setPen(QPen(colour, grain / 5))
        if pattern == "hatched":
            reach, at = box.height(), box.left() - box.height()
            while at < box.right():
                painter.drawLine(QPointF(at, box.bottom()), QPointF(at + reach, box.top()))
                at += grain
        elif pattern == "dotted":
            self._dots(box, grain, colour)
        painter.restore()
        painter.setPen(QPen(colour, grain / 6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)

    def _dots(self, box: QRectF, grain: float, colour: QColor) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour)
        radius, y, odd = grain / 6, box.top() + grain / 2, False
        while y < box.bottom():
            x = box.left() + (grain if odd else grain / 2)
            while x < box.right():
                self.painter.drawEllipse(QPointF(x, y), radius, radius)
                x += grain
            y, odd = y + grain * 0.7, not odd
