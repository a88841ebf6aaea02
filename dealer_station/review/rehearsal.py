"""Rehearsal: a round of a log played from its own text, at a table that knows no more than the file says."""

from copy import deepcopy

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.card_count import CardCount
from dealer_station.engine import events as e
from dealer_station.engine import observations as o
from dealer_station.engine import written as w
from dealer_station.engine.decisions import decide
from dealer_station.engine.errors import NotationError
from dealer_station.engine.events import Event
from dealer_station.engine.evolution import fold
from dealer_station.engine.facts import DEALER
from dealer_station.engine.notation_header import table_of
from dealer_station.engine.notation_read import read
from dealer_station.engine.notation_write import write_act, write_line
from dealer_station.engine.observations import Observation
from dealer_station.engine.procedure import due
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Round, Table
from dealer_station.engine.words import step_id
from dealer_station.review.moments import Moment
from dealer_station.review.story import Story


class Told(Struct, frozen=True):
    """A line of a written round, and the moment of the log that it tells of."""

    line: w.WrittenLine
    moment: Moment | None = None
    """None for what the log does not have as a line: wagers that stood, the end."""


class Rehearsal:
    """What `play` will make of a file whose taps are all written, beside what the log says."""

    def __init__(self, rules: Rules, header: w.Header) -> None:
        self._rules = rules
        self.table: Table = table_of(header)
        self._count = CardCount(rules.cards.decks.value)
        self._numbers: dict[int, int] = {}
        """The log's number of each round, by its number in the file."""

    def copy(self) -> "Rehearsal":
        """The same table, for a try."""
        return deepcopy(self)

    def go_on_from(self, table: Table) -> None:
        """What follows is judged by itself."""
        self.table = table
        self._count = CardCount.of(table, self._rules.cards.decks.value)

    def differs(self, story: Story, lines: list[Told]) -> str:
        """Plays a round; where it first comes to something else than the log, or nothing."""
        self._numbers[self.table.round.number] = story.number
        corrections = len(story.moments[0].before.corrections), len(self.table.corrections)
        try:
            acts = read("\n".join(["profile any", *(write_line(told.line) for told in lines)])).lines
        except NotationError as error:
            return f"it cannot be written: {error.message}"
        for told, line in zip(lines, acts, strict=True):
            if isinstance(line.act, w.End | w.SettleAll):
                continue
            events = self._see(self._count.judged(line.act))
            if told.moment is not None and (words := self._unlike(line.act, told.moment, events)):
                return words
        then, now = _result(story.end, story), _result(self.table, story)
        if then != now:
            return "at its end hands, cards or settlements are not those of the log"
        then_right = [
            (one.round_number, one.hand, one.action, one.cents)
            for one in story.end.corrections[corrections[0] :]
        ]
        now_right = [
            (self._numbers.get(one.round_number), one.hand, one.action, one.cents)
            for one in self.table.corrections[corrections[1] :]
        ]
        return "" if then_right == now_right else "another round is put right than in the log"

    def _see(self, observation: Observation) -> tuple[Event, ...]:
        events = decide(self.table, self._rules, observation)
        before, self.table = self.table, fold(self.table, events)
        self._count.note(observation, events, before, self.table)
        return events

    def _unlike(self, act: Observation, moment: Moment, events: tuple[Event, ...]) -> str:
        """Why a line does not lead to what it led to then; nothing where it does."""
        then, now = (step_id(due(table, self._rules)) for table in (moment.after, self.table))
        if followed(act, moment.facts) == followed(act, events) and then == now:
            return ""
        return f"after `{write_act(act)}` the log has {_outcome(act, moment.facts, then)}, the text alone "\
            f"{_outcome(act, events, now)}"


def followed(seen: Observation, facts: tuple[Event, ...]) -> w.Expect | None:
    """What a line of the log must lead to when it is played again."""
    if any(isinstance(event, e.TapRefused) for event in facts):
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
            if isinstance(event, e.HoldRaised) and event.hold.has_card:
                return w.CardGoes("held")
    return None


def _outcome(act: Observation, facts: tuple[Event, ...], step: str) -> str:
    expect = followed(act, facts)
    return f"`{write_line(w.WrittenLine(0, act, expect))}` and then {step}" if expect else step


def _result(table: Table, story: Story) -> Round | None:
    """The round as it was left, whatever its number."""
    left = table.round if story.kept is None else table.last
    return replace(left, number=0) if left else None
