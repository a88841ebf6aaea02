"""A round as steps for people to read: who did what, when, how long after, and the consequences."""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.due.next_step import due
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import RANK_NAMES, SUIT_NAMES, Card
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.kinds import FINDINGS
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.translatable_sentences import Sentence, joined, said
from dealer_station.engine.model.values import DEALER, INTERVENTION, Line
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.ruling_words import hold_ruled_on, ruling_words
from dealer_station.engine.words.prompts import STEPS, prompt
from dealer_station.review.held_then_burned_cards import hidden_rows
from dealer_station.review.moments import Moment
from dealer_station.review.round_history import RoundHistory

RECORDS = {
    "Opened": "The log begins",
    "Started": "The station started",
    "Stopped": "The station was stopped",
    "RulesKept": "The log stores the rulebook",
    "KeysNamed": "The log names its keys",
    "RoundKept": "The summary of the round",
    "StateKept": "The log stores an anchor",
    "Unsealed": "The seal of a card was opened",
    "Restored": "A copy of the log was restored on this station",
    "DeviceMet": "A device took its place",
    "Closed": "The month was closed",
    "OpenedAs": "The table was opened",
    "PersonNoted": "A sign-in, or a change of people",
    "Denied": "Refused: the title is too low",
    "Disputed": "A dispute was noted",
    "QuestionAnswered": "A trainee answered a question",
    "ExerciseFinished": "A trainee finished an exercise",
    "CertificateIssued": "A certificate was printed",
}
HELD = said("Held: a card; its face stays sealed")


class Step(Struct, frozen=True):
    """One moment of a round, for people."""

    seq: int
    at_us: int
    gap_us: int
    """Time since the previous step, by the monotonic clock."""
    who: str
    did: str
    became: tuple[str, ...]
    """Further consequences: a hold, a refusal, a note, the end of the round."""
    screen: str
    """The prompt on the screen when it happened."""
    is_card: bool
    sealed: bool
    frame: str
    """The raw frame of the device, in hex."""


def steps(history: RoundHistory) -> tuple[Step, ...]:
    """All steps of a round, in order."""
    found: list[Step] = []
    before: Moment | None = None
    hidden = hidden_rows(history)
    for moment in history.moments:
        found.append(_step(moment, before, history.rules, hidden=moment.row.seq in hidden))
        before = moment
    return tuple(found)


def _step(moment: Moment, before: Moment | None, rules: Rules, *, hidden: bool) -> Step:
    """One moment as a step; the face of a hidden card is left out."""
    row = moment.row
    gap = row.mono_us - before.row.mono_us if before else 0
    if before and gap < 0:
        gap = max(0, row.wall_us - before.row.wall_us)  # The machine was restarted in between.
    asked = prompt(due(moment.before, rules), rules).do if moment.seen is not None else ""
    # A tap shows the person's name, a device its own.
    who = row.who if row.source == "dealer" and row.who else row.source
    return Step(
        row.seq,
        row.wall_us,
        gap,
        who,
        HELD if hidden else did(moment, rules),
        tuple(word for event in moment.facts if (word := _became(event))),
        asked,
        isinstance(moment.seen, o.CardDrawn),
        row.seal is not None or hidden,
        "" if row.frame is None or hidden else row.frame.hex(" "),
    )


def did(moment: Moment, rules: Rules) -> str:
    """The observation or record of a moment, as a sentence."""
    if moment.seen is None:
        return joined("; ", [said(RECORDS[type(record).__name__]) for record in moment.records])
    match moment.seen:
        case o.CardDrawn():
            return _drawn(moment.seen, moment.facts)
        case o.Settled():
            return _settled(moment.facts)
        case o.Ruled():
            return _ruled(moment.seen, moment, rules)
        case _:
            return _done(moment.seen)


def ruled_words(moment: Moment, rules: Rules) -> Sentence:
    """The ruling of this moment, in the words of its button."""
    assert isinstance(moment.seen, o.Ruled)
    hold = hold_ruled_on(moment.before, moment.seen)
    # A corrected face may belong to a card that stays sealed.
    return ruling_words(moment.before, rules, hold, replace(moment.seen, card=None)).words


def _ruled(seen: o.Ruled, moment: Moment, rules: Rules) -> str:
    """A finding, remedy, departure or intervention, as a sentence."""
    what, name = ruled_words(moment, rules), seen.by or "-"
    if seen.departs:
        cite = next((one.departs_from for one in moment.facts if isinstance(one, e.HoldRuled)), "")
        return said("{name} departed from {cite}: {what}", name=name, cite=cite or "-", what=what)
    if any(isinstance(one, e.HoldRuled) and one.cards_out for one in moment.facts):
        return said("{name} found, with the cards out: {what}", name=name, what=what)
    if seen.ruling in FINDINGS:
        return said("{name} found: {what}", name=name, what=what)
    if any(isinstance(one, e.RulingRecorded) and one.kind == INTERVENTION for one in moment.facts):
        return said("{name} intervened: {what}", name=name, what=what)
    return said("{name} ruled: {what}", name=name, what=what)


def _drawn(seen: o.CardDrawn, facts: tuple[Event, ...]) -> str:
    """A drawn card with its destination; the face of a burn is left out."""
    card = card_named(seen.card) if seen.card else said("a card that could not be read")
    for event in facts:
        match event:
            case e.CardBurned():
                return said("A card was burned; its face is sealed")
            case e.CardDealt(place=place) if place > DEALER:
                return said("Spot {place}: {card}", place=place, card=card)
            case e.CardDealt():
                return said("Dealer: {card}", card=card)
            case e.HoldRaised():
                return said("Held: {card}", card=card)
            case _:
                pass
    return said("Out of the shoe: {card}", card=card)


def card_named(card: Card) -> str:
    """The name of a card, translatable."""
    return said("{rank} of {suit}", rank=RANK_NAMES[card[0]], suit=SUIT_NAMES[card[1]])


def _settled(facts: tuple[Event, ...]) -> str:
    """The settlement of a hand, as a sentence."""
    for event in facts:
        if isinstance(event, e.HandSettled):
            moves = joined("; ", [_moved(line) for line in event.lines])
            return said("Spot {name}: {moves}", name=f"{event.spot}{event.bettor}", moves=moves)
    return said("A hand was settled")


def _moved(line: Line) -> str:
    """A settlement line, as words."""
    wager = line.wager.replace("_", " ")
    amount = "?" if line.cents is None else dollars(line.cents)
    return said("{action} {wager} {amount}", action=line.action.upper(), wager=wager, amount=amount)


def _done(seen: Observation) -> str:
    """An observation of the game, as a sentence."""
    match seen:
        case o.CutCardSeen():
            return said("The cut card came out")
        case o.BetsPlaced():
            return said("Wagers on {count} hands", count=len(seen.bets))
        case o.Called():
            return said("Closing call")
        case o.Answered():
            name = f"{seen.spot}{seen.bettor}"
            war = said("Spot {name}: war", name=name)
            return war if seen.choice == "war" else said("Spot {name}: surrender", name=name)
        case o.Confirmed():
            return said("Done: {what}", what=STEPS.get(seen.step, seen.step))
        case o.TookBack():
            return said("The last tap was taken back")
        case o.DealerArrived():
            return said("{name} deals from now on", name=seen.name)
        case o.Reported():
            return said("Reported: {what}", what=CATALOGUE[seen.kind].words)
        case _:
            return _between(seen)


def _between(seen: Observation) -> str:
    """An observation between shoes, of a device, or beside the wagers, as a sentence."""
    match seen:
        case o.CutOffered():
            return said(
                "Spot {spot} takes the cut" if seen.accepted else "Spot {spot} declines the cut",
                spot=seen.spot,
            )
        case o.CutMade():
            return said("The cards were cut, {cards} deep", cards=seen.cards)
        case o.CutCardPlaced():
            return said("The cut card was put back, {cards} from the back", cards=seen.cards)
        case o.Ordered():
            return said("Ordered: {what}", what=seen.what.replace("_", " "))
        case o.BurnViewed():
            return said("A player asked to see the burn card")
        case o.ClockRead():
            return said("The clock was read")
        case o.DeviceSaid():
            status = " ".join(word for word in (seen.status.replace("_", " "), seen.told) if word)
            return said("{device}: {status}", device=seen.device, status=status)
        case o.Spun():
            return said("Spot {spot}: the wheel stopped at {symbol}", spot=seen.spot, symbol=seen.symbol)
        case o.TokeGiven():
            return said("A toke was given")
        case o.Seated():
            return said("Seated: {spots}", spots=", ".join(map(str, seen.spots)) or "-")
        case o.VerbalWager():
            return said("Spot {spot} called a wager out", spot=seen.spot)
        case o.Recalled():
            if seen.done:
                return said("The dealer said that only a tap was missing before the card")
            return said("The dealer said that the card came too early")
        case (
            o.CardDrawn()
            | o.CutCardSeen()
            | o.BetsPlaced()
            | o.Called()
            | o.Answered()
            | o.Settled()
            | o.Confirmed()
            | o.TookBack()
            | o.DealerArrived()
            | o.Reported()
            | o.Ruled()
        ):
            return ""  # `did` and `_done` handle these.
        case _:
            assert_never(seen)


def _became(event: Event) -> str:
    """A further consequence, as a sentence; empty for other events."""
    match event:
        case e.HoldRaised(hold):
            return said("The table is held: {what}", what=CATALOGUE[hold.kind].words)
        case e.TapRefused():
            return said("Refused: {reason}", reason=event.reason)
        case e.RoundEnded():
            return said("The round is over")
        case e.Noted():
            what = CATALOGUE[event.kind].words if event.kind in CATALOGUE else event.kind
            return said("Noted: {what}", what=what)
        case _:
            return ""
