"""Plays written rounds through the engine and reports the first line whose outcome differs."""

from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.decide.decisions import HAND_BY_HAND, decide
from dealer_station.engine.due import irregularity_kinds
from dealer_station.engine.due.next_step import due, due_after_moves
from dealer_station.engine.due.ruling_choices import as_written
from dealer_station.engine.due.step_types import Due, Perform, Settle
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.kinds import as_step
from dealer_station.engine.model.observations import HandName, Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import Line, ShuffleLater
from dealer_station.engine.notation import model as w
from dealer_station.engine.notation.header import table_of
from dealer_station.engine.notation.writer import write_act, write_expect
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompt_notes import BY_THE_FLOOR
from dealer_station.engine.words.prompts import step_id
from dealer_station.rulebooks import load
from dealer_station.station.card_count import CardCount
from dealer_station.written_rounds.card_and_wager_ledger import Ledger


class Failure(Struct, frozen=True):
    """A line that did not hold."""

    line: int
    expected: str
    got: str


def rules_of(header: w.Header) -> Rules:
    """Load the rulebook that a written round names, with its options."""
    return load(
        header.profile, dict(header.options), main_limits=header.main_limits, tie_limits=header.tie_limits
    )


CONFIRMED_ON_THE_WAY = (
    *(o.BetsPlaced, o.Called, o.CardDrawn, o.CutCardSeen, o.Answered, o.Settled, w.SettleAll, w.End),
)
"""Before these lines the player confirms every due step that only needs a tap."""

LEFT_OUT = ("carry_out", "check_batch", "complete_cut", "cover_last_card")
"""Steps that may also be omitted before a line of OTHER_TAPS or another `confirm STEP`: the moves
of a report or ruling, and steps of a shuffle.
"""
OTHER_TAPS = (o.CutOffered, o.CutMade, o.CutCardPlaced, o.Confirmed, o.Spun, o.Ordered)


class Player:
    """A table on which a written round is played."""

    def __init__(self, rules: Rules, header: w.Header) -> None:
        self.rules = rules
        self._fills_in = header.taps == "implied"
        self.table: Table = table_of(header, rules)
        self.ledger = Ledger()
        self.count = CardCount(rules.cards.decks.value)
        self.failure: Failure | None = None

    @classmethod
    def at_table_of(cls, header: w.Header) -> Self:
        """Return a player at the table that the header describes."""
        return cls(rules_of(header), header)

    def play(self, lines: tuple[w.WrittenLine, ...]) -> None:
        """Play the lines up to the first failure."""
        for line in lines:
            self.failure = self._play_line(line)
            if self.failure:
                return

    @property
    def due(self) -> Due:
        """The step the table waits for."""
        return due(self.table, self.rules)

    def _play_line(self, line: w.WrittenLine) -> Failure | None:
        self.ledger.begin_line(line.act)
        if self._fills_in and isinstance(line.act, CONFIRMED_ON_THE_WAY):
            self._confirm_on_the_way(line.act)
        if self._fills_in and isinstance(line.act, OTHER_TAPS):
            self._confirm_what_is_left_out(line.act)
        if isinstance(line.act, w.End):
            return self._end(line)
        if isinstance(line.act, o.BetsPlaced | o.Called) and self._round_is_over:
            self.close_round()
        events = self._settle_all() if isinstance(line.act, w.SettleAll) else self.see(self._known(line.act))
        return self._compare(line, events)

    def _known(self, act: Observation) -> Observation:
        """Add what a station would know: an impossible card, the signing floor, the faces of sealed burns."""
        act = as_written(act, self.table, self.rules)
        if not self._fills_in:
            return act
        act = self.count.judged(act)
        if isinstance(act, o.Confirmed):
            return self._by_somebody(act)
        if isinstance(act, o.Reported) and act.kind == "burn_forgotten" and not act.faces:
            indices = irregularity_kinds.burns_in_question(self.table.round, act.count)
            return replace(act, faces=self.ledger.faces_of(indices))
        return act

    def _by_somebody(self, done: o.Confirmed) -> o.Confirmed:
        """Add "floor" as the signer of a floor's step if the written round names nobody."""
        of_the_floor = isinstance(self.due, Perform) and self.due.step in BY_THE_FLOOR
        return replace(done, by="floor") if of_the_floor and not done.by else done

    def see(self, observation: Observation) -> tuple[Event, ...]:
        """Decide on an observation and update the table, the count and the ledger."""
        events = decide(self.table, self.rules, observation)
        before = self.table
        in_question = before.holds[-1].draw if before.holds else None
        self.count.note(observation, events, before, fold(before, events))
        over = next((at for at, event in enumerate(events, 1) if isinstance(event, e.RoundEnded)), 0)
        over = over if isinstance(observation, o.Recalled) else 0
        self._apply(events[:over])
        if over:
            self.close_round()  # What was done before the card reaches into the next round.
        self._apply(events[over:])
        if in_question is not None and isinstance(observation, o.Ruled):
            self.ledger.look_at(in_question)
        return events

    def _apply(self, events: tuple[Event, ...]) -> None:
        self.table = fold(self.table, events)
        self.ledger.note(events, self.table)

    def _confirm_on_the_way(self, act: w.Act) -> None:
        if self._joins_a_war(act):
            return  # A joined war is confirmed together with the war wagers, not after them.
        while isinstance(step := self.due, Perform):
            if isinstance(act, w.End) and self._round_is_over:
                return
            done = self._by_somebody(o.Confirmed(step.step))
            if _refuses(self.see(done)):
                return

    def _confirm_what_is_left_out(self, act: Observation) -> None:
        named = act.step if isinstance(act, o.Confirmed) else None
        while isinstance(step := self.due, Perform) and step.step in LEFT_OUT:
            if named in ("", step.step):
                return
            self.see(o.Confirmed(step.step))

    def _joins_a_war(self, act: w.Act) -> bool:
        """True if this is a tie wager that a bettor who is already at war may still place."""
        at_war = {hand.name for hand in self.table.round.hands if hand.choice == "war"}
        if not isinstance(act, o.Answered) or str(HandName(act.spot, act.bettor)) not in at_war:
            return False
        return not _refuses(decide(self.table, self.rules, act))

    @property
    def _round_is_over(self) -> bool:
        return self.table.round.number > self.ledger.current.number

    def _end(self, line: w.WrittenLine) -> Failure | None:
        if not self._round_is_over:
            return Failure(line.number, "end", step_id(self.due))
        self.close_round()
        return self._compare(line, ())

    def close_round(self) -> None:
        """Close the account of the round; later lines belong to the next."""
        following = due_after_moves(self.table, self.rules) if self._fills_in else self.due
        self.ledger.close(step_id(following), reshuffle=self.must_shuffle)

    @property
    def must_shuffle(self) -> bool:
        """True if the cards must be shuffled before the next round, as far as the table knows now."""
        round_ = self.table.round
        asked = self.rules.deal.cutcard_mid_round.value == "finish_then_ask"
        later = any(isinstance(what, ShuffleLater) for what in round_.later)
        return self.table.preparing is not None or later or (bool(round_.cut_card) and not asked)

    def _settle_all(self) -> tuple[Event, ...]:
        """Perform every settlement that is due, and the confirmations between them."""
        events: tuple[Event, ...] = ()
        while True:
            step = self.due
            if isinstance(step, Settle):
                events += self.see(o.Settled())
            elif isinstance(step, Perform) and step.step in HAND_BY_HAND:
                events += self.see(self._by_somebody(o.Confirmed(step.step)))
            else:
                return events

    def _compare(self, line: w.WrittenLine, events: tuple[Event, ...]) -> Failure | None:
        refused = next((event for event in events if isinstance(event, e.TapRefused)), None)
        if isinstance(line.expect, w.MustRefuse):
            return (
                None if refused else Failure(line.number, "refused", f"allowed; due is {step_id(self.due)}")
            )
        if refused:
            cite = f" ({refused.cite})" if refused.cite not in ("", "not addressed") else ""
            expected = write_expect(line.expect) if line.expect else write_act(line.act)
            return Failure(line.number, expected, f"refused: {refused.reason}{cite}")
        if line.expect is None:
            return None
        if isinstance(line.expect, w.MoneyMoves):
            return _compare_money(line, line.expect, events)
        if isinstance(line.expect, w.CardGoes):
            got, wanted = self.ledger.card_in_question, line.expect.place
            return None if got == wanted else Failure(line.number, wanted, got)
        holds = line.expect.step in self._steps_due()
        return None if holds else Failure(line.number, line.expect.step, step_id(self.due))

    def _steps_due(self) -> tuple[str, ...]:
        """The due step, followed by the next ones while a written round may omit them."""
        steps, table = [step_id(self.due)], self.table
        while self._fills_in and steps[-1] in LEFT_OUT:
            table = fold(table, decide(table, self.rules, o.Confirmed(as_step(steps[-1]))))
            steps.append(step_id(due(table, self.rules)))
        return tuple(steps)


def _refuses(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, e.TapRefused) for event in events)


def _compare_money(line: w.WrittenLine, expect: w.MoneyMoves, events: tuple[Event, ...]) -> Failure | None:
    settled = [event for event in events if isinstance(event, e.HandSettled)]
    got = [
        w.MoneyMoves(str(HandName(event.spot, event.bettor)), tuple(_moved(move) for move in event.lines))
        for event in settled
    ]
    if (
        len(got) == 1
        and got[0].hand == expect.hand
        and sorted(got[0].lines, key=str) == sorted(expect.lines, key=str)
    ):
        return None
    return Failure(
        line.number, write_expect(expect), "; ".join(write_expect(move) for move in got) or "nothing"
    )


def _moved(line: Line) -> Any:
    return line.wager, line.action, line.cents
