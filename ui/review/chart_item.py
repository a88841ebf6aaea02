"""A QML item that shows a chart with the same painter as the printed pages."""

from functools import cache

import msgspec
from PySide6.QtCore import Property, QRectF, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtQml import qmlRegisterType
from PySide6.QtQuick import QQuickItem, QQuickPaintedItem

from dealer_station.review.tables_and_charts import Chart
from ui.review import chart_painter

MODULE = "DealerStation.Review"


class ChartItem(QQuickPaintedItem):
    """Paints a chart given as plain values, in the colours of the theme."""

    changed = Signal()

    def __init__(self, parent: QQuickItem | None = None) -> None:
        super().__init__(parent)
        self._chart: Chart | None = None
        self._told: dict[str, object] = {}
        self._theme = "light"
        self._text_size = 16.0
        self.texts: list[tuple[str, QRectF]] = []
        """The texts of the last painting with their places."""
        self.changed.connect(self.update)

    def paint(self, painter: QPainter) -> None:
        """Paint the chart; called by Qt after a change."""
        if self._chart is None:
            return
        inks = chart_painter.DARK if self._theme == "dark" else chart_painter.LIGHT
        box = QRectF(0, 0, self.width(), self.height())
        self.texts = chart_painter.paint(self._chart, painter, box, self._text_size, inks).texts

    @Slot(float, result=float)
    def heightFor(self, width: float) -> float:
        """The height that the chart needs at this width."""
        return chart_painter.height_for(self._chart, width, self._text_size) if self._chart else 0.0

    def _get_chart(self) -> dict[str, object]:
        return self._told

    def _set_chart(self, told: dict[str, object]) -> None:
        self._told = told
        self._chart = msgspec.convert(told, Chart) if told else None
        self.changed.emit()

    def _get_theme(self) -> str:
        return self._theme

    def _set_theme(self, theme: str) -> None:
        self._theme = theme
        self.changed.emit()

    def _get_text_size(self) -> float:
        return self._text_size

    def _set_text_size(self, size: float) -> None:
        self._text_size = size
        self.changed.emit()

    def _get_words(self) -> str:
        return self._chart.summary if self._chart else ""

    chart = Property("QVariant", _get_chart, _set_chart, notify=changed)  # type: ignore[arg-type]
    theme = Property(str, _get_theme, _set_theme, notify=changed)
    textSize = Property(float, _get_text_size, _set_text_size, notify=changed)
    words = Property(str, _get_words, notify=changed)


@cache
def register() -> None:
    """Register the item in QML as `ChartItem` of DealerStation.Review, once per process."""
    qmlRegisterType(ChartItem, MODULE, 1, 0, "ChartItem")  # type: ignore[call-overload]


def as_values(chart: Chart) -> dict[str, object]:
    """The chart as plain values for QML."""
    told: dict[str, object] = msgspec.to_builtins(chart)
    return told
