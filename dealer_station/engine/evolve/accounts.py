"""The running account of the table: amounts staked, taken, returned and paid, by kind of wager.

The invariant is `staked = taken + returned + what is still on the layout`. A stake that is collected before
the deal counts as taken at that point; if it is returned later, it no longer does.
"""

from collections.abc import Iterable, Iterator
from typing import get_args

from msgspec import Struct

from dealer_station.engine.model.memo import remembering_the_last
from dealer_station.engine.model.observations import Cents
from dealer_station.engine.model.table import Correction, Hand, Round, Table
from dealer_station.engine.model.values import Line, Tally
from dealer_station.engine.model.wager_outcomes import Wager

WAGERS: tuple[str, ...] = get_args(Wager)
CORRECTION = "correction"
"""Not a wager: a settlement put right."""


def net_of(lines: Iterable[Line]) -> Cents:
    """The change in a bettor's chips; None if an amount is unknown."""
    total, taken = 0, set[str]()
    for line in lines:
        if line.action == "return" and line.wager not in taken:
            continue
        if line.cents is None:
            return None
        total += line.cents if line.action in ("pay", "return") else -line.cents
        if line.action == "take":
            taken.add(line.wager)
    return total


class RunningAccount(Struct, frozen=True):
    """The account of a table, which is added up when somebody looks at it and not at every card."""

    past: tuple[Tally, ...]
    """The account of all finished rounds."""
    round_number: int
    hands: tuple[Hand, ...]
    corrections: tuple[Correction, ...]

    @property
    def of_round(self) -> tuple[Tally, ...]:
        """The amounts of the round in play, with the corrections made to it."""
        own = [one for one in self.corrections if one.round_number == self.round_number]
        return added(account_of(self.hands), _put_right(own))

    @property
    def of_shift(self) -> tuple[Tally, ...]:
        """The amounts of finished rounds, of the round in play, and all corrections."""
        return added(with_round(self.past, self.hands), _put_right(self.corrections))


def account_of_table(table: Table) -> RunningAccount:
    """The account of this table up to now."""
    return RunningAccount(table.account, table.round.number, table.round.hands, table.corrections)


def account_of_round(round_: Round, corrections: tuple[Correction, ...]) -> tuple[Tally, ...]:
    """The account of one round, with the corrections made to it."""
    return RunningAccount((), round_.number, round_.hands, corrections).of_round


@remembering_the_last
def with_round(past: tuple[Tally, ...], hands: tuple[Hand, ...]) -> tuple[Tally, ...]:
    """The account of finished rounds with one more: a round ends in `decide`, and again when it is logged."""
    return added(past, account_of(hands))


def account_of(hands: tuple[Hand, ...]) -> tuple[Tally, ...]:
    """The account of these hands as they stand; wagers that nobody made are left out."""
    return added((), [_tally(hand, wager) for hand in hands for wager in _wagers_of(hand)])


def _wagers_of(hand: Hand) -> Iterator[str]:
    """The kinds of wager that appear in this hand."""
    bet = hand.bet
    if bet.main_cents != 0:
        yield "main"
        if hand.choice == "war":
            yield "war"
    if bet.tie_cents != 0:
        yield "tie"
    if hand.war_tie_cents != 0:
        yield "war_tie"
    if bet.progressive_cents != 0:
        yield "progressive"
        if hand.has("envy", "pay"):
            yield "envy"
    if bet.bonus_cents != 0:
        yield "bonus"
    if bet.toke_cents != 0:
        yield "toke"


def added(account: tuple[Tally, ...], more: Iterable[Tally]) -> tuple[Tally, ...]:
    """The sum of two accounts, in the order of the wagers."""
    sums = {tally.wager: tally for tally in account}
    for tally in more:
        known = sums.get(tally.wager)
        sums[tally.wager] = _sum(known, tally) if known else tally
    return tuple(sums[wager] for wager in (*WAGERS, CORRECTION) if wager in sums)


def _sum(one: Tally, other: Tally) -> Tally:
    return Tally(
        one.wager,
        one.staked_cents + other.staked_cents,
        one.taken_cents + other.taken_cents,
        one.returned_cents + other.returned_cents,
        one.paid_cents + other.paid_cents,
        one.unknown + other.unknown,
    )


def _put_right(corrections: Iterable[Correction]) -> Iterable[Tally]:
    for one in corrections:
        cents = one.cents or 0
        if one.action == "pay":
            yield Tally(CORRECTION, paid_cents=cents)
        else:
            yield Tally(CORRECTION, staked_cents=cents, taken_cents=cents)


def _tally(hand: Hand, wager: str) -> Tally:
    stake = hand.stake(wager)
    if stake is None:
        return Tally(wager, unknown=1)
    taken = returned = paid = 0
    for line in hand.moves:
        if line.wager != wager:
            continue
        cents = line.cents or 0
        if line.action == "take":
            taken += cents
        elif line.action == "half":
            taken, returned = taken + cents, returned + stake - cents
        elif line.action == "return":
            returned, taken = returned + cents, taken - (cents if taken else 0)
        else:
            # A stake that was collected before the deal is not returned with the winnings.
            paid, returned = paid + cents, returned + (0 if taken or returned else stake)
    excess = sum(line.cents or 0 for line in hand.excess if line.wager == wager) if hand.excess else 0
    return Tally(wager, stake + excess, taken, returned + excess, paid)
