"""A report as plain values: headings, sentences, tables, and charts that screen and paper draw alike.

A chart is described once and must be readable in black and white: whatever a colour shows, a pattern, a shape
or a word shows too.
"""

import math
from typing import Literal, assert_never

from msgspec import Struct

Pattern = Literal["solid", "hatched", "dotted", "open"]
"""The fill of bars, distinguishable without colour."""
Shape = Literal["bars", "line", "points"]
Note = Literal["", "high", "low", "outside", "part"]
"""A mark on a value: highest, lowest, outside its band, or from too short a time."""


class SeriesValue(Struct, frozen=True):
    """One value of a series; None if there is none."""

    value: float | None
    note: Note = ""
    words: str = ""
    """The label beside it."""


class Series(Struct, frozen=True):
    """Values of one kind, one for each place on the axis."""

    name: str
    shape: Shape
    marks: tuple[SeriesValue, ...]
    pattern: Pattern = "solid"


class Band(Struct, frozen=True):
    """The expected range of values: low, high and middle for each place on the axis."""

    name: str
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    middle: tuple[float | None, ...] = ()


Kind = Literal["text", "count", "figure", "percent", "seconds", "money"]
"""The type of a column; money is in cents."""
Cell = str | int | float | None


class Column(Struct, frozen=True):
    """The head of a column and the type of its cells."""

    head: str
    kind: Kind = "text"


class ReportTable(Struct, frozen=True):
    """The values as a table; every chart has one with the same values."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def written(self) -> tuple[tuple[str, ...], ...]:
        """Every cell as it is printed."""
        kinds = [column.kind for column in self.columns]
        return tuple(
            tuple(in_words(cell, kind) for cell, kind in zip(row, kinds, strict=True)) for row in self.rows
        )


class Chart(Struct, frozen=True):
    """A chart: its places along the axis, its unit, and the series."""

    title: str
    unit: str
    places: tuple[str, ...]
    series: tuple[Series, ...]
    band: Band | None = None
    foot: str = ""
    """The meaning of the places, such as: hour of the gaming day."""
    stacked: bool = False
    """True if bars stand on each other and not side by side."""
    lying: bool = False
    """True if the places are names, one below the other, and values extend to the right."""

    @property
    def extremes(self) -> tuple[float, float]:
        """The lowest and the highest drawn value; the range always includes zero."""
        found = [mark.value for one in self.series for mark in one.marks if mark.value is not None]
        if self.stacked:
            columns = zip(*(one.marks for one in self.series), strict=True)
            found += [sum(mark.value or 0.0 for mark in column) for column in columns]
        if self.band is not None:
            found += [value for value in (*self.band.low, *self.band.high) if value is not None]
        return min(0.0, *found, 0.0), max(0.0, *found, 0.0)

    @property
    def summary(self) -> str:
        """The chart in a sentence, for people who cannot see it."""
        marked = [
            f"{mark.note} {mark.words or shown(mark.value)} at {place}"
            for one in self.series
            for place, mark in zip(self.places, one.marks, strict=True)
            if mark.note not in ("", "part")
        ]
        return f"{self.title}, {self.unit}" + (f": {', '.join(marked)}" if marked else "")


class Section(Struct, frozen=True):
    """One topic of a report: sentences, charts and tables."""

    id: str
    title: str
    words: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    tables: tuple[ReportTable, ...] = ()


def counted(number: int, one: str, more: str = "") -> str:
    """A number with its noun: `1 round`, `2 rounds`."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def shown(value: float | None) -> str:
    """A number as text: without decimals if it is whole, otherwise with one or two."""
    if value is None:
        return "–"
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.1f}" if abs(value) >= 10 else f"{value:,.2f}"


def in_words(cell: Cell, kind: Kind) -> str:
    """A cell as it is printed in a column of this kind."""
    if cell is None or isinstance(cell, str):
        return "–" if cell is None else cell
    match kind:
        case "text" | "count":
            return f"{cell:,}"
        case "figure":
            return shown(cell)
        case "percent":
            return f"{cell:,.2f} %"
        case "seconds":
            return f"{cell:,.2f}"
        case "money":
            return f"{cell / 100:,.2f}"
        case _:
            assert_never(kind)


def ticks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Round values for the axis, from at or below `low` to at or above `high`."""
    reach = (high - low) or 1.0
    power = 10.0 ** math.floor(math.log10(reach / most))
    step = next(factor * power for factor in (1, 2, 5, 10) if reach / (factor * power) <= most)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    # Multiples of whole steps, rounded, so that 0.3 does not become 0.30000000000000004.
    return tuple(round(number * step, 12) for number in range(first, max(last, first + 1) + 1))
