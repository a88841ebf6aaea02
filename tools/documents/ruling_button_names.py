"""Names rulings as the buttons of the screen do, for a spot N and a card not yet known."""

from msgspec.structs import replace

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.kinds import Ruling, as_hold_kind
from dealer_station.engine.model.table import open_table
from dealer_station.engine.model.values import Hold
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.ruling_words import ruling_words

WITH_A_CARD: dict[Ruling, str] = {
    "play_on": "card where it was due",
    "forward": "card to the next place",
    "dealer_next": "card to the dealer",
}
"""Texts for rulings whose button names the card's place at the table."""

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
    """The text of one button: `RETURN THE WAGER TO SPOT N (`refuse`)`."""
    words = OWN.get((kind, ruling)) or (WITH_A_CARD.get(ruling) if kind in CARD_KINDS else None)
    if words is None:
        hold = Hold(as_hold_kind(kind), hands=("N",), at=at)
        table = replace(open_table("round"), holds=(hold,))
        words = ruling_words(table, rules, hold, o.Ruled(ruling)).words
    return f"{words.upper()} (`{ruling}`)"


def buttons(kind: str, rulings: tuple[Ruling, ...], rules: Rules, at: str = "") -> str:
    """The texts of several buttons; rulings with the same text share one."""
    named: dict[str, list[str]] = {}
    for ruling in rulings:
        words, _, code = button(kind, ruling, rules, at).partition(" (`")
        named.setdefault(words, []).append(f"`{code.removesuffix('`)')}`")
    return ", ".join(f"{words} ({', '.join(codes)})" for words, codes in named.items())
