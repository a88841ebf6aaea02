"""Cards that the dealer keyed in because no reader read them; the felt marks each while it lies there."""

from dealer_station.engine.model import events as e
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.values import Deal, Place
from dealer_station.station.station import Shown

Lying = tuple[Place, Deal, Card]


class KeyedCards:
    """The keyed cards of the current round, by place and deal."""

    def __init__(self) -> None:
        self.cards: frozenset[Lying] = frozenset()
        self._round = 0

    def note(self, shown: Shown) -> None:
        """Add the keyed cards of a published view; a new round starts empty."""
        if shown.view.round_number != self._round:
            self.cards, self._round = frozenset(), shown.view.round_number
        dealt = (event for event in shown.events if isinstance(event, e.CardDealt) and event.card)
        keyed = shown.view.keyed_in
        self.cards |= {
            (one.place, one.deal, one.card)
            for one in dealt
            if one.card and (one.keyed or (keyed and not one.kept))
        }
