"""The effective rows of a log: all rows in order, without those that were taken back; read as a stream."""

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
        b"ReportWithdrawn",
    )
)
"""Kinds of rows that still matter far away from the time in question."""
LEAD_US = 12 * HOUR_US
"""The time before and after the span in which every row is read, because a round may extend beyond it."""
PROGRESS_ROWS = 5_000
_KIND_WITHIN = 48
"""The first bytes of a row, which contain its kind."""


class EffectiveRow(Struct, frozen=True):
    """A row that was not taken back, with its decoded content."""

    seq: int
    part: Part
    cause: int
    wall_us: int
    mono_us: int
    source: str
    from_device: bool
    """True if the device sent it: the row has a frame, a journal or a number."""
    sealed: bool
    content: Any


class OpenTaps:
    """The causes of the taps that can still be undone, oldest first."""

    def __init__(self) -> None:
        self._taps: list[tuple[int, bool]] = []
        """The cause of each tap, and whether the tap was a report."""

    @property
    def oldest(self) -> int | None:
        """The cause of the oldest tap, or None if there is none."""
        return self._taps[0][0] if self._taps else None

    def undone_by(self, content: Any, cause: int) -> int | None:
        """Record one row of the log; return the cause of the tap that it undoes, or None."""
        match content:
            case e.Tapped():
                self._taps.append((cause, bool(content.report)))
            case e.TapTakenBack() if self._taps:
                return self._taps.pop()[0]
            case e.ReportWithdrawn(later_reports):
                reports = [tap for tap in self._taps if tap[1]]
                if later_reports < len(reports):
                    tap = reports[-1 - later_reports]
                    self._taps.remove(tap)
                    return tap[0]
            case o.CardDrawn():
                # No tap before a card can be taken back, but a report can still be found mistaken.
                self._taps = [tap for tap in self._taps if tap[1]]
            case e.CardDealt() | e.CardBurned() if not (content.kept or content.keyed or content.on_pad):
                self._taps.clear()
            case _:
                pass
        return None


def effective_rows(
    rows: Iterable[tuple[Any, ...]],
    first_us: int,
    end_us: int,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[EffectiveRow]:
    """The rows that were not taken back, in order."""
    # A row is held back in `waiting` as long as it may still be undone. An undo drops all waiting rows with
    # the cause of the undone tap. Rows with a cause before the oldest open tap are certain and are yielded.
    taps = OpenTaps()
    waiting: deque[EffectiveRow] = deque()
    for count, row in enumerate(rows, start=1):
        if count % PROGRESS_ROWS == 0:
            progress(PROGRESS_ROWS)
        near = first_us - LEAD_US <= row[3] < end_us + LEAD_US
        if not near and not row[9][:_KIND_WITHIN].partition(b",")[2].startswith(CARRIED):
            continue
        content = decode(row[1], row[9])
        undone = taps.undone_by(content, row[2])
        if undone is not None:
            waiting = deque(one for one in waiting if one.cause != undone)
        waiting.append(_read(row, content))
        certain = row[2] if taps.oldest is None else taps.oldest
        while waiting[0].cause < certain:
            yield waiting.popleft()
    yield from waiting


def _read(row: tuple[Any, ...], content: Any) -> EffectiveRow:
    """A raw row with its decoded content."""
    told = row[8] is not None or row[10] is not None or row[7] != ""
    return EffectiveRow(row[0], row[1], row[2], row[3], row[4], row[5], told, row[11] is not None, content)
