"""The words to say aloud at a step: the book's own where it has them, otherwise those of good practice.

The engine's prompt carries the words of the book. The phrases here are no rule: dealers are trained to say
them, so that players and cameras can follow, and the screen marks them as good practice.
"""

from typing import NamedTuple

from dealer_station.engine.model.cards import RANK_NAMES
from dealer_station.engine.model.kinds import StepName
from dealer_station.engine.view.step_view import StepView
from dealer_station.engine.view.table_view import TableView
from ui.common.translate import Speech


class Spoken(NamedTuple):
    """Words to say at a step; empty where silence is best."""

    words: str = ""
    practice: bool = False
    """True for good practice, false for the words of the book."""


AT_A_STEP: dict[StepName, str] = {
    "remove_cards": "Shuffling",
    "shuffle": "Shuffling",
    "change_decks": "New cards",
    "spread_for_player": "Please look at the cards",
    "first_player_looks": "Please look at the cards",
    "offer_cut": "Would you like to cut?",
    "offer_tie_area": "Would you like the tie area?",
    "lock_progressive": "No more side bets",
    "turn_dealer_card": "Dealer's card",
    "verify_hand": "One moment, please",
    "validate_progressive": "One moment, please",
    "wait_for_shuffler": "One moment, please",
    "replace_card": "One moment, please",
    "spin_wheel": "Spinning the wheel",
    "toke_box": "Thank you for the dealers",
}
"""Closing and announcing phrases for the steps that the dealer performs."""

PLACE_YOUR_BETS = "Place your bets, please"
DEALER_HAS = "Dealer has {rank}"


def spoken(now: TableView, step: StepView, say: Speech) -> Spoken:
    """The words to say at the step that is due."""
    if now.prompt.say:
        return Spoken(say(now.prompt.say))
    match step.kind:
        case "bets":
            return Spoken(say(PLACE_YOUR_BETS), practice=True)
        case "settle":
            return _dealers_card(now, say)
        case "perform":
            words = next((words for name, words in AT_A_STEP.items() if name == step.step), "")
            return Spoken(say(words), practice=True) if words else Spoken()
        case "ruling" | "call" | "draw" | "offer" | "over":
            return Spoken()


def _dealers_card(now: TableView, say: Speech) -> Spoken:
    """The dealer's newest card, announced before the chips move; nothing while it lies face down."""
    face = now.dealer_cards[-1].card if now.dealer_cards else None
    return Spoken(say(DEALER_HAS, rank=RANK_NAMES[face[0]]), practice=True) if face else Spoken()
