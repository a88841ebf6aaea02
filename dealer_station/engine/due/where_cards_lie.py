"""Reads of a card: its places on the felt and in the rack, and the name by which a person refers to each."""

from msgspec import Struct

from dealer_station.engine.due.orders import dealer_card_is_hidden
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.table import Round, Table
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.model.values import DEALER, Deal, Place
from dealer_station.engine.rulebook.rules import Rules


class CardRead(Struct, frozen=True):
    """One read of a card that can still be checked, and the name by which a person refers to it."""

    at: str
    """`3`, `3 war`, `dealer`, `rack 2`: the second card from the top."""
    words: str
    draw: int | None = None
    racked: int | None = None


def reads_of(table: Table, card: Card) -> tuple[CardRead, ...]:
    """The places where this card was read: on the felt, or in the rack counted from the top."""
    round_, rack = table.round, table.rack
    felt = [
        CardRead(_at(drawn.place, drawn.deal), felt_words(drawn.place, drawn.deal), draw=index)
        for index, drawn in enumerate(round_.draws)
        if drawn.card == card and drawn.place is not None and drawn.place not in round_.picked_up
    ]
    racked = [
        CardRead(f"rack {len(rack) - index}", _rack_words(len(rack) - index, table, index), racked=index)
        for index in range(len(rack) - 1, -1, -1)
        if rack[index].card == card
    ]
    return (*felt, *racked)


def earlier_reads(table: Table, card: Card, newest: int | None) -> tuple[CardRead, ...]:
    """The reads of this card except the newest; a card that is still held has no read in the round."""
    return tuple(read for read in reads_of(table, card) if read.draw is None or read.draw != newest)


def lying_on_the_felt(table: Table, rules: Rules) -> tuple[CardRead, ...]:
    """Every card on the felt whose face is visible, with the face that was read, in dealing order."""
    round_ = table.round
    hidden = dealer_card_is_hidden(round_, rules)
    return tuple(
        CardRead(_at(drawn.place, drawn.deal), felt_words(drawn.place, drawn.deal), draw=index)
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
    """The name of a place on the felt, in words."""
    if place < DEALER:
        return said("dealer against spot {what}", what=-place)
    name = "dealer" if place == DEALER else said("spot {place}", place=place)
    return said("{name} (war)", name=name) if deal == "war" else name


def _rack_words(from_top: int, table: Table, index: int) -> str:
    racked = table.rack[index]
    owner = said("spot {owner}", owner=racked.owner) if isinstance(racked.owner, int) else racked.owner
    return said(
        "rack {from_top} from the top (round {round_number}, {owner})",
        from_top=from_top,
        round_number=racked.round_number,
        owner=owner,
    )


def a_face_lies_down(round_: Round, rules: Rules) -> bool:
    """True while the dealer's card lies face down: naming a card that was read too often might reveal it."""
    return dealer_card_is_hidden(round_, rules) and round_.card_at(DEALER, "original") is not None


def card_in_question(table: Table) -> Card | None:
    """The face that the newest hold is about, or None if the table does not know it."""
    if not table.holds:
        return None
    hold, draws = table.holds[-1], table.round.draws
    return draws[hold.draw].card if hold.draw is not None and hold.draw < len(draws) else hold.card
