"""A simulated shoe: whole decks in random order, with the cut card at the depth that the book prescribes."""

import math
from fractions import Fraction
from random import Random
from typing import assert_never

from dealer_station.engine.model.cards import CARDS_PER_DECK, PACK
from dealer_station.engine.model.errors import DealerStationError, ProfileError
from dealer_station.engine.model.observations import CardDrawn, CutCardSeen
from dealer_station.engine.rulebook.rule_sections import Measure
from dealer_station.engine.rulebook.rules import Rules

CUT_CARD = CutCardSeen()


class SimulatedShoe:
    """The cards of one table; the same seed gives the same cards.

    Each card is chosen when it is drawn, by one step of a Fisher-Yates shuffle. The order is as random as
    that of a shoe shuffled beforehand. A continuous shuffler, which mixes every round's cards back in, costs
    no more than the cards that are dealt.
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
        """Draw a card or the cut card; return None if the shoe is empty."""
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

    def take_out(self, named: CardDrawn) -> None:
        """Draw the named card; raise DealerStationError if none like it is left."""
        try:
            place = self._cards.index(named, self._drawn)
        except ValueError:
            of_each = f"{self.decks} decks have {self.decks}"
            raise DealerStationError(
                f"no {named.card} is left in the shoe: {of_each}; reload it, or draw another card"
            ) from None
        self._cards[place], self._cards[self._drawn] = self._cards[self._drawn], self._cards[place]
        self._drawn += 1

    def reload(self) -> None:
        """Shuffle all cards together, put the cut card back and begin a new shoe."""
        self._drawn = self._drawn_before_round = 0
        self._cut_card_inside = True

    def begin_round(self) -> None:
        """Note that the cards drawn so far are in the discard rack; cards drawn
        from now on lie on the felt.
        """
        self._drawn_before_round = self._drawn

    def shuffle_discards(self) -> None:
        """Make the discards the new shoe when it runs out during a round; cards on the felt stay there."""
        on_felt = self._cards[self._drawn_before_round : self._drawn]
        if len(on_felt) == len(self._cards):
            raise ProfileError(
                f"all {len(on_felt)} cards of the shoe lie on the felt; use more decks or fewer spots"
            )
        # `_cards` holds discards, felt and undrawn cards in this order. Moving the felt to the front leaves
        # the discards among the undrawn cards, so that they are drawn again.
        del self._cards[self._drawn_before_round : self._drawn]
        self._cards[:0] = on_felt
        self._drawn, self._drawn_before_round = len(on_felt), 0

    @property
    def drawn(self) -> int:
        """The number of cards that are out."""
        return self._drawn

    @property
    def in_front(self) -> int:
        """The number of cards in front of the cut card, or in the shoe if there is none in it."""
        end = self._cut_place if self._cut_place is not None and self._cut_card_inside else len(self._cards)
        return end - self._drawn

    @property
    def last_card(self) -> CardDrawn | None:
        """The card drawn last; a dealer keys it in if the reader could not read it."""
        return self._cards[self._drawn - 1] if self._drawn else None


def cards_behind_cut_card(rules: Rules) -> int:
    """Return the number of cards behind the cut card; zero if the book or the device uses none."""
    if rules.cards.card_supply.value == "csm":
        return 0
    cards = rules.cards.decks.value * CARDS_PER_DECK
    # At least one card lies in front: otherwise the cut card would end each shoe before its first card.
    return min(_depth_in_cards(rules.cut.cut_card_reinsert.value, cards), cards - 1)


def _depth_in_cards(measure: Measure, cards: int) -> int:
    """Return the depth in cards. Minimum and maximum are taken exactly: no deeper
    and no shallower than allowed.
    """
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
