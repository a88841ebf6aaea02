"""Measures decide, evolve and view for one observation, beside one durable commit of SQLite."""

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table, open_table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.table_view import view
from dealer_station.rulebooks import load
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.people.people import SimulatedPeople, seat_players
from tools.bench.measures import Measure, best_seconds

OBSERVATIONS = 2_000
COMMITS = 200
REPEATS = 7
AIM_PERCENT = 25.0
PLAYERS = (1, 3, 7)


def measure(sizes: tuple[int, ...] = PLAYERS) -> Iterator[Measure]:
    """Measure the microseconds per observation for some table sizes, and their share of a commit."""
    rules = load("massachusetts")
    commit = _commit_seconds()
    yield Measure("one durable SQLite commit (WAL, synchronous=FULL)", commit * 1e6, "us")
    for players in sizes:
        story = record(rules, players)
        seconds = best_seconds(lambda story=story: replay(rules, story), repeats=REPEATS) / len(story)  # type: ignore[misc]
        share = 100 * seconds / commit
        name = f"decide + evolve + view, {players} player{'s' * (players > 1)}"
        yield Measure(name, seconds * 1e6, "us per observation")
        yield Measure(name, 1 / seconds, "observations per second")
        aim = f"below {AIM_PERCENT:g} % of a commit"
        yield Measure(f"{name}, share of a commit", share, "%", aim, met=share < AIM_PERCENT)


def record(rules: Rules, players: int) -> list[Observation]:
    """Record the observations of a shift in advance, so that only the engine is measured later."""
    people = SimulatedPeople(SimulatedShoe(rules, Random(players)), seat_players(rules, players, "war"))
    table, story = open_table("loaded"), list[Observation]()
    while len(story) < OBSERVATIONS:
        story.append(people.respond(due(table, rules)))
        table = fold(table, decide(table, rules, story[-1]))
    return story


def replay(rules: Rules, story: list[Observation]) -> Table:
    """Process each observation as the station does, without log and screen."""
    table = open_table("loaded")
    for seen in story:
        table = fold(table, decide(table, rules, seen))
        view(table, rules)
    return table


def _commit_seconds() -> float:
    """The time of one commit on the project's disk: a memory file system would make it look too cheap."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        database = sqlite3.connect(Path(folder) / "bench.db", isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, body BLOB) STRICT")

        def commits() -> None:
            for _ in range(COMMITS):
                database.execute("BEGIN IMMEDIATE")
                database.execute("INSERT INTO event (body) VALUES (?)", (b"x" * 200,))
                database.execute("COMMIT")

        seconds = best_seconds(commits, repeats=REPEATS) / COMMITS
        database.close()
    return seconds
