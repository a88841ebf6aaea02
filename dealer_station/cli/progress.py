"""A progress bar on stderr; it is shown only on a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(doing: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar; call the yielded function with the number of items just completed."""
    console = Console(stderr=True)
    columns = TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing, total=total)
        yield lambda done: bar.advance(task, done)
