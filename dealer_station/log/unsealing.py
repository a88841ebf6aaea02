"""Opening seals: the deed is an event, committed before anybody sees a face."""

from pathlib import Path

from msgspec import Struct

from dealer_station.engine.errors import LogError
from dealer_station.log.append import Writer
from dealer_station.log.clock import Clock
from dealer_station.log.keys import Keys
from dealer_station.log.read import Reader
from dealer_station.log.records import Unsealed
from dealer_station.log.seal import Burn, unseal


class Opened(Struct, frozen=True):
    """A burn card that was looked at."""

    seq: int
    wall_us: int
    burn: Burn


def look(path: Path, private: bytes, number: int, seq: int | None) -> list[Opened]:
    """Opens the seals of a round, or one of them, in memory; nothing is shown before it is on record."""
    with Reader(path) as log:
        first, last = log.span(number)
        rows = [row for row in log.sealed(first, last) if seq in (None, row.seq)]
    if not rows:
        which = f"row {seq} of round {number}" if seq else f"round {number}"
        raise LogError(f"{path}: {which} has no sealed card")
    return [Opened(row.seq, row.wall_us, unseal(private, row.seal or b"")) for row in rows]


def put_on_record(
    opened: list[Opened], source: Path, log: Path, keys: Keys, clock: Clock, by: str, because: str
) -> None:
    """Says in a log who looked at which cards, and why."""
    writer = Writer(log, keys, clock)
    try:
        writer.record(*(Unsealed(source.name, one.seq, by, because) for one in opened))
    finally:
        writer.close()
