"""A simulated shoe: whole decks in random order, with the cut card where the book wants it."""

import math
from fractions import Fraction
from random import Random
from typing import assert_never

from dealer_station.engine.model.cards import CARDS_PER_DECK, PACK
from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from dealer_station.engine.rulebook.rule_sections import Measure
from dealer_station.engine.rulebook.rules import Rules

CUT_CARD = CutCardSeen()


class Shoe:
    """The cards of one table, out of which the world draws; the same seed gives the same cards.

    Which card comes next is settled when it is drawn, not before: a step of the Fisher-Yates shuffle
    for each card. The order is as random as that of a shoe shuffled beforehand, and a continuous
    shuffler, which mixes every round's cards back in, costs no more than the cards that are dealt.
    """

    def __init__(self, rules: Rules, rng: Random) -> None:
        self._rng = rng
        self.decks = rules.cards.decks.value
        self._cards = [CardDrawn(card) for _ in range(self.decks) for card in PACK]
        behind = cards_behind_cut_card(rules)
        self._cut_place = len(self._cards) - behind if behind else None
        self._cut_card_inside = True
        self._drawn = 0
        self._drawn_before_round = 0

    def draw(self) -> CardDrawn | CutCardSeen | None:
        """What comes out next: a card, the cut card, or nothing because the shoe is empty."""
        drawn, cards = self._drawn, self._cards
        if drawn == self._cut_place and self._cut_card_inside:
            self._cut_card_inside = False
            return CUT_CARD
        if drawn == len(cards):
            return None
        chosen = drawn + int(self._rng.random() * (len(cards) - drawn))
        card = cards[chosen]
        cards[chosen] = cards[drawn]
        cards[drawn] = card
        self._drawn = drawn + 1
        return card

    def reload(self) -> None:
        """All cards are shuffled together, the cut card goes back to its place, and a new shoe begins."""
        self._drawn = self._drawn_before_round = 0
        self._cut_card_inside = True

    def begin_round(self) -> None:
        """What was drawn so far is in the discard rack; what is drawn from here on lies on the felt."""
        self._drawn_before_round = self._drawn

    def shuffle_discards(self) -> None:
        """The shoe ran out in the middle of a round: the discards become the shoe, the felt stays."""
        on_felt = self._cards[self._drawn_before_round : self._drawn]
        if len(on_felt) == len(self._cards):
            raise ProfileError(
                f"all {len(on_felt)} cards of the shoe lie on the felt; take more decks or fewer spots"
            )
        del self._cards[self._drawn_before_round : self._drawn]
        self._cards[:0] = on_felt
        self._drawn, self._drawn_before_round = len(on_felt), 0

    @property
    def last_card(self) -> CardDrawn | None:
        """The card that left the shoe last: what a dealer keys in when the reader could not read it."""
        return self._cards[self._drawn - 1] if self._drawn else None


def cards_behind_cut_card(rules: Rules) -> int:
    """How many cards lie behind the cut card; zero where the book or the device knows no cut card."""
    if rules.cards.card_supply.value == "csm":
        return 0
    cards = rules.cards.decks.value * CARDS_PER_DECK
    # A cut card in front of everything would end each shoe before its first card.
    return min(_depth_in_cards(rules.cut.cut_card_reinsert.value, cards), cards - 1)


def _depth_in_cards(measure: Measure, cards: int) -> int:
    """A minimum and a maximum are both taken at their word: no deeper and no shallower than allowed."""
    amount = Fraction(str(measure.amount))
    match measure.kind:
        case "none":
            return 0
        case "min_cards":
            return math.ceil(amount)
        case "min_decks" | "min_decks_from_back":
            return math.ceil(amount * CARDS_PER_DECK)
        case "about_decks" | "about_decks_from_back":
            return round(amount * CARDS_PER_DECK)
        case "min_fraction_from_back":
            return math.ceil(amount * cards)
        case "max_fraction_from_back":
            return math.floor(amount * cards)
        case _:
            assert_never(measure.kind)
