"""The discard rack from top to bottom, and how many cards are taken from it to back up a hand."""

from msgspec import Struct

from dealer_station.engine.cards import Card
from dealer_station.engine.table import Table


class RackCard(Struct, frozen=True):
    """A card in the rack; the first one lies on top."""

    place: int
    card: Card | None
    """None: a burn, which stays sealed."""
    owner: str
    round_number: int


class BackUp(Struct, frozen=True):
    """A hand that lies in the rack: so many cards are taken from the top to have all of it again."""

    owner: str
    cards: tuple[Card | None, ...]
    take: int


def rack(table: Table) -> tuple[RackCard, ...]:
    """From the top."""
    return tuple(
        RackCard(place, racked.card, racked.owner, racked.round_number)
        for place, racked in enumerate(reversed(table.rack), start=1)
    )


def back_ups(cards: tuple[RackCard, ...], number: int) -> tuple[BackUp, ...]:
    """Every hand of this round that lies in the rack, and the dealer's, the one on top first."""
    of_round = [card for card in cards if card.round_number == number and card.card is not None]
    owners = dict.fromkeys(card.owner for card in of_round)
    found = (
        BackUp(
            owner,
            tuple(card.card for card in of_round if card.owner == owner),
            max(card.place for card in of_round if card.owner == owner),
        )
        for owner in owners
    )
    return tuple(sorted(found, key=lambda one: one.take))
