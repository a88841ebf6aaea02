"""The look of a result: a word, a shape and a colour together, so that nobody depends on colour alone."""

from msgspec import Struct


class OutcomeLook(Struct, frozen=True):
    """A word with its shape and its tone."""

    word: str
    shape: str
    tone: str


RESULTS: dict[str, OutcomeLook] = {
    "win": OutcomeLook("WIN", "up", "win"),
    "lose": OutcomeLook("LOSE", "down", "lose"),
    "tie": OutcomeLook("TIE", "diamond", "tie"),
    "surrender": OutcomeLook("SURRENDER", "half", "surrender"),
    "war": OutcomeLook("WAR", "diamond", "war"),
    "war_won": OutcomeLook("WAR WON", "up", "war_won"),
    "war_lost": OutcomeLook("WAR LOST", "down", "war_lost"),
    "war_tied": OutcomeLook("WAR TIED", "diamond", "war_tied"),
    "void": OutcomeLook("VOID", "cross", "void"),
}
NOTHING = OutcomeLook("", "", "")

ACTIONS: dict[str, OutcomeLook] = {
    "pay": OutcomeLook("PAY", "up", "win"),
    "take": OutcomeLook("TAKE", "down", "lose"),
    "return": OutcomeLook("RETURN", "disc", "surrender"),
    "half": OutcomeLook("HALF BACK", "half", "surrender"),
}

MOVES: dict[str, OutcomeLook] = {
    "bring": OutcomeLook("BRING", "half", "surrender"),
    "take": OutcomeLook("TAKE", "down", "lose"),
    "return": OutcomeLook("RETURN", "disc", "surrender"),
    "lock": OutcomeLook("LOCK UP", "down", "lose"),
}
"""The chip movements of a surrender."""

FELT_RESULTS: dict[str, OutcomeLook] = {
    **RESULTS,
    "surrender": OutcomeLook("HALF", "half", "surrender"),
    "war_won": OutcomeLook("WIN", "up", "war_won"),
    "war_lost": OutcomeLook("LOSE", "down", "war_lost"),
    "war_tied": OutcomeLook("TIE", "diamond", "war_tied"),
}
"""Results in words that fit beneath a card: there the war card lies beside it."""
FELT_ACTIONS: dict[str, OutcomeLook] = {
    **ACTIONS,
    "return": OutcomeLook("BACK", "disc", "surrender"),
    "half": OutcomeLook("BACK", "half", "surrender"),
}
"""Settlements in words that fit beneath a card, with the amount."""
