"""Cards that were read wrongly: which read may be the wrong one, and how it is put right."""

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.due.orders import dealer_card_is_hidden
from dealer_station.engine.due.settlement import is_tie
from dealer_station.engine.due.wagers import Objection
from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.sentences import joined, said
from dealer_station.engine.model.table import Round, Table
from dealer_station.engine.model.values import DEALER, Deal, Place
from dealer_station.engine.rulebook.rules import Rules

Events = tuple[Event, ...]
SUSPECTS = "{card} now; before: {places}; if that read was wrong: correct CARD {pointers}"
"""What is known of a card of which there are too many, where no face is given away."""


class Read(Struct, frozen=True):
    """One read of a card that can still be looked at, and how a person points at it."""

    at: str
    """`3`, `3 war`, `dealer`, `rack 2`: the second card from the top."""
    words: str
    draw: int | None = None
    racked: int | None = None


def reads_of(table: Table, card: Card) -> tuple[Read, ...]:
    """Where this card lies by what was read: on the felt, or in the rack from the top."""
    round_, rack = table.round, table.rack
    felt = [
        Read(_at(drawn.place, drawn.deal), felt_words(drawn.place, drawn.deal), draw=index)
        for index, drawn in enumerate(round_.draws)
        if drawn.card == card and drawn.place is not None and drawn.place not in round_.picked_up
    ]
    racked = [
        Read(f"rack {len(rack) - index}", _rack_words(len(rack) - index, table, index), racked=index)
        for index in range(len(rack) - 1, -1, -1)
        if rack[index].card == card
    ]
    return (*felt, *racked)


def lying_on_the_felt(table: Table, rules: Rules) -> tuple[Read, ...]:
    """Every card whose face may be seen, in the order of the deal, with what was read of it."""
    round_ = table.round
    hidden = dealer_card_is_hidden(round_, rules)
    return tuple(
        Read(_at(drawn.place, drawn.deal), felt_words(drawn.place, drawn.deal), draw=index)
        for index, drawn in enumerate(round_.draws)
        if drawn.place is not None
        and drawn.place not in round_.picked_up
        and drawn.card is not None
        and not (hidden and drawn.place <= DEALER and drawn.deal == "original")
    )


def _at(place: Place, deal: Deal) -> str:
    if place < DEALER:
        return f"dealer {-place}"
    name = "dealer" if place == DEALER else str(place)
    return f"{name} war" if deal == "war" else name


def felt_words(place: Place, deal: Deal) -> str:
    """A place on the felt as a person names it."""
    if place < DEALER:
        return said("dealer against spot {what}", what=-place)
    name = "dealer" if place == DEALER else said("spot {place}", place=place)
    return said("{name} (war)", name=name) if deal == "war" else name


def _rack_words(from_top: int, table: Table, index: int) -> str:
    racked = table.rack[index]
    owner = said("spot {owner}", owner=racked.owner) if racked.owner.isdecimal() else racked.owner
    return said(
        "rack {from_top} from the top (round {round_number}, {owner})",
        from_top=from_top,
        round_number=racked.round_number,
        owner=owner,
    )


def a_face_lies_down(round_: Round, rules: Rules) -> bool:
    """The dealer's card lies face down: to say which card is there too often might tell it."""
    return dealer_card_is_hidden(round_, rules) and round_.card_at(DEALER, "original") is not None


def suspects_words(table: Table, rules: Rules, card: Card, newest: int | None = None) -> str:
    """Both suspects by name, and what to say of the earlier one; nothing while a face would be given away."""
    if a_face_lies_down(table.round, rules):
        return ""
    before = [read for read in reads_of(table, card) if newest is None or read.draw != newest]
    if not before:
        return said("{card} now; before: nowhere in sight", card=card)
    places, pointers = (
        joined(", ", (read.words for read in before)),
        joined(" or ", (said("at {place}", place=read.at) for read in before)),
    )
    return said(SUSPECTS, card=card, places=places, pointers=pointers)


def card_in_question(table: Table) -> Card | None:
    """The face that the newest hold is about, where the table knows it."""
    if not table.holds:
        return None
    hold, draws = table.holds[-1], table.round.draws
    return draws[hold.draw].card if hold.draw is not None and hold.draw < len(draws) else hold.card


def earlier_read_corrected(table: Table, rules: Rules, at: str, card: Card) -> Events | Objection:
    """The earlier read was the wrong one; the newer card goes where it was due."""
    hold, doubted = table.holds[-1], card_in_question(table)
    if hold.kind != "impossible_card":
        return Objection("only an impossible card has an earlier read to correct; say correct CARD", "")
    if doubted is None:
        return Objection("the card in question lies face down, so no earlier read can be told wrong", "")
    reads = reads_of(table, doubted)
    found = [read for read in reads if read.at == at] or [read for read in reads if read.at == f"{at} war"]
    if not found and not hold.has_card:
        # Nobody counted: the dealer has seen that a read was wrong, and it may be any that still lies there.
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
    """The reader was wrong about a card of the round, on the felt or taken out of play since."""
    round_ = table.round
    drawn = round_.draws[index] if index < len(round_.draws) else None
    if drawn is None or drawn.card is None:
        return ()
    if drawn.place is not None and drawn.place not in round_.picked_up:
        return _reread(round_, rules, index, card)
    racked = [read.racked for read in reads_of(table, drawn.card) if read.racked is not None]
    return (e.RackCardReread(racked[0], drawn.card, card),) if racked else ()


def _reread(round_: Round, rules: Rules, index: int, card: Card) -> Events:
    """A card on the felt has another face; who has no tie any more has nothing to choose."""
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
