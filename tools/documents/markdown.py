"""Small pieces of Markdown: tables, anchors, rules with their status."""

import re
from collections.abc import Iterable, Sequence

from dealer_station.engine.due.dues import Cited

MADE = "<!-- Made by `make docs` from the engine and its rulebooks. Change those, then make it again. -->"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table, one line a row."""
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |"]
    return [*lines, *(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows), ""]


def anchor(heading: str) -> str:
    """The address of a heading inside its page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def plain(words: str) -> str:
    """Words of a book in which an asterisk is an asterisk."""
    return words.replace("*", r"\*")


def address(cite: str, status: str) -> str:
    """A citation, with its status where the text does not simply say so."""
    where = "" if cite == "not addressed" else plain(cite)
    sure = "" if status == "stated" else f"*{status.replace('_', ' ')}*"
    return " ".join(part for part in (where, sure) if part)


def rule_address(rule: Cited) -> str:
    """Where a rule stands, and how sure the text is."""
    return address(rule.cite, rule.status)


def page(lines: Iterable[str]) -> str:
    """The text of a page: one empty line at most between two blocks, and one newline at its end."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"
