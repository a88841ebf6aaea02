"""The look of a result: a word, a shape and a colour together, so that nobody depends on colour alone."""

from msgspec import Struct

from dealer_station.engine.model.money_lines import Action
from dealer_station.engine.words.money_words import Way


class Look(Struct, frozen=True):
    """A word with its shape and its tone."""

    word: str
    shape: str
    tone: str


RESULTS: dict[str, Look] = {
    "win": Look("WIN", "up", "win"),
    "lose": Look("LOSE", "down", "lose"),
    "tie": Look("TIE", "diamond", "tie"),
    "surrender": Look("SURRENDER", "half", "surrender"),
    "war": Look("WAR", "diamond", "war"),
    "war_won": Look("WAR WON", "up", "war_won"),
    "war_lost": Look("WAR LOST", "down", "war_lost"),
    "war_tied": Look("WAR TIED", "diamond", "war_tied"),
    "void": Look("VOID", "cross", "void"),
}
NOTHING = Look("", "", "")

ACTIONS: dict[Action, Look] = {
    "pay": Look("PAY", "up", "win"),
    "take": Look("TAKE", "down", "lose"),
    "return": Look("RETURN", "disc", "surrender"),
    "half": Look("HALF BACK", "half", "surrender"),
}

MOVES: dict[Way, Look] = {
    "bring": Look("BRING", "half", "surrender"),
    "take": Look("TAKE", "down", "lose"),
    "return": Look("RETURN", "disc", "surrender"),
    "lock": Look("LOCK UP", "down", "lose"),
}
"""The chip movements of a surrender."""
