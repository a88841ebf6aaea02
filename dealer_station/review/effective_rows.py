"""What lasts of a log: its rows in order, without what a finger took back, row by row in little memory."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.log.store.codec import Part, decode
from dealer_station.review.gaming_day import HOUR_US

CARRIED = tuple(
    b'"type":"%s"' % kind
    for kind in (
        *(b"Opened", b"OpenedAs", b"Started", b"Stopped", b"Closed", b"RulesKept", b"DeviceMet"),
        *(b"DealerChanged", b"DeviceSaid", b"HoldRaised", b"HoldRuled", b"Tapped", b"TapTakenBack"),
    )
)
"""Of what lies far from the time in question only this still counts."""
LEAD_US = 12 * HOUR_US
"""So long before and after it everything is read: a round may have begun by then."""
PROGRESS_ROWS = 5_000
_KIND_WITHIN = 48
"""A row names its kind in its first bytes."""


class Lasting(Struct, frozen=True):
    """A row that was not taken back, with what it says."""

    seq: int
    part: Part
    cause: int
    wall_us: int
    mono_us: int
    source: str
    from_device: bool
    """The device itself said so: it has a frame or a number, so it is there."""
    sealed: bool
    content: Any


def lasting(
    rows: Iterable[tuple[Any, ...]],
    first_us: int,
    end_us: int,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[Lasting]:
    """The rows of a log as they last, what was committed together in one piece."""
    taps: list[int] = []
    waiting: deque[Lasting] = deque()
    for count, row in enumerate(rows, start=1):
        if count % PROGRESS_ROWS == 0:
            progress(PROGRESS_ROWS)
        near = first_us - LEAD_US <= row[3] < end_us + LEAD_US
        if not near and not row[9][:_KIND_WITHIN].partition(b",")[2].startswith(CARRIED):
            continue
        content = decode(row[1], row[9])
        if isinstance(content, e.TapTakenBack) and taps:
            undone = taps.pop()
            waiting = deque(one for one in waiting if one.cause != undone)
        elif isinstance(content, e.Tapped):
            taps.append(row[2])
        elif isinstance(content, o.CardDrawn):
            # The card has left the shoe: no tap before it can be taken back.
            taps.clear()
        waiting.append(_read(row, content))
        certain = taps[0] if taps else row[2]
        while waiting[0].cause < certain:
            yield waiting.popleft()
    yield from waiting


def _read(row: tuple[Any, ...], content: Any) -> Lasting:
    told = row[8] is not None or row[10] is not None or row[7] != ""
    return Lasting(row[0], row[1], row[2], row[3], row[4], row[5], told, row[11] is not None, content)
