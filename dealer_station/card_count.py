"""The count of what has left the shoe, burns included: it says whether a card is impossible, and no more."""

from collections import Counter
from typing import Self

from msgspec.structs import replace

from dealer_station.engine import events as e
from dealer_station.engine import observations as o
from dealer_station.engine.cards import Card
from dealer_station.engine.events import Event
from dealer_station.engine.observations import Observation
from dealer_station.engine.table import Table


class CardCount:
    """How often each card left the shoe since it was loaded; kept where burns are sealed."""

    def __init__(self, decks: int) -> None:
        self._decks = decks
        self._seen: Counter[Card] = Counter()

    @classmethod
    def of(cls, table: Table, decks: int) -> Self:
        """What can still be said after a restart: every card but the burns, whose faces are sealed."""
        # So it may miss that a card is one too many; it never says so of a card that is not.
        count = cls(decks)
        round_ = table.round
        dealt = [drawn for drawn in round_.draws if drawn.place is not None]
        faces = (
            *(drawn.card for drawn in dealt if drawn.place not in round_.picked_up),
            *(racked.card for racked in table.rack),
            *(kept.card for kept in table.kept),
            *(hold.card for hold in table.holds if hold.has_card),
        )
        count._seen.update(face for face in faces if face)
        return count

    def is_impossible(self, card: Card | None) -> bool:
        """One more of this card would be more than the decks hold."""
        return card is not None and self._seen[card] >= self._decks

    def judged(self, seen: Observation) -> Observation:
        """The same observation, marked where it names a card that cannot be."""
        if isinstance(seen, o.CardDrawn | o.Reported | o.Ruled) and self.is_impossible(seen.card):
            return replace(seen, impossible=True)
        return seen

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
