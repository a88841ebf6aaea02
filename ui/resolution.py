"""What to do about something that was reported, where the book knows: step by step, with its rule."""

from typing import Any

from dealer_station.engine import events as e
from dealer_station.engine.events import Event
from dealer_station.engine.facts import DEALER
from dealer_station.engine.irregular import CATALOGUE
from dealer_station.engine.rules import Rules
from dealer_station.engine.sentences import said
from dealer_station.engine.table import Table
from dealer_station.engine.wagers import dollars
from dealer_station.station import Shown
from ui.picture import cite_words
from ui.speech import Speech


def resolution(
    kind: str, events: tuple[Event, ...], before: Table, rules: Rules, say: Speech
) -> dict[str, Any]:
    """The steps that follow from a report, in the order of the facts."""
    steps = [say(words) for event in events if (words := _words(event, before))]
    rule = CATALOGUE[kind].rule(rules)
    return {
        "title": say(CATALOGUE[kind].words),
        "steps": steps or [say("Nothing changes: play on")],
        "cite": cite_words(rule.cite, rule.status, say),
    }


def laid_aside(shown: Shown, rules: Rules, say: Speech) -> dict[str, Any]:
    """A card that was kept is dealt by itself: the dealer still has to put it there."""
    steps = [say(words) for event in shown.events if (words := _words(event, shown.table))]
    rule = rules.irregularities.error_doctrine
    title = say("The card that lay aside is dealt")
    return {"title": title, "steps": steps, "cite": cite_words(rule.cite, rule.status, say)}


def _words(event: Event, before: Table) -> str:
    match event:
        case e.CardRacked(burned=burned):
            return _away(burned=burned)
        case e.CardRetired(index=index, burned=burned):
            place = before.round.draws[index].place
            return _away(burned=burned) if place is None else _off(place, burned=burned)
        case e.CardKept(for_dealer=True):
            return "Lay the card aside, face down: it is your own next card"
        case e.CardKept():
            return "Lay the card aside, face down: it is the next card out"
        case e.CardsReread():
            return "Leave the cards where they lie; look whether the picture is right"
        case e.CardsRequeued():
            return "Take the cards of the war back in their order: they are the next cards out"
        case e.CardDealt(place=place) if place > DEALER:
            return said("The card goes to spot {spot}", spot=place)
        case e.CardDealt():
            return "The card is your own"
        case e.SettlementReversed(spot=spot, bettor=bettor):
            return said("Put the chips of spot {name} back as they lay", name=f"{spot}{bettor}")
        case e.OptionReopened(spot=spot, bettor=bettor):
            return said("Ask spot {name} again", name=f"{spot}{bettor}")
        case e.HandVoided(spot=spot, bettor=bettor):
            return said("Spot {name} is void: its wagers go back", name=f"{spot}{bettor}")
        case e.StakeCounted(spot=spot, bettor=bettor, excess_cents=excess) if excess:
            return said("Give {amount} back to spot {name}", amount=dollars(excess), name=f"{spot}{bettor}")
        case e.Corrected(hand=hand, action="pay", cents=cents):
            return said("Pay {amount} to spot {name}", amount=dollars(cents or 0), name=hand)
        case _:
            return _PLAIN.get(type(event), "")


_PLAIN: dict[type[Any], str] = {
    e.RoundVoided: "The round is void: wagers that are not settled go back",
    e.LeftForLater: "Finish the round; the screen says then what follows",
    e.CardsTakenOut: "Deal no more: the cards are shuffled",
    e.ShuffleRepeated: "Mix and cut the cards again",
    e.CutCardPassed: "Finish the round; then the cards are shuffled",
    e.Noted: "Nothing changes: play on",
}


def _away(*, burned: bool) -> str:
    return (
        "Put the card face down with the burns"
        if burned
        else "Put the card into the discard rack, out of play"
    )


def _off(place: int, *, burned: bool) -> str:
    if place <= DEALER:
        return "Take your card into the discard rack, out of play"
    template = (
        "Take the card of spot {spot}, face down, to the burns"
        if burned
        else "Take the card of spot {spot} into the discard rack, out of play"
    )
    return said(template, spot=place)
