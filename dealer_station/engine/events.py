"""The facts that the log keeps, in the past tense: what happened, never what should happen next."""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.cards import Card
from dealer_station.engine.money_lines import Action, Wager
from dealer_station.engine.observations import Bet, Cents

Place = int
"""Where a card lies: a spot, DEALER, or minus a spot for the dealer's card against that spot alone."""
DEALER: Place = 0

Deal = Literal["opening", "dealer_change", "original", "war", "irregular"]
Outcome = Literal["complete", "void"]
Choice = Literal["", "war", "surrender"]


class Line(Struct, frozen=True):
    """What was done with one wager; `cents` is None where the stake is unknown and only the odds are."""

    wager: Wager
    action: Action
    cents: Cents
    odds: int
    deal: Deal
    cite: str


class Hold(Struct, frozen=True):
    """The table is stopped: why, and which card lies aside until someone rules."""

    kind: str
    detail: str = ""
    card: Card | None = None
    has_card: bool = False
    """A card is held, whether or not the reader knows its face."""


class RoundFact(Struct, frozen=True):
    """A fact that changes nothing but the round."""


class TableFact(Struct, frozen=True):
    """A fact that moves a card, stops the table, or reaches beyond the round."""


class RoundOpened(RoundFact, frozen=True, tag=True):
    """A round began: under which words and which of the operator's answers it is to be judged."""

    number: int
    profile: str
    digest: str
    options: tuple[tuple[str, str], ...]


class Tapped(TableFact, frozen=True, tag=True):
    """The dealer touched the screen; what follows up to the next tap can be taken back."""

    tap: str


class TapRefused(TableFact, frozen=True, tag=True):
    """A touch that the rules do not allow was answered with the reason, and changed nothing."""

    tap: str
    reason: str
    cite: str


class TapTakenBack(TableFact, frozen=True, tag=True):
    """The last tap was taken back."""


class WagersPlaced(RoundFact, frozen=True, tag=True):
    """These wagers lie on the layout, and no others."""

    bets: tuple[Bet, ...]


class WagersClosed(RoundFact, frozen=True, tag=True):
    """The closing call was made."""


class CardDealt(TableFact, frozen=True, tag=True):
    """A card was dealt to a place."""

    card: Card
    place: Place
    deal: Deal
    keyed: bool = False
    """The dealer keyed it in because the reader could not read it."""
    kept: bool = False
    """It had been kept as the next card out."""


class CardBurned(TableFact, frozen=True, tag=True):
    """A card went face down into the rack; its face is nobody's business."""

    deal: Deal
    kept: bool = False


class CutCardAside(TableFact, frozen=True, tag=True):
    """The cut card came out and was laid aside."""


class StepDone(RoundFact, frozen=True, tag=True):
    """The dealer did a step that changes no money and moves no card: turned, confirmed, matched."""

    step: str


class OptionChosen(RoundFact, frozen=True, tag=True):
    """A player chose war or surrender."""

    spot: int
    bettor: str
    choice: Choice
    war_tie_cents: Cents


class HandSettled(RoundFact, frozen=True, tag=True):
    """One hand's wagers were taken, paid or returned."""

    spot: int
    bettor: str
    lines: tuple[Line, ...]


class CardsPickedUp(TableFact, frozen=True, tag=True):
    """The cards of these places went into the rack, in this order, the last on top."""

    places: tuple[Place, ...]


class CardsReturned(TableFact, frozen=True, tag=True):
    """The rack's cards went back into the continuous shuffler."""


class RoundEnded(TableFact, frozen=True, tag=True):
    """All wagers are decided and all cards are off the felt."""

    outcome: Outcome


class ShoeSpent(TableFact, frozen=True, tag=True):
    """These cards are not dealt again before they are shuffled."""


class ShoeLoaded(TableFact, frozen=True, tag=True):
    """Shuffled and cut cards are in the shoe; `new_game` when a closed table opened with them."""

    new_game: bool


class DealerChanged(TableFact, frozen=True, tag=True):
    """A new dealer came to the table."""

    name: str


class HoldRaised(TableFact, frozen=True, tag=True):
    """The table was stopped for a ruling."""

    hold: Hold


class HoldRuled(TableFact, frozen=True, tag=True):
    """The newest hold was ruled on; `cite` is empty where no rule was cited."""

    kind: str
    ruling: str
    by: str
    because: str
    cite: str


class CardKept(TableFact, frozen=True, tag=True):
    """A held card is kept as the next card out."""

    card: Card | None


class CardRacked(TableFact, frozen=True, tag=True):
    """A held card was taken out of play, into the rack."""

    card: Card | None
    burned: bool


class RoundVoided(RoundFact, frozen=True, tag=True):
    """The authority voided the round: what is not settled goes back."""


class DeviceNoted(TableFact, frozen=True, tag=True):
    """A device reported its state."""

    device: str
    status: str
    detail: str


class RulingRecorded(TableFact, frozen=True, tag=True):
    """The authority was there, though nothing waited for a ruling."""

    ruling: str
    by: str
    because: str


RoundEvent = RoundOpened | WagersPlaced | WagersClosed | StepDone | OptionChosen | HandSettled | RoundVoided
TableEvent = (
    Tapped
    | TapRefused
    | TapTakenBack
    | CardDealt
    | CardBurned
    | CutCardAside
    | CardsPickedUp
    | CardsReturned
    | RoundEnded
    | ShoeSpent
    | ShoeLoaded
    | DealerChanged
    | HoldRaised
    | HoldRuled
    | CardKept
    | CardRacked
    | DeviceNoted
    | RulingRecorded
)
Event = RoundEvent | TableEvent
