"""The crew of a simulated table: dealers who take turns, players whose moods change, and a floor."""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from dealer_station.engine.due.step_types import Due, TakeBets
from dealer_station.engine.due.wheel import FIVE_DOLLARS, is_offered
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.observations import (
    CardDrawn,
    Confirmed,
    CutCardSeen,
    DealerArrived,
    Observation,
    Ruled,
)
from dealer_station.engine.model.table import Table
from dealer_station.engine.notation.writer import write_act
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.words.prompts import step_id
from dealer_station.station.station import Seen, Shown
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.devices.wheel import Wheel
from hw_sim.people.dealer_styles import Dealer, Manner
from hw_sim.people.people import SimulatedPeople, SimulatedPlayer, seat_players

DEALERS = ("Ana", "Bo", "Chi", "Dee")
ROUNDS_PER_DEALER = 8
ROUNDS_PER_MOOD = 3
TEMPERS: tuple[Strategy, ...] = ("war", "war", "war", "surrender")
"""Answers to a tie to choose from: three in four go to war."""
REFUSALS_MAX = 20
"""After this many identical taps without effect the people are stuck."""


class StuckError(DealerStationError):
    """Raised when people do what is due again and again, and it stays due."""


class Crew:
    """The people of one table; what they do depends only on the seed, the round and the cards."""

    def __init__(self, rules: Rules, seed: int, players: int, manner: Manner = "steady") -> None:
        self._rules = rules
        self._seed = seed
        self.dealer = Dealer(manner, seed)
        self._seats = seat_players(rules, players, "war")
        self._people: SimulatedPeople | None = None
        self._tapped: tuple[Due, Observation] | None = None
        self._in_vain = 0

    def sit_down(self, table: Table, shoe: SimulatedShoe) -> None:
        """Take over a table, and the shoe that the dealer draws from and loads."""
        self._people = SimulatedPeople(shoe, (), Wheel(self._rules, Random(f"wheel {self._seed}")))
        self._people.sit_down_at(table)

    def players(self, round_number: int) -> tuple[SimulatedPlayer, ...]:
        """Return the players of a round; their moods last for a few rounds."""
        chance = Random(f"people {self._seed} {round_number // ROUNDS_PER_MOOD}")
        return tuple(in_the_mood(seat, self._rules, chance) for seat in self._seats)

    def act(self, shown: Shown, slip_out: Callable[[], Observation | None]) -> Seen | None:
        """Do what the screen asks for, or make a mistake instead. Return the tap, or None if a card left the
        shoe; `slip_out` draws a card that is not due, if the shoe has one to give.
        """
        assert self._people, "nobody has sat down yet"
        now, step = shown.view, shown.due
        on_duty = dealer_on_duty(now.round_number)
        if now.dealer != on_duty and (not now.dealer or isinstance(step, TakeBets)):
            return Seen(DealerArrived(on_duty), "dealer", on_duty)
        self._people.players = self.players(now.round_number)
        self._people.look_at(shown.table)
        slip = self.dealer.instead(step, now)
        if slip == "draw":
            slip = slip_out()
        done = slip or self._people.respond(step)
        if isinstance(done, CardDrawn | CutCardSeen):
            return None
        self._count_in_vain(step, done)
        if isinstance(done, Ruled | Confirmed) and done.by:
            return Seen(done, "floor", done.by)
        self.dealer.did(done)
        return Seen(done, "dealer", now.dealer)

    def _count_in_vain(self, step: Due, done: Observation) -> None:
        """Raise StuckError if the same tap has been made too often while the same step is due."""
        self._in_vain = self._in_vain + 1 if self._tapped == (step, done) else 0
        self._tapped = step, done
        if self._in_vain >= REFUSALS_MAX:
            raise StuckError(
                f'the simulated people are stuck: "{write_act(done)}" was tapped {REFUSALS_MAX} times, and '
                f"{step_id(step)} is still due; the last rows of the log say why"
            )


def dealer_on_duty(round_number: int) -> str:
    """Return the name of the dealer whose turn it is in this round."""
    return DEALERS[(round_number - 1) // ROUNDS_PER_DEALER % len(DEALERS)]


def in_the_mood(seat: SimulatedPlayer, rules: Rules, chance: Random) -> SimulatedPlayer:
    """Return the seat's player with a varied wager: often larger, mostly without
    a tie wager, mostly with side bets.
    """
    limits = rules.wagers.main_limits.value
    main = (seat.bet.main_cents or 0) * chance.choice((1, 1, 2, 3, 5))
    main = min(main, limits.max_cents) if limits.max_cents else main
    tie = (seat.bet.tie_cents or 0) * chance.choice((0, 0, 1))
    temper = chance.choice(TEMPERS)
    progressive, bonus = seat.bet.progressive_cents or 0, FIVE_DOLLARS if is_offered(rules) else 0
    # Without side bets no random number is drawn, so that such tables keep their sequence.
    progressive = progressive * chance.choice((0, 1, 1)) if progressive else 0
    bonus = bonus * chance.choice((0, 1, 1)) if bonus else 0
    bet = replace(seat.bet, main_cents=main, tie_cents=tie, progressive_cents=progressive, bonus_cents=bonus)
    return SimulatedPlayer(bet, temper)
