"""Counts the cards that have left the shoe, burns included; reveals only whether a card is impossible."""

from collections import Counter
from typing import NamedTuple, Self

from msgspec.structs import replace

from dealer_station.engine.due.where_cards_lie import card_in_question
from dealer_station.engine.evolve.table_evolution import is_card_of_the_pad
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.events import Event
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import NOT_IN_THIS_LOG, Table, with_newest


class _Report(NamedTuple):
    """The effect of a report on the count, so that a finding can undo it."""

    cards: Counter[Card]
    burns_before: list[Card | None]
    burns_after: list[Card | None]


class CardCount:
    """Counts how often each card left the shoe since it was loaded; in memory only, as burns are sealed."""

    def __init__(self, decks: int) -> None:
        self._decks = decks
        self._seen: Counter[Card] = Counter()
        self._sealed: dict[int, Card] = {}
        """Impossible cards by their number in the shoe; for a burn among them the table knows no face."""
        self._burns: list[Card | None] = []
        """The faces of this round's burns, in order; None for a burn without a face."""
        self._before_taps: list[tuple[Counter[Card], list[Card | None], bool]] = []
        """The count and the burns before each tap that can be taken back, and whether it was a report."""
        self._reports: list[_Report] = []

    @classmethod
    def of(cls, table: Table, decks: int) -> Self:
        """Rebuild the count after a restart from the visible cards; sealed burns stay uncounted."""
        # Without the burns the count may miss an extra card, but it never calls a possible card impossible.
        count = cls(decks)
        round_ = table.round
        if any(racked.owner == NOT_IN_THIS_LOG for racked in table.rack):
            return count
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
        """True if one more of this card would exceed the number of decks."""
        return card is not None and self._seen[card] >= self._decks

    def judged(self, seen: Observation) -> Observation:
        """Return the observation, marked impossible if it names a card that exceeds the decks."""
        if isinstance(seen, o.CardDrawn | o.Reported | o.Ruled) and self.is_impossible(seen.card):
            return replace(seen, impossible=True)
        if isinstance(seen, o.Reported) and seen.faces:
            now = self._with_faces(seen.faces)
            if any(now[face] > self._decks for face in seen.faces):
                return replace(seen, impossible=True)
        return seen

    def _with_faces(self, faces: tuple[Card, ...]) -> Counter[Card]:
        """The count as it would be if the last burns had these faces."""
        read = Counter(face for face in self._burns[-len(faces) :] if face)
        return self._seen - read + Counter(faces)

    def note(self, seen: Observation, events: tuple[Event, ...], before: Table, after: Table) -> None:
        """Update the count from an observation, its events, and the table before and after them."""
        seen_before, burns_before = self._seen.copy(), list(self._burns)
        self._note(seen, events, before, after)
        if any(isinstance(event, e.Tapped) and event.report for event in events):
            changed = self._seen.copy()
            changed.subtract(seen_before)
            self._reports.append(_Report(changed, burns_before, list(self._burns)))

    def _note(self, seen: Observation, events: tuple[Event, ...], before: Table, after: Table) -> None:
        if after.rack and after.rack[-1].owner == NOT_IN_THIS_LOG and after.rack != before.rack:
            # The shoe may have been shuffled during the missing rounds, so the old count is useless.
            self._seen.clear()
            self._sealed.clear()
            return
        if isinstance(seen, o.CardDrawn):
            # Taps before a drawn card can no longer be taken back, so their saved counts are dropped.
            self._before_taps.clear()
            if any(map(is_card_of_the_pad, events)):
                self._before_taps.append((self._seen.copy(), list(self._burns), False))
            if seen.card:
                self._seen[seen.card] += 1
                if seen.impossible and after.holds:
                    self._sealed[after.holds[-1].number] = seen.card
        for event in events:
            match event:
                case e.Tapped() if event.tap != "card":
                    self._before_taps.append((self._seen.copy(), list(self._burns), bool(event.report)))
                case e.TapTakenBack() if self._before_taps:
                    self._seen, self._burns, was_report = self._before_taps.pop()
                    del self._reports[len(self._reports) - was_report :]
                case e.ReportWithdrawn(later_reports) if later_reports < len(self._reports):
                    self._undo(self._reports.pop(-1 - later_reports))
                case e.ShoeLoaded() | e.CardsReturned():
                    self._seen = _outside_the_shoe(after)
                    self._sealed.clear()
                    self._burns.clear()
                case e.CardBurned():
                    self._burns.append(seen.card if isinstance(seen, o.CardDrawn) else None)
                case e.CardsRequeued():
                    self._requeue(before)
                case e.RoundEnded():
                    self._burns.clear()
                    self._reports.clear()
                case e.CardNotDrawn(card, number):
                    self._never_drawn(card or self._sealed.get(number))
                case e.HoldRuled(ruling="correct", index=index):
                    self._correct(seen, with_newest(before, index))
                case _:
                    pass
        if isinstance(seen, o.Reported) and seen.faces and before != after:
            self._seen = self._with_faces(seen.faces)
            self._burns[-len(seen.faces) :] = []

    def _undo(self, report: _Report) -> None:
        """Undo the effect of a report that was found mistaken."""
        self._seen.subtract(report.cards)
        if self._burns == report.burns_after:
            self._burns = report.burns_before

    def _requeue(self, before: Table) -> None:
        """Count the burns of a war as undrawn; they are counted again when they are turned up."""
        again = sum(drawn.burned and drawn.deal == "war" for drawn in before.round.draws)
        if again:
            self._seen -= Counter(face for face in self._burns[-again:] if face)
            self._burns[-again:] = []

    def _never_drawn(self, read: Card | None) -> None:
        """Count the held card as still in the shoe."""
        if read is not None and self._seen[read]:
            self._seen[read] -= 1

    def _correct(self, seen: Observation, before: Table) -> None:
        """Replace the wrongly read face by the right one in the count."""
        wrong = card_in_question(before) or self._sealed.get(before.holds[-1].number)
        if wrong is not None and self._seen[wrong]:
            self._seen[wrong] -= 1
        if isinstance(seen, o.Reported | o.Ruled) and seen.card:
            self._seen[seen.card] += 1


def _outside_the_shoe(table: Table) -> Counter[Card]:
    """The visible cards outside the shoe, for a round that continues while the rest was shuffled."""
    round_ = table.round
    felt = (
        drawn.card
        for drawn in round_.draws
        if drawn.place is not None and drawn.place not in round_.picked_up
    )
    kept = (waiting.card for waiting in table.kept)
    held = (hold.card for hold in table.holds)
    return Counter(card for card in (*felt, *kept, *held) if card)
