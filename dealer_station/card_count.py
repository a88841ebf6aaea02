"""The count of what has left the shoe, burns included: it says whether a card is impossible, and no more."""

from collections import Counter

from dealer_station.engine import events as e
from dealer_station.engine import observations as o
from dealer_station.engine.cards import Card
from dealer_station.engine.events import Event
from dealer_station.engine.observations import Observation


class CardCount:
    """How often each card left the shoe since it was loaded; kept where burns are sealed."""

    def __init__(self, decks: int) -> None:
        self._decks = decks
        self._seen: Counter[Card] = Counter()

    def is_impossible(self, card: Card | None) -> bool:
        """One more of this card would be more than the decks hold."""
        return card is not None and self._seen[card] >= self._decks

    def note(self, seen: Observation, events: tuple[Event, ...]) -> None:
        """A card that was read, or a card that somebody said it was."""
        if isinstance(seen, o.CardDrawn) and seen.card:
            self._seen[seen.card] += 1
        for event in events:
            if isinstance(event, e.ShoeLoaded | e.CardsReturned):
                self._seen.clear()
        corrected = isinstance(seen, o.Reported | o.Ruled) and any(
            isinstance(event, e.HoldRuled) and event.ruling == "correct" for event in events
        )
        if corrected and isinstance(seen, o.Reported | o.Ruled) and seen.card:
            self._seen[seen.card] += 1
