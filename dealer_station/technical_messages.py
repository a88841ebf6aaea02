"""Messages for a technician, on stderr. structlog is loaded with the first of them.

Importing structlog, which imports rich, takes a tenth of the time until the dealer's screen.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

Level = Literal["info", "warning", "error"]


class TechnicalMessages:
    """Writes messages with the values that are bound to it."""

    def __init__(self, **bound: object) -> None:
        self._bound = bound

    def bind(self, **more: object) -> "TechnicalMessages":
        """Messages with further values."""
        return TechnicalMessages(**{**self._bound, **more})

    def info(self, event: str, **values: object) -> None:
        """Write a message about normal operation."""
        self._write("info", event, values)

    def warning(self, event: str, **values: object) -> None:
        """Write a message about something that a technician should look at."""
        self._write("warning", event, values)

    def error(self, event: str, **values: object) -> None:
        """Write a message about something that failed."""
        self._write("error", event, values)

    def _write(self, level: Level, event: str, values: dict[str, object]) -> None:
        if _OUTPUT.silent:
            return
        getattr(_OUTPUT.structlog().get_logger(), level)(event, **{**self._bound, **values})


class _Output:
    """The way messages leave this process."""

    def __init__(self) -> None:
        self.silent = False
        self.as_json = False
        """True if structlog is to be configured when it is loaded."""

    def structlog(self) -> Any:
        """The module structlog, configured as asked for."""
        import structlog

        if self.as_json:
            self.as_json = False
            structlog.configure(
                processors=[
                    structlog.processors.TimeStamper(fmt="iso", utc=True),
                    structlog.processors.JSONRenderer(),
                ],
                logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
            )
        return structlog


_OUTPUT = _Output()


def write_json_lines() -> None:
    """Write all messages as JSON lines from now on."""
    _OUTPUT.as_json = True
    if "structlog" in sys.modules:
        _OUTPUT.structlog()


@contextmanager
def silenced() -> Iterator[None]:
    """Drop all messages inside this block."""
    before, _OUTPUT.silent = _OUTPUT.silent, True
    try:
        yield
    finally:
        _OUTPUT.silent = before
