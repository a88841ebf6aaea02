"""Rehearsal: plays a round of a log from its own text, at a table that knows only what the file says."""

from copy import copy
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.ruling_choices import as_written
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.errors import NotationError
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Round, Table
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.header import table_of
from dealer_station.engine.notation.reader import read
from dealer_station.engine.notation.writer import write_act, write_expect, write_line
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import step_id
from dealer_station.review.moments import Moment
from dealer_station.review.round_history import RoundHistory


class CheckedLine(Struct, frozen=True):
    """A line of a written round, and the moment of the log that it describes."""

    line: w.WrittenLine
    moment: Moment | None = None
    """None for lines that have no moment: wagers that stood, seats, the end."""


class CheckedTranscript(Struct, frozen=True):
    """A round as it is written, and the fault if it does not match the log."""

    lines: tuple[str, ...]
    fault: str = ""


class TranscriptCheck:
    """The table as `play` will have it, compared with the log line by line."""

    def __init__(self, rules: Rules, header: w.Header) -> None:
        self._rules = rules
        self.table: Table = table_of(header, rules)
        self._numbers: dict[int, int] = {}
        """The log's numbers of this round and the one before, by their numbers in the file."""

    def copy(self) -> "TranscriptCheck":
        """A copy of this rehearsal, for an attempt."""
        return copy(self)

    def play(self, history: RoundHistory, lines: list[CheckedLine]) -> CheckedTranscript:
        """Play a round; the fault is the first deviation from the log."""
        before, now = self.table, self.table.round.number
        known = {number: of_log for number, of_log in self._numbers.items() if number == now - 1}
        self._numbers = {**known, now: history.number}
        texts: list[str] = []
        for told in lines:
            text, fault = self._play_line(told)
            texts.append(text)
            if fault:
                return CheckedTranscript((), fault)
        if _result(history.end, history) != _result(self.table, history):
            return CheckedTranscript((), "at its end, hands, cards or settlements differ from the log")
        then = _corrections(history.moments[0].before, history.end)
        again = [(self._numbers.get(number), *rest) for number, *rest in _corrections(before, self.table)]
        fault = "" if then == again else "its corrections belong to another round in the log"
        return CheckedTranscript(tuple(texts), fault)

    def _play_line(self, told: CheckedLine) -> tuple[str, str]:
        """Play one line; return its text, and the fault if it deviates."""
        text, seen = write_line(told.line), _as_read(told.line)
        if isinstance(seen, w.End | w.SettleAll):
            return text, ""
        if seen is not None:
            seen = as_written(seen, self.table, self._rules)
        refused = isinstance(told.line.expect, w.MustRefuse)
        if seen is None or (refused and not _is_refused(decide(self.table, self._rules, seen))):
            # The notation cannot express it, or the reason for the refusal is not in the file. If it
            # changed nothing it need not be played.
            return f"# {text}", self._unlike(told, told.line.expect)
        events = self._see(seen)
        return text, self._unlike(told, followed(seen, events, step_id(due(self.table, self._rules))))

    def _see(self, observation: Observation) -> tuple[Event, ...]:
        """Apply an observation to the table and return its events."""
        events = decide(self.table, self._rules, observation)
        self.table = fold(self.table, events)
        return events

    def _unlike(self, told: CheckedLine, would_be: w.Expect | None) -> str:
        """The deviation of a line from the log, as a sentence; empty if there is none."""
        if told.moment is None:
            return ""
        was, act = told.line.expect, write_act(told.line.act)
        then, now = (step_id(due(table, self._rules)) for table in (told.moment.after, self.table))
        if was == would_be and then == now:
            return ""
        return f"after `{act}` the log has {_outcome(was, then)}, and this text {_outcome(would_be, now)}"


def followed(seen: Observation, facts: tuple[Event, ...], step: str) -> w.Expect | None:
    """The expected result of a line when it is played again; `step` was due after it."""
    if _is_refused(facts):
        return w.MustRefuse()
    if isinstance(seen, o.Settled):
        settled = [event for event in facts if isinstance(event, e.HandSettled)]
        if len(settled) == 1:
            moved = tuple((line.wager, line.action, line.cents) for line in settled[0].lines)
            return w.MoneyMoves(f"{settled[0].spot}{settled[0].bettor}", moved)
    if isinstance(seen, o.CardDrawn):
        for event in facts:
            if isinstance(event, e.CardDealt) and not event.kept:
                return w.CardGoes(str(event.place) if event.place > DEALER else "dealer")
            if isinstance(event, e.CardBurned) and not event.kept:
                return w.CardGoes("burn")
        raised = [event.hold.has_card for event in facts if isinstance(event, e.HoldRaised)]
        if raised == [True] and not any(isinstance(event, e.HoldRuled) for event in facts):
            return w.CardGoes("held")
    return w.StepDue(step) if isinstance(seen, o.Reported | o.Ruled) else None


def _is_refused(facts: tuple[Event, ...]) -> bool:
    """True if the tap was refused."""
    return any(isinstance(event, e.TapRefused) for event in facts)


def _as_read(line: w.WrittenLine) -> w.Act | None:
    """The act that a reader gets from the text of a line; None if the notation cannot express it."""
    try:
        return read(f"profile any\n{write_act(line.act)}").lines[0].act
    except NotationError:
        return None


def as_text(told: CheckedLine) -> str:
    """A line as text; a comment if the notation cannot express it."""
    return write_line(told.line) if _as_read(told.line) is not None else f"# {write_line(told.line)}"


def _outcome(expect: w.Expect | None, step: str) -> str:
    """An expectation and the step due after it, as text."""
    return f"-> {write_expect(expect)}, then {step}" if expect else step


def _corrections(before: Table, after: Table) -> list[tuple[Any, ...]]:
    """The corrections made between two tables, each with its round."""
    return [
        (one.round_number, one.hand, one.action, one.cents)
        for one in after.corrections[len(before.corrections) :]
    ]


def _result(table: Table, history: RoundHistory) -> Round | None:
    """The round as it was left, with its number removed."""
    left = table.round if history.kept is None else table.last
    return replace(left, number=0) if left else None
