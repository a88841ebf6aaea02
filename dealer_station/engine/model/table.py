"""Table, Round and Hand: the facts of a table, each stored once. `evolve` adds the next one."""

from functools import cache
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.kinds import (
    CardFault,
    DeviceStatus,
    DoneStep,
    PreparationStep,
    ReportKind,
    ShufflerState,
    VoidKind,
)
from dealer_station.engine.model.observations import Bet, Cents, HandName
from dealer_station.engine.model.values import (
    Cause,
    Choice,
    ClosedTable,
    Deal,
    Drawn,
    Hold,
    Later,
    Line,
    MeterName,
    Move,
    Place,
    RulingGiven,
    Tally,
    Undone,
)
from dealer_station.engine.model.wager_outcomes import Action


@cache
def _name_of(spot: int, bettor: str) -> str:
    return str(HandName(spot, bettor))


class Hand(Struct, frozen=True):
    """One bettor's wagers on one spot, the player's choice, and the settlements so far."""

    bet: Bet
    choice: Choice = ""
    war_tie_cents: Cents = 0
    lines: tuple[Line, ...] = ()
    beside: tuple[Line, ...] = ()
    """Side bets whose chips were collected before the deal, or given back; that settles nothing."""
    voided: VoidKind = ""
    """Reason why the hand is out of the round; empty while it is in."""
    voided_at: int = 0
    """Number of cards dealt when the hand went out: a card that it had got before stays on the felt."""
    matched: bool = False
    """The dealer put matching chips beside the war wager; they stay on the layout until it is settled."""
    excess: tuple[Line, ...] = ()
    """Amounts above the limit that went back; the stakes are what remains."""
    reopened: bool = False
    """True if the choice was missed or misunderstood, so that the player is asked again."""
    spun: str = ""
    """The symbol that the bonus wheel showed for it."""

    @property
    def spot(self) -> int:
        return self.bet.spot

    @property
    def bettor(self) -> str:
        return self.bet.bettor

    @property
    def name(self) -> str:
        return _name_of(self.bet.spot, self.bet.bettor)

    def stake(self, wager: str) -> Cents:
        """The stake on `wager`: zero if there is none, None if its amount was not entered."""
        if wager == "main":
            return self.bet.main_cents
        if wager == "tie":
            return self.bet.tie_cents
        if wager == "war":
            return self.bet.main_cents if self.choice == "war" else 0
        if wager == "war_tie":
            return self.war_tie_cents
        if wager == "progressive":
            return self.bet.progressive_cents
        if wager == "bonus":
            return self.bet.bonus_cents
        return self.bet.toke_cents if wager == "toke" else 0

    def has(self, wager: str, *actions: Action) -> bool:
        """True if a move of this kind was made with this wager."""
        return any(line.wager == wager and line.action in actions for line in self.moves)

    @property
    def moves(self) -> tuple[Line, ...]:
        """The moves of its chips, in order."""
        return self.beside + self.lines if self.beside else self.lines


NOT_IN_THIS_LOG: Final = "not in this log"
RackOwner = int | Literal["dealer", "burn", "out of play", "not in this log"]
"""The former owner of a card in the rack: a spot's number, the dealer, or nobody."""


class Racked(Struct, frozen=True):
    """A card in the discard rack and its former owner; the last of the rack lies on top."""

    card: Card | None
    owner: RackOwner
    round_number: int


class Kept(Struct, frozen=True):
    """A card drawn in error that is the next card out, or the dealer's next card."""

    card: Card | None
    number: int
    """Number of the card in the shoe; several kept cards are used in the order they were drawn."""
    for_dealer: bool = False
    kind: str = ""
    """Kind of irregularity for which it is kept: its rule is cited when the card is used."""
    ruled: RulingGiven | None = None
    """The ruling that kept it; None if the book's own rule did, after a report."""


CutCard = Literal["", "start", "deal", "settlement"]
"""Moment at which the cut card came out: before the deal, in a deal, or between the two deals."""


class CompletedStep(NamedTuple):
    """A step that was completed in a round."""

    step: DoneStep
    about: str = ""
    """Name of the hand, or of the payout, that it was done for; empty if it was done once for the table."""


class Round(Struct, frozen=True):
    """The facts of one round, from the wagers to the last card off the felt."""

    number: int
    opened: bool = False
    hands: tuple[Hand, ...] = ()
    calls: int = 0
    """Closing calls made; a second one follows a shuffle that interrupted the start."""
    closed: bool = False
    draws: tuple[Drawn, ...] = ()
    steps: tuple[CompletedStep, ...] = ()
    picked_up: tuple[Place, ...] = ()
    cut_card: CutCard = ""
    cut_card_before: Place | None = None
    """Place of the card after the cut card; None while it is not known."""
    waived_burns: int = 0
    """Burns of the war that were left out and are not made up for."""
    face_ups: int = 0
    reread: bool = False
    """The cards were read again, and the dealer has not yet confirmed the picture."""
    reread_for: CardFault = ""
    """Kind of irregularity behind the re-reading."""
    reread_without_rule: bool = False
    """True if a ruling that cites no rule had the cards read again: a departure, or a silent book."""
    restoring: tuple[Undone, ...] = ()
    """Settlements that were undone, until the dealer has put the chips back as they lay."""
    misdeals: int = 0
    """Number of errors with cards of this round, reported or found by the station, and not found mistaken."""
    later: tuple[Later, ...] = ()
    """Actions and questions that wait for the end of the round."""
    reloaded: bool = False
    """The shoe was filled again in the middle of it: the next round is the first of these cards."""
    voided: bool = False
    voided_by: VoidKind = ""
    """Reason of the void, if a rule voided the round."""
    outcome: Literal["open", "complete", "void"] = "open"
    paid_from: tuple[tuple[MeterName, int], ...] = ()
    """Each meter that this round paid from, with the millionths of a cent by which that changed it."""
    remedied: tuple[str, ...] = ()
    """Hands that were put right under a rule of the book."""
    departures: tuple[str, ...] = ()
    """The paragraphs that rulings of this round departed from."""

    def has_done(self, step: DoneStep, about: str = "") -> bool:
        """True if the step was done, for the hand or payout `about` if it is a step for each."""
        return CompletedStep(step, about) in self.steps

    def card_at(self, place: Place, deal: Deal) -> Card | None:
        """The card that `place` got in this deal."""
        for drawn in self.draws:
            if drawn.place == place and drawn.deal == deal:
                return drawn.card
        return None


class Preparation(Struct, frozen=True):
    """Cards on their way back to the shoe: the reason why they are out, and the completed steps."""

    cause: Cause
    spot: Place | None = None
    """Before whose card the cut card came out."""
    seats: tuple[int, ...] = ()
    """Occupied seats, as far as marked seats and wagers tell."""
    done: tuple[PreparationStep, ...] = ()
    refused: tuple[int, ...] = ()
    cutter: int | None = None
    """Spot that accepted the cut, or 0 for a player whose seat nobody named."""
    last_cutter: int | None = None
    """Spot that cut before a repeated cut: it is asked first."""
    behind_cut: int = 0
    demanded: bool = False
    """A player wants cards that came shuffled to be inspected and shuffled anyway."""
    by_hand: bool = False
    """The shuffler is out of order, and the cards are shuffled by hand."""
    mix_again: bool = False
    """A card was seen: the cards are mixed, whatever they came as."""
    failed: bool = False
    """The shuffler failed meanwhile: its cards come out of it before they are shuffled again."""
    mix_ordered: bool = False
    """True if the authority ordered the repeated shuffle, not a card that was seen."""
    closed: ClosedTable | None = None
    """True if the table was closed when the cards came out."""

    @property
    def is_closed(self) -> bool:
        """True until the table is opened again; handling the cards opens it."""
        return self.closed is not None and not self.done


class Shoe(Struct, frozen=True):
    """The cards in the shoe, as far as known; `size` is zero if nobody saw it loaded."""

    size: int = 0
    drawn: int = 0
    behind_cut: int = 0
    face_ups: int = 0
    decks_opened_minutes: int | None = None
    by_hand: bool = False
    """Shuffled and loaded by hand, because the device was out of order."""

    @property
    def left(self) -> int | None:
        return self.size - self.drawn if self.size else None


class Correction(Struct, frozen=True):
    """A correction of a settlement, recorded beside the original."""

    round_number: int
    hand: str
    action: Action
    cents: Cents


class Meter(Struct, frozen=True):
    """A jackpot meter: the cents that it shows, and the millionths of a cent beyond them."""

    name: MeterName
    cents: int
    millionths: int = 0


class OpenReport(Struct, frozen=True):
    """A report, or a fault that the shuffler signalled, that can still be found mistaken."""

    kind: ReportKind
    without: "Table"
    """The table as it would be now if nobody had made the report."""
    draws: tuple[Drawn, ...] = ()
    """The cards as they lay when it was made; hands that were settled before were settled on these."""
    stops: tuple[int, ...] = ()
    """Numbers of the holds that the report raised."""
    complete: bool = False
    """True once something else has happened, so that later facts are not effects of the report."""
    later_reports: int = 0
    """Number of reports made after this one and not taken back."""
    is_fault: bool = False
    """True if the shuffler signalled it."""


class Table(Struct, frozen=True):
    """The facts of one table."""

    round: Round
    shoe: Shoe = Shoe()
    preparing: Preparation | None = None
    fresh: tuple[str, ...] = ()
    """Occasions since the last burn or deal that may call for a burn: game, shoe, dealer."""
    dealer: str = ""
    seats: tuple[int, ...] = ()
    """Seats that the dealer has marked as taken."""
    holds: tuple[Hold, ...] = ()
    stops: int = 0
    """Number of stops so far; the last hold has this number."""
    kept: tuple[Kept, ...] = ()
    rack: tuple[Racked, ...] = ()
    clock_minutes: int | None = None
    shuffler: ShufflerState = ""
    """State of the shuffler by its last report; `miscounted` if its count differs from ours."""
    beneath_count: ShufflerState = ""
    """While it is `miscounted`: its state apart from the count, restored once the count is accepted."""
    reader: DeviceStatus | Literal[""] = ""
    """The last report about the shoe's reader; while it is lost, cards are keyed in by hand."""
    batch: str = ""
    """The colour of the batch that came out of the shuffler last."""
    corrections: tuple[Correction, ...] = ()
    meters: tuple[Meter, ...] = ()
    """Meters that have changed; the others stand at their seed."""
    account: tuple[Tally, ...] = ()
    """Amounts taken, paid and returned in all finished rounds, by wager."""
    last: Round | None = None
    moves: tuple[Move, ...] = ()
    """Moves of cards and chips that the dealer still has to make, the next first."""
    ruled: RulingGiven | None = None
    """The ruling that was given last, until the next tap or card."""
    before: "Table | None" = None
    """The table before the last tap, until a card or a ruling makes it final."""
    reported: ReportKind = ""
    """Kind that the last tap reported, if it was a report."""
    reports: tuple[OpenReport, ...] = ()
    """Reports that can still be found mistaken, the oldest first."""


def with_newest(table: Table, index: int) -> Table:
    """The same table with the hold at `index` as the newest, so that a ruling applies to it."""
    holds = list(table.holds)
    holds.append(holds.pop(index))
    return replace(table, holds=tuple(holds))


def in_question(table: Table, about: int) -> Table:
    """The table with the hold of a ruling as its newest; unchanged if that hold is gone."""
    index = next((at for at, hold in enumerate(table.holds) if about and hold.raised == about), None)
    return table if index is None else with_newest(table, index)


def open_table(start: str = "round") -> Table:
    """A table at the start of a story: `closed`, `loaded`, or between two rounds of a shoe."""
    if start == "closed":
        return Table(Round(1), preparing=Preparation("new_game"))
    return Table(Round(1), fresh=("game", "shoe") if start == "loaded" else ())
