"""A round at one moment, as data: hands, wagers, decisions, settlements, and the rack from the top."""

from typing import Any

from dealer_station.engine.due.settlement import matched_chips
from dealer_station.engine.model.table import Hand, Round, Table
from dealer_station.engine.model.values import DEALER, Drawn, Place

SIDES = ("main_cents", "tie_cents", "progressive_cents", "bonus_cents", "toke_cents", "coupon_cents")


def picture(table: Table, number: int) -> dict[str, Any]:
    """Everything about round `number` at this table, which may be the last ended round."""
    round_ = table.round
    if table.last is not None and table.last.number == number and round_.number != number:
        round_ = table.last
    return {
        "number": number,
        "outcome": round_.outcome,
        "hands": [_hand(hand, round_) for hand in round_.hands],
        "dealer": _cards(round_, lambda place: place <= DEALER),
        "cards": [_drawn(drawn) for drawn in round_.draws],
        "holds": [{"kind": hold.kind, "detail": hold.detail} for hold in table.holds],
        "rack": [
            {"card": racked.card, "owner": racked.owner, "round": racked.round_number}
            for racked in reversed(table.rack)
        ],
        "corrections": [
            {"hand": one.hand, "action": one.action, "cents": one.cents}
            for one in table.corrections
            if one.round_number == number
        ],
    }


def _hand(hand: Hand, round_: Round) -> dict[str, Any]:
    """A hand with its cards, wagers, decision and settlements."""
    return {
        "hand": hand.name,
        "player": hand.bet.player,
        "cards": _cards(round_, lambda place: place == hand.spot),
        "wagers": {name: cents for name in SIDES if (cents := getattr(hand.bet, name)) != 0},
        "war_cents": hand.stake("war"),
        "war_tie_cents": hand.war_tie_cents,
        "matched_cents": matched_chips(hand, round_),
        "choice": hand.choice,
        "voided": hand.voided,
        "settlements": [
            {
                "wager": line.wager,
                "action": line.action,
                "cents": line.cents,
                "deal": line.deal,
                "cite": line.cite,
            }
            for line in hand.moves
        ],
    }


def _cards(round_: Round, belongs: Any) -> list[dict[str, Any]]:
    """The cards of the places that `belongs` accepts."""
    return [
        {"card": drawn.card, "deal": drawn.deal}
        for drawn in round_.draws
        if drawn.place is not None and belongs(drawn.place)
    ]


def _drawn(drawn: Drawn) -> dict[str, Any]:
    """A drawn card with its destination."""
    return {"card": drawn.card, "to": _named(drawn.place, burned=drawn.burned), "deal": drawn.deal}


def _named(place: Place | None, *, burned: bool) -> str:
    """The destination of a card: spot, dealer, burn or rack."""
    if place is None:
        return "burn" if burned else "rack"
    return str(place) if place > DEALER else "dealer"
