"""Replay: runs every observation of a log through today's engine and compares the result with the log."""

from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.model import events as e
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.log.catalogue.round_tags import without_ties
from dealer_station.log.read.reader import Reader
from dealer_station.log.read.state import summary
from dealer_station.log.store.records import RoundKept, RulesKept
from dealer_station.review.moments import Moment, moments, rules_of

PROGRESS_ROWS = 1_000
DIFFERENCES_MAX = 20
"""The replay stops after this many differences; more would add nothing new."""


class Difference(Struct, frozen=True):
    """A row at which today's engine disagrees with the log."""

    seq: int
    round_number: int
    words: str


class Replay(Struct, frozen=True):
    """The result of a replay."""

    observations: int
    rounds: int
    differences: tuple[Difference, ...]


def replay(path: Path, progress: Callable[[int], None] = lambda _: None) -> Replay:
    """Replay the whole file; after a difference it continues from the log's own state."""
    found: list[Difference] = []
    books: dict[RulesKept, Rules | str] = {}
    observations = rounds = rows = 0
    with Reader(path) as log:
        for moment in moments(log):
            rows += moment.last_seq - moment.row.seq + 1
            observations += moment.seen is not None
            rounds += any(isinstance(record, RoundKept) for record in moment.records)
            if moment.seen is not None and (words := _difference(moment, books)):
                found.append(Difference(moment.row.seq, moment.before.round.number, words))
                if len(found) == DIFFERENCES_MAX:
                    break
            if rows >= PROGRESS_ROWS:
                progress(rows)
                rows = 0
    progress(rows)
    return Replay(observations, rounds, tuple(found))


def _difference(moment: Moment, books: dict[RulesKept, Rules | str]) -> str:
    """The difference between today's engine and the log at a moment; empty if there is none."""
    if moment.words is None or moment.seen is None:
        return "an observation comes before the rules in the log"
    if moment.words not in books:
        books[moment.words] = _book(moment.words)
    rules = books[moment.words]
    if isinstance(rules, str):
        return rules
    today = decide(moment.before, rules, moment.seen)
    if _comparable(today, moment.facts) != _comparable(moment.facts, moment.facts):
        return _first_that_differs(moment.facts, today)
    kept = next((record for record in moment.records if isinstance(record, RoundKept)), None)
    if any(isinstance(event, e.RoundEnded) for event in today) and moment.after.last is not None:
        ended, dealer, at_us = moment.after.last, moment.after.dealer, moment.row.wall_us
        expected = summary(moment.round, ended, dealer, rules.book.id, at_us, today)
        if kept is not None and not kept.tells_ties:
            expected = without_ties(expected)
        if kept is not None and kept.marks is None:
            expected = replace(expected, marks=None)  # The station that wrote this log did not keep marks.
        if kept != expected:
            return f"the summary of the round is {kept}, and its events add up to {expected}"
    return ""


def _comparable(events: tuple[Event, ...], then: tuple[Event, ...]) -> tuple[Event, ...]:
    """Events without texts of refusals and holds, and without fields that the old station did not keep."""
    knew_closing = any(isinstance(event, e.CardsTakenOut) and event.closed for event in then)
    knew_devices = any(isinstance(event, e.HoldRaised) and event.hold.device for event in then)
    knew_losses = any(isinstance(event, e.DeviceNoted) and event.missed is not None for event in then)
    found: list[Event] = []
    for event in events:
        if isinstance(event, e.TapRefused):
            found.append(replace(event, reason=""))
        elif isinstance(event, e.HoldRaised):
            found.append(replace(event, hold=_without_words(event.hold, devices=knew_devices)))
        elif isinstance(event, e.DeviceNoted) and not knew_losses:
            found.append(replace(event, missed=None))
        elif isinstance(event, e.CardsTakenOut) and not knew_closing:
            found.append(replace(event, closed=None))
        else:
            found.append(event)
    return tuple(found)


def _without_words(hold: Hold, *, devices: bool) -> Hold:
    """A hold without its text, which may change between versions, and on request without device fields."""
    before = _without_words(hold.instead_of, devices=devices) if hold.instead_of else None
    said_less = replace(hold, detail="", instead_of=before)
    return (
        said_less if devices else replace(said_less, device="", trouble="", missed=False, cause="", serial="")
    )


def _book(words: RulesKept) -> Rules | str:
    """The rulebook, or a sentence that it cannot be read."""
    try:
        return rules_of(words)
    except ProfileError as error:
        return f"the rulebook of that time cannot be read by this version: {error}"


def _first_that_differs(then: tuple[Event, ...], today: tuple[Event, ...]) -> str:
    """A sentence about the first consequence that differs."""
    for index in range(max(len(then), len(today))):
        was = then[index] if index < len(then) else None
        now = today[index] if index < len(today) else None
        if was != now:
            return f"consequence {index + 1} was {_named(was)} and would be {_named(now)} today"
    return "the consequences differ"


def _named(event: Event | None) -> str:
    """An event as JSON."""
    return "nothing" if event is None else msgspec.json.encode(event, enc_hook=str).decode()
