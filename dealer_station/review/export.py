"""Exports: a log or some of its rounds as JSON, CSV or written rounds, in pieces."""

import csv
import io
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from dealer_station.engine.model.errors import LogError
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import kind_of
from dealer_station.review.round_history import as_json, read_round
from dealer_station.review.times import clock_time
from dealer_station.review.transcript import transcript

Form = Literal["json", "csv", "rounds"]
CSV_COLUMNS = (
    *("round", "seq", "at", "wall_us", "mono_us", "source", "who", "part", "kind", "cause"),
    *("device_seq", "body", "frame", "sealed", "hash"),
)


def export(
    log: Reader, form: Form, numbers: list[int], progress: Callable[[int], None] = lambda _: None
) -> Iterator[str]:
    """The text of these rounds, in pieces that can be written as they come."""
    match form:
        case "json":
            yield from _json(log, numbers, progress)
        case "csv":
            yield from _csv(log, numbers, progress)
        case "rounds":
            yield from _written(log, numbers, progress)


def is_readable(log: Reader, number: int) -> bool:
    """True if a round of a damaged log can still be rebuilt."""
    try:
        return bool(read_round(log, number).moments)
    except LogError:
        return False


def _json(log: Reader, numbers: list[int], progress: Callable[[int], None]) -> Iterator[str]:
    """The rounds as one JSON document."""
    yield '{"rounds": ['
    for index, number in enumerate(numbers):
        progress(1)
        yield ("," if index else "") + "\n" + msgspec.json.encode(as_json(read_round(log, number))).decode()
    yield "\n]}\n"


def _csv(log: Reader, numbers: list[int], progress: Callable[[int], None]) -> Iterator[str]:
    """One line for each row, as it is stored."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(CSV_COLUMNS)
    yield _taken(text)
    for number in numbers:
        for row in log.rows(*log.span(number)):
            lines.writerow(
                (
                    *(
                        number,
                        row.seq,
                        clock_time(row.wall_us),
                        row.wall_us,
                        row.mono_us,
                        row.source,
                        row.who,
                    ),
                    *(
                        row.part,
                        kind_of(row.body),
                        row.cause,
                        "" if row.device_seq is None else row.device_seq,
                    ),
                    row.body.decode(),
                    "" if row.frame is None else row.frame.hex(),
                    "yes" if row.seal is not None else "",
                    row.hash.hex(),
                )
            )
        progress(1)
        yield _taken(text)


def _taken(text: io.StringIO) -> str:
    """Return the text written so far and empty the buffer."""
    so_far = text.getvalue()
    text.seek(0)
    text.truncate()
    return so_far


def _written(log: Reader, numbers: list[int], progress: Callable[[int], None]) -> Iterator[str]:
    """The rounds as one file of written rounds, which `play` accepts."""
    yield transcript(log, numbers, progress=progress)
