"""Prints a table of a report: as a grid where it fits the terminal, otherwise row by row."""

from rich.console import Console
from rich.table import Table as Lines
from rich.text import Text

from dealer_station.review.tables_and_charts import ReportTable

COLUMN_GAP = 2
"""Spaces between two columns."""


def print_table(table: ReportTable, out: Console) -> None:
    """Print a table as a grid if it fits, else as one block per row with the column heads in front."""
    if _least_width(table) <= out.width:
        out.print(_grid(table))
        return
    out.print(Text(table.title, style="italic"))
    for row in table.written:
        out.print(Text(row[0], style="bold"))
        for column, cell in zip(table.columns[1:], row[1:], strict=True):
            out.print(Text(f"  {column.head}: {cell}"), soft_wrap=True)


def _least_width(table: ReportTable) -> int:
    """The least width of the table: figures stay whole, text may break between words."""
    total = COLUMN_GAP * (len(table.columns) - 1)
    for index, column in enumerate(table.columns):
        cells = [row[index] for row in table.written]
        pieces = [word for cell in cells for word in cell.split()] if column.kind == "text" else cells
        total += max(map(len, [*column.head.split(), *pieces]), default=0)
    return total


def _grid(table: ReportTable) -> Lines:
    lines = Lines(box=None, pad_edge=False, padding=(0, COLUMN_GAP, 0, 0), title=table.title)
    lines.title_justify, lines.title_style = "left", "italic"
    for index, column in enumerate(table.columns):
        if column.kind == "text":
            lines.add_column(column.head, justify="left", overflow="fold")
        else:
            widest = max(len(row[index]) for row in table.written)
            head = max(map(len, column.head.split()))
            lines.add_column(column.head, justify="right", min_width=max(widest, head))
    for row in table.written:
        lines.add_row(*(Text(cell) for cell in row))
    return lines
