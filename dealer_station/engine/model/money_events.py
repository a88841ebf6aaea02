"""The facts about chips and meters, and the two kinds of fact that all events are."""

from msgspec import Struct

from dealer_station.engine.model.money_lines import Action, Wager
from dealer_station.engine.model.observations import Bet, Cents
from dealer_station.engine.model.values import Line, MeterCause, MeterName


class RoundFact(Struct, frozen=True):
    """A fact that changes nothing but the round."""


class TableFact(Struct, frozen=True):
    """A fact that moves a card, stops the table, or reaches beyond the round."""


class HandSettled(RoundFact, frozen=True, tag=True):
    """One hand's wagers were taken, paid or returned."""

    spot: int
    bettor: str
    lines: tuple[Line, ...]


class SettlementReversed(RoundFact, frozen=True, tag=True):
    """Chips went back to where they lay before this hand was settled; it is settled again by other cards."""

    spot: int
    bettor: str
    lines: tuple[Line, ...]


class WagerAdded(RoundFact, frozen=True, tag=True):
    """A wager that was reported as late counts: it was let stand, or found to be in time."""

    bet: Bet


class SideBetsMoved(RoundFact, frozen=True, tag=True):
    """Side bets were collected before the deal, or given back as none; that settles nothing."""

    spot: int
    bettor: str
    lines: tuple[Line, ...]


class StakeCounted(RoundFact, frozen=True, tag=True):
    """A wager over the limit was counted: so much stands, and what was above it may have gone back."""

    spot: int
    bettor: str
    wager: Wager
    stake_cents: int
    excess_cents: int
    cite: str


class WheelSpun(RoundFact, frozen=True, tag=True):
    """The bonus wheel showed this symbol for a bettor; none where the floor has it spun again."""

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
    """A toke that nobody asked to bet went into the toke box; None where nobody counted it."""

    cents: Cents


class Corrected(TableFact, frozen=True, tag=True):
    """A settlement was put right: chips moved to the player (`pay`) or from the player (`take`)."""

    round_number: int
    hand: str
    action: Action
    cents: Cents
    by: str
    because: str
    booked: bool = False
    """Only the books change: the chips had moved together with the stake."""
