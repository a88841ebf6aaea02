"""The strip of one day: how many rounds began in each interval, with marks for notable ones."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from dealer_station.log.catalogue.rounds import WAR, Catalogue, RoundQuery
from ui.common.translate import Speech
from ui.review.round_list import LOOKS
from ui.review.times import clock, comes_twice, local

PIECE_US = 600 * 1_000_000
"""Ten minutes in microseconds."""
HOUR_US = 6 * PIECE_US
LABEL_HOURS = 3
"""Hours between two labels."""


def day_of(wall_us: int) -> tuple[int, int]:
    """The local midnights around a time, in microseconds; 23 or 25 hours apart when the clocks change."""
    day = local(wall_us).date()
    first, last = (datetime(one.year, one.month, one.day) for one in (day, day + timedelta(days=1)))  # noqa: DTZ001
    return tuple(int(one.astimezone().timestamp() * 1_000_000) for one in (first, last))  # type: ignore[return-value]


def strip(catalogue: Catalogue, sought: RoundQuery, at_us: int, say: Speech) -> dict[str, Any]:
    """The values for QML; positions are from 0 to 1."""
    first, last = day_of(at_us)
    pieces = (last - first) // PIECE_US
    bars = catalogue.bars(sought, first, last, pieces)
    most = max((bar.rounds for bar in bars), default=1)
    step = (last - first) // pieces
    return {
        "day": f"{local(first):%Y-%m-%d}",
        "zone": local(at_us).tzname() or "",
        "now": (at_us - first) / (last - first),
        "hours": [*_hours(first, last)],
        "bars": [
            {
                "x": bar.place * step / (last - first),
                "width": step / (last - first),
                "height": 0.25 + 0.75 * bar.rounds / most,
                "key": str(bar.newest),
                "marks": [
                    {"shape": shape, "tone": tone}
                    for flag, shape, tone, _ in LOOKS
                    if flag != WAR and bar.flags & flag
                ],
                "war": bool(bar.flags & WAR),
                "says": _says(bar.rounds, bar.flags, first + bar.place * step, say),
            }
            for bar in bars
        ],
    }


def _hours(first: int, last: int) -> Iterator[dict[str, Any]]:
    """The hour labels with their positions; an hour that occurs twice has two. The last label is 24:00."""
    for at in range(first, last, HOUR_US):
        here = local(at)
        if here.hour % LABEL_HOURS == 0 or comes_twice(here):
            yield {"x": (at - first) / (last - first), "label": f"{here.hour}:{here:%M}"}
    yield {"x": 1.0, "label": "24:00"}


def _says(rounds: int, flags: int, from_us: int, say: Speech) -> str:
    marks = [say(word) for flag, _, _, word in LOOKS if flags & flag]
    return ", ".join([clock(from_us, "%H:%M"), say("Rounds: {count}", count=rounds), *marks])
