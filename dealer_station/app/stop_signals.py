"""Stopping a table from outside: Ctrl-C, a stopped service, or a closed terminal."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopping:
    """A request to stop the table; it may arrive before the table exists, and more than once."""

    def __init__(self) -> None:
        self.asked = False
        self._then: Callable[[], object] = lambda: None

    def then(self, stop: Callable[[], object]) -> None:
        """Set the action that stops the table; call it at once if a stop was already requested."""
        self._then = stop
        if self.asked:
            stop()

    def heard(self, *_: object) -> None:
        """Handle a signal: remember the request and call the stop action."""
        self.asked = True
        self._then()


@contextmanager
def stopping() -> Iterator[Stopping]:
    """Handle stop signals at a screen: nothing is interrupted, the table closes as if by its window."""
    made = Stopping()
    with _handled(made.heard):
        yield made


@contextmanager
def interrupted() -> Iterator[None]:
    """Handle stop signals without a screen: raise KeyboardInterrupt once, so that the log is closed."""
    with _handled(_interrupt):
        yield


class Deferral:
    """Stop signals that are held back; `over` lets them through."""

    def __init__(self) -> None:
        self._heard = 0
        self._handlers = {kind: signal.getsignal(kind) for kind in ENDS}
        for kind, handler in self._handlers.items():
            if handler is not signal.SIG_IGN:
                signal.signal(kind, self._hear)

    def over(self) -> None:
        """Handle a signal that came meanwhile, and every later one as before."""
        for kind, handler in self._handlers.items():
            signal.signal(kind, handler)
        then = self._handlers[signal.Signals(self._heard)] if self._heard else None
        if callable(then):
            then(self._heard, None)

    def _hear(self, kind: int, _: object) -> None:
        self._heard = kind


def _interrupt(*_: object) -> None:
    # systemd may repeat the signal while the station shuts down; a repeat must not interrupt the shutdown.
    for kind in ENDS:
        signal.signal(kind, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def _handled(by: Callable[..., Any]) -> Iterator[None]:
    # A signal that the parent process made us ignore (`nohup`) stays ignored.
    wanted = [kind for kind in ENDS if signal.getsignal(kind) is not signal.SIG_IGN]
    before = {kind: signal.signal(kind, by) for kind in wanted}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
