"""One round of a log with its moments: what was due, what happened, who did it and when, and the result."""

from typing import Any

import msgspec
from msgspec import Struct

from dealer_station.engine.due.round import due
from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.engine.model.table import Table
from dealer_station.engine.notation.writer import write_act
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import step_id
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.records import RoundKept
from dealer_station.review.gaming_day import wall_time
from dealer_station.review.moments import Moment, moments, rules_of
from dealer_station.review.picture import picture
from dealer_station.review.put_right import PutRight, put_right_in


class Story(Struct, frozen=True):
    """A round, or the part of it up to some row."""

    number: int
    kept: RoundKept | None
    """None while the round is in play."""
    rules: Rules
    moments: tuple[Moment, ...]
    end: Table
    right: PutRight
    """Corrections of chips, including those made during the next round."""


def tell(log: Reader, number: int, at: int | None = None) -> Story:
    """Round `number`, up to the moment of row `at` if that is given."""
    first, last = log.span(number)
    if at is not None and not first <= at <= last:
        raise LogError(f"{log.path}: row {at} is not of round {number}, which has rows {first} to {last}")
    everything = list(moments(log, first, last))
    if not everything:
        raise LogCorruptError(
            f"{log.path}: round {number} should have rows {first} to {last}, and they are gone; "
            "`dealer-station log verify` says what is left"
        )
    found = [moment for moment in everything if at is None or moment.row.seq <= at]
    words = next((moment.words for moment in reversed(everything) if moment.words), None)
    if words is None:
        raise LogError(f"{log.path}: nothing has happened in round {number} yet")
    kept = next(
        (one for moment in reversed(found) for one in moment.records if isinstance(one, RoundKept)), None
    )
    right = put_right_in(log, number, at)
    return Story(number, kept, rules_of(words), tuple(found), found[-1].after, right)


def as_json(story: Story) -> dict[str, Any]:
    """A round as data."""
    return {
        **picture(story.end, story.number),
        **story.right.as_data(),
        "summary": msgspec.to_builtins(story.kept),
        "profile": story.rules.book.id,
        "digest": story.rules.digest,
        "options": dict(story.rules.options),
        "due": step_id(due(story.end, story.rules)),
        "steps": [step_as_json(moment, story.rules) for moment in story.moments],
    }


def step_as_json(moment: Moment, rules: Rules) -> dict[str, Any]:
    """One moment as data; a sealed card is marked as sealed and has no face."""
    row, step = moment.row, due(moment.before, rules)
    return {
        "seq": row.seq,
        "at": clock_time(row.wall_us),
        "wall_us": row.wall_us,
        "mono_us": row.mono_us,
        "source": row.source,
        "who": row.who,
        "device_seq": row.device_seq,
        "frame": row.frame.hex() if row.frame is not None else None,
        "sealed": row.seal is not None,
        "due": {"step": step_id(step), "cite": step.rule.cite},
        "seen": msgspec.to_builtins(moment.seen),
        "written": write_act(moment.seen) if moment.seen is not None else "",
        "facts": [msgspec.to_builtins(event) for event in moment.facts],
        "records": [_record(record) for record in moment.records],
    }


def _record(record: Any) -> Any:
    """A record as data, without long texts: the rulebook, which has a digest, and the carried state."""
    told = msgspec.to_builtins(record)
    told.pop("text", None)
    told.pop("carried", None)
    return told


def clock_time(wall_us: int) -> str:
    """A wall clock time in UTC, to the microsecond."""
    return wall_time(wall_us).isoformat(timespec="microseconds")
