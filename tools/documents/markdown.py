"""Helpers for Markdown: tables, anchors, citations with their status."""

import re
from collections.abc import Iterable, Sequence

from dealer_station.engine.due.step_types import Cited

MADE = "<!-- Made by `make docs` from the engine and its rulebooks. Change those, then make it again. -->"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |"]
    return [*lines, *(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows), ""]


def anchor(heading: str) -> str:
    """The anchor of a heading within its page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def plain(words: str) -> str:
    """Escape asterisks in the text of a book."""
    return words.replace("*", r"\*")


def address(cite: str, status: str) -> str:
    """A citation, with its status unless it is stated."""
    where = "" if cite == "not addressed" else plain(cite)
    sure = "" if status == "stated" else f"*{status.replace('_', ' ')}*"
    return " ".join(part for part in (where, sure) if part)


def rule_address(rule: Cited) -> str:
    """The citation of a rule, with its status unless it is stated."""
    return address(rule.cite, rule.status)


def page(lines: Iterable[str]) -> str:
    """Join the lines of a page: at most one blank line between blocks, one newline at the end."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"
