"""Builds a log of very many rounds quickly: deals one shoe in the simulator and writes it
repeatedly.

The engine decides nothing again. The real writer chains, signs and anchors the same observations
and facts, with new round numbers and later times, so every round can be read and verified.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.read.state import summary
from dealer_station.log.store.append import Origin
from dealer_station.log.store.codec import Content, Part
from dealer_station.log.store.records import RoundKept
from dealer_station.review.moments import Moment, moments
from tests.log.shifts import words
from tools.bench.bulk_log_writer import PROFILE, BulkWriter, build

SHOE_ROWS = 4_500
"""Rows of more than two shoes, so that at least one shoe is complete."""
ROUND_SECONDS = 55
DEALERS = ("Ana", "Bo", "Chi")
ROUNDS_PER_DEALER = 40


def write_copied_shoes(
    path: Path, rounds: int, players: int = 1, told: Callable[[int], None] = lambda _: None
) -> int:
    """Write a log of at least `rounds` rounds; return how many it has."""
    source = path.parent / "one-shoe" / "log.db"
    source.parent.mkdir()
    build(source, SHOE_ROWS, players)
    shoe, since_us = _one_shoe(source)
    log = BulkWriter(path)
    log.record(words(PROFILE))
    wall_us = since_us
    while (done := log.known.table.round.number - 1) < rounds:
        told(done)
        for moment in shoe:
            ended = _tell(log, moment, wall_us)
            wall_us += ROUND_SECONDS * 1_000_000 // 8 if not ended else ROUND_SECONDS * 1_000_000 // 4
    log.close()
    return done


def _one_shoe(source: Path) -> tuple[list[Moment], int]:
    """The moments from one shuffle to the next, and the time of the first moment."""
    with Reader(source) as log:
        everything = [moment for moment in moments(log, 0, END) if moment.seen is not None]
    starts = [
        place for place, one in enumerate(everything) if any(isinstance(x, e.RoundEnded) for x in one.facts)
    ]
    loads = [place for place, one in enumerate(everything) if _has(one, e.ShoeLoaded)]
    # From the end of the round before a shoe was loaded, to the same point one shoe later.
    first, last = (max(start for start in starts if start < load) + 1 for load in loads[:2])
    return everything[first:last], everything[0].row.wall_us


def _has(moment: Moment, kind: type) -> bool:
    return any(isinstance(event, kind) for event in moment.facts)


def _tell(log: BulkWriter, moment: Moment, wall_us: int) -> bool:
    known = log.known
    number = known.table.round.number
    dealer = DEALERS[number // ROUNDS_PER_DEALER % len(DEALERS)]
    facts = tuple(_renumbered(event, number) for event in moment.facts)
    contents: list[tuple[Part, Content]] = [("seen", moment.seen), *(("fact", one) for one in facts)]  # type: ignore[list-item]
    kept: RoundKept | None = None
    if any(isinstance(event, e.RoundEnded) for event in facts):
        after = fold(known.table, facts)
        assert after.last is not None
        kept = summary(known.round, after.last, dealer, PROFILE, wall_us, facts)
        contents.append(("record", kept))
    row = moment.row
    log.append(Origin(wall_us, wall_us, row.source, dealer, "", None, row.frame, row.seal), contents)
    log.look_after(ended=kept is not None)
    return kept is not None


def _renumbered(event: Any, number: int) -> Any:
    return replace(event, number=number) if isinstance(event, e.RoundOpened) else event
