"""Measures the log: an append beside raw sqlite3 and a bare fdatasync; search and verification at size."""

import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.next_step import due
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model.table import open_table
from dealer_station.log.integrity import keys
from dealer_station.log.integrity.chain import COLUMNS, hash_of
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store import files
from dealer_station.log.store.append import COMMITS_PER_CHECKPOINT, Origin, Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.codec import Content, Part, decode, encode
from dealer_station.review.round_history import read_round
from dealer_station.rulebooks import load
from hw_sim.devices.shoe import SimulatedShoe
from hw_sim.people.people import SimulatedPeople, seat_players
from tools.bench.bulk_log_writer import build
from tools.bench.log_of_copied_shoes import write_copied_shoes
from tools.bench.measures import Measure, best_seconds, used_by_children_seconds

EVENTS = 2_000_000
"""Rows of the large file; set by `--events`."""
COMMITS = 1_500
VERIFIED_PLAYERS = 4
LOOKS = 1_000
AIM_RAW, AIM_SYNC, AIM_FIND_MS = 1.4, 1.5, 5.0
AIM_VERIFIED = 150_000
REPEATS = 3
TABLE = (
    "CREATE TABLE event (seq INTEGER PRIMARY KEY, part TEXT, cause INTEGER, wall_us INTEGER, "
    "mono_us INTEGER, source TEXT, who TEXT, journal TEXT, device_seq INTEGER, body BLOB, frame BLOB, "
    "seal BLOB, prev BLOB, hash BLOB) STRICT"
)


def measure() -> Iterator[Measure]:
    """Run on the project's disk: a memory file system would make commits look too cheap."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        yield from _appending(Path(folder))
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        yield from _large_file(Path(folder) / "large.db")


def _appending(folder: Path) -> Iterator[Measure]:
    """Time one commit of each kind in turn, in random order, so that the disk affects all alike."""
    ways = {
        "log": _log(folder),
        "raw": raw_commit(folder / "raw.db"),
        "raw in room": raw_commit(folder / "room.db", room=True),
        "sync": _bare(folder),
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    orders, chance = list(ways), Random(1)
    for _ in range(COMMITS):
        chance.shuffle(orders)
        for name in orders:
            commit = ways[name]
            start = time.perf_counter()
            commit()
            taken[name].append(time.perf_counter() - start)
    middle = {name: statistics.median(times) for name, times in taken.items()}
    yield Measure("append: what happened, with its consequences", middle["log"] * 1e6, "us")
    yield Measure("append, mean with what is done now and then", statistics.mean(taken["log"]) * 1e6, "us")
    yield Measure("raw sqlite3, the same rows", middle["raw"] * 1e6, "us")
    yield Measure("raw sqlite3 with the same room for its commits", middle["raw in room"] * 1e6, "us")
    yield Measure("a bare write with fdatasync", middle["sync"] * 1e6, "us")
    for other, words, aim in (("raw", "raw sqlite3", AIM_RAW), ("sync", "fdatasync", AIM_SYNC)):
        ratio = middle["log"] / middle[other]
        yield Measure(f"append against {words}", ratio, "x", f"at most {aim:g} x", met=ratio <= aim)
    in_room = middle["log"] / middle["raw in room"]
    yield Measure("append against raw sqlite3 with the same room", in_room, "x")


def _log(folder: Path) -> Callable[[], object]:
    clock = SystemClock()
    log = Writer(folder / "log.db", keys.make(folder / "keys", None), clock, start="loaded")
    waiting = iter(_moments())

    def commit() -> None:
        log.append(Origin(clock.wall_us(), clock.mono_us(), "shoe", "Ana"), next(waiting))
        log.look_after(ended=False)

    return commit


def _moments() -> list[list[tuple[Part, Content]]]:
    """The commits of a shift: each observation with its events, without summaries of rounds."""
    rules = load("massachusetts")
    people = SimulatedPeople(SimulatedShoe(rules, Random(1)), seat_players(rules, 4, "war"))
    table, found = open_table("loaded"), []
    for _ in range(COMMITS):
        seen = people.respond(due(table, rules))
        events = decide(table, rules, seen)
        table = fold(table, events)
        found.append([("seen", seen), *(("fact", event) for event in events)])
    return found  # type: ignore[return-value]


def raw_commit(path: Path, *, room: bool = False) -> Callable[[], None]:
    """Return a function that commits the same rows durably with sqlite3 alone: no triggers, chain
    or state.
    """
    database = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0"):
        database.execute(f"PRAGMA {pragma}")
    database.execute(TABLE)
    insert = f"INSERT INTO event ({', '.join(COLUMNS[1:])}) VALUES ({', '.join('?' * (len(COLUMNS) - 1))})"
    if room:
        files.make_room(path)
    clock, like_a_hash = SystemClock(), bytes(range(32))
    waiting = iter(
        [
            [
                (
                    *(part, cause, clock.wall_us(), clock.mono_us(), "shoe", "Ana", "", None),
                    *(encode(content), None, None, like_a_hash, like_a_hash),
                )
                for part, content in moment
            ]
            for cause, moment in enumerate(_moments(), 1)
        ]
    )
    done = 0

    def commit() -> None:
        nonlocal done
        database.execute("BEGIN IMMEDIATE")
        database.executemany(insert, next(waiting))
        database.execute("COMMIT")
        done += 1
        if room and done % COMMITS_PER_CHECKPOINT == 0:
            database.execute("PRAGMA wal_checkpoint(PASSIVE)")

    return commit


def _bare(folder: Path) -> Callable[[], None]:
    """Return a function that appends and syncs one page: the lower bound of any commit."""
    fd = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    page = bytes(4096 + 24)

    def commit() -> None:
        os.write(fd, page)
        os.fdatasync(fd)

    return commit


def _large_file(path: Path) -> Iterator[Measure]:
    start = time.perf_counter()
    rounds = build(path, EVENTS)
    size = path.stat().st_size
    seconds = time.perf_counter() - start
    with Reader(path) as log:
        rows = log.ends()[1]
        yield Measure(f"a log of {rows:,} events, {rounds:,} rounds: built in", seconds, "s")
        yield Measure("bytes per event", size / rows, "B")
        chance = Random(1)
        numbers = [chance.randrange(1, rounds + 1) for _ in range(LOOKS)]
        found = _percentiles(lambda number: _find(log, number), numbers)
        yield Measure("one round found and read, median", found[0], "ms")
        aim = f"below {AIM_FIND_MS:g} ms"
        yield Measure("one round found and read, p99", found[1], "ms", aim, met=found[1] < AIM_FIND_MS)
        rebuilt = _percentiles(lambda number: read_round(log, number), numbers[: LOOKS // 10])
        yield Measure("one round rebuilt with the whole rack, median", rebuilt[0], "ms")
        yield Measure("one round rebuilt with the whole rack, p99", rebuilt[1], "ms")
    yield from _verified(path)


def verification(rounds: int) -> Iterator[Measure]:
    """Measure the verification of a log of copied shoes."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        path = Path(folder) / "copied.db"
        write_copied_shoes(path, rounds, VERIFIED_PLAYERS)
        yield from _verified(path)


def _verified(path: Path) -> Iterator[Measure]:
    """Verify a log, and hash the same rows without looking at anything else."""
    with Reader(path) as log:
        rows = log.ends()[1]
        bare = best_seconds(lambda: _hash_all(log), repeats=REPEATS)
    seconds = best_seconds(lambda: _verify(path), repeats=REPEATS)
    yield Measure("rows read and hashed, without any check", rows / bare, "rows per second")
    yield Measure("verification, chain and signatures", rows / seconds, "rows per second")
    yield Measure("verification against reading and hashing", seconds / bare, "x")
    # The rows are hashed in this process and the signatures checked in another, at the same time. Other
    # programs take turns on the cores; processor time does not count them.
    rate = rows / min(_busiest_seconds(path) for _ in range(REPEATS))
    aim = f"at least {AIM_VERIFIED:,} a second"
    yield Measure("verification on 2 free cores", rate, "rows per second", aim, met=rate >= AIM_VERIFIED)


def _busiest_seconds(path: Path) -> float:
    """Processor time of a verification, in the process that needs more of it."""
    own, other = time.process_time(), used_by_children_seconds()
    _verify(path)
    return max(time.process_time() - own, used_by_children_seconds() - other)


def _hash_all(log: Reader) -> None:
    for values in log.raw_rows():
        hash_of(values[-2], values[:-2])


def _verify(path: Path) -> None:
    report = verify(path)
    assert report.ok, report.findings


def _find(log: Reader, number: int) -> list[object]:
    return [decode(row.part, row.body) for row in log.rows(*log.span(number))]


def _percentiles(look: Callable[[int], object], numbers: list[int]) -> tuple[float, float]:
    """The median and the 99th percentile, in milliseconds."""
    taken = []
    for number in numbers:
        start = time.perf_counter()
        look(number)
        taken.append((time.perf_counter() - start) * 1e3)
    taken.sort()
    return statistics.median(taken), taken[int(len(taken) * 0.99)]
