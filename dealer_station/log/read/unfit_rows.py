"""Rows that somebody else wrote: a chain proves that they are unchanged, and not that they make sense.

The fold of a log is written for rows of a station. Rows that no station writes may break it in any way. A
command that reads logs of others turns that into a fault of the one log, and goes on with the rest."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from dealer_station.engine.model.errors import LogCorruptError

UNFIT = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, OSError, RecursionError),
    *(TypeError, ValueError, msgspec.MsgspecError),
)


@contextmanager
def unfit_rows() -> Iterator[None]:
    """Turn whatever rows of another log do to the code of this block into LogCorruptError."""
    try:
        yield
    except UNFIT as error:
        what = f"{type(error).__name__}: {str(error)[:80]!r}"
        raise LogCorruptError(f"its rows cannot be read as those of a table ({what})") from error
