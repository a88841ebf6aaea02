"""Rulings as the buttons of the screen name them, for a spot N and a card that nobody has seen yet."""

from msgspec.structs import replace

from dealer_station.engine import observations as o
from dealer_station.engine.facts import Hold
from dealer_station.engine.rules import Rules
from dealer_station.engine.ruling_sections import Ruling
from dealer_station.engine.ruling_words import ruling_words
from dealer_station.engine.table import open_table

WITH_A_CARD: dict[Ruling, str] = {
    "play_on": "card where it was due",
    "forward": "card to the next place",
    "dealer_next": "card to the dealer",
}
"""Where the screen names the place that the card gets at the table."""

CARD_KINDS = ("face_up", "drawn_unseen", "drawn_exposed", "empty_spot", "misplaced", "card_not_due")
OWN: dict[tuple[str, Ruling], str] = {
    ("drawn_unseen", "play_on"): "card is the next one out",
    ("card_not_due", "play_on"): "card is the next one out",
    ("card_not_due", "forward"): "card, seen, is the next one out",
    ("damaged_card", "forward"): "card to the next place",
    ("damaged_card", "dealer_next"): "card to the dealer",
    ("impossible_card", "play_on"): "card where it was due",
    ("option_missed", "accept"): "ask the player",
}


def button(kind: str, ruling: Ruling, rules: Rules, at: str = "") -> str:
    """`RETURN THE WAGER TO SPOT N (`refuse`)`."""
    words = OWN.get((kind, ruling)) or (WITH_A_CARD.get(ruling) if kind in CARD_KINDS else None)
    if words is None:
        hold = Hold(kind, hands=("N",), at=at)
        table = replace(open_table("round"), holds=(hold,))
        words = ruling_words(table, rules, hold, o.Ruled(ruling)).words
    return f"{words.upper()} (`{ruling}`)"


def buttons(kind: str, rulings: tuple[Ruling, ...], rules: Rules, at: str = "") -> str:
    """All of them, each once: two rulings that say the same are one button."""
    named: dict[str, list[str]] = {}
    for ruling in rulings:
        words, _, code = button(kind, ruling, rules, at).partition(" (`")
        named.setdefault(words, []).append(f"`{code.removesuffix('`)')}`")
    return ", ".join(f"{words} ({', '.join(codes)})" for words, codes in named.items())
