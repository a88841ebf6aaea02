"""A report as plain values: headings, sentences, tables, and charts that the screen and the paper draw alike.

A chart is told once. It must be readable in black and white, so whatever a colour says is also said by a
pattern, a shape or a word.
"""

import math
from typing import Literal, assert_never

from msgspec import Struct

Pattern = Literal["solid", "hatched", "dotted", "open"]
"""How bars are filled: told apart without any colour."""
Shape = Literal["bars", "line", "points"]
Note = Literal["", "high", "low", "outside", "part"]
"""What is marked: the highest, the lowest, what lies outside its band, and what is of too short a time."""


class Mark(Struct, frozen=True):
    """One figure of a series; None where there is none."""

    value: float | None
    note: Note = ""
    words: str = ""
    """What stands beside it."""


class Series(Struct, frozen=True):
    """Figures of one kind, one for each place on the axis."""

    name: str
    shape: Shape
    marks: tuple[Mark, ...]
    pattern: Pattern = "solid"


class Band(Struct, frozen=True):
    """Where figures lie when all is well: from and to, with the middle, one for each place on the axis."""

    name: str
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    middle: tuple[float | None, ...] = ()


Kind = Literal["text", "count", "figure", "percent", "seconds", "money"]
"""What a column holds; money is in cents."""
Cell = str | int | float | None


class Column(Struct, frozen=True):
    """The head of a column and what stands under it."""

    head: str
    kind: Kind = "text"


class Table(Struct, frozen=True):
    """The figures themselves; what a chart draws, a table says."""

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
    """A picture of figures: its places along the foot, its unit up the side, and what is drawn."""

    title: str
    unit: str
    places: tuple[str, ...]
    series: tuple[Series, ...]
    band: Band | None = None
    foot: str = ""
    """What the places are, such as: hour of the gaming day."""
    stacked: bool = False
    """Bars stand on each other, and not side by side."""
    lying: bool = False
    """The places have names: they stand one below the other, and figures go to the right."""

    @property
    def extremes(self) -> tuple[float, float]:
        """The lowest and the highest value that is drawn; zero is always on the axis."""
        found = [mark.value for one in self.series for mark in one.marks if mark.value is not None]
        if self.stacked:
            columns = zip(*(one.marks for one in self.series), strict=True)
            found += [sum(mark.value or 0.0 for mark in column) for column in columns]
        if self.band is not None:
            found += [value for value in (*self.band.low, *self.band.high) if value is not None]
        return min(0.0, *found, 0.0), max(0.0, *found, 0.0)

    @property
    def summary(self) -> str:
        """The chart in a sentence, for whoever cannot see it."""
        marked = [
            f"{mark.note} {mark.words or shown(mark.value)} at {place}"
            for one in self.series
            for place, mark in zip(self.places, one.marks, strict=True)
            if mark.note not in ("", "part")
        ]
        return f"{self.title}, {self.unit}" + (f": {', '.join(marked)}" if marked else "")


class Section(Struct, frozen=True):
    """One question of a report and its answer."""

    id: str
    title: str
    words: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    tables: tuple[Table, ...] = ()


def counted(number: int, one: str, more: str = "") -> str:
    """`1 round`, `2 rounds`."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def shown(value: float | None) -> str:
    """A figure as people write it: whole where it is, otherwise with as many digits as say something."""
    if value is None:
        return "–"
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.1f}" if abs(value) >= 10 else f"{value:,.2f}"


def in_words(cell: Cell, kind: Kind) -> str:
    """A cell of a column as it is printed."""
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
    """Round figures for the axis, from at or below `low` to at or above `high`, zero among them."""
    reach = (high - low) or 1.0
    power = 10.0 ** math.floor(math.log10(reach / most))
    step = next(factor * power for factor in (1, 2, 5, 10) if reach / (factor * power) <= most)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    # Counted in whole steps, so that a tenth is written as a tenth.
    return tuple(round(number * step, 12) for number in range(first, max(last, first + 1) + 1))
