"""The facts that the log keeps, in the past tense: they state what happened, never what should follow."""

from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import (
    CardFault,
    DoneStep,
    GivenRuling,
    HandledStep,
    HoldKind,
    RecordedKind,
    ReportKind,
    Ruling,
    SeenStatus,
    VoidKind,
)
from dealer_station.engine.model.observations import Bet, Cents, DeviceTrouble
from dealer_station.engine.model.values import (
    Cause,
    Choice,
    ClosedTable,
    Deal,
    Drawn,
    Hold,
    Later,
    Line,
    MeterCause,
    MeterName,
    Outcome,
    Place,
)
from dealer_station.engine.model.wager_outcomes import Action, Wager


class RoundFact(Struct, frozen=True):
    """A fact that changes nothing but the round."""


class TableFact(Struct, frozen=True):
    """A fact that moves a card, stops the table, or reaches beyond the round."""


class RoundOpened(RoundFact, frozen=True, tag=True):
    """A round began; names the rulebook and the operator's answers that apply to it."""

    number: int
    profile: str
    digest: str
    options: tuple[tuple[str, str], ...]


class Tapped(TableFact, frozen=True, tag=True):
    """The dealer tapped the screen; everything up to the next tap can be taken back."""

    tap: str
    """The kind of the tap; `card` for a card that was keyed, with which all earlier taps become final."""
    report: ReportKind = ""
    """Kind of the report if the tap was one: it can be found mistaken."""


class TapRefused(TableFact, frozen=True, tag=True):
    """A tap that the rules do not allow was refused with a reason, and changed nothing."""

    tap: str
    reason: str
    cite: str


class TapTakenBack(TableFact, frozen=True, tag=True):
    """The last tap was taken back."""


class ReportWithdrawn(TableFact, frozen=True, tag=True):
    """A report was found mistaken; the table is as if it had never been made."""

    later_reports: int = 0
    """Number of reports made after it, which stand."""


class FaultDismissed(TableFact, frozen=True, tag=True):
    """The shuffler fault that had voided the round was dismissed; the table is as it was before."""


class WagersPlaced(RoundFact, frozen=True, tag=True):
    """The wagers on the layout are exactly these."""

    bets: tuple[Bet, ...]


class SeatsTaken(TableFact, frozen=True, tag=True):
    """Players sit at these spots until the dealer marks others; a wager also implies a seat."""

    spots: tuple[int, ...]


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
    """True if the card had been kept as the next card out."""
    on_pad: bool = False
    """The dealer keyed it on the card pad, and can take it back until something follows."""


class CardBurned(TableFact, frozen=True, tag=True):
    """A card went face down into the rack; its face stays secret."""

    deal: Deal
    kept: bool = False
    keyed: bool = False
    """True if the card was held first because the reader could not read it."""
    on_pad: bool = False
    """The dealer reported the burn on the card pad, and can take it back until something follows."""


class CutCardAside(TableFact, frozen=True, tag=True):
    """The cut card came out before the card of this place, and was laid aside."""

    before: Place | None = None


class StepDone(RoundFact, frozen=True, tag=True):
    """The dealer did a step that changes no money and moves no card: turned, confirmed, matched."""

    step: DoneStep
    about: str = ""
    """The hand that it was done for, where it is done hand by hand."""
    by: str = ""
    """Name of the person who did it, if the book requires somebody other than the dealer."""


class OptionChosen(RoundFact, frozen=True, tag=True):
    """A player chose war or surrender."""

    spot: int
    bettor: str
    choice: Choice
    war_tie_cents: Cents


class OptionReopened(RoundFact, frozen=True, tag=True):
    """A player was not asked, or was misunderstood: the choice is open again, and a taken half goes back."""

    spot: int
    bettor: str
    half_cents: Cents = 0


class CardsPickedUp(TableFact, frozen=True, tag=True):
    """The cards of these places went into the rack in this order, the last on top."""

    places: tuple[Place, ...]
    kind: CardFault = ""
    """The irregularity because of which they were picked up early."""


class CardsReturned(TableFact, frozen=True, tag=True):
    """The rack's cards went back into the continuous shuffler."""


class RoundEnded(TableFact, frozen=True, tag=True):
    """The round is over: all wagers are decided and all cards are off the felt."""

    outcome: Outcome


class PlayersLeft(TableFact, frozen=True, tag=True):
    """Nobody plays: new players bring new wagers, and those of the last round do not stand."""


class CardsTakenOut(TableFact, frozen=True, tag=True):
    """The cards left the shoe and must be shuffled before a deal; `spot` is where the cut card came out."""

    cause: Cause
    spot: Place | None = None
    closed: ClosedTable | None = None
    """The table was closed with it, until somebody opens it."""


class CardsHandled(TableFact, frozen=True, tag=True):
    """A step on the way back to the shoe was done: inspected, washed, riffled."""

    step: HandledStep


class CutAnswered(TableFact, frozen=True, tag=True):
    """The player at this spot answered the offer of the cut."""

    spot: int
    accepted: bool


class CardsCut(TableFact, frozen=True, tag=True):
    """The cards were cut, at this depth if it was given."""

    cards: int | None


class CutCardPut(TableFact, frozen=True, tag=True):
    """The cut card was put back into the stack, this many cards from the back if a number was given."""

    cards: int | None


class CutCardPassed(TableFact, frozen=True, tag=True):
    """The cut card came first, but the round was dealt anyway; the shuffle follows the round."""


class CutRepeated(TableFact, frozen=True, tag=True):
    """The cut was improper and is made again."""


class ShuffleRepeated(TableFact, frozen=True, tag=True):
    """A card was seen on the way to the shoe, or the shuffler failed: the cards are mixed and cut again."""

    failed: bool = False
    """True if the shuffler failed and the book requires its cards to be taken out first."""
    ordered: bool = False
    """True if the authority ordered the repetition although no card was seen."""


class ShuffleDemanded(TableFact, frozen=True, tag=True):
    """A player wants cards that came shuffled to be inspected and shuffled at the table anyway."""


class ShoeLoaded(TableFact, frozen=True, tag=True):
    """Shuffled cards are in the shoe; how many, and whether a game opened or fresh decks came with them."""

    cards: int
    new_game: bool
    fresh_decks: bool


class BurnShown(TableFact, frozen=True, tag=True):
    """The burned card was shown to a player who asked."""


class ClockNoted(TableFact, frozen=True, tag=True):
    """The time, in minutes of the calendar."""

    minutes: int


class DealerChanged(TableFact, frozen=True, tag=True):
    """A new dealer came to the table."""

    name: str


class HoldRaised(TableFact, frozen=True, tag=True):
    """The table was stopped for a ruling."""

    hold: Hold


class HoldRuled(TableFact, frozen=True, tag=True):
    """A hold was ruled on, or a report carried out the book's remedy; `cite` is empty without a rule."""

    kind: HoldKind
    ruling: GivenRuling
    by: str
    because: str
    cite: str
    index: int = -1
    """Position of the hold in the stack; the newest, unless a report was about a card under it."""
    tapped: bool = False
    """True if a report of the dealer did it, which can be taken back."""
    departs_from: str = ""
    """The paragraphs that a departure departs from; a departure cites no rule as its authority."""
    cards_out: bool = False
    """True if a finding made chips count although a card that decides their wager was out."""


class CardsCameFirst(TableFact, frozen=True, tag=True):
    """The dealer said that the early cards of these holds came before what was due was done."""

    holds: tuple[int, ...]


class CardKept(TableFact, frozen=True, tag=True):
    """A held card is kept as the next card out, or as the dealer's next card."""

    card: Card | None
    number: int
    for_dealer: bool = False


class CardNotDrawn(TableFact, frozen=True, tag=True):
    """A card that the reader had named never left the shoe."""

    card: Card | None
    number: int = 0
    """Number under which the card of the shoe was counted."""


class ShoeUncounted(TableFact, frozen=True, tag=True):
    """The count of the shoe was wrong: the number of cards in it is unknown."""


class CardRacked(TableFact, frozen=True, tag=True):
    """A held card was taken out of play, into the rack."""

    card: Card | None
    burned: bool
    kind: CardFault = ""
    """Kind of irregularity that put it there."""


class CardRetired(TableFact, frozen=True, tag=True):
    """A card that had been dealt, the n-th of the round, was taken out of play, into the rack."""

    index: int
    burned: bool
    kind: CardFault
    lies: Place | None = None
    """The wrong place from which it was taken, where a report named it."""


class CardsReread(TableFact, frozen=True, tag=True):
    """The dealer stated how the cards of the round really lie."""

    draws: tuple[Drawn, ...]
    waived_burns: int = 0
    """Number of war burns left out and not made up for; negative for burns that belong to no recipient."""
    left_over: tuple[int, ...] = ()
    """Former indexes of the cards that belong to no hand and are held."""
    kind: CardFault = ""
    """Kind of irregularity; empty if the book has no rule about it."""


class RackCardReread(TableFact, frozen=True, tag=True):
    """A card in the rack, counted from the bottom, had been read wrongly."""

    index: int
    was: Card
    card: Card


class CardsRequeued(TableFact, frozen=True, tag=True):
    """The cards of the war deal count as not yet drawn: they are the next cards out, in their order."""


class HandVoided(RoundFact, frozen=True, tag=True):
    """A hand left the round; its stakes go back at its turn."""

    spot: int
    bettor: str
    kind: VoidKind


class LeftForLater(RoundFact, frozen=True, tag=True):
    """A question or an action was deferred to the end of the round."""

    what: Later


class RoundVoided(RoundFact, frozen=True, tag=True):
    """The round is void, by rule or by a ruling: unsettled wagers go back."""

    kind: VoidKind = ""
    """Reason of the void, one of `VOIDED_BY`; empty if the authority voided it."""


class DeviceNoted(TableFact, frozen=True, tag=True):
    """A device reported its state."""

    device: str
    status: SeenStatus
    detail: str = ""
    stops: bool = False
    """True if it stopped the table or voided the round: earlier taps can no longer be taken back."""
    missed: bool | None = None
    """True if data may be missing for good; None in logs that did not record it."""
    cause: DeviceTrouble = ""
    serial: str = ""
    count: int | None = None
    batch: str = ""

    @property
    def is_data_loss(self) -> bool:
        """True if data may be missing for good; the return of that device then adds nothing new."""
        return bool(self.missed) and self.status != "back"


class Noted(TableFact, frozen=True, tag=True):
    """Something irregular happened that changes nothing under this book."""

    kind: CardFault | Ruling
    outcome: Literal["taken_with_chips", "dealer_card_seen", "stays_burn", "final_cut"]


class MoveMade(TableFact, frozen=True, tag=True):
    """The dealer made the first of the moves that a report or a ruling requires."""


class RulingRecorded(TableFact, frozen=True, tag=True):
    """The authority ruled without an open hold: none was raised, or its report was taken back as well."""

    ruling: Ruling
    by: str
    because: str
    kind: RecordedKind = ""
    """The report that was found mistaken, where it was one; `intervention` where the floor stepped in."""
    cite: str = ""
    """The paragraph that gives the authority the right to intervene, where the book has one."""


class HandSettled(RoundFact, frozen=True, tag=True):
    """One hand's wagers were taken, paid or returned."""

    spot: int
    bettor: str
    lines: tuple[Line, ...]


class SettlementReversed(RoundFact, frozen=True, tag=True):
    """Chips went back to where they lay before this hand was settled; other cards will settle it again."""

    spot: int
    bettor: str
    lines: tuple[Line, ...]
    kind: CardFault = ""
    """The irregularity of the card that it was settled on."""


class WagerAdded(RoundFact, frozen=True, tag=True):
    """A wager that was reported as late counts: it was let stand, or found to be in time."""

    bet: Bet


class SideBetsMoved(RoundFact, frozen=True, tag=True):
    """Side bets were collected before the deal, or returned as invalid; this settles nothing."""

    spot: int
    bettor: str
    lines: tuple[Line, ...]


class StakeCounted(RoundFact, frozen=True, tag=True):
    """A wager over the limit was counted: this much stands, and the excess may have gone back."""

    spot: int
    bettor: str
    wager: Wager
    stake_cents: int
    excess_cents: int
    cite: str
    kind: CardFault | None = None
    """The irregularity that the excess corrects, empty for none; None for the subject of the ruling."""


class WheelSpun(RoundFact, frozen=True, tag=True):
    """The bonus wheel showed this symbol for a bettor; empty if the floor orders another spin."""

    spot: int
    bettor: str
    symbol: str


class MeterChanged(TableFact, frozen=True, tag=True):
    """A jackpot meter went up or down, in millionths of a cent, and shows this much now."""

    meter: MeterName
    cause: MeterCause
    by_millionths: int
    cents: int
    millionths: int


class TokeBoxed(TableFact, frozen=True, tag=True):
    """A toke that was not a bet went into the toke box; None if nobody counted it."""

    cents: Cents


class Corrected(TableFact, frozen=True, tag=True):
    """A settlement was corrected: chips moved to the player (`pay`) or from the player (`take`)."""

    round_number: int
    hand: str
    action: Action
    cents: Cents
    by: str
    because: str
    booked: bool = False
    """Only the account changes: the chips had moved together with the stake."""


RoundEvent = (
    RoundOpened
    | WagersPlaced
    | WagersClosed
    | StepDone
    | OptionChosen
    | OptionReopened
    | HandSettled
    | SettlementReversed
    | HandVoided
    | LeftForLater
    | RoundVoided
    | SideBetsMoved
    | WagerAdded
    | StakeCounted
    | WheelSpun
)
TableEvent = (
    Tapped
    | TapRefused
    | TapTakenBack
    | ReportWithdrawn
    | FaultDismissed
    | SeatsTaken
    | PlayersLeft
    | CardDealt
    | CardBurned
    | CutCardAside
    | CardsPickedUp
    | CardsReturned
    | RoundEnded
    | MeterChanged
    | TokeBoxed
    | CardsTakenOut
    | CardsHandled
    | CutAnswered
    | CardsCut
    | CutCardPut
    | CutCardPassed
    | CutRepeated
    | ShuffleRepeated
    | ShuffleDemanded
    | ShoeLoaded
    | BurnShown
    | ClockNoted
    | DealerChanged
    | HoldRaised
    | HoldRuled
    | CardsCameFirst
    | CardKept
    | CardNotDrawn
    | ShoeUncounted
    | CardRacked
    | CardRetired
    | CardsReread
    | RackCardReread
    | CardsRequeued
    | Corrected
    | DeviceNoted
    | Noted
    | MoveMade
    | RulingRecorded
)
Event = RoundEvent | TableEvent
