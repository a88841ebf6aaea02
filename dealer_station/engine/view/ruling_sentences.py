"""A ruling in full: one sentence with everything that it changes at this table.

The sentence follows the facts that the ruling would cause, in their order. Where it changes neither cards nor
hands, it is the text of the button with its second line.
"""

from collections.abc import Iterator

from msgspec import Struct

from dealer_station.engine.due.orders import EVERYTHING, dealer_card_is_hidden
from dealer_station.engine.due.settlement import lines_due, original_rule, void_undoes_settlements
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.kinds import Ruling
from dealer_station.engine.model.table import Hand, Table
from dealer_station.engine.model.translatable_sentences import Sentence, joined, said
from dealer_station.engine.model.values import (
    DEALER,
    AskLater,
    Drawn,
    Hold,
    Later,
    Place,
    ReplaceCardLater,
    ShuffleLater,
)
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules

MOVES_A_CARD: tuple[Ruling, ...] = ("burn", "discard", "dealer_next", "forward", "play_on", "reconstruct")
"""Rulings whose sentence begins with the place of the card, if the facts name one."""
VOIDS: tuple[Ruling, ...] = ("void", "void_round", "out")
"""Rulings whose sentence is about hands and wagers alone."""
MOST_MOVED = 3
"""More cards than this are not named one by one."""


class RulingEffect(Struct, frozen=True):
    """The effect of a ruling: its texts, the table it applies to, and the facts that it would cause."""

    table: Table
    rules: Rules
    hold: Hold | None
    ruling: Ruling
    events: tuple[Event, ...]
    words: Sentence
    detail: str
    face: Card | None
    """The face of the card in question, if everybody at the table can see it."""


def in_full(effect: RulingEffect) -> Sentence:
    """The ruling as one sentence, without a full stop."""
    # A card that waits while a device is repaired has a stop of its own.
    of_a_device = effect.hold is not None and effect.hold.kind == "device"
    cards = tuple(_cards(effect)) if effect.ruling in MOVES_A_CARD and not of_a_device else ()
    hands = tuple(_hands(effect))
    follows = tuple(_follows(effect))
    speaks_for_itself = bool(cards) or (effect.ruling in VOIDS and bool(hands))
    said_so = () if speaks_for_itself else (_button(effect),)
    return joined("; ", dict.fromkeys((*said_so, *cards, *hands, *follows)))


def moves_in_full(table: Table, rules: Rules, events: tuple[Event, ...]) -> Sentence | None:
    """The effect of these facts on cards and hands, as one sentence; None if they change neither."""
    effect = RulingEffect(table, rules, None, "forward", events, said(""), "", None)
    parts = dict.fromkeys((*_cards(effect), *_hands(effect), *_follows(effect)))
    return joined("; ", parts) if parts else None


def _button(effect: RulingEffect) -> Sentence:
    """The text of the button with its second line."""
    return (
        said("{words}: {detail}", words=effect.words, detail=effect.detail) if effect.detail else effect.words
    )


def _cards(effect: RulingEffect) -> Iterator[Sentence]:
    """The places to which the cards go."""
    card = effect.face or said("the card")
    # A card that is kept and dealt by the same ruling is named with its last place.
    used = any(isinstance(event, e.CardDealt | e.CardBurned) and event.kept for event in effect.events)
    for event in effect.events:
        match event:
            case e.CardDealt(place=place, kept=True) if place > DEALER:
                yield said("{card} becomes the card of spot {name}", card=card, name=place)
            case e.CardDealt(kept=True):
                yield said("{card} becomes the dealer's card", card=card)
            case e.CardBurned(kept=True):
                yield said("{card} becomes the burn that is due", card=card)
            case e.CardKept() if used:
                pass
            case e.CardKept(for_dealer=True):
                yield said("{card} is kept and becomes the dealer's next card", card=card)
            case e.CardKept():
                yield said("{card} is kept and becomes the next card out", card=card)
            case e.CardRacked(burned=burned):
                yield _away(card, burned=burned)
            case e.CardRetired(index=index, burned=burned):
                yield _away(_face(effect, index) or said("the card"), burned=burned)
            case e.CardsReread(draws=draws):
                yield from _moved(effect, draws)
            case _:
                pass


def _away(card: str, *, burned: bool) -> Sentence:
    if burned:
        return said("{card} is burned, face down", card=card)
    return said("{card} goes to the discard rack, out of play", card=card)


def _moved(effect: RulingEffect, draws: tuple[Drawn, ...]) -> Iterator[Sentence]:
    """The cards that lie elsewhere after they are read again."""
    before = effect.table.round.draws
    moved = [
        (index, now.place)
        for index, (was, now) in enumerate(zip(before, draws, strict=False))
        if now.place is not None and was.place != now.place
    ]
    if len(moved) > MOST_MOVED:
        yield said("{count} cards move to where they belong", count=len(moved))
        return
    for index, place in moved:
        card = _face(effect, index) or said("the card")
        yield _to(card, place)


def _to(card: str, place: Place) -> Sentence:
    if place > DEALER:
        return said("{card} goes to spot {name}", card=card, name=place)
    return said("{card} becomes the dealer's card", card=card)


def _face(effect: RulingEffect, index: int) -> Card | None:
    """The face of the n-th card of the round, if everybody at the table can see it."""
    if effect.hold is not None and effect.hold.draw == index:
        return effect.face
    draws = effect.table.round.draws
    if index >= len(draws) or draws[index].burned or draws[index].place is None:
        return None
    hidden = dealer_card_is_hidden(effect.table.round, effect.rules)
    own = draws[index].place == DEALER and draws[index].deal == "original"
    return None if hidden and own else draws[index].card


def _hands(effect: RulingEffect) -> Iterator[Sentence]:
    """The hands that leave the round, the settlements undone, and the players who are asked again."""
    voided = [f"{event.spot}{event.bettor}" for event in effect.events if isinstance(event, e.HandVoided)]
    for event in effect.events:
        if isinstance(event, e.RoundVoided):
            undone = void_undoes_settlements(event.kind, effect.rules)
            yield said(
                "the round is void and every wager goes back"
                if undone
                else "the round is void and open wagers go back"
            )
            return
    if effect.ruling != "take":
        after = fold(effect.table, effect.events).round
        for hand in after.hands:
            if hand.name not in voided:
                continue
            amount = _goes_back(effect, hand)
            if amount:
                yield said("spot {name} is out and gets {amount} back", name=hand.name, amount=amount)
            else:
                yield said("spot {name} is out and gets its wagers back", name=hand.name)
    undone_at = dict.fromkeys(
        f"{event.spot}{event.bettor}" for event in effect.events if isinstance(event, e.SettlementReversed)
    )
    if undone_at:
        yield said("what was settled on spot {name} is undone", name=", ".join(undone_at))
    for event in effect.events:
        if isinstance(event, e.OptionReopened):
            yield said("spot {name} is asked again", name=f"{event.spot}{event.bettor}")


def _goes_back(effect: RulingEffect, hand: Hand) -> str:
    """The amount that goes back to a void hand; empty if a stake is unknown."""
    round_ = fold(effect.table, effect.events).round
    rule, odds = original_rule(hand, round_, effect.rules), effect.rules.settlement.odds
    cents = [line.cents for line in lines_due(hand, rule, "original", EVERYTHING, odds)]
    total = sum(amount or 0 for amount in cents)
    return dollars(total) if total and None not in cents else ""


def _follows(effect: RulingEffect) -> Iterator[Sentence]:
    """The steps that follow at once or after the round."""
    for event in effect.events:
        match event:
            case e.LeftForLater(what=what) if effect.ruling != "reshuffle":
                yield _later(what)
            case e.CardsTakenOut() | e.ShuffleRepeated() if effect.ruling not in ("reshuffle", "accept"):
                yield said("the cards are shuffled now")
            case e.CutCardPassed():
                yield said("the cards are shuffled after this round")
            case e.HoldRaised(hold=hold) if hold.kind == "settled_then_void":
                yield said("then somebody rules on the hands that were settled")
            case _:
                pass


def _later(what: Later) -> Sentence:
    match what:
        case ShuffleLater():
            return said("the cards are shuffled after this round")
        case AskLater():
            return said("the floor is asked after this round")
        case ReplaceCardLater():
            return said("the card is replaced after this round")
