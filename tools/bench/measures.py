"""A measured number with its unit and its aim, and the progress of a bench."""

import resource
import sys
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
    """True if the aim is met; None if there is none."""


def best_seconds(work: Callable[[], object], *, repeats: int) -> float:
    """The shortest of several runs, which is the least disturbed one."""
    return min(_seconds(work) for _ in range(repeats))


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def used_by_children_seconds() -> float:
    """Processor time of the processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def told(words: str) -> None:
    """Print the step that a bench is at; it goes to stderr, so that the report holds only measures."""
    print(f"  ... {words}", file=sys.stderr, flush=True)
