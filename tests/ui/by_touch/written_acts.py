"""The acts of a written round in their order, with the taps that it leaves out, and the table after each."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import HandName, Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.values import RulingGiven
from dealer_station.engine.notation import model as w
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.written_rounds.card_and_wager_ledger import Ledger
from dealer_station.written_rounds.play import Failure, Player, rules_of

DEALER = "Ana"
"""Deals where the written round names nobody."""
Doer = Literal["dealer", "floor", "shoe", "device", "clock"]
"""The source of an act: two kinds of people who touch the screen, the wires, and the clock."""
BY_TOUCH: tuple[Doer, ...] = ("dealer", "floor")


class WrittenAct(Struct, frozen=True):
    """One act of a written round, and what the engine made of it."""

    line: int
    act: Observation | w.End
    after: Table
    is_refused: bool = False
    is_left_out: bool = False
    """True for a tap that the text leaves out, because it is only due on the way to the next line."""
    is_comparable: bool = True
    """False while a tie wager that the text has already made is still to be entered on the screen."""

    @property
    def doer(self) -> Doer:
        """The source of the act at a table."""
        match self.act:
            case o.CardDrawn() | o.CutCardSeen():
                return "shoe"
            case o.DeviceSaid():
                return "device"
            case o.ClockRead():
                return "clock"
            case o.Ruled() | o.Ordered():
                return "floor"
            case w.End():
                return "clock"
            case _:
                return "dealer"


class _Recorder(Player):
    """Plays a written round as it is written, and keeps every act."""

    def __init__(self, rules: Rules, header: w.Header) -> None:
        super().__init__(rules, header)
        self.acts: list[WrittenAct] = []
        self._line = 0

    def see(self, observation: Observation) -> tuple[Event, ...]:
        events = super().see(observation)
        refused = any(isinstance(event, e.TapRefused) for event in events)
        self.acts.append(WrittenAct(self._line, observation, self.table, refused, is_left_out=True))
        return events

    def _play_line(self, line: w.WrittenLine) -> Failure | None:
        before, self._line = len(self.acts), line.number
        failure = super()._play_line(line)
        if isinstance(line.act, w.End):
            self.acts.append(WrittenAct(line.number, line.act, self.table))
        elif isinstance(line.act, w.SettleAll):
            self.acts[before:] = [replace(act, is_left_out=False) for act in self.acts[before:]]
        else:
            self.acts[-1] = replace(self.acts[-1], is_left_out=False)
        # A tap that the text leaves out is no act where it is not taken: then the line itself says why.
        self.acts[before:] = [act for act in self.acts[before:] if not (act.is_left_out and act.is_refused)]
        return failure


class Story(Struct, frozen=True):
    """A written round as it plays without a screen."""

    header: w.Header
    rules: Rules
    start: Table
    acts: tuple[WrittenAct, ...]
    ledger: Ledger


def story_of(written: w.Written) -> Story:
    """The acts of a written round, with a dealer signed in at its start unless the first line does it."""
    recorder = _Recorder(rules_of(written.header), written.header)
    first = [line.act for line in written.lines[:2]]
    signs_in = isinstance(first[0], o.DealerArrived) and not isinstance(first[-1], o.TookBack)
    start = recorder.table if signs_in else replace(recorder.table, dealer=DEALER)
    recorder.table = start
    recorder.play(written.lines)
    assert recorder.failure is None, recorder.failure
    acts = tuple(_with_war_ties_apart(recorder.acts))
    return Story(written.header, recorder.rules, start, acts, recorder.ledger)


BEFORE_IT_A_WAR_TIE_IS_ENTERED = (
    *(o.Confirmed, o.CardDrawn, o.CutCardSeen, o.TookBack, o.Reported, o.Ruled, w.End),
)


def _with_war_ties_apart(acts: list[WrittenAct]) -> list[WrittenAct]:
    """The acts with each tie wager on a war apart from the answer that it came with."""
    # On the screen the answer is one tap, and the wager is entered while the war is made ready.
    found: list[WrittenAct] = []
    waiting: list[WrittenAct] = []
    for act in acts:
        if waiting and isinstance(act.act, BEFORE_IT_A_WAR_TIE_IS_ENTERED):
            found += waiting
            waiting = []
        waiting = [replace(one, after=act.after) for one in waiting]
        answer = act.act
        if isinstance(answer, o.Answered) and answer.war_tie_cents != 0 and not act.is_refused:
            if not _is_at_war(found, answer):
                alone = replace(answer, war_tie_cents=0)
                found.append(replace(act, act=alone, is_comparable=False))
            waiting = [*(replace(one, is_comparable=False) for one in waiting), act]
        else:
            found.append(replace(act, is_comparable=not waiting))
    return found + waiting


def _is_at_war(acts: list[WrittenAct], answer: o.Answered) -> bool:
    name = str(HandName(answer.spot, answer.bettor))
    return bool(acts) and any(
        hand.name == name and hand.choice == "war" for hand in acts[-1].after.round.hands
    )


def is_same(wanted: Observation | w.End, said: Observation) -> bool:
    """True if the screen says what the round says; names of people and reasons may differ."""
    match wanted, said:
        case o.Settled(), o.Settled():
            return True
        case o.Confirmed(), o.Confirmed():
            return wanted.step in ("", said.step)
        case o.Confirmed(), o.Called() | o.Settled():
            # A text may confirm any step by its name.
            return str(wanted.step) == ("call" if isinstance(said, o.Called) else "settle")
        case o.Confirmed(), o.CutOffered():
            # The text may leave out which player cuts; the screen asks the one whose turn it is.
            return wanted.step == "offer_cut" and said.accepted
        case o.CutOffered(), o.Confirmed():
            # Where no seat is known, the screen does not ask which player cuts.
            return wanted.accepted and said.step == "offer_cut"
        case o.Ruled(), o.Ruled():
            # A stop that is about one hand does not ask for it, and of two rulings with the same effect the
            # screen offers one: the table shows whether it was the same.
            return wanted.departs == said.departs
        case o.Ruled(), o.Ordered():
            return (wanted.ruling, said.what) == ("reshuffle", "shuffle")
        case o.Reported(), o.Reported():
            # A text may name a card by its face where the screen names its place.
            return wanted.kind == said.kind
        case o.Ordered(), o.Ordered():
            return wanted.what == said.what
        case o.Recalled(), o.Recalled():
            return wanted.done == said.done
        case o.BetsPlaced(), o.BetsPlaced():
            return set(wanted.bets) == set(said.bets)
        case _:
            return wanted == said


def is_exactly(wanted: Observation | w.End, said: Observation) -> bool:
    """True if the screen says all that the round says, also whether there is a reason, and the same hands."""
    match wanted, said:
        case o.Ruled(), o.Ruled():
            reasons = bool(wanted.by) == bool(said.by) and bool(wanted.because) == bool(said.because)
            hands = sorted(wanted.hands) == sorted(said.hands)
            return reasons and hands and wanted.ruling == said.ruling and wanted.departs == said.departs
        case o.Reported(), o.Reported():
            return replace(wanted, faces=(), impossible=False) == said
        case o.CutOffered(), _:
            return wanted == said
        case _:
            return is_same(wanted, said)


def is_on_the_way(said: Observation, wanted: Observation | w.End) -> bool:
    """True for a tap that the screen asks for before an act, and the text may leave out."""
    match said:
        case o.Ordered("open"):
            return isinstance(wanted, o.Confirmed)
        case o.CutOffered() | o.Confirmed("offer_cut"):
            return isinstance(wanted, o.CutMade)
        case o.Recalled(done=False):
            # The dealer says first that a card came too early; a text may rule on it at once.
            return isinstance(wanted, o.Ruled)
        case _:
            return False


WITHOUT_A_RULE = RulingGiven("", "")
"""An order of the floor does the same without being a ruling."""


def comparable(table: Table) -> Table:
    """The table without what a screen may say otherwise: names, sentences, the time, and taps to undo."""
    preparing = table.preparing
    if preparing:
        # A closed table is opened by a tap of its own, or by the first step with its cards.
        preparing = replace(preparing, done=tuple(one for one in preparing.done if one != "open_table"))
    if preparing and preparing.closed:
        preparing = replace(preparing, closed=replace(preparing.closed, by="", minutes=None))
    if preparing:
        preparing = replace(preparing, cutter=None, last_cutter=None)
    reports = tuple(replace(one, without=comparable(one.without)) for one in table.reports)
    ruled = table.ruled if table.ruled != WITHOUT_A_RULE else None
    holds = tuple(replace(one, detail="", came_first=False) for one in table.holds)
    known = replace(table, before=None, reported="", ruled=ruled)
    return replace(known, preparing=preparing, holds=holds, reports=reports)
