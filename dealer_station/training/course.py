"""The moments of a written round, each with the step that was due and the news before it."""

from typing import assert_never

from msgspec import Struct

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import AwaitRuling, Draw, Due
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import HandName, Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.notation.model import Header, Written
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import spot_title
from dealer_station.engine.view.ruling_words import hold_ruled_on, ruling_words
from dealer_station.training.errors import LessonFaultError
from dealer_station.written_rounds.play import Player

ORDERS: dict[str, str] = {
    "shuffle": said("A shuffle is ordered."),
    "recut": said("Another cut is ordered."),
    "replace_cards": said("New cards are ordered."),
    "idle": said("Nobody plays any more."),
    "close": said("The table is closed."),
    "open": said("The table is opened again."),
    "change_toke": said("A toke is to be changed for colour."),
}
"""The news about an order."""


class Taken(Struct, frozen=True):
    """An observation with the table before it and its events."""

    before: Table
    seen: Observation
    events: tuple[Event, ...]


class LessonMoment(Struct, frozen=True):
    """A moment at which the dealer has to know the next step."""

    table: Table
    rules: Rules
    due: Due
    done: Observation
    """The observation by which the step was done in the written round."""
    news: tuple[str, ...] = ()
    """Everything that others did since the moment before: players, the floor, devices."""
    after_trouble: bool = False
    """True from the first report or stop of the round."""


class WatchedPlayer(Player):
    """A player of written rounds that remembers everything that happened."""

    def __init__(self, rules: Rules, header: Header) -> None:
        super().__init__(rules, header)
        self.taken: list[Taken] = []

    def see(self, observation: Observation) -> tuple[Event, ...]:
        before = self.table
        events = super().see(observation)
        if not any(isinstance(event, e.TapRefused) for event in events):
            self.taken.append(Taken(before, observation, events))
        return events


def moments_of(written: Written) -> tuple[LessonMoment, ...]:
    """The moments of a written round at which the dealer acts."""
    player = WatchedPlayer.at_table_of(written.header)
    player.play(written.lines)
    if player.failure:
        failed = player.failure
        raise LessonFaultError(
            f"a round of the lessons does not hold at line {failed.line}: it expects {failed.expected} and "
            f"the rules say {failed.got}; install the program again, or correct the round"
        )
    return moments_in(player)


def moments_in(player: WatchedPlayer) -> tuple[LessonMoment, ...]:
    """The moments of everything that a watched player has played."""
    found: list[LessonMoment] = []
    news: list[str] = []
    trouble = False
    for taken in player.taken:
        step = due(taken.before, player.rules)
        trouble = trouble or isinstance(taken.seen, o.Reported) or isinstance(step, AwaitRuling)
        if is_of_the_dealer(taken.seen, step):
            found.append(LessonMoment(taken.before, player.rules, step, taken.seen, tuple(news), trouble))
            news = []
        news += news_of(taken, step, player.rules)
    return tuple(found)


def is_of_the_dealer(seen: Observation, step: Due) -> bool:
    """True if the dealer did this because it was due; a report, a device or a wager is news instead."""
    match seen:
        case o.CardDrawn():
            return isinstance(step, Draw)
        case o.Called() | o.Answered() | o.Settled() | o.Confirmed() | o.Ruled():
            return True
        case o.CutOffered() | o.CutMade() | o.CutCardPlaced() | o.Spun():
            return True
        case _:
            return False


def news_of(taken: Taken, step: Due, rules: Rules) -> list[str]:
    """The sentences about what others did; empty for what the felt shows."""
    match taken.seen:
        case o.BetsPlaced():
            return [said("The players put down their wagers.")]
        case o.CardDrawn() if not isinstance(step, Draw):
            return [said("A card leaves the shoe, and no card was due.")]
        case o.CardDrawn(None) if not any(isinstance(event, e.CardBurned) for event in taken.events):
            return [said("The reader cannot read this card.")]
        case o.CutCardSeen():
            return [said("The {cut_card} comes out of the shoe.", cut_card=rules.terms.cut_card.value)]
        case o.Answered(spot, bettor, choice):
            where = spot_title(HandName(spot, bettor), rules)
            if choice == "war":
                return [said("{where} goes to war.", where=where)]
            return [said("{where} surrenders.", where=where)]
        case o.Reported():
            return [_reported(taken.seen, rules)]
        case o.Ruled():
            return [_ruled(taken, rules)]
        case o.DealerArrived(name):
            return [said("{name} takes over as the dealer.", name=name)]
        case o.DeviceSaid(device, status):
            told = said(status.replace("_", " "))
            return [said("The {device} reports: {told}.", device=said(device), told=told)]
        case o.Ordered(what):
            return [ORDERS[what]]
        case o.CutOffered(spot, accepted):
            where = spot_title(spot, rules)
            if accepted:
                return [said("{where} takes the cut.", where=where)]
            return [said("{where} refuses the cut.", where=where)]
        case o.Spun(spot, symbol):
            return [said("{where}: the wheel shows {symbol}.", where=spot_title(spot, rules), symbol=symbol)]
        case o.TokeGiven(cents):
            return [said("A player gives a toke of {amount}.", amount=dollars(cents or 0))]
        case o.VerbalWager(spot):
            return [said("{where} calls out a wager.", where=spot_title(spot, rules))]
        case o.Recalled(done):
            if done:
                return [said("You say that only a tap was missing before the card.")]
            return [said("You say that the card came too early.")]
        case o.BurnViewed():
            return [said("A player asks to see the burned card.")]
        case o.TookBack():
            return [said("The last tap is taken back.")]
        case o.CardDrawn() | o.Called() | o.Settled() | o.Confirmed() | o.CutMade() | o.CutCardPlaced():
            return []
        case o.Seated() | o.ClockRead():
            return []
        case _:
            assert_never(taken.seen)


def _reported(seen: o.Reported, rules: Rules) -> str:
    """The irregularity that was noticed, with its place."""
    what = CATALOGUE[seen.kind].words
    if not seen.spot:
        return what
    return said("{where}: {what}", where=spot_title(HandName(seen.spot, seen.bettor), rules), what=what)


def _ruled(taken: Taken, rules: Rules) -> str:
    """The ruling that was given, in the words of the case."""
    assert isinstance(taken.seen, o.Ruled)
    hold = hold_ruled_on(taken.before, taken.seen)
    words = ruling_words(taken.before, rules, hold, taken.seen).words
    return said("The ruling: {words}.", words=words)
