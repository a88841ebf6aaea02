"""Cards as the reader names them, a letter each for rank and suit: `7c`, `Td`, `As`."""

from typing import NewType

Card = NewType("Card", str)

RANKS = "23456789TJQKA"
"""Lowest to highest. All five books agree; the ace is always high."""
SUITS = "cdhs"
UNREAD = "??"
CUT = "cut"
CARDS_PER_DECK = 52

PACK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
_RANK_OF: dict[str, int] = {card: RANKS.index(card[0]) + 2 for card in PACK}

RANK_NAMES = dict(
    zip(RANKS, "two three four five six seven eight nine ten jack queen king ace".split(), strict=True)
)
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def rank(card: Card) -> int:
    """The rank from 2 to 14; the suit has no effect in any of the books."""
    return _RANK_OF[card]


def parse_card(text: str) -> Card:
    """The card that `text` names; raise a ValueError that explains the notation."""
    if text not in _RANK_OF:
        raise ValueError(
            f'"{text}" is not a card; write a rank of {RANKS} and a suit of {SUITS}, such as 7c or Td'
        )
    return Card(text)


def spoken(card: Card) -> str:
    """The spoken name of a card: nine of diamonds."""
    return f"{RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"
