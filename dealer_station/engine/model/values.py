"""Value types that facts are made of: places, deals, money lines, holds, drawn cards."""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import CardFault, DeviceStatus, HoldKind
from dealer_station.engine.model.observations import Cents, DeviceTrouble
from dealer_station.engine.model.translatable_sentences import joined
from dealer_station.engine.model.wager_outcomes import Action, Wager

Place = int
"""Place of a card: a spot, DEALER, or minus a spot for the dealer's card against that spot alone."""
DEALER: Place = 0

Deal = Literal["opening", "dealer_change", "original", "war", "irregular"]
Outcome = Literal["complete", "void"]
Choice = Literal["", "war", "surrender"]


MeterName = Literal["progressive", "primary", "secondary"]
"""The meter of the progressive, and the two of the bonus wheel."""
MeterCause = Literal["set", "wager", "returned", "paid"]


class Line(Struct, frozen=True):
    """Movement of one wager; `cents` is None if the stake is unknown and only the odds are known."""

    wager: Wager
    action: Action
    cents: Cents
    odds: int
    deal: Deal
    cite: str
    meter_cents: int = 0
    """Part of the amount that comes from a meter."""
    about: str = ""
    """For an envy: whose hand it is paid for."""


class RulingGiven(Struct, frozen=True):
    """The last ruling, until the next tap or card; moves made now result from it."""

    kind: CardFault
    cite: str
    """The paragraph of the remedy; empty where the authority ruled without one."""


class Undone(Struct, frozen=True):
    """An undone settlement: its hand, and the moves of its chips."""

    hand: str
    lines: tuple[Line, ...]
    matched: bool = False
    """The dealer's matching chips had lain beside the war wager."""
    kind: CardFault = ""
    """The irregularity of the card that it was settled on."""
    ruled: RulingGiven | None = None
    """The ruling that undid it."""


class Tally(Struct, frozen=True):
    """Totals of one kind of wager: each stake was taken, went back, or is still on the layout."""

    wager: str
    staked_cents: int = 0
    taken_cents: int = 0
    returned_cents: int = 0
    """Includes stakes returned with a win."""
    paid_cents: int = 0
    """Winnings alone."""
    unknown: int = 0
    """Number of stakes without an entered amount; the sums leave them out."""

    @property
    def open_cents(self) -> int:
        """The amount that still lies on the layout."""
        return self.staked_cents - self.taken_cents - self.returned_cents

    @property
    def house_cents(self) -> int:
        """Amount that the house has won."""
        return self.taken_cents - self.paid_cents


INTERVENTION = "intervention"
"""The kind under which a ruling without a hold is recorded."""
SETTLEMENT_QUESTIONS = ("wrong_pay", "dispute")
"""Holds about the settlement itself; a hand that had one may be corrected once more."""
DEALING_ERRORS = (
    *("empty_spot", "misplaced", "missed_spot", "drawn_exposed", "drawn_unseen"),
    *("card_not_due", "burn_forgotten"),
)
"""Cards that were delivered incorrectly, by report or found by the station."""


class Hold(Struct, frozen=True):
    """A stop of the table: its reason, and the card that is held until somebody rules."""

    kind: HoldKind
    detail: str = ""
    """Further detail for people; for a device, its driver's message for a technician."""
    card: Card | None = None
    has_card: bool = False
    """A card is held, whether or not the reader knows its face."""
    number: int = 0
    """Number of the card in the shoe, so that several keep their order."""
    kept: bool = False
    """True if the card had been kept as the next card out."""
    place: Place | None = None
    deal: Deal = "irregular"
    """Place where an unread card was due, or the empty spot where a card lies."""
    counted: bool = False
    """True if the card had left the shoe before and was held or dealt until then."""
    left_over: bool = False
    """True if the card lay on the felt until the cards were re-read."""
    faces: tuple[tuple[int, Card], ...] = ()
    """Cards of the round that were taken for burns and lie face up on the felt."""
    hands: tuple[str, ...] = ()
    """Names of the hands that it is about."""
    draw: int | None = None
    """The card in question is the n-th of the round and lies on the felt."""
    cents: int = 0
    wager: Wager = "main"
    """Amount that really lay on a wager over the limit."""
    withdrawn: bool = False
    """The wager was taken away after the call."""
    entered: bool = False
    """True if the late chips are the entered wager itself, not additional chips."""
    silent: bool = False
    """True if the book has a rule of this kind that does not cover the case at hand."""
    device: str = ""
    trouble: DeviceStatus | Literal[""] = ""
    """Of a device that stopped the table: its name, and its status."""
    cause: DeviceTrouble = ""
    serial: str = ""
    """The reason for that status, and the serial number of a device that was not expected."""
    missed: bool = False
    """True if cards or events of that device may be missing, so that somebody must look."""
    raised: int = 0
    """Number of the hold: a ruling applies to this one, even if others were raised since."""
    before_moves: bool = False
    """True if it was raised while moves of cards or chips were pending; it is ruled on first."""
    decided: bool = False
    """True if the book's remedy has been carried out; the authority only confirms it."""
    instead_of: "Hold | None" = None
    """The card's own hold, which a report replaced; it returns if the report was mistaken."""
    at: str = ""
    """The paragraph about this exact case, if that of the kind is missing or wider: `10.D(1)(a)`."""
    came_first: bool = False
    """True if the dealer said that this early card came before what was due was done."""

    @property
    def known(self) -> str:
        """The detail as a sentence; for a device, it begins with the device's name and status."""
        if not self.device:
            return self.detail
        return joined(" ", (word for word in (self.device, self.trouble, self.detail) if word))


class ClosedTable(Struct, frozen=True):
    """A closed table: who closed it, when, and where its cards were counted."""

    by: str = ""
    minutes: int | None = None
    in_shoe: int | None = None
    """None where nobody saw the shoe loaded."""
    in_rack: int = 0


MoveOf = Literal[
    "card_to_rack",
    "card_to_burns",
    "card_off_felt",
    "card_off_felt_to_burns",
    "hand_off_felt",
    "card_aside",
    "card_aside_for_dealer",
    "card_to_place",
    "card_where_due",
    "laid_aside_card_burned",
    "war_cards_back",
    "chips_returned",
    "matching_chips_back",
    "surrendered_wager_back",
    "paid",
    "taken",
    "wager_as_at_call",
]
"""Movement of a card or of chips that a report or a ruling asks of the dealer."""


class Move(Struct, frozen=True):
    """A card or chips that the dealer still has to move after a report or a ruling."""

    what: MoveOf
    kind: CardFault = ""
    """The irregularity that it corrects."""
    ruled: RulingGiven | None = None
    """The ruling that requires it; None where the book's own rule does, after a report."""
    hand: str = ""
    place: Place | None = None
    wager: Wager | None = None
    cents: Cents = 0
    """Amount; None if nobody entered it. For `wager_as_at_call`, the surplus on the layout."""
    number: int = 0
    """Number of the card in the shoe, for a card that is laid aside."""


class Drawn(Struct, frozen=True):
    """A card that left the shoe in this round, and the place it was dealt to; a burn has no face."""

    card: Card | None
    place: Place | None
    """None: burned, or taken out of play."""
    deal: Deal
    burned: bool = False


Cause = Literal[
    "new_game",
    "cut_card",
    "cut_card_first",
    "cut_card_overrun",
    "cut_card_missing",
    "ordered",
    "replaced",
    "idle",
    "short_shoe",
    "shuffler_fault",
    "face_up",
    "exposed",
]
"""Reason why cards are out of the shoe and must be shuffled before they are dealt again."""


class ShuffleLater(Struct, frozen=True, tag=True):
    """After the round, the cards come out of the shoe for this cause."""

    cause: Cause


class AskLater(Struct, frozen=True, tag=True):
    """After the round, the table stops and the authority is asked about this irregularity."""

    kind: HoldKind


class ReplaceCardLater(Struct, frozen=True, tag=True):
    """After the round, a damaged card is replaced; `card` is its face, where somebody knows it."""

    card: Card | None = None
    draw: int | None = None
    """The card is the n-th of the round, so that a correction of its face is followed."""


Later = ShuffleLater | AskLater | ReplaceCardLater
"""An action that waits for the end of the round."""
