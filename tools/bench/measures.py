"""One measured number, what it is compared with, and the aim it is held against."""

import time
from collections.abc import Callable

from msgspec import Struct


class Measure(Struct, frozen=True):
    """A line of the report."""

    name: str
    value: float
    unit: str
    aim: str = ""
    met: bool | None = None
    """None where there is no aim."""


def best_seconds(work: Callable[[], object], *, repeats: int) -> float:
    """The quickest of several runs: what the work costs when nothing else is in its way."""
    return min(_seconds(work) for _ in range(repeats))


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
