"""Early cards in words: the question whether only a tap was missing, and one ruling on all of them."""

from msgspec import Struct

from dealer_station.engine.due.early_cards import RULED_TOGETHER, early_cards
from dealer_station.engine.due.ruling_choices import choices
from dealer_station.engine.due.step_types import Call, Due, Offer, TakeBets
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.table import Table
from dealer_station.engine.model.translatable_sentences import Sentence, joined, said
from dealer_station.engine.model.values import DEALER, Hold
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import spot_title, wager_words
from dealer_station.engine.view import trial
from dealer_station.engine.view.ruling_view import RulingWords
from dealer_station.engine.view.upcoming import CardAside, cards_aside
from dealer_station.engine.words.prompts import imperative


def rulings_on_early_cards(table: Table, rules: Rules, hold: Hold) -> tuple[o.Ruled, ...]:
    """The rulings on all early cards from this stop on: the book's remedies for each of them."""
    row = early_cards(table, hold)
    if len(row) < 2:
        return ()
    allowed = [set(choices(table, rules, one).remedies) for one in row]
    return tuple(
        o.Ruled(ruling, about=hold.raised, cards=len(row))
        for ruling in RULED_TOGETHER
        if all(ruling in remedies for remedies in allowed)
    )


def early_cards_words(table: Table, rules: Rules, hold: Hold, ruled: o.Ruled) -> RulingWords:
    """The text of a ruling on several early cards; its second line says where each of them goes."""
    # Books distinguish a card that was seen from one that nobody saw, in separate paragraphs.
    return RulingWords(_next_ones_out(ruled), _where_each_goes(table, rules, hold, ruled))


def _next_ones_out(ruled: o.Ruled) -> Sentence:
    if ruled.ruling == "forward":
        if ruled.cards == 2:
            return said("Both cards, seen, are the next ones out")
        return said("All {count} cards, seen, are the next ones out", count=ruled.cards)
    if ruled.cards == 2:
        return said("Both cards are the next ones out")
    return said("All {count} cards are the next ones out", count=ruled.cards)


def _where_each_goes(table: Table, rules: Rules, hold: Hold, ruled: o.Ruled) -> Sentence:
    known = _known_uses(table, rules, hold, ruled)
    if not known:
        return said("they go to the next {count} places, in the order in which they came", count=ruled.cards)
    places = joined(", ", map(_goes_to, known))
    if left := ruled.cards - len(known):
        return said(
            "in the order in which they came: {places}, {count} more after that", places=places, count=left
        )
    return said("in the order in which they came: {places}", places=places)


def _known_uses(table: Table, rules: Rules, hold: Hold, ruled: o.Ruled) -> list[CardAside]:
    """The use of each card, as far as the order of the deal tells it; other cards aside may change that."""
    if table.kept:
        return []
    made = o.Ruled(ruled.ruling, by="-", because="-", about=hold.raised, cards=ruled.cards)
    events = trial.events_of(table, rules, made)
    used = [use for event in events if (use := _use_in(event))]
    later = cards_aside(fold(table, events), rules)
    return [*used, *(use for use in later if use.goes != "next")]


def _use_in(event: Event) -> CardAside | None:
    """The use of a card that goes to its place with the ruling."""
    match event:
        case e.CardDealt(place=place, kept=True):
            return CardAside("place", place)
        case e.CardBurned(kept=True):
            return CardAside("burn")
        case _:
            return None


def _goes_to(use: CardAside) -> Sentence:
    match use.goes:
        case "burn":
            return said("a burn")
        case "place" if use.place > DEALER:
            return said("spot {name}", name=use.place)
        case _:
            return said("the dealer")


class QuestionOfFact(Struct, frozen=True):
    """The question to the dealer whether what was due before early cards was done, with what that is."""

    words: Sentence
    done: tuple[Sentence, ...]
    cards: int


def question_of_fact(table: Table, rules: Rules, hold: Hold) -> QuestionOfFact | None:
    """The question about these early cards; None where the dealer's word does not settle it."""
    steps = trial.taps_missing_before(table, rules, hold)
    if not steps:
        return None
    count = len(early_cards(table, hold))
    if all(isinstance(step, Call | TakeBets) for step in steps):
        words = said("Was the call made before this card?")
        if count > 1:
            words = said("Was the call made before these {count} cards?", count=count)
    else:
        words = said("Was this done before the card?")
        if count > 1:
            words = said("Was this done before these {count} cards?", count=count)
    return QuestionOfFact(words, tuple(_as_done(step, rules) for step in steps), count)


def _as_done(step: Due, rules: Rules) -> Sentence:
    """A step as something that was done."""
    match step:
        case Call():
            return said(
                "“{call}” was called, with the wagers on the felt", call=rules.wagers.close_call.value
            )
        case TakeBets():
            return said("“{call}” was called, with the same wagers", call=rules.wagers.close_call.value)
        case Offer(hand):
            where, tie = spot_title(hand.name, rules), wager_words("war_tie", rules)
            return said("{where}: war, no {wager}", where=where, wager=tie)
        case _:
            return said("{do}", do=imperative(step, rules))
