"""Plays a written round by touch, compares the table after each tap, and counts the taps."""

from collections import Counter
from copy import deepcopy
from typing import Any, Literal

from msgspec import Struct

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.notation import model as w
from dealer_station.written_rounds.card_and_wager_ledger import Ledger
from tests.ui import items
from tests.ui.by_touch.dealer_by_touch import DealerByTouch
from tests.ui.by_touch.fingers import NotOfferedError, Reason
from tests.ui.by_touch.touched_table import TouchedTable
from tests.ui.by_touch.written_acts import (
    BY_TOUCH,
    Doer,
    Story,
    WrittenAct,
    comparable,
    is_exactly,
    is_on_the_way,
    is_same,
)

Kind = Literal[
    "sign in",
    "wagers",
    "call",
    "settlement",
    "tie",
    "step",
    "cut",
    "report",
    "ruling",
    "question of fact",
    "request",
    "undo",
    "keyed card",
    "notice",
]
"""The kinds of taps, by the act that each is made for; a notice is touched away."""
Refusal = Literal["no button for it", "refused by the screen or the station"]


def kind_of(act: Observation | w.End) -> Kind:
    """The kind of a tap, by the act that it is made for."""
    match act:
        case o.DealerArrived():
            return "sign in"
        case o.BetsPlaced():
            return "wagers"
        case o.Called():
            return "call"
        case o.Settled():
            return "settlement"
        case o.Answered():
            return "tie"
        case o.CutOffered() | o.CutMade() | o.CutCardPlaced():
            return "cut"
        case o.Reported():
            return "report"
        case o.Ruled():
            return "ruling"
        case o.Recalled():
            return "question of fact"
        case o.TookBack():
            return "undo"
        case o.CardDrawn():
            return "keyed card"
        case o.Confirmed():
            return "step"
        case _:
            return "request"


class Touched(Struct, frozen=True):
    """Some taps, and the acts of the text that they made."""

    kind: Kind
    taps: int
    acts: tuple[Observation | w.End, ...]
    stopped: bool
    """True if the table is held afterwards."""


class Difference(Struct, frozen=True):
    """A line that the screen does not take, or after which the table is another one."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


class Played(Struct):
    """All that came of a written round on the screen."""

    touched: list[Touched]
    not_touched: Counter[Doer]
    """Acts that come from elsewhere than this screen."""
    refused: Counter[Refusal]
    """Acts of the text that must be refused."""
    otherwise: Counter[Reason]
    """Acts that the screen does not take as the text has them, each with its reason; they are made for it."""
    differences: list[Difference]
    accounts: list[dict[str, Any]]
    """The accounts of the rounds, which must be those of the text."""

    @property
    def taps(self) -> Counter[tuple[Kind, int]]:
        """The number of acts of each kind that took so many taps."""
        return Counter((one.kind, one.taps) for one in self.touched)


def accounts(ledger: Ledger) -> list[dict[str, Any]]:
    """The cards, settlements and results of each round."""
    told = (account.as_json("", "") for account in ledger.rounds)
    # Between two rounds the text confirms steps that one tap makes together with the next call.
    return [{name: value for name, value in one.items() if name not in ("due", "reshuffle")} for one in told]


def differences(mine: object, theirs: object, path: str = "") -> list[str]:
    """The places where two tables differ, down to the single value."""
    if mine == theirs:
        return []
    if isinstance(mine, Struct) and type(mine) is type(theirs):
        pairs = [(f"{path}.{name}", name) for name in mine.__struct_fields__]
        return [d for at, name in pairs for d in differences(getattr(mine, name), getattr(theirs, name), at)]
    if isinstance(mine, tuple) and isinstance(theirs, tuple) and len(mine) == len(theirs):
        both = enumerate(zip(mine, theirs, strict=True))
        return [d for at, (one, other) in both for d in differences(one, other, f"{path}[{at}]")]
    return [f"{path} is {mine!r:.120}, not {theirs!r:.120}"]


class TouchPlayer:
    """Plays one written round on the window of one table."""

    def __init__(self, story: Story) -> None:
        names = tuple(act.act.name for act in story.acts if isinstance(act.act, o.DealerArrived))
        self.acts = story.acts
        self.table = TouchedTable(story, names)
        self._dealer = DealerByTouch(self.table, story.acts)
        self._played = Played([], Counter(), Counter(), Counter(), [], [])
        self._entered: int | None = None
        """The place of wagers that are entered and go to the table together with the closing call."""
        self._before = self._state()

    def play(self) -> Played:
        """Play to the end; a difference is noted, and the round goes on as it is written."""
        at = 0
        while at < len(self.acts):
            at = self._play_act(at)
        self._played.accounts = accounts(self.table.player.ledger)
        return self._played

    def _play_act(self, at: int) -> int:
        """Play the act at this place; the result is the place of the next one."""
        act = self.acts[at]
        if isinstance(act.act, w.End):
            self.table.player.end_round()
            return at + 1
        if act.doer not in BY_TOUCH and not self._is_keyed(act.act):
            self._played.not_touched[act.doer] += 1
            self.table.happens(act.act)
            self._compare(at)
            return at + 1
        if implied_until := self._implied_by_the_next_card(at):
            return implied_until
        self._before = self._state()
        self.table.said.clear()
        try:
            self._clear_the_view(act)
            before = self.table.fingers.taps
            self._dealer.do(at)
        except NotOfferedError as missing:
            return self._not_offered(at, missing)
        if act.is_refused:
            return self._refused(at)
        return self._take_what_was_said(at, self.table.fingers.taps - before)

    def _implied_by_the_next_card(self, at: int) -> int:
        """Draw the next card without the taps that the text leaves out before it; 0 where they are needed."""
        card = at
        while card < len(self.acts) and self.acts[card].is_left_out:
            card += 1
        seen = self.acts[card].act if card < len(self.acts) else None
        if card == at or not isinstance(seen, o.CardDrawn) or self._is_keyed(seen):
            return 0
        self._before = self._state()
        self.table.happens(seen)
        if comparable(self.table.player.table) != comparable(self.acts[card].after):
            self._put_back()
            return 0
        self._played.not_touched["shoe"] += 1
        return card + 1

    def _clear_the_view(self, act: WrittenAct) -> None:
        before = self.table.fingers.taps
        self._dealer.clear_the_view(act.act)
        if taps := self.table.fingers.taps - before:
            self._played.touched.append(Touched("notice", taps, (), stopped=False))

    def _is_keyed(self, act: Observation) -> bool:
        """True if no reader works, so that the dealer keys in the card that is due."""
        now = self.table.bridge._now._were
        return isinstance(act, o.CardDrawn) and now["keying"] and (now["burning"] or act.card is not None)

    def _take_what_was_said(self, at: int, taps: int) -> int:
        """Find the acts of the text that the taps made."""
        start = at if self._entered is None else self._entered
        said, place = list(self.table.said), start
        if not said and isinstance(self.acts[at].act, o.BetsPlaced):
            self._entered = at
            self._note(at, at + 1, taps)
            return at + 1
        self._entered = None
        for one in said:
            if is_on_the_way(one, self.acts[at].act) and not is_same(self.acts[place].act, one):
                continue
            while place < len(self.acts) and not is_same(self.acts[place].act, one):
                if not self._may_be_passed(self.acts[place], one):
                    self._differ(at, f"the screen says {one}, not {self.acts[place].act}")
                    return self._go_on_as_written(start, at + 1)
                self._played.refused["no button for it"] += self.acts[place].is_refused
                place += 1
            place += 1
        if place == start or place > len(self.acts):
            self._differ(at, f"the screen says {said}")
            return self._go_on_as_written(start, at + 1)
        if not self._compare(place - 1):
            return self._go_on_as_written(start, place)
        self._note(start, place, taps)
        return place

    def _may_be_passed(self, act: WrittenAct, said: Observation) -> bool:
        """True for what the taps make on the way: steps without a line, wagers that stand, refused acts."""
        stands = isinstance(act.act, o.BetsPlaced) and isinstance(said, o.Called | o.BetsPlaced)
        return isinstance(act.act, w.End) or act.is_left_out or act.is_refused or stands

    def _note(self, start: int, end: int, taps: int) -> None:
        acts = tuple(act.act for act in self.acts[start:end] if not act.is_refused)
        kind = kind_of(self.acts[end - 1].act if isinstance(acts[0], o.BetsPlaced) else acts[0])
        held = bool(self.table.player.table.holds)
        self._played.touched.append(Touched(kind, taps, acts, held))

    def _refused(self, at: int) -> int:
        """An act that must be refused: nothing is said, or the screen can only say another thing."""
        if self.table.said and is_exactly(self.acts[at].act, self.table.said[0]):
            self._differ(at, "taken, although the rules refuse it")
        refusal: Refusal = "no button for it" if self.table.said else "refused by the screen or the station"
        self._played.refused[refusal] += 1
        self._put_back()
        return at + 1

    def _not_offered(self, at: int, missing: NotOfferedError) -> int:
        self._put_back()
        if self.acts[at].is_refused:
            self._played.refused["no button for it"] += 1
            return at + 1
        # A stop that was raised without the screen may lack what the screen would have asked for.
        follows = isinstance(self.acts[at].act, o.Ruled) and bool(self._played.otherwise)
        reason = "follows from another" if missing.reason == "no button" and follows else missing.reason
        if reason == "no button":
            self._differ(at, f"nothing to touch for {missing}")
        else:
            self._played.otherwise[reason] += 1
        return self._go_on_as_written(at, at + 1)

    def _go_on_as_written(self, start: int, end: int) -> int:
        """Make the acts as the text has them, where the screen did not."""
        self._put_back()
        for act in self.acts[start:end]:
            if isinstance(act.act, w.End):
                self.table.player.end_round()
            elif not act.is_refused:
                self.table.happens(act.act)
        return end

    def _state(self) -> tuple[Any, ...]:
        player = self.table.player
        return player.table, deepcopy(player.ledger), deepcopy(player.count)

    def _put_back(self) -> None:
        """Make the table and the screen what they were before the taps."""
        player, bridge = self.table.player, self.table.bridge
        player.table, player.ledger, player.count = self._before
        self._before = self._state()
        while bridge._wagers._undo and bridge._wagers.entered.bets and self._entered is None:
            bridge._wagers.take_back()
        bridge._wagers.close()
        if bridge.property("page")["mayClose"]:
            bridge.close()
        self.table.publish()
        items.breathe()

    def _compare(self, at: int) -> bool:
        """Compare the table with that of the text; note the difference if there is one."""
        act = self.acts[at]
        found = differences(comparable(self.table.player.table), comparable(act.after))
        if not act.is_comparable or not found:
            return True
        self._differ(at, "; ".join(found))
        return False

    def _differ(self, at: int, what: str) -> None:
        act = self.acts[at]
        self._played.differences.append(Difference(act.line, f"{act.act}: {what}"))
