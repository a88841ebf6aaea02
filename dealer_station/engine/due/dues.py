"""What can be due: each an imperative with its place and the rule that asks for it."""

from typing import Any

from msgspec import Struct

from dealer_station.engine.model.table import Hand
from dealer_station.engine.model.values import Deal, Hold, Line, Move, Place, Undone
from dealer_station.engine.rulebook.rule_sections import DealOrder, Rule
from dealer_station.engine.rulebook.ruling_sections import Ruling

Cited = Rule[Any] | DealOrder
"""A rule with its citation and status."""


class AwaitRuling(Struct, frozen=True):
    """The table is stopped; the authority rules."""

    hold: Hold
    rule: Cited
    rulings: tuple[Ruling, ...]
    """The book's remedies; a finding is possible beside them."""
    departures: tuple[Ruling, ...] = ()
    """What the station can carry out here against the book."""
    courtesy_comes_late: bool = False
    """Who is let out of the round now has seen the dealer's card."""


class TakeBets(Struct, frozen=True):
    """Nothing lies on the layout yet, or what lay there in the last round stands."""

    rule: Cited
    again: bool = False
    """There was a round before, whose wagers stand if nothing is changed."""


class Call(Struct, frozen=True):
    """The wagers are known; make the closing call."""

    rule: Cited


class Draw(Struct, frozen=True):
    """Draw a card: to a place, or as a burn where `place` is None."""

    place: Place | None
    deal: Deal
    rule: Cited
    burn: int = 0
    """Which one of a row of burns it is, counted from 1; 0 for any other card."""
    burns: int = 0
    """How many burns the row has."""


class Settle(Struct, frozen=True):
    """Take, pay or return one hand's wagers."""

    hand: Hand
    lines: tuple[Line, ...]
    rule: Cited
    matched: bool = False
    """The dealer's own chips lie beside the war wager."""


class Offer(Struct, frozen=True):
    """A tie: ask this bettor for war or surrender."""

    hand: Hand
    rule: Cited


class Perform(Struct, frozen=True):
    """A step that only needs a tap, or the next thing to happen."""

    step: str
    rule: Cited
    places: tuple[Place, ...] = ()
    after: int = 0
    """Where nobody knows who sits at the table: the spot that refused last."""
    cards: int = 0
    """How many cards lie in the stack; 0 where nobody knows, or where the step is not about a stack."""
    move: Move | None = None
    """The card or the chips that a report or a ruling moves."""
    undone: tuple[Undone, ...] = ()
    """The settlements whose chips are put back as they lay."""


class Over(Struct, frozen=True):
    """Nothing is left to do in this round; `decide` ends it in the same breath, so nobody ever waits here."""

    rule: Cited


Due = AwaitRuling | TakeBets | Call | Draw | Settle | Offer | Perform | Over
