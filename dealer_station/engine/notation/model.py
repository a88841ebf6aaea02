"""A written round as data: a header, lines of observations, and the expected result of each."""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.observations import Cents, Observation
from dealer_station.engine.model.wager_outcomes import Action, Wager
from dealer_station.engine.rulebook.rule_sections import Limits

Start = Literal["closed", "loaded", "round"]
Taps = Literal["implied", "written"]

PLACES = ("dealer", "burn", "rack", "aside", "held", "next", "shoe")
"""Places where a card can end, besides a spot."""


class Header(Struct, frozen=True):
    """Header of a written round: the book, the operator's answers, and the start."""

    profile: str
    options: tuple[tuple[str, str], ...] = ()
    """Also `decks` and `spots`, which are answers like the others."""
    main_limits: Limits | None = None
    tie_limits: Limits | None = None
    meter_cents: int | None = None
    start: Start = "round"
    taps: Taps = "implied"
    """Every tap is in the text; `play` makes none for the dealer."""


class SettleAll(Struct, frozen=True, tag=True):
    """Every settlement step that is due, with the confirmations between them."""


class End(Struct, frozen=True, tag=True):
    """The expectation that the round is over here."""


Act = Observation | SettleAll | End


class CardGoes(Struct, frozen=True, tag=True):
    """The expectation that the card in question ends at this place."""

    place: str


class MoneyMoves(Struct, frozen=True, tag=True):
    """The expectation that one hand's chips move like this; the order within a hand is not compared."""

    hand: str
    lines: tuple[tuple[Wager, Action, Cents], ...]


class StepDue(Struct, frozen=True, tag=True):
    """The expectation that this step is due afterwards."""

    step: str


class MustRefuse(Struct, frozen=True, tag=True):
    """The expectation that the rules refuse the line."""


Expect = CardGoes | MoneyMoves | StepDue | MustRefuse


class WrittenLine(Struct, frozen=True):
    """One line: the observation, its line number, and the expected result."""

    number: int
    act: Act
    expect: Expect | None = None


class Written(Struct, frozen=True):
    """A file of written rounds."""

    header: Header
    lines: tuple[WrittenLine, ...]
