"""Measures `odds`: rounds per second on all cores, beside the engine alone, and the time for a million."""

import os
import time
from collections.abc import Iterator

from dealer_station.rulebooks import load
from hw_sim.tables.played_odds import BLOCK_ROUNDS, Trial, play, play_block
from tools.bench.measures import Measure, best_seconds, used_by_children_seconds

ROUNDS = 100_000
AIM_SECONDS = 60.0
ENGINE_BLOCKS = 3
CORES = 2


def measure(rounds: int = ROUNDS) -> Iterator[Measure]:
    """Measure one player at the Massachusetts table who always goes to war."""
    trial = Trial(load("massachusetts"), players=1, strategy="war", rounds=rounds, seed=1)
    jobs = os.cpu_count() or 1
    start, used = time.perf_counter(), used_by_children_seconds()
    play(trial, jobs, lambda _: None)
    seconds, used = time.perf_counter() - start, used_by_children_seconds() - used
    yield Measure(f"odds, one player, {jobs} processes", rounds / seconds, "rounds per second")
    alone = best_seconds(lambda: play_block(trial, 0), repeats=ENGINE_BLOCKS) / BLOCK_ROUNDS
    yield Measure("odds, the engine alone, one process", 1 / alone, "rounds per second")
    yield Measure("a million rounds at that rate", seconds * 1_000_000 / rounds, "s")
    # Other programs take turns on the cores; the processor time of the worker processes does not count them.
    million = used * 1_000_000 / rounds / CORES
    aim = f"below {AIM_SECONDS:g} s"
    yield Measure(f"a million rounds on {CORES} free cores", million, "s", aim, met=million < AIM_SECONDS)
