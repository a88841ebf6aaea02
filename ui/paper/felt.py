"""The table on paper: the same picture as on the dealer's screen, readable without colour."""

import re
from functools import cache
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath, QPen

from dealer_station.engine.model.cards import Card
from dealer_station.engine.view.table_view import SpotView, TableView
from dealer_station.review.dispute_data import OrderedCard
from ui.common.chip_texts import stake_words
from ui.common.outcomes import NOTHING, RESULTS
from ui.paper.pen import CENTRE, LEFT, Pen, line_height

RED, BLACK, FAINT, CLOTH = QColor("#a3121f"), QColor("black"), QColor("#8a8a8a"), QColor("#f1f1f1")
SUITS_FILE = Path(__file__).parents[1] / "common" / "Suit.qml"
"""The drawings of the suits, which the screens use too."""
CARD_TALL = 1.42
"""Height of a card relative to its width."""
WORDS = 90.0
STRIP_CARD = 250.0


@cache
def _suits() -> dict[str, QPainterPath]:
    """The suit shapes of the screen, read from Suit.qml; 100 units wide."""
    text = SUITS_FILE.read_text("utf-8")
    return {suit: _path(shape) for suit, shape in re.findall(r'^\s+([shdc]): "([^"]+)"', text, re.MULTILINE)}


def _path(shape: str) -> QPainterPath:
    path = QPainterPath()
    for verb, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", shape):
        values = [float(number) for number in numbers.split()]
        points = [QPointF(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]
        if verb == "M":
            path.moveTo(points[0])
        elif verb == "L":
            path.lineTo(points[0])
        elif verb == "C":
            path.cubicTo(*points)
        else:
            path.closeSubpath()
    return path


def draw_card(pen: Pen, card: Card | None, left: float, top: float, width: float) -> None:
    """Draw the face of a card, or its back if the card is sealed."""
    painter, box = pen.painter, QRectF(left, top, width, width * CARD_TALL)
    outline = QPainterPath()
    outline.addRoundedRect(box, width * 0.1, width * 0.1)
    painter.fillPath(outline, QColor("white"))
    if card is None:
        inner = box.adjusted(width * 0.12, width * 0.12, -width * 0.12, -width * 0.12)
        pen.fill(inner, "hatched", width * 0.16, BLACK, QColor("white"))
    painter.strokePath(outline, QPen(BLACK, width * 0.03))
    if card is None:
        return
    ink = RED if card[1] in "hd" else BLACK
    rank = "10" if card[0] == "T" else card[0]
    pen.write(
        rank,
        QRectF(left, top + width * 0.05, width, width * 0.7),
        width * 0.66,
        CENTRE,
        bold=True,
        colour=ink,
    )
    painter.save()
    painter.translate(left + width * 0.28, top + width * 0.86)
    painter.scale(width * 0.0044, width * 0.0044)
    painter.fillPath(_suits()[card[1]], ink)
    painter.restore()


def felt_height(felt: TableView) -> float:
    """The height of the table picture."""
    bettors = max((len(spot.bettors) for spot in felt.spots), default=0)
    return 1_720.0 + line_height(WORDS) * max(0, 2 * bettors - 2)


def draw_felt(felt: TableView, pen: Pen, box: QRectF) -> None:
    """Draw the table: spot 1 at the left, the middle spot farthest away, the dealer's cards in front."""
    pen.painter.fillRect(box, CLOTH)
    pitch = box.width() / max(1, len(felt.spots))
    size, sag = min(640.0, pitch * 0.86), 200.0
    for index, spot in enumerate(felt.spots):
        share = index / (len(felt.spots) - 1) if len(felt.spots) > 1 else 0.5
        middle = box.left() + pitch * (index + 0.5)
        _spot(pen, spot, QPointF(middle, box.top() + 60 + sag * (2 * share - 1) ** 2), size, pitch)
    width = 330.0
    cards = felt.dealer_cards
    left = box.center().x() - (len(cards) * (width + 40)) / 2
    top = box.bottom() - width * CARD_TALL - 60
    pen.write("Dealer", QRectF(left - 480, top, 400, width * CARD_TALL), WORDS * 1.2, LEFT, bold=True)
    for index, card in enumerate(cards):
        draw_card(pen, card.card, left + index * (width + 40), top, width)


def _spot(pen: Pen, spot: SpotView, top: QPointF, size: float, pitch: float) -> None:
    circle = QRectF(top.x() - size / 2, top.y(), size, size)
    pen.painter.setPen(QPen(FAINT, 8))
    pen.painter.setBrush(QColor("white"))
    pen.painter.drawEllipse(circle)
    count = len(spot.cards)
    each = size * (0.46 if count > 1 else 0.52)
    step = min(each * 1.04, (size - each) / max(1, count - 1))
    left = circle.center().x() - (each + (count - 1) * step) / 2
    for index, card in enumerate(spot.cards):
        draw_card(pen, card.card, left + index * step, circle.center().y() - each * CARD_TALL / 2, each)
    tall = line_height(WORDS)
    line = QRectF(top.x() - pitch / 2, circle.bottom() + 15, pitch, tall)
    if not spot.bettors:
        pen.write(str(spot.spot), line, WORDS, CENTRE, colour=FAINT)
    for bettor in spot.bettors:
        pen.write(f"{bettor.name} · {stake_words(bettor)}", line, WORDS, CENTRE, bold=True)
        line.translate(0, tall)
        pen.write(RESULTS.get(bettor.result, NOTHING).word, line, WORDS, CENTRE)
        line.translate(0, tall)


def strip_height(count: int, room: float) -> float:
    """The height of this many cards, in lines as wide as the page."""
    each = _in_a_line(room)
    return max(1, -(-count // each)) * (STRIP_CARD * CARD_TALL + 2 * line_height(72) + 50)


def _in_a_line(room: float) -> int:
    return max(1, int(room // (STRIP_CARD + 165)))


def draw_strip(cards: tuple[OrderedCard, ...], pen: Pen, box: QRectF) -> None:
    """Draw cards in the order in which they left the shoe, each with its number and its destination."""
    each, tall = _in_a_line(box.width()), line_height(72)
    pitch = box.width() / each
    height = STRIP_CARD * CARD_TALL + 2 * tall + 50
    for index, one in enumerate(cards):
        left, top = box.left() + index % each * pitch, box.top() + index // each * height
        cell = QRectF(left, top, pitch, tall)
        pen.write(str(index + 1), cell, 72, CENTRE, colour=FAINT)
        draw_card(pen, one.card, left + (pitch - STRIP_CARD) / 2, top + tall, STRIP_CARD)
        words = one.to if one.card else f"{one.to}, sealed"
        pen.write(words, cell.translated(0, tall + STRIP_CARD * CARD_TALL + 10), 72, CENTRE)
