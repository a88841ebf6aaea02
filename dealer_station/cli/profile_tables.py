"""Prints rulebooks as tables that wrap and never lose a word when piped or narrow."""

import io
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dealer_station.engine.rulebook.rules import Gap, Rules, rules_in
from dealer_station.rulebooks.describe import STATUS_MEANS, in_words, open_words, remarks
from dealer_station.rulebooks.topic_search import Found

PIPED_WIDTH = 120
LEAST_WIDTH = 72
"""Narrower tables would be one word wide; below this the terminal wraps the lines instead."""

WIDE_FROM = 100
"""From this width on the status has its own column."""

Difference = tuple[str, Any, Any]
"""The name of a rule and its values in two books."""


def console() -> Console:
    """Return a console as wide as the terminal, or 120 columns when piped; replace unencodable characters."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    screen = Console(file=sys.stdout, highlight=False, markup=False)
    if not screen.is_terminal and not os.environ.get("COLUMNS"):
        screen.width = PIPED_WIDTH
    screen.width = max(screen.width, LEAST_WIDTH)
    return screen


def count_by_status(rules: Iterable[Any]) -> dict[str, int]:
    """The number of values with each status, in the order from stated to silent."""
    counts = Counter(rule.status for rule in rules)
    return {status: counts[status] for status in STATUS_MEANS}


def each_value(found: Found) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of every rule; a rule with several orders yields each of them."""
    for fields in found.values():
        for name, rule in fields.items():
            for value in rule if isinstance(rule, tuple) else (rule,):
                yield name, value


def print_list(screen: Console, books: list[Rules]) -> None:
    """Print one row per rulebook."""
    grid = _grid("rulebook")
    grid.add_column("decks", overflow="fold")
    grid.add_column("spots", overflow="fold")
    grid.add_column("values", no_wrap=True)
    grid.add_column("gaps", justify="right", no_wrap=True)
    for rules in books:
        book = Text(rules.book.id, style="bold")
        book.append(f"\n{rules.book.title}", style="not bold")
        book.append(f"\n{rules.book.nature}", style="not bold dim")
        counts = count_by_status(rule for _, rule in each_value(rules_in(rules)))
        values = Text("\n").join(
            Text(f"{count:>3} {status}") for status, count in counts.items() if count or status == "stated"
        )
        grid.add_row(
            book,
            _with_choices(rules.cards.decks),
            _with_choices(rules.table.spots),
            values,
            str(len(rules.gaps)),
        )
        grid.add_section()
    screen.print(grid)


def _with_choices(rule: Any) -> Text:
    return Text(str(rule.value)).append(f"\n{open_words(rule).replace(' | ', ', ')}", style="dim")


def print_rules(screen: Console, rules: Rules, found: Found) -> None:
    """Print each section as a table of rule, value, status and citation."""
    for section, fields in found.items():
        _print_title(screen, section, _about(rules, section))
        screen.print(_section_grid(screen.width, rules, fields))


def _about(rules: Rules, section: str) -> str:
    return (type(getattr(rules, section)).__doc__ or section).split("\n")[0].replace("`", "")


def _section_grid(width: int, rules: Rules, fields: dict[str, Any]) -> Table:
    wide = width >= WIDE_FROM
    name_width, cite_width = (26, 22) if wide else (19, 17)
    grid = _grid("rule", name_width)
    grid.add_column("value", ratio=1, overflow="fold")
    if wide:
        grid.add_column("status", width=13)
        grid.add_column("citation", width=cite_width, overflow="fold")
    else:
        grid.add_column("status, citation", width=cite_width, overflow="fold")
    for name, rule in each_value({"": fields}):
        value = Group(
            Text(in_words(name, rule)),
            *(Padding(Text(remark, style="dim"), (0, 0, 0, 2)) for remark in remarks(rule, rules)),
        )
        status, cite = status_mark(rule.status), Text(rule.cite)
        last = (status, cite) if wide else (Text("\n").join((status, cite)),)
        grid.add_row(broken_name(name, name_width), value, *last)
    return grid


def print_gaps(screen: Console, gaps: Iterable[Gap]) -> None:
    """Print each gap with its problem, resolution and reason."""
    _print_title(screen, "gaps", "Contradictions and silences of the book: what we do, and why.")
    grid = _grid("gap", 7)
    grid.add_column("where", width=18, overflow="fold")
    grid.add_column("problem, and what we do", ratio=1, overflow="fold")
    for gap in gaps:
        words = Text(gap.problem)
        words.append(f"\nwe do: {gap.resolution}", style="bold")
        words.append(f"\nwhy: {gap.reason}", style="dim")
        words.append(f"\ntouches: {', '.join(gap.impact)}", style="dim")
        grid.add_row(Text(gap.id, style="bold"), Text(gap.where), words)
        grid.add_section()
    screen.print(grid)


def print_difference(
    screen: Console, books: tuple[Rules, Rules], names: tuple[str, str], found: dict[str, list[Difference]]
) -> None:
    """Print two books side by side, section by section."""
    name_width = 26 if screen.width >= WIDE_FROM else 18
    for section, rows in found.items():
        _print_title(screen, section, _about(books[0], section))
        grid = _grid("rule", name_width)
        for name in names:
            grid.add_column(Text(name), ratio=1, overflow="fold")
        for name, *sides in rows:
            cells = (_side(name, rule, rules) for rule, rules in zip(sides, books, strict=True))
            grid.add_row(broken_name(name, name_width), *cells)
            grid.add_section()
        screen.print(grid)


def _side(name: str, rule: Any, rules: Rules) -> Text:
    """A rule in one book: value, citation, and the status unless it is stated."""
    orders = rule if isinstance(rule, tuple) else (rule,)
    cells: list[Text] = []
    for order in orders:
        cell = Text(in_words(name, order))
        if len(orders) > 1:
            cell.append("".join(f"\n{remark}" for remark in remarks(order, rules)[:1]), style="dim")
        cell.append(f"\n{order.cite}", style="dim")
        if order.status != "stated":
            cell.append(" [").append_text(status_mark(order.status)).append("]")
        cells.append(cell)
    return Text("\n\n").join(cells)


def print_legend(screen: Console, statuses: Iterable[str]) -> None:
    """Print the meaning of each status that occurs, except `stated`."""
    seen = set(statuses)
    for status, meaning in STATUS_MEANS.items():
        if status in seen and status != "stated":
            screen.print(status_mark(status).append(f": {meaning}.", style="not bold default"))


def status_mark(status: str) -> Text:
    """The status as text; colour only supports it."""
    return Text(status, style="dim" if status == "stated" else "bold yellow")


def broken_name(name: str, width: int) -> Text:
    """The name of a rule, broken after underscores if it is too long for its column."""
    lines = [""]
    for part in name.replace("_", "_\n").split("\n"):
        if len(lines[-1]) + len(part) > width:
            lines.append("")
        lines[-1] += part
    return Text("\n".join(line for line in lines if line), style="bold")


def _print_title(screen: Console, title: str, about: str) -> None:
    screen.print()
    screen.print(
        Text(title.upper().replace("_", " "), style="bold").append(f"  {about}", style="not bold dim")
    )


def _grid(first: str, width: int | None = None) -> Table:
    grid = Table(box=box.HORIZONTALS, expand=True, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(first, width=width, overflow="fold")
    return grid
