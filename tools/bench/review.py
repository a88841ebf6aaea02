"""Measures the pit's screen on a log of many rounds: open, filter, jump and step, beside raw sqlite3."""

import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from dealer_station.log.catalogue.cataloguer import SCREENFUL, Cataloguer
from dealer_station.log.catalogue.rounds import Catalogue, RoundQuery
from dealer_station.log.read.reader import Reader
from dealer_station.review.round_history import read_round
from tools.bench.log_of_copied_shoes import write_copied_shoes
from tools.bench.measures import Measure, best_seconds

ROUNDS = 20_000
AIM_RAW = 3.0
LOOKS = 40
RAW_SCREENFUL = (
    "SELECT event.body FROM round JOIN event ON event.seq = round.last_seq ORDER BY last_seq DESC LIMIT ?"
)
RAW_WARS = (
    "SELECT round.number FROM round JOIN event ON event.seq = round.last_seq "
    "WHERE json_extract(CAST(event.body AS TEXT), '$.wars') > 0 ORDER BY last_seq DESC"
)


def measure() -> Iterator[Measure]:
    """Run every measurement in a temporary folder."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        path = Path(folder) / "many.db"
        start = time.perf_counter()
        rounds = write_copied_shoes(path, ROUNDS)
        yield Measure(f"a log of {rounds:,} rounds: made in", time.perf_counter() - start, "s")
        yield from _first_screenful(path)
        with Reader(path) as reader:
            yield from _catalogue(reader, path)
            yield from _rounds(reader, rounds)
        yield from _window(path)


def _first_screenful(path: Path) -> Iterator[Measure]:
    """Measure the newest rounds as lines to show, with and without opening the file."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def ours(reader: Reader) -> None:
        catalogue = Catalogue()
        Cataloguer(reader, catalogue, 0).begin()
        assert len(catalogue.summaries(catalogue.ids(RoundQuery()))) == SCREENFUL
        catalogue.close()

    def opened() -> None:
        with Reader(path) as reader:
            ours(reader)

    def raw(connection: sqlite3.Connection) -> None:
        found = [json.loads(body) for (body,) in connection.execute(RAW_SCREENFUL, (SCREENFUL,))]
        assert len(found) == SCREENFUL

    def raw_opened() -> None:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        raw(connection)
        connection.close()

    with Reader(path) as reader:
        taken = best_seconds(lambda: ours(reader), repeats=100)
    bare = best_seconds(lambda: raw(database), repeats=100)
    database.close()
    yield Measure("first screenful", taken * 1e3, "ms")
    yield Measure("the same in raw sqlite3", bare * 1e3, "ms")
    ratio, aim = taken / bare, f"at most {AIM_RAW:g} x"
    yield Measure("first screenful against raw sqlite3", ratio, "x", aim, met=ratio <= AIM_RAW)
    whole, bare_whole = best_seconds(opened, repeats=50), best_seconds(raw_opened, repeats=50)
    yield Measure("the file opened, looked over, first screenful", whole * 1e3, "ms")
    yield Measure("the file opened in raw sqlite3, first screenful", bare_whole * 1e3, "ms")
    ratio = whole / bare_whole
    yield Measure("opened, against raw sqlite3", ratio, "x", aim, met=ratio <= AIM_RAW)


def _catalogue(reader: Reader, path: Path) -> Iterator[Measure]:
    catalogue = Catalogue()
    cataloguer = Cataloguer(reader, catalogue, 0)
    cataloguer.begin()
    start = time.perf_counter()
    while cataloguer.more():
        pass
    yield Measure("every round catalogued, behind the window", time.perf_counter() - start, "s")
    ways: dict[str, Callable[[], object]] = {
        "filter: has a war": lambda: catalogue.ids(RoundQuery(flags=("war",))),
        "filter: text": lambda: catalogue.ids(RoundQuery(text="war spot 1")),
        "no filter": lambda: catalogue.ids(RoundQuery()),
    }
    for name, way in ways.items():
        yield Measure(name, best_seconds(way, repeats=5) * 1e3, "ms")
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    raw = best_seconds(lambda: database.execute(RAW_WARS).fetchall(), repeats=3)
    database.close()
    yield Measure("has a war, in raw sqlite3 on the log", raw * 1e3, "ms")
    everything, chance = catalogue.ids(RoundQuery()), Random(1)

    def jump() -> None:
        place = chance.randrange(len(everything))
        catalogue.summaries(everything[place : place + SCREENFUL])

    yield Measure("jump anywhere: a screenful of lines", best_seconds(jump, repeats=LOOKS) * 1e3, "ms")
    catalogue.close()


def _rounds(reader: Reader, rounds: int) -> Iterator[Measure]:
    chance = Random(1)
    taken = []
    for _ in range(LOOKS):
        number = chance.randrange(1, rounds)
        start = time.perf_counter()
        read_round(reader, number)
        taken.append(time.perf_counter() - start)
    yield Measure("one round read with its table and rack, median", sorted(taken)[LOOKS // 2] * 1e3, "ms")


def _window(path: Path) -> Iterator[Measure]:
    """Measure the window: from the command to the first lines, and from a tap to the next painted moment."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from tests.ui.review.pit import pit

    start = time.perf_counter()
    with pit(path) as it:
        it.window.grabWindow()
        yield Measure("window open with its first screenful", (time.perf_counter() - start) * 1e3, "ms")
        it.until(lambda: it.last > 0, "a round")
        it.is_catalogued()

        def step() -> None:
            it.review.tap("first" if it.at == it.last else "step 1")
            it.window.grabWindow()

        yield Measure("a step, painted", best_seconds(step, repeats=LOOKS) * 1e3, "ms")
        yield Measure("no change, painted", best_seconds(it.window.grabWindow, repeats=LOOKS) * 1e3, "ms")
