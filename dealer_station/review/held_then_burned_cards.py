"""Redaction of cards that were drawn early, held and burned later: nobody may see their faces."""

from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.review.round_history import RoundHistory

Pending = list[tuple[int, Card | None]]


def hidden_rows(history: RoundHistory) -> frozenset[int]:
    """Rows of cards that were held and did not come to lie face up in this round."""
    # A drawn card that raises a hold is hidden at first. It moves from `held` to `kept` if it is put aside,
    # and is shown again once it is dealt, racked face up or read again on the felt. A kept card that is
    # burned stays hidden.
    held: Pending = []
    kept: Pending = []
    hidden: set[int] = set()
    for moment in history.moments:
        drawn = isinstance(moment.seen, o.CardDrawn)
        for event in moment.facts:
            match event:
                case e.HoldRaised(hold) if drawn and hold.card is not None:
                    held.append((moment.row.seq, hold.card))
                    hidden.add(moment.row.seq)
                case e.CardKept(card):
                    kept += _taken(held, card)
                case e.CardDealt(card) if event.kept:
                    hidden -= {seq for seq, _ in _taken(kept, card)}
                case e.CardDealt(card):
                    hidden -= {seq for seq, _ in _taken(held, card)}
                case e.CardBurned() if event.kept:
                    del kept[:1]
                case e.CardRacked(card) if not event.burned:
                    hidden -= {seq for seq, _ in _taken(held, card)}
                case e.CardsReread():
                    # The dealer entered the cards on the felt, so their faces are visible.
                    laid = [draw.card for draw in event.draws if draw.place is not None]
                    hidden -= {seq for seq, card in held if card in laid}
                case _:
                    pass
    return frozenset(hidden)


def _taken(pending: Pending, card: Card | None) -> Pending:
    """Remove and return the first pending card with this face."""
    for place, one in enumerate(pending):
        if one[1] == card:
            return [pending.pop(place)]
    return []
