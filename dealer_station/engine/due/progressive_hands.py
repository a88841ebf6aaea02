"""Hands of the progressive: up to four cards, the player's and the dealer's of both deals.

The books print only the names of the hands; the definitions here are inferred from the paytable. Only the
highest hand is paid.
"""

from collections.abc import Callable

from msgspec import Struct

from dealer_station.engine.model.cards import Card, rank
from dealer_station.engine.model.table import Hand, Round
from dealer_station.engine.model.values import DEALER
from dealer_station.engine.rulebook.rule_sections import PayLine
from dealer_station.engine.rulebook.rules import Rules


class ProgressiveCards(Struct, frozen=True):
    """The cards that the progressive looks at; None where there was no war."""

    player: Card
    dealer: Card
    player_war: Card | None = None
    dealer_war: Card | None = None

    @property
    def tie(self) -> bool:
        return rank(self.player) == rank(self.dealer)

    @property
    def suited_tie(self) -> bool:
        return self.player == self.dealer

    @property
    def double_tie(self) -> bool:
        if self.player_war is None or self.dealer_war is None:
            return False
        return self.tie and rank(self.player_war) == rank(self.dealer_war)

    @property
    def each_pair_suited(self) -> bool:
        return self.double_tie and self.suited_tie and self.player_war == self.dealer_war

    @property
    def all_four_one_suit(self) -> bool:
        return self.each_pair_suited and self.player_war is not None and self.player[1] == self.player_war[1]

    @property
    def four_of_a_kind(self) -> bool:
        return self.double_tie and self.player_war is not None and rank(self.player) == rank(self.player_war)

    @property
    def suited_four_of_a_kind(self) -> bool:
        return self.four_of_a_kind and self.all_four_one_suit


HANDS: dict[str, Callable[[ProgressiveCards, Rules], bool]] = {
    "Suited 4 of a Kind": lambda four, _: four.suited_four_of_a_kind,
    # The books do not say whether both ties must be of one suit: suited_double_tie is the operator's answer.
    "Suited Double Tie": lambda four, rules: (
        four.each_pair_suited
        if rules.progressive.suited_double_tie.value == "each_pair_suited"
        else four.all_four_one_suit
    ),
    "4 of a Kind": lambda four, _: four.four_of_a_kind,
    "Double Tie": lambda four, _: four.double_tie,
    "Suited Tie": lambda four, _: four.suited_tie,
    "Tie": lambda four, _: four.tie,
}


def highest(four: ProgressiveCards, rules: Rules) -> PayLine | None:
    """The highest line of the paytable that these cards make, or None."""
    made = [line for line in rules.progressive.paytable.value if HANDS[line.hand](four, rules)]
    return max(made, key=lambda line: (line.meter_percent, line.odds), default=None)


def four_cards(hand: Hand, round_: Round) -> ProgressiveCards | None:
    """Cards on the felt for this hand, once both first cards are there."""
    player, dealer = round_.card_at(hand.spot, "original"), round_.card_at(DEALER, "original")
    if player is None or dealer is None:
        return None
    if hand.choice != "war":
        return ProgressiveCards(player, dealer)
    against = round_.card_at(-hand.spot, "war") or round_.card_at(DEALER, "war")
    return ProgressiveCards(player, dealer, round_.card_at(hand.spot, "war"), against)
