"""Measures `odds`: rounds per second through the real engine on all cores, and the time for a million."""

import os
import time
from collections.abc import Iterator

from dealer_station.rulebooks import load
from hw_sim.tables.played_odds import Trial, play
from tools.bench.measures import Measure

ROUNDS = 40_000
AIM_SECONDS = 120.0


def measure() -> Iterator[Measure]:
    """Measure one player at the Massachusetts table who always goes to war."""
    trial = Trial(load("massachusetts"), players=1, strategy="war", rounds=ROUNDS, seed=1)
    jobs = os.cpu_count() or 1
    start = time.perf_counter()
    play(trial, jobs, lambda _: None)
    seconds = time.perf_counter() - start
    yield Measure(f"odds, one player, {jobs} processes", ROUNDS / seconds, "rounds per second")
    million = seconds * 1_000_000 / ROUNDS
    aim = f"below {AIM_SECONDS:g} s"
    yield Measure("a million rounds at that rate", million, "s", aim, met=million < AIM_SECONDS)
