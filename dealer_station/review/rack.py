"""The discard rack from top to bottom, and how many cards are taken from it to back up a hand."""

from msgspec import Struct

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.table import Table


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


class Lying(Struct, frozen=True):
    """Where the cards of a round lie at the end of the log."""

    take: dict[str, int]
    """By whose they were: so many cards are taken from the top now."""
    above: int
    """How many cards lie on them; -1 where none of them is in the rack."""
    at_us: int

    @property
    def words(self) -> str:
        """For people who are about to lift cards."""
        if self.above < 0:
            return "the cards of this round are not in it any more; no hand can be backed up"
        if not self.above:
            return "the cards of this round lie on top"
        return f"{self.above} cards of later rounds lie on those of this round"


def lying_now(table: Table, number: int, at_us: int) -> Lying:
    """For the rack as it is, not as it was when the round ended."""
    cards = rack(table)
    mine = [card.place for card in cards if card.round_number == number]
    take = {one.owner: one.take for one in back_ups(cards, number)}
    return Lying(take, min(mine) - 1 if mine else -1, at_us)
