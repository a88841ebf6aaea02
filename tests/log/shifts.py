"""Shifts for the tests: a station in this process, with clocks that a test can set."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from dealer_station.log.integrity import keys
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.append import Writer
from dealer_station.log.store.records import RulesKept
from dealer_station.review.moments import rules_of
from dealer_station.rulebooks import load, words_of
from dealer_station.station.station import Shown, Station
from hw_sim.people.shift_crew import Crew
from hw_sim.tables.direct_table import DirectTable

NOON_US = 1_794_830_400_000_000
"""The 16th of November 2026, 12:00 UTC."""


class SetClock(Struct):
    """Clocks that stand still between two readings, but for a step."""

    wall: int = NOON_US
    mono: int = 0
    step_us: int = 1_000

    def wall_us(self) -> int:
        self.wall += self.step_us
        return self.wall

    def mono_us(self) -> int:
        self.mono += self.step_us
        return self.mono


def keys_of(db: Path) -> Keys:
    """The keys beside a log, made where there are none; the escrow key goes to escrow.key."""
    folder = db.with_name(db.name + ".keys")
    if (folder / "signing.key").exists():
        return keys.load(folder)
    return keys.make(folder, db.with_name("escrow.key"))


def words(profile: str, options: dict[str, str] | None = None) -> RulesKept:
    """A book as a log keeps it."""
    rules = load(profile, options or {})
    return RulesKept(profile, rules.digest, words_of(profile), rules.options)


def station_on(
    db: Path,
    clock: SetClock,
    *,
    profile: str = "massachusetts",
    options: dict[str, str] | None = None,
    publish: Callable[[Shown], None],
) -> Station:
    """A station whose inbox nobody works on: a test calls `observe`."""
    log = Writer(db, keys_of(db), clock, start="loaded")
    station = Station(log, load(profile, options or {}), words(profile, options), publish)
    station.resume()
    return station


def going_on_with(db: Path, clock: SetClock) -> Station:
    """A station that finishes the open round of a log, under the very words that the log keeps."""
    log = Writer(db, keys_of(db), clock)
    kept = log.known.rules
    assert kept is not None
    station = Station(log, rules_of(kept), kept, lambda _: None)
    station.resume()
    return station


def play(
    db: Path,
    *,
    rounds: int = 2,
    seed: int = 1,
    players: int = 2,
    profile: str = "massachusetts",
    clock: SetClock | None = None,
) -> Path:
    """Deals some rounds and puts the log away."""
    rules = load(profile)
    table = DirectTable(rules, seed, db, Crew(rules, seed, players))
    station = station_on(db, clock or SetClock(), profile=profile, publish=table.show)
    table.play(station, rounds=rounds, pause_seconds=0, saw=lambda _: None)
    station.stop()
    table.close()
    return db


def unguarded(db: Path) -> sqlite3.Connection:
    """A connection of somebody who has taken the triggers away: what a log must not rely on."""
    connection = sqlite3.connect(db, isolation_level=None)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    return connection


def put_guards_back(db: Path, original: Path) -> None:
    """So that only the data tells that somebody was there."""
    source = sqlite3.connect(original)
    connection = sqlite3.connect(db, isolation_level=None)
    for (text,) in source.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(text)
    connection.close()
    source.close()


def rows(db: Path) -> list[tuple[Any, ...]]:
    """Everything that a reader gets."""
    with Reader(db) as log:
        return list(log.raw_rows())
