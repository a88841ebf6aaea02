"""How a table is stopped from outside: Ctrl-C, a service that is stopped, a terminal that goes away."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopping:
    """Whether somebody wants this table to stop; that may be before there is one, and more than once."""

    def __init__(self) -> None:
        self.asked = False
        self._then: Callable[[], object] = lambda: None

    def then(self, stop: Callable[[], object]) -> None:
        """What is done about it; at once where it was asked for already."""
        self._then = stop
        if self.asked:
            stop()

    def heard(self, *_: object) -> None:
        """A signal came."""
        self.asked = True
        self._then()


@contextmanager
def stopping() -> Iterator[Stopping]:
    """At a screen: nothing is broken off, the table closes as if somebody had closed its window."""
    made = Stopping()
    with _handled(made.heard):
        yield made


@contextmanager
def interrupted() -> Iterator[None]:
    """Without a screen: whatever is being done ends as at the keyboard, and puts its log away."""
    with _handled(_interrupt):
        yield


def _interrupt(*_: object) -> None:
    # A service is told once more while it stops; it must not break off what it does to stop.
    for kind in ENDS:
        signal.signal(kind, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def _handled(by: Callable[..., Any]) -> Iterator[None]:
    # What whoever started us does not want us to hear (`nohup`) stays unheard.
    wanted = [kind for kind in ENDS if signal.getsignal(kind) is not signal.SIG_IGN]
    before = {kind: signal.signal(kind, by) for kind in wanted}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
