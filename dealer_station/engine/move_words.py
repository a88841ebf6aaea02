"""The words for a card or chips that the dealer moves after a report or a ruling."""

from typing import assert_never

from dealer_station.engine.facts import DEALER, Move
from dealer_station.engine.observations import Cents
from dealer_station.engine.rules import Rules
from dealer_station.engine.sentences import said
from dealer_station.engine.wagers import dollars


def move_words(move: Move, rules: Rules) -> str:
    """The imperative for one move of a card or of chips."""
    at_a_spot = move.place is not None and move.place > DEALER
    match move.what:
        case "card_to_rack":
            return "Put the card into the rack, out of play"
        case "card_to_burns":
            return "Put the card face down with the burns"
        case "card_off_felt":
            return (
                said("Take the card of spot {spot} into the rack, out of play", spot=move.place)
                if at_a_spot
                else "Take your card into the rack, out of play"
            )
        case "card_off_felt_to_burns":
            return (
                said("Take the card of spot {spot}, face down, to the burns", spot=move.place)
                if at_a_spot
                else "Take your card, face down, to the burns"
            )
        case "card_aside":
            return "Lay the card aside, face down: it is the next card out"
        case "card_aside_for_dealer":
            return "Lay the card aside, face down: it is your own next card"
        case "card_to_place":
            return (
                said("Put the card that lay aside on spot {spot}", spot=move.place)
                if at_a_spot
                else "Put the card that lay aside to your own"
            )
        case "laid_aside_card_burned":
            return "Burn the card that lay aside"
        case "war_cards_back":
            return "Take the cards of the war back in their order: they are the next cards out"
        case "chips_returned":
            return _returned(move, rules)
        case "stake_put_back":
            amount = _amount(move.cents, "the wager")
            return said(
                "Put {amount} back on spot {name}: it is settled again", amount=amount, name=move.hand
            )
        case "winnings_taken_back":
            return _taken_back(move)
        case "paid":
            return said("Pay {amount} to spot {name}", amount=dollars(move.cents or 0), name=move.hand)
        case "taken":
            return said("Take {amount} from spot {name}", amount=dollars(move.cents or 0), name=move.hand)
        case "wager_as_at_call":
            return _as_at_the_call(move)
        case _:
            assert_never(move.what)


def _amount(cents: Cents, unknown: str) -> str:
    return unknown if cents is None else dollars(cents)


def _returned(move: Move, rules: Rules) -> str:
    """Chips that go back to a player; the main wager needs no name."""
    terms = rules.terms
    wager = {
        "tie": terms.tie_wager.value,
        "war": terms.war_wager.value,
        "war_tie": said("{tie_wager} on the war", tie_wager=terms.tie_wager.value),
        "progressive": "progressive",
        "bonus": "bonus spin",
        "toke": "toke",
    }.get(move.wager or "")
    if not move.hand:
        return "Return the wager that came too late"
    if move.cents is None:
        return (
            said("Return the {wager} to spot {name}", wager=wager, name=move.hand)
            if wager
            else said("Return the chips to spot {name}", name=move.hand)
        )
    amount = dollars(move.cents)
    return (
        said("Return {amount} of the {wager} to spot {name}", amount=amount, wager=wager, name=move.hand)
        if wager
        else said("Return {amount} to spot {name}", amount=amount, name=move.hand)
    )


def _taken_back(move: Move) -> str:
    """What a player got in a settlement that does not count; the stakes stay on the felt."""
    if move.cents == 0:
        return said("Spot {name}: the wagers lie there again and are settled again", name=move.hand)
    return said(
        "Take {amount} back from spot {name}: its wagers lie there again and are settled again",
        amount=_amount(move.cents, "the winnings"),
        name=move.hand,
    )


def _as_at_the_call(move: Move) -> str:
    """More than at the call goes back; what was taken away lies there again."""
    if move.cents is None:
        return said("Spot {name}: put the wager as it lay at the call", name=move.hand)
    if move.cents > 0:
        return said(
            "Return {amount} to spot {name}: the wager lies as at the call",
            amount=dollars(move.cents),
            name=move.hand,
        )
    return said(
        "Spot {name} puts {amount} back: the wager lies as at the call",
        name=move.hand,
        amount=dollars(-move.cents),
    )
