"""The steps that can be due: each an imperative with its place and the rule that requires it."""

from typing import Any

from msgspec import Struct

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import Ruling, StepName
from dealer_station.engine.model.table import Hand
from dealer_station.engine.model.values import Deal, Hold, Line, Move, Place, Undone
from dealer_station.engine.rulebook.rule_sections import DealOrder, Rule

Cited = Rule[Any] | DealOrder
"""A rule with its citation and status."""


class AwaitRuling(Struct, frozen=True):
    """The table is stopped; the authority rules."""

    hold: Hold
    rule: Cited
    rulings: tuple[Ruling, ...]
    """The book's remedies; a finding is possible beside them."""
    departures: tuple[Ruling, ...] = ()
    """Rulings against the book that the station can carry out here."""
    courtesy_comes_late: bool = False
    """True if players who are let out now have seen the dealer's card."""


class TakeBets(Struct, frozen=True):
    """Wagers are open: the layout is empty, or the wagers of the last round stand."""

    rule: Cited
    again: bool = False
    """True after a round whose wagers stand unless they are changed."""


class Call(Struct, frozen=True):
    """The wagers are known, and the closing call is due."""

    rule: Cited


class Draw(Struct, frozen=True):
    """Draw a card: to a place, or as a burn where `place` is None."""

    place: Place | None
    deal: Deal
    rule: Cited
    burn: int = 0
    """Number of this burn in its row, from 1; 0 for any other card."""
    burns: int = 0
    """Number of burns in the row."""


class Settle(Struct, frozen=True):
    """Take, pay or return one hand's wagers."""

    hand: Hand
    lines: tuple[Line, ...]
    rule: Cited
    matched: bool = False
    """True if the dealer's own chips lie beside the war wager."""


class Offer(Struct, frozen=True):
    """A tie: ask this bettor for war or surrender."""

    hand: Hand
    rule: Cited


class Perform(Struct, frozen=True):
    """A step that only needs a tap, or the next thing to happen."""

    step: StepName
    rule: Cited
    places: tuple[Place, ...] = ()
    after: int = 0
    """The spot that refused last, if the seats are not known."""
    cards: int = 0
    """Number of cards in the stack; 0 if unknown, or if the step is not about a stack."""
    hands: tuple[str, ...] = ()
    """The hands that the step is about, if not everybody on `places`."""
    new_game: bool = False
    """True if the step belongs to the opening of a table."""
    move: Move | None = None
    """The card or the chips that a report or a ruling moves."""
    undone: tuple[Undone, ...] = ()
    """The settlements whose chips are put back where they lay."""
    faces: tuple[Card, ...] = ()
    """The cards that are replaced."""
    in_round: bool = False
    """True for a shuffle during a round, which takes only the cards of the discard rack."""
    waits: bool = False
    """True until a device reports that the step can be done; a tap is refused."""
    without_card: tuple[Place, ...] = ()
    """The places that got no card, although the record, which was found wrong too late, has one there."""


class RoundOver(Struct, frozen=True):
    """The round has no step left. `decide` ends it in the same call, so nobody ever waits here."""

    rule: Cited


Due = AwaitRuling | TakeBets | Call | Draw | Settle | Offer | Perform | RoundOver
