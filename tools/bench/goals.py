"""Measures every goal of speed with few samples, in under two minutes; the other parts take more."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from dealer_station.app.simulated_screen import quiet_devices
from tools import trace_card
from tools.bench import engine, log, odds, screen, wire
from tools.bench.measures import Measure, told

CARDS, STARTS, FEW_ROUNDS, MANY_ROUNDS = 100, 5, 30, 120
SHIFT_ROUNDS, ODDS_ROUNDS, LOGGED_ROUNDS = 15, 40_000, 4_000
PLAYERS = (3,)
AIM_DECIDED = 1


def measure() -> Iterator[Measure]:
    """Yield each measure that has a goal."""
    parts: dict[str, Callable[[], Iterator[Measure]]] = {
        "the screen": lambda: screen.measure(CARDS, STARTS, (FEW_ROUNDS, MANY_ROUNDS)),
        "calls of decide": _decided,
        "the engine beside a commit": lambda: engine.measure(PLAYERS),
        "a card from the wire to its row": lambda: wire.to_the_row(SHIFT_ROUNDS),
        "odds": lambda: odds.measure(ODDS_ROUNDS),
        "verification": lambda: log.verification(LOGGED_ROUNDS),
    }
    for name, part in parts.items():
        told(name)
        yield from (one for one in part() if one.met is not None)


def _decided() -> Iterator[Measure]:
    """Count the calls of `decide` for one card, in all threads of a table with its screen."""
    with tempfile.TemporaryDirectory() as folder, quiet_devices():
        calls = min(one.decided for one in trace_card.trace(Path(folder) / "traced.db"))
    yield Measure(
        "calls of decide for a card", calls, "calls", f"{AIM_DECIDED} call", met=calls == AIM_DECIDED
    )
