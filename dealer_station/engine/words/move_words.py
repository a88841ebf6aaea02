"""The texts for cards or chips that the dealer moves after a report or a ruling."""

from typing import assert_never

from dealer_station.engine.model.translatable_sentences import joined, said
from dealer_station.engine.model.values import DEALER, Line, Move, Undone
from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.rulebook.terms import spot_title, spot_words, wager_words
from dealer_station.engine.words.pay_and_take_words import unit_words


def move_words(move: Move, rules: Rules) -> str:
    """The imperative for one move of a card or of chips."""
    whose = spot_words(move.place, rules) if move.place is not None and move.place > DEALER else ""
    where = spot_words(move.hand, rules)
    match move.what:
        case "card_to_rack":
            return "Put the card into the discard rack, out of play"
        case "card_to_burns":
            return "Put the card face down with the burns"
        case "card_off_felt" | "card_off_felt_to_burns" if move.kind == "misplaced":
            return _taken_from_wrong_place(move, whose)
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
        case "hand_off_felt":
            return _hand_taken_up(whose)
        case "card_aside":
            return "Lay the card aside, face down: it is the next card out"
        case "card_aside_for_dealer":
            return "Lay the card aside, face down: it is your own next card"
        case "card_to_place":
            return (
                said("Put the card that lay aside on {spot}", spot=whose)
                if whose
                else "Put the card that lay aside with your own"
            )
        case "card_where_due":
            return (
                said("Put the card on {spot}, where it was due", spot=whose)
                if whose
                else "Put the card with your own, where it was due"
            )
        case "laid_aside_card_burned":
            return "Burn the card that lay aside"
        case "war_cards_back":
            return "Take the cards of the war back in their order: they are the next cards out"
        case "chips_returned":
            return _returned(move, rules)
        case "matching_chips_back":
            return _matching_chips_back(move, where)
        case "surrendered_wager_back":
            return _surrendered(move, rules)
        case "paid":
            return said("Pay {amount} to {spot}", amount=dollars(move.cents or 0), spot=where)
        case "taken":
            return said("Take {amount} from {spot}", amount=dollars(move.cents or 0), spot=where)
        case "wager_as_at_call":
            return _as_at_the_call(move, rules)
        case _:
            assert_never(move.what)


def undone_words(undone: Undone, rules: Rules) -> str:
    """The text that puts each of one hand's chips back where it lay before the settlement."""
    return said(
        "{spot}: {moves}",
        spot=spot_title(undone.hand, rules),
        moves=joined("; ", (_put_back(line, rules, matched=undone.matched) for line in undone.lines)),
    )


def _put_back(line: Line, rules: Rules, *, matched: bool) -> str:
    """The moves of a settlement, reversed."""
    wager = wager_words(line.wager, rules)
    if line.wager in ("progressive", "bonus", "envy"):
        return _put_back_beside(line, wager)
    if matched and line.wager == "war":
        return _put_back_matched(line, wager)
    if line.action == "pay":
        return (
            said("take back what you paid on the {wager}; the stake is on the layout again", wager=wager)
            if line.cents is None
            else said(
                "take back the {amount} that you paid on the {wager}; the stake is on the layout again",
                amount=dollars(line.cents),
                wager=wager,
            )
        )
    if line.cents is None:
        return said("put the {wager} back", wager=wager)
    # A surrender moved two halves, and both return to the layout.
    cents = 2 * line.cents if line.action == "half" else line.cents
    return said("put {amount} back on the {wager}", amount=dollars(cents), wager=wager)


def _put_back_beside(line: Line, wager: str) -> str:
    """The text for chips of a side bet, which are in the chip rack even if something was paid or returned."""
    if line.action == "pay":
        return (
            said("take back what you paid on the {wager}", wager=wager)
            if line.cents is None
            else said(
                "take back the {amount} that you paid on the {wager}", amount=dollars(line.cents), wager=wager
            )
        )
    return (
        said("take the {wager} back", wager=wager)
        if line.cents is None
        else said("take the {amount} of the {wager} back", amount=dollars(line.cents), wager=wager)
    )


def _put_back_matched(line: Line, wager: str) -> str:
    """The text for a war wager that returns to the layout, with the dealer's matching chips beside it."""
    unit = unit_words(line)
    if line.action == "pay":
        return (
            said(
                "take back the {amount} that you paid on the {wager}; the stake is on the layout again, and"
                " your {unit} beside it",
                amount=dollars(line.cents or 0),
                wager=wager,
                unit=unit,
            )
            if unit
            else said(
                "take back what you paid on the {wager}; the stake is on the layout again, and"
                " your matching chips beside it",
                wager=wager,
            )
        )
    return (
        said("put {amount} back on the {wager}, and your {amount} beside it", amount=unit, wager=wager)
        if unit
        else said("put the {wager} back, and your matching chips beside it", wager=wager)
    )


def _returned(move: Move, rules: Rules) -> str:
    """The text for chips that go back to a player; the main wager needs no name."""
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


def _surrendered(move: Move, rules: Rules) -> str:
    """The text that undoes a surrender: the dealer's and the player's halves become the wager again."""
    wager, where = wager_words("main", rules), spot_words(move.hand, rules)
    if move.cents is None:
        return said(
            "Put both halves back on the {wager} of {spot}: the one you took and the one you returned",
            wager=wager,
            spot=where,
        )
    return said(
        "Put {amount} back on the {wager} of {spot}: the {half} you took and the {half} you returned",
        amount=dollars(move.cents),
        wager=wager,
        spot=where,
        half=dollars(move.cents // 2),
    )


def _as_at_the_call(move: Move, rules: Rules) -> str:
    """The text that restores the wager as at the call: a surplus goes back, missing chips return."""
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


def _matching_chips_back(move: Move, spot: str) -> str:
    """The text for the dealer's own chips beside a war wager."""
    if move.cents is None:
        return said("Take your matching chips at {spot} back", spot=spot)
    return said("Take your {amount} at {spot} back", amount=dollars(move.cents), spot=spot)


def _hand_taken_up(spot: str) -> str:
    """The text for cards that leave the felt before their turn, because they have decided all they can."""
    of_spot = said("Take the cards of {spot} into the discard rack: that hand is settled", spot=spot)
    return of_spot if spot else "Take your cards into the discard rack: no wager waits for them"


def _taken_from_wrong_place(move: Move, spot: str) -> str:
    """The text for taking a card from a wrong place, at a spot that may have another card too."""
    if move.what == "card_off_felt_to_burns":
        at_spot = said("Take the misplaced card at {spot}, face down, to the burns", spot=spot)
        return at_spot if spot else "Take the misplaced card, face down, to the burns"
    at_spot = said("Take the misplaced card at {spot} into the discard rack", spot=spot)
    return at_spot if spot else "Take the misplaced card into the discard rack"
