"""The words for a card or chips that the dealer moves after a report or a ruling."""

from typing import assert_never

from dealer_station.engine.facts import DEALER, Move
from dealer_station.engine.rules import Rules
from dealer_station.engine.sentences import said
from dealer_station.engine.terms import spot_title, spot_words, wager_words
from dealer_station.engine.wagers import dollars


def move_words(move: Move, rules: Rules) -> str:
    """The imperative for one move of a card or of chips."""
    whose = spot_words(move.place, rules) if move.place is not None and move.place > DEALER else ""
    where = spot_words(move.hand, rules)
    match move.what:
        case "card_to_rack":
            return "Put the card into the discard rack, out of play"
        case "card_to_burns":
            return "Put the card face down with the burns"
        case "card_off_felt":
            return (
                said("Take the card of {spot} into the discard rack, out of play", spot=whose)
                if whose
                else "Take your card into the discard rack, out of play"
            )
        case "card_off_felt_to_burns":
            return (
                said("Take the card of {spot}, face down, to the burns", spot=whose)
                if whose
                else "Take your card, face down, to the burns"
            )
        case "card_aside":
            return "Lay the card aside, face down: it is the next card out"
        case "card_aside_for_dealer":
            return "Lay the card aside, face down: it is your own next card"
        case "card_to_place":
            return (
                said("Put the card that lay aside on {spot}", spot=whose)
                if whose
                else "Put the card that lay aside to your own"
            )
        case "card_where_due":
            return (
                said("Put the card on {spot}, where it was due", spot=whose)
                if whose
                else "Put the card to your own, where it was due"
            )
        case "laid_aside_card_burned":
            return "Burn the card that lay aside"
        case "war_cards_back":
            return "Take the cards of the war back in their order: they are the next cards out"
        case "chips_returned":
            return _returned(move, rules)
        case "paid":
            return said("Pay {amount} to {spot}", amount=dollars(move.cents or 0), spot=where)
        case "taken":
            return said("Take {amount} from {spot}", amount=dollars(move.cents or 0), spot=where)
        case "wager_as_at_call":
            return _as_at_the_call(move, rules)
        case _:
            assert_never(move.what)


def _returned(move: Move, rules: Rules) -> str:
    """Chips that go back to a player; the main wager needs no name."""
    if not move.hand:
        return "Return the wager that came too late"
    where = spot_words(move.hand, rules)
    wager = wager_words(move.wager, rules) if move.wager not in (None, "main") else ""
    if move.cents is None:
        return (
            said("Return the {wager} to {spot}", wager=wager, spot=where)
            if wager
            else said("Return the chips to {spot}", spot=where)
        )
    amount = dollars(move.cents)
    return (
        said("Return {amount} of the {wager} to {spot}", amount=amount, wager=wager, spot=where)
        if wager
        else said("Return {amount} to {spot}", amount=amount, spot=where)
    )


def _as_at_the_call(move: Move, rules: Rules) -> str:
    """More than at the call goes back; what was taken away lies there again."""
    title = spot_title(move.hand, rules)
    if move.cents is None:
        return said("{spot}: put the wager as it lay at the call", spot=title)
    if move.cents > 0:
        return said(
            "Return {amount} to {spot}: the wager lies as at the call",
            amount=dollars(move.cents),
            spot=spot_words(move.hand, rules),
        )
    return said(
        "{spot} puts {amount} back: the wager lies as at the call", spot=title, amount=dollars(-move.cents)
    )
