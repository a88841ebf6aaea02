"""Odds by simulation: plays random shoes through the real engine, from the
opening burn to the last pick-up.
"""

import math
import multiprocessing
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from random import Random

from msgspec import Struct, field
from msgspec.structs import replace

from dealer_station.engine.due.next_step import due
from dealer_station.engine.due.side_bet_steps import progressive_win
from dealer_station.engine.due.step_types import TakeBets
from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.table import Round, Table, open_table
from dealer_station.engine.odds import exact, exact_progressive
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.engine.rulebook.rule_sections import PayLine
from dealer_station.engine.rulebook.rules import Rules
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.people.people import SimulatedPeople, seat_players, usual_progressive
from hw_sim.tables.round_memory import RoundMemory, observed, with_cards_out

BLOCK_ROUNDS = 2_000
"""Rounds are played in blocks, each with its own table and seed, so that the result is the same on any number
of cores. Another size gives another sample of the same quality.
"""

CARDS_PER_PLAYER, CARDS_PER_ROUND = 8, 8
"""More cards than a round can use: two cards for each player, the dealer's, the burns of a war."""

FEWEST_HITS = 5
"""A progressive line that is expected less often than this gets no z value."""


class Trial(Struct, frozen=True):
    """The parameters of a simulation; the result depends on nothing else."""

    rules: Rules
    players: int
    strategy: Strategy
    rounds: int
    seed: int


class TrialSums(Struct):
    """Sum and sum of squares of one figure per round; integers, so that the order
    of adding does not matter.
    """

    total: int = 0
    squares: int = 0

    def add(self, figure: int) -> None:
        """Add the figure of a round."""
        self.total += figure
        self.squares += figure * figure

    def merge(self, other: "TrialSums") -> None:
        """Add the sums of another block."""
        self.total += other.total
        self.squares += other.squares


class OddsTally(Struct):
    """Results of some rounds, summed per round over all players: cents won, ties and progressive hits."""

    rounds: int = 0
    main_cents: TrialSums = field(default_factory=TrialSums)
    tie_cents: TrialSums = field(default_factory=TrialSums)
    ties: TrialSums = field(default_factory=TrialSums)
    progressive_cents: TrialSums = field(default_factory=TrialSums)
    """Returns on progressive wagers, without the payments of the meter."""
    hits: dict[str, TrialSums] = field(default_factory=dict)
    """Hits by line of the paytable."""

    def add(self, round_: Round, rules: Rules) -> None:
        """Add a finished round."""
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
        if rules.progressive.progressive.value == "on":
            self._add_progressives(round_, rules)

    def _add_progressives(self, round_: Round, rules: Rules) -> None:
        back, hits = 0, Counter[str]()
        for hand in round_.hands:
            won = [line for line in hand.lines if line.wager == "progressive" and line.action != "take"]
            back += sum((line.cents or 0) - line.meter_cents for line in won)
            if won and (made := progressive_win(hand, round_, rules)):
                hits[made.hand] += 1
        self.progressive_cents.add(back)
        for line, count in hits.items():
            self.hits.setdefault(line, TrialSums()).add(count)

    def merge(self, other: "OddsTally") -> None:
        """Add the rounds of another block."""
        self.rounds += other.rounds
        self.main_cents.merge(other.main_cents)
        self.tie_cents.merge(other.tie_cents)
        self.ties.merge(other.ties)
        self.progressive_cents.merge(other.progressive_cents)
        for line, sums in other.hits.items():
            self.hits.setdefault(line, TrialSums()).merge(sums)


class Estimate(Struct, frozen=True):
    """A simulated figure beside its exact value; `z` is the difference in standard errors."""

    mean: float
    stderr: float
    exact: float
    z: float | None
    """None if every round was the same, or the line is too rare, so that the error cannot be judged."""


class LineOdds(Struct, frozen=True):
    """Frequency of one paytable line as the highest hand, beside its exact probability."""

    hand: str
    pays: int
    meter_percent: int
    hits: int
    p: Estimate
    """The share of wagers that hit the line."""
    exact_fraction: str


class ProgressiveOdds(Struct, frozen=True):
    """Odds of the progressive wager: its lines, and its return per unit."""

    wager_cents: int
    wagers: int
    suited_double_tie: str
    stake_on_win: str
    lines: tuple[LineOdds, ...]
    return_without_meter: Estimate
    meter_dollar: float
    """Value that one dollar on the meter adds to a wager, in dollars."""
    envy: float
    """Value that each other bettor adds, per unit."""


class Odds(Struct, frozen=True, omit_defaults=True):
    """Value of a book's wagers to a player, per unit staked."""

    main_ev: Estimate
    """Value including the war wager, per unit of the main wager."""
    tie_ev: Estimate
    p_tie: Estimate
    """The share of hands that tie."""
    progressive: ProgressiveOdds | None = None
    """None if the table does not offer it."""


def play(trial: Trial, jobs: int, progress: Callable[[int], None]) -> Odds:
    """Play all rounds in up to `jobs` processes; `progress` is called with the
    number of rounds just finished.
    """
    rules, rounds = trial.rules, trial.rounds
    bets = [player.bet for player in seat_players(rules, trial.players, trial.strategy)]
    tally = OddsTally()
    for part in _parts(trial, min(jobs, len(_blocks(trial)))):
        tally.merge(part)
        progress(part.rounds)
    main_unit, tie_unit = sum(bet.main_cents or 0 for bet in bets), sum(bet.tie_cents or 0 for bet in bets)
    return Odds(
        main_ev=estimate(tally.main_cents, rounds, main_unit, exact.main_value(rules, trial.strategy)),
        tie_ev=estimate(tally.tie_cents, rounds, tie_unit, exact.tie_value(rules)),
        p_tie=estimate(tally.ties, rounds, len(bets), exact.chance_of_tie(rules)),
        progressive=_progressive_odds(trial, tally) if rules.progressive.progressive.value == "on" else None,
    )


def _progressive_odds(trial: Trial, tally: OddsTally) -> ProgressiveOdds:
    rules, strategy, stake = trial.rules, trial.strategy, usual_progressive(trial.rules)
    chances = exact_progressive.chances(rules, strategy)
    returned = exact_progressive.return_without_meter(rules, strategy)
    spread = exact_progressive.variance(rules, strategy) / trial.players
    return ProgressiveOdds(
        wager_cents=stake,
        wagers=trial.rounds * trial.players,
        suited_double_tie=rules.progressive.suited_double_tie.value,
        stake_on_win=rules.progressive.progressive_stake_on_win.value,
        lines=tuple(
            _line_odds(trial, line, tally.hits.get(line.hand, TrialSums()), chances[line.hand])
            for line in rules.progressive.paytable.value
        ),
        return_without_meter=estimate(
            tally.progressive_cents, trial.rounds, stake * trial.players, returned, least_variance=spread
        ),
        meter_dollar=float(exact_progressive.meter_dollar(rules, strategy)),
        envy=float(exact_progressive.envy(rules, strategy)),
    )


def _line_odds(trial: Trial, line: PayLine, hits: TrialSums, chance: Fraction) -> LineOdds:
    spread = chance * (1 - chance) / trial.players
    p = estimate(hits, trial.rounds, trial.players, chance, least_variance=spread)
    if trial.rounds * trial.players * chance < FEWEST_HITS:
        p = replace(p, z=None)
    return LineOdds(line.hand, line.odds, line.meter_percent, hits.total, p, str(chance))


def estimate(
    sums: TrialSums, rounds: int, unit: int, exact_value: Fraction, *, least_variance: Fraction | int = 0
) -> Estimate:
    """Return mean and standard error over rounds. The hands of a round share the dealer's card, so a round is
    one observation. `unit` is the stake of a round, or its number of hands.
    """
    mean = sums.total / (rounds * unit)
    spread = rounds * sums.squares - sums.total**2
    # A few rare hits give a poor estimate of their own variance, so the known variance is a lower bound.
    known = math.sqrt(least_variance / rounds)
    stderr = max(math.sqrt(spread / (rounds**2 * (rounds - 1))) / unit, known)
    z = (mean - float(exact_value)) / stderr if stderr else None
    return Estimate(mean, stderr, float(exact_value), z)


def _blocks(trial: Trial) -> range:
    return range(math.ceil(trial.rounds / BLOCK_ROUNDS))


def play_block(trial: Trial, block: int, memory: RoundMemory | None = None) -> OddsTally:
    """Play one block of rounds at a table that opens with a fresh shoe; a memory only saves time."""
    # The cut card ends a shoe after so many cards, not rounds, so a shoe with many wars gives fewer rounds.
    # That moves the share of ties by 0.001 % at most: half a standard error of a hundred million rounds.
    rules, rng = trial.rules, Random(f"{trial.seed} {block}")
    rounds = min(BLOCK_ROUNDS, trial.rounds - block * BLOCK_ROUNDS)
    people = SimulatedPeople(SimulatedShoe(rules, rng), seat_players(rules, trial.players, trial.strategy))
    table, last = open_table("loaded"), None
    most_cards = CARDS_PER_PLAYER * trial.players + CARDS_PER_ROUND
    tally = OddsTally()
    while tally.rounds < rounds:
        step = due(table, rules)
        if memory is not None and isinstance(step, TakeBets) and not table.round.opened:
            table = _remembered(memory, table, people, most_cards, rounds, tally, rules)
            last = table.last
            if tally.rounds == rounds:
                break
            step = due(table, rules)
        table = observed(table, rules, people.respond(step))
        if table.last is not None and table.last is not last:
            last = table.last
            tally.add(last, rules)
    return tally


def _remembered(
    memory: RoundMemory,
    table: Table,
    people: SimulatedPeople,
    most_cards: int,
    rounds: int,
    tally: OddsTally,
    rules: Rules,
) -> Table:
    """Play rounds from memory for as long as none can reach the cut card; return the table after them."""
    shoe, csm = people.shoe, rules.cards.card_supply.value == "csm"
    if shoe.in_front < most_cards:
        return table
    here, before = memory.start(table), shoe.drawn
    while shoe.in_front >= most_cards and tally.rounds < rounds:
        here, ended = memory.play_round(here, people)
        tally.add(ended, rules)
    return here.table if csm else with_cards_out(here.table, table, shoe.drawn - before)


@cache
def _memory(rules: Rules, players: int, strategy: Strategy) -> RoundMemory | None:
    """The memory of this process for a table, shared by its blocks; suits decide the progressive wager."""
    del players, strategy
    return RoundMemory(rules) if rules.progressive.progressive.value != "on" else None


def _play_remembered(trial: Trial, block: int) -> OddsTally:
    return play_block(trial, block, _memory(trial.rules, trial.players, trial.strategy))


def _parts(trial: Trial, jobs: int) -> Iterator[OddsTally]:
    """Yield the tallies of the blocks as they finish, in any order."""
    if jobs == 1:
        for block in _blocks(trial):
            yield _play_remembered(trial, block)
        return
    executor = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))
    try:
        with _children_ignore_interrupts():
            blocks = [executor.submit(_play_remembered, trial, block) for block in _blocks(trial)]
        for done in as_completed(blocks):
            yield done.result()
    except BrokenProcessPool as error:
        raise DealerStationError(
            "a worker process was killed; try again, with fewer jobs if memory is low"
        ) from error
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _children_ignore_interrupts() -> Iterator[None]:
    """Let processes started in here ignore ctrl-C. A terminal sends it to all of
    them, and one clean shutdown is enough.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
