"""Misread cards: finds the reads that may be wrong, and corrects them."""

from msgspec.structs import replace

from dealer_station.engine.due.settlement import is_tie
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.due.where_cards_lie import (
    a_face_lies_down,
    card_in_question,
    earlier_reads,
    lying_on_the_felt,
    reads_of,
)
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.table import Round, Table
from dealer_station.engine.model.translatable_sentences import joined, said
from dealer_station.engine.rulebook.rules import Rules

Events = tuple[Event, ...]
SUSPECTS = "{card} now; before: {places}; if that read was wrong: correct CARD {pointers}"
"""Detail of an impossible card that does not reveal a face."""


def suspects_words(table: Table, rules: Rules, card: Card, newest: int | None = None) -> str:
    """Both suspect cards by name, and the remedy for the earlier; empty while that reveals a hidden face."""
    if a_face_lies_down(table.round, rules):
        return ""
    before = earlier_reads(table, card, newest)
    if not before:
        return said("{card} now; before: nowhere in sight", card=card)
    places, pointers = (
        joined(", ", (read.words for read in before)),
        joined(" or ", (said("at {place}", place=read.at) for read in before)),
    )
    return said(SUSPECTS, card=card, places=places, pointers=pointers)


def earlier_read_corrected(table: Table, rules: Rules, at: str, card: Card) -> Events | Objection:
    """Events if the earlier read was wrong: it is corrected, and the newer card goes where it was due."""
    hold, doubted = table.holds[-1], card_in_question(table)
    if hold.kind != "impossible_card":
        return Objection("only an impossible card has an earlier read to correct; say correct CARD", "")
    if doubted is None:
        return Objection("the card in question lies face down, so no earlier read can be told wrong", "")
    reads = reads_of(table, doubted)
    found = [read for read in reads if read.at == at] or [read for read in reads if read.at == f"{at} war"]
    if not found and not hold.has_card:
        # The dealer saw that a read was wrong, without a count, so it may be any card on the layout.
        found = [read for read in lying_on_the_felt(table, rules) if read.at == at]
    if not found:
        named = joined(" or ", (said("at {place}", place=read.at) for read in reads)) if hold.detail else ""
        template = "the card in question was not read at {at}" + ("; it was {named}" if named else "")
        return Objection(said(template, at=at, named=named), "")
    newer = (e.CardKept(hold.card, hold.number),) if hold.has_card else ()
    if found[0].racked is not None:
        return (e.RackCardReread(found[0].racked, doubted, card), *newer)
    return (*_reread(table.round, rules, found[0].draw or 0, card), *newer)


def corrected(table: Table, rules: Rules, index: int, card: Card) -> Events:
    """Events that correct the face of a card of the round, on the felt or taken out of play since."""
    round_ = table.round
    drawn = round_.draws[index] if index < len(round_.draws) else None
    if drawn is None or drawn.card is None:
        return ()
    if drawn.place is not None and drawn.place not in round_.picked_up:
        return _reread(round_, rules, index, card)
    racked = [read.racked for read in reads_of(table, drawn.card) if read.racked is not None]
    return (e.RackCardReread(racked[0], drawn.card, card),) if racked else ()


def _reread(round_: Round, rules: Rules, index: int, card: Card) -> Events:
    """Events that correct the face of a card on the felt; players no longer tied lose their choice."""
    draws = (
        *round_.draws[:index],
        replace(round_.draws[index], card=card),
        *round_.draws[index + 1 :],
    )
    now, reread = replace(round_, draws=draws), e.CardsReread(draws, kind="impossible_card")
    if any(drawn.deal == "war" for drawn in draws):
        return (reread,)
    again = (
        e.OptionChosen(hand.bet.spot, hand.bet.bettor, "", 0)
        for hand in round_.hands
        if hand.choice
        and not hand.voided
        and not is_tie(replace(hand, choice=""), now, rules)
        and all(line.wager != "main" for line in hand.lines)
    )
    return (reread, *again)
