"""A meter is its seed, shares, payments and resets, to the millionth of a cent; and the chips balance.

Many rounds with progressive wagers at any rate, with jackpots, void hands, void rounds and refused wagers.
The meter and the account are worked out a second time, in fractions, from the wagers and the chips alone.
"""

import random
from collections import Counter
from fractions import Fraction
from itertools import chain
from math import floor

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.meters import MILLIONTHS, meter
from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.step_types import AwaitRuling, Draw, Perform, TakeBets
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Bet, Observation
from dealer_station.engine.model.table import Hand, Table, open_table
from dealer_station.engine.model.values import Line, Tally
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.table_view import view
from tests.exhaustive.regular import regular_moves
from tests.exhaustive.tables import Layout
from tests.properties.strategies import book

OBSERVATIONS = 150
TROUBLE = 0.02
CARDS = tuple(Card(text) for text in ("9h", "9h", "9h", "9h", "9d", "4c", "Kc"))
"""So few that suited fours of a kind come up again and again."""
SPOTS = (1, 2, 3)
JACKPOT_ODDS = 1000


class Shift:
    """A table that is played at random, and a second set of books beside it."""

    def __init__(self, rules: Rules, chance: random.Random) -> None:
        self.rules, self.chance = rules, chance
        options = dict(rules.options)
        self.rate = Fraction(options["meter_rate"])
        self.seed_cents = int(options["meter_reset"]) * 100
        self.table = open_table()
        self.meter_cents = Fraction(self.seed_cents)
        self.from_events = Fraction(self.seed_cents)
        self.taken: set[str] = set()
        self.jackpots_in_round = self.jackpots = 0
        self.net_of_past_rounds = 0

    def play(self) -> None:
        """Something happens, and both sets of books are kept."""
        events = decide(self.table, self.rules, self._next())
        for event in events:
            match event:
                case e.HandSettled(spot, bettor, lines) | e.SideBetsMoved(spot, bettor, lines):
                    self._chips(f"{spot}{bettor}", lines)
                case e.MeterChanged():
                    self.from_events += Fraction(event.by_millionths, MILLIONTHS)
                case _:
                    pass
        before, self.table = self.table, fold(self.table, events)
        if self.table.round.number != before.round.number:
            assert self.table.last is not None
            self.net_of_past_rounds += sum(net_cents(hand.moves) for hand in self.table.last.hands)
            self.taken, self.jackpots_in_round = set(), 0

    def _chips(self, hand: str, lines: tuple[Line, ...]) -> None:
        """Apply a movement of progressive chips to the meter, in exact fractions of a cent."""
        progressive = {line.action: line for line in lines if line.wager == "progressive"}
        if taken := progressive.get("take"):
            self.taken.add(hand)
            self.meter_cents += self._share(taken)
        if (paid := progressive.get("pay")) and paid.odds == JACKPOT_ODDS:
            assert paid.meter_cents == floor(self.meter_cents), "paid as it shows"
            self.meter_cents += self.seed_cents - paid.meter_cents
            self.jackpots_in_round, self.jackpots = self.jackpots_in_round + 1, self.jackpots + 1
        elif paid:
            assert not paid.meter_cents
        back = progressive.get("return")
        if back and not paid and hand in self.taken and not self.jackpots_in_round:
            self.meter_cents -= self._share(back)

    def _share(self, line: Line) -> Fraction:
        return Fraction(line.cents or 0, 100) * self.rate

    def _next(self) -> Observation:
        step, round_ = due(self.table, self.rules), self.table.round
        if isinstance(step, TakeBets):
            return o.BetsPlaced(self._wagers())
        if isinstance(step, AwaitRuling):
            said = [ruling for ruling in step.rulings if ruling not in ("pay", "take", "void", "reshuffle")]
            return o.Ruled(self.chance.choice(said))
        if round_.closed and self.chance.random() < TROUBLE:
            hand = self.chance.choice(round_.hands).name
            return self.chance.choice(
                (
                    o.Ruled("void", hands=(hand,), by="Lee", because="under age"),
                    o.Ruled("void_round", by="Lee", because="fire alarm"),
                    o.Reported("progressive_count"),
                )
            )
        if isinstance(step, Draw):
            return o.CardDrawn(self.chance.choice(CARDS))
        moves = list(regular_moves(self.table, step, self.rules, (Layout((), war_ties=True),)))
        return self.chance.choice(moves) if not isinstance(step, Perform) else moves[0]

    def _wagers(self) -> tuple[Bet, ...]:
        spots = self.chance.sample(SPOTS, self.chance.randint(1, len(SPOTS)))
        return tuple(
            Bet(
                spot,
                "",
                self.chance.choice((200, 1000, 2500)),
                self.chance.choice((0, 500)),
                progressive_cents=self.chance.choice((0, 500, 1500)),
            )
            for spot in spots
        )


def net_cents(lines: tuple[Line, ...]) -> int:
    """The change in a player's chips: a stake that is given back counts only if it had been taken."""
    taken = {line.wager for line in lines if line.action == "take"}
    signs = {"pay": 1, "take": -1, "half": -1}
    return sum(
        (line.cents or 0) * (signs.get(line.action) or (1 if line.wager in taken else 0)) for line in lines
    )


def lies_there(hands: tuple[Hand, ...]) -> Counter[str]:
    """The chips that nobody has moved yet, by wager."""
    still: Counter[str] = Counter()
    for hand in hands:
        war = hand.bet.main_cents if hand.choice == "war" else 0
        stakes = {
            "main": hand.bet.main_cents,
            "tie": hand.bet.tie_cents,
            "progressive": hand.bet.progressive_cents,
            "war": war,
            "war_tie": hand.war_tie_cents,
        }
        moved = {line.wager for line in hand.moves}
        still.update({wager: cents or 0 for wager, cents in stakes.items() if wager not in moved})
    return still


def open_chips(account: tuple[Tally, ...]) -> Counter[str]:
    """The rest of each kind of wager, without what was taken and went back."""
    return Counter({one.wager: one.staked_cents - one.taken_cents - one.returned_cents for one in account})


def house_cents(account: tuple[Tally, ...]) -> int:
    """The winnings of the house by this account."""
    return sum(one.taken_cents - one.paid_cents for one in account)


@st.composite
def shifts(draw: st.DrawFn) -> Shift:
    """A table with a progressive, at any rate with up to four decimals."""
    rate = draw(st.integers(0, 100_0000)) if draw(st.booleans()) else draw(st.integers(0, 9_9999))
    options = {
        "progressive": "on",
        "meter_rate": f"{rate // 10_000}.{rate % 10_000:04}",
        "meter_reset": str(draw(st.integers(10_000, 90_000))),
    }
    name = draw(st.sampled_from(("massachusetts", "maryland")))
    if name == "maryland":
        options["progressive_stake_on_win"] = draw(st.sampled_from(("kept", "returned")))
    rules = book(name, tuple(sorted(options.items())))
    return Shift(rules, random.Random(draw(st.integers(0, 2**32))))


@settings(max_examples=60)
@given(shifts())
def test_the_meter_never_drifts_and_the_account_always_balances(shift: Shift) -> None:
    for _ in range(OBSERVATIONS):
        shift.play()
        table: Table = shift.table
        shows = meter(table, shift.rules, "progressive")
        exact = shows.cents + Fraction(shows.millionths, MILLIONTHS)
        assert exact == shift.meter_cents
        assert exact == shift.from_events
        seen = view(table, shift.rules)
        assert seen.meters == (shows,)
        still = lies_there(table.round.hands)
        assert +open_chips(seen.round_account) == +still
        assert +open_chips(seen.shift_account) == +still
        in_round = sum(net_cents(hand.moves) for hand in table.round.hands)
        assert house_cents(seen.round_account) == -in_round
        assert house_cents(seen.shift_account) == -(in_round + shift.net_of_past_rounds)
        for one in chain(seen.round_account, seen.shift_account):
            assert one.staked_cents == one.taken_cents + one.returned_cents + one.open_cents
            assert min(one.taken_cents, one.returned_cents, one.paid_cents, one.open_cents) >= 0


def test_such_a_shift_comes_to_jackpots_and_to_trouble() -> None:
    """The property would say little if its tables never paid a meter or never voided a hand."""
    options = {"meter_rate": "3.3333", "meter_reset": "10000", "progressive": "on"}
    shift = Shift(book("maryland", tuple(sorted(options.items()))), random.Random(1))
    voided = 0
    for _ in range(10 * OBSERVATIONS):
        shift.play()
        voided += any(hand.voided for hand in shift.table.round.hands) or shift.table.round.voided
    assert shift.jackpots > 1
    assert voided
