"""The discard rack from top to bottom, and the number of cards to take from it to back up a hand."""

from msgspec import Struct

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.table import RackOwner, Table


class RackCard(Struct, frozen=True):
    """A card in the rack; place 1 is the top."""

    place: int
    card: Card | None
    """None for a burn, which stays sealed."""
    owner: RackOwner
    round_number: int


class BackUp(Struct, frozen=True):
    """A hand in the rack: taking the top `take` cards recovers all of it."""

    owner: RackOwner
    cards: tuple[Card | None, ...]
    take: int


def rack(table: Table) -> tuple[RackCard, ...]:
    """The cards of the rack, from the top."""
    return tuple(
        RackCard(place, racked.card, racked.owner, racked.round_number)
        for place, racked in enumerate(reversed(table.rack), start=1)
    )


def back_ups(cards: tuple[RackCard, ...], number: int) -> tuple[BackUp, ...]:
    """Every hand of this round in the rack, including the dealer's, topmost first."""
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


class RackPosition(Struct, frozen=True):
    """Position of a round's cards in the rack at the end of the log."""

    take: dict[RackOwner, int]
    """The number of cards to take from the top now, by owner."""
    above: int
    """The number of cards above them; -1 if none of them is in the rack."""
    at_us: int

    @property
    def words(self) -> str:
        """The position in a sentence."""
        if self.above < 0:
            return "the cards of this round are no longer in it; no hand can be backed up"
        if not self.above:
            return "the cards of this round are on top"
        return f"{self.above} cards of later rounds are on top of those of this round"


def rack_position(table: Table, number: int, at_us: int) -> RackPosition:
    """The current position of a round's cards in the rack; at the end of the round it was another."""
    cards = rack(table)
    mine = [card.place for card in cards if card.round_number == number]
    take = {one.owner: one.take for one in back_ups(cards, number)}
    return RackPosition(take, min(mine) - 1 if mine else -1, at_us)
