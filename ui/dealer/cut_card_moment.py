"""The moment at which the cut card comes out: the whole screen says so, until a tap or the next card."""

from dealer_station.engine.model import events as e
from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.station.messages import Shown
from ui.common.translate import Speech


class CutCardMoment:
    """True from the moment when the cut card comes out until somebody has seen it. It never blocks a card."""

    def __init__(self) -> None:
        self._is_now = False

    def note(self, before: Shown | None, shown: Shown) -> None:
        """Take a published view; a table that is resumed has had its moment."""
        if before and shown.view.last_round_of_shoe and not before.view.last_round_of_shoe:
            self._is_now = bool(shown.view.dealer)
        elif shown.table.holds or not shown.view.last_round_of_shoe or any(map(_is_a_card, shown.events)):
            self._is_now = False

    def laid_aside(self) -> None:
        """Somebody has tapped the notice away."""
        self._is_now = False

    def values(self, book: RulebookView, say: Speech) -> dict[str, str] | None:
        """The texts of the notice; None if there is none."""
        if not self._is_now:
            return None
        return {
            "title": say(book.cut_card).upper(),
            "aside": say("The {cut_card} is out: lay it aside.", cut_card=book.cut_card),
            "then": say("Finish this round. It is the last one before the shuffle."),
            "tap": say("Tap, or deal the next card."),
        }


def _is_a_card(event: object) -> bool:
    return isinstance(event, e.CardDealt | e.CardBurned)
