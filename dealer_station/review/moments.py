"""Moments of a log: an observation with its consequences, the table before and after, the rules in force."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.log.integrity.chain import Row
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.read.state import Recollection, RoundSoFar
from dealer_station.log.store.records import Record, RulesKept
from dealer_station.rulebooks import load_words


class Moment(Struct, frozen=True):
    """The rows of one commit."""

    row: Row
    """The first row."""
    seen: Observation | None
    """None if the commit holds only records of the log about itself."""
    facts: tuple[Event, ...]
    records: tuple[Record, ...]
    before: Table
    after: Table
    words: RulesKept | None
    """The rulebook in force, as the log keeps it."""
    round: RoundSoFar
    last_seq: int


def moments(
    log: Reader, first: int = 0, last: int = END, known: Recollection | None = None
) -> Iterator[Moment]:
    """All moments between two rows, in order."""
    known = known or log.recollect_before(first)
    group: list[Row] = []
    for row in log.rows(max(first, known.seq + 1), last):
        if group and row.cause != group[0].seq:
            yield _moment(known, group)
            group = []
        group.append(row)
    if group:
        yield _moment(known, group)


def _moment(known: Recollection, rows: list[Row]) -> Moment:
    """Apply the rows of one commit to `known`, and return them as a moment."""
    before, round_ = known.table, known.round
    seen: Observation | None = None
    facts: list[Event] = []
    records: list[Record] = []
    for row in rows:
        content = known.take(row)
        if row.part == "seen":
            seen = content
        elif row.part == "fact":
            facts.append(content)
        else:
            records.append(content)
    return Moment(
        rows[0], seen, tuple(facts), tuple(records), before, known.table, known.rules, round_, rows[-1].seq
    )


@lru_cache(maxsize=8)
def rules_of(words: RulesKept) -> Rules:
    """The rulebook as it was when the log was written, with the operator's answers and limits."""
    return load_words(
        words.text, dict(words.options), main_limits=words.main_limits, tie_limits=words.tie_limits
    )
