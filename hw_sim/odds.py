"""Odds by playing: random shoes through the real engine, from the opening burn to the last pick-up."""

import math
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from fractions import Fraction
from random import Random

from msgspec import Struct

from dealer_station.engine.decisions import decide
from dealer_station.engine.errors import DealerStationError, ProfileError
from dealer_station.engine.events import TapRefused
from dealer_station.engine.evolution import fold
from dealer_station.engine.procedure import due
from dealer_station.engine.rules import Rules
from dealer_station.engine.table import Round, open_table
from hw_sim import exact
from hw_sim.people import People, Strategy, seat_players
from hw_sim.shoe import Shoe

BLOCK_ROUNDS = 2_000
"""Rounds are played in blocks, each with a table and a seed of its own, so that the result is the same on
any number of cores. A different size is a different, equally good, sample."""


class Trial(Struct, frozen=True):
    """What is to be played: all that the result depends on."""

    rules: Rules
    players: int
    strategy: Strategy
    rounds: int
    seed: int


class Sums(Struct):
    """One figure of each round, added up; whole numbers, so that the order of adding makes no difference."""

    total: int = 0
    squares: int = 0

    def add(self, figure: int) -> None:
        """A round's figure."""
        self.total += figure
        self.squares += figure * figure

    def merge(self, other: "Sums") -> None:
        """The rounds of another block."""
        self.total += other.total
        self.squares += other.squares


class Tally(Struct):
    """What some rounds came to, per round over all players: cents won, and hands that tied."""

    rounds: int
    main_cents: Sums
    tie_cents: Sums
    ties: Sums

    def add(self, round_: Round) -> None:
        """A finished round."""
        main = tie = ties = 0
        for hand in round_.hands:
            ties += hand.choice != ""
            for line in hand.lines:
                if line.action == "return" or line.cents is None:
                    continue
                cents = line.cents if line.action == "pay" else -line.cents
                if line.wager == "tie":
                    tie += cents
                elif line.wager in ("main", "war"):
                    main += cents
        self.rounds += 1
        self.main_cents.add(main)
        self.tie_cents.add(tie)
        self.ties.add(ties)

    def merge(self, other: "Tally") -> None:
        """The rounds of another block."""
        self.rounds += other.rounds
        self.main_cents.merge(other.main_cents)
        self.tie_cents.merge(other.tie_cents)
        self.ties.merge(other.ties)


class Estimate(Struct, frozen=True):
    """A figure as it was played, beside its exact value; `z` is how many standard errors lie between."""

    mean: float
    stderr: float
    exact: float
    z: float | None
    """None where every round was alike, so that nothing can be said of the error."""


class Odds(Struct, frozen=True):
    """What the wagers of a book are worth to a player, per unit staked."""

    main_ev: Estimate
    """With the war wager, per unit of the main wager."""
    tie_ev: Estimate
    p_tie: Estimate
    """The share of hands that tie."""


def play(trial: Trial, jobs: int, progress: Callable[[int], None]) -> Odds:
    """Plays all rounds in up to `jobs` processes; `progress` hears how many more are done."""
    rules, rounds = trial.rules, trial.rounds
    bets = [player.bet for player in seat_players(rules, trial.players, trial.strategy)]
    tally = Tally(0, Sums(), Sums(), Sums())
    for part in _parts(trial, min(jobs, len(_blocks(trial)))):
        tally.merge(part)
        progress(part.rounds)
    main_unit, tie_unit = sum(bet.main_cents or 0 for bet in bets), sum(bet.tie_cents or 0 for bet in bets)
    return Odds(
        main_ev=estimate(tally.main_cents, rounds, main_unit, exact.main_value(rules, trial.strategy)),
        tie_ev=estimate(tally.tie_cents, rounds, tie_unit, exact.tie_value(rules)),
        p_tie=estimate(tally.ties, rounds, len(bets), exact.chance_of_tie(rules)),
    )


def estimate(sums: Sums, rounds: int, unit: int, exact_value: Fraction) -> Estimate:
    """Mean and standard error over rounds: the hands of one round share the dealer's card, so a round is one
    observation. `unit` is what a round stakes, or its number of hands."""
    mean = sums.total / (rounds * unit)
    spread = rounds * sums.squares - sums.total**2
    stderr = math.sqrt(spread / (rounds**2 * (rounds - 1))) / unit
    z = (mean - float(exact_value)) / stderr if stderr else None
    return Estimate(mean, stderr, float(exact_value), z)


def _blocks(trial: Trial) -> range:
    return range(math.ceil(trial.rounds / BLOCK_ROUNDS))


def play_block(trial: Trial, block: int) -> Tally:
    """One block of rounds at a table that opens with a fresh shoe."""
    # The cut card ends a shoe after so many cards, not rounds, so a shoe with many wars gives fewer rounds.
    # That moves the share of ties by 0.001 % at most: half a standard error of a hundred million rounds.
    rules, rng = trial.rules, Random(f"{trial.seed} {block}")
    rounds = min(BLOCK_ROUNDS, trial.rounds - block * BLOCK_ROUNDS)
    people = People(Shoe(rules, rng), seat_players(rules, trial.players, trial.strategy))
    table, last = open_table("loaded"), None
    tally = Tally(0, Sums(), Sums(), Sums())
    while tally.rounds < rounds:
        events = decide(table, rules, people.respond(due(table, rules)))
        if isinstance(events[0], TapRefused):
            # Nothing changes at a table that refuses, so this would go on for ever.
            raise ProfileError(f"{rules.book.id} cannot be played: {events[0].reason} ({events[0].cite})")
        table = fold(table, events)
        if table.last is not None and table.last is not last:
            last = table.last
            tally.add(last)
    return tally


def _parts(trial: Trial, jobs: int) -> Iterator[Tally]:
    """The blocks as they are done, in any order."""
    if jobs == 1:
        for block in _blocks(trial):
            yield play_block(trial, block)
        return
    executor = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))
    try:
        with _interrupts_for_us_alone():
            blocks = [executor.submit(play_block, trial, block) for block in _blocks(trial)]
        for done in as_completed(blocks):
            yield done.result()
    except BrokenProcessPool as error:
        raise DealerStationError(
            "a process that played rounds was ended from outside; try again, with fewer jobs if memory is low"
        ) from error
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_for_us_alone() -> Iterator[None]:
    """Processes started in here do not hear ctrl-C: a terminal sends it to all, one clean end is enough."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
