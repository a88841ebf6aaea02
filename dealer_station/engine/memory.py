"""Remembering one answer: the driver, `decide` and `view` all ask what is due at the very same table."""

from collections.abc import Callable
from typing import TypeVar

from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Table

Answer = TypeVar("Answer")


def remembering_the_last(question: Callable[[Table, Rules], Answer]) -> Callable[[Table, Rules], Answer]:
    """The same function, which does not work out its last answer twice."""
    # Tables and rules are frozen, so the answer for the same two objects cannot have changed. One slot is
    # enough, and it is replaced as a whole, so that threads can share it.
    last: tuple[Table, Rules, Answer] | None = None

    def answer(table: Table, rules: Rules) -> Answer:
        nonlocal last
        known = last
        if known is not None and known[0] is table and known[1] is rules:
            return known[2]
        found = question(table, rules)
        last = (table, rules, found)
        return found

    answer.__doc__ = question.__doc__
    return answer
