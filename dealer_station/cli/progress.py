"""A bar for what takes a while: on stderr beside the result, and nothing where nobody watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(doing: str, total: int) -> Iterator[Callable[[int], None]]:
    """Called with how many more are done."""
    console = Console(stderr=True)
    columns = TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing, total=total)
        yield lambda done: bar.advance(task, done)
