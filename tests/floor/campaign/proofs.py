"""The proof after a storm: every row once, in order, with its hash, and kept before it was acknowledged."""

import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from dealer_station.floor.client.pulled_log import write_log
from dealer_station.floor.store import stations, stored_logs
from dealer_station.floor.store.connection import Floor
from tests.floor.campaign.worker import Account
from tests.floor.floors import written

KEPT = (
    "SELECT b.first_seq, b.last_seq, (extract(epoch FROM b.kept_at) * 1000000)::bigint "
    "FROM floor.batch b JOIN floor.station s USING (log, branch) WHERE s.name = %s ORDER BY b.first_seq"
)
ROWS = (
    "SELECT e.seq, e.hash FROM floor.event e JOIN floor.station s USING (log, branch) WHERE s.name = %s "
    "ORDER BY e.seq"
)


class Tally(Struct):
    """The counts of a proof."""

    stations: int = 0
    rounds: int = 0
    rows: int = 0
    batches: int = 0
    acknowledgements: int = 0
    acknowledged_rows: int = 0
    pulled: int = 0
    refused: Counter[str] = Counter()
    longest_ms: int = 0

    def __str__(self) -> str:
        told = ", ".join(f"{code} {count}" for code, count in sorted(self.refused.items())) or "none"
        return (
            f"{self.stations} stations, {self.rounds} rounds, {self.rows} rows in {self.batches} batches; "
            f"{self.acknowledgements} acknowledgements of {self.acknowledged_rows} rows, all kept before "
            f"they were sent; {self.pulled} logs pulled and verified; refusals: {told}; longest time from a "
            f"deed to its screen {self.longest_ms} ms"
        )


def check_acknowledged(floor: Floor, accounts: list[Account], until_us: int = 2**62) -> Tally:
    """Assert that all rows that were acknowledged up to a time are there, in order, since before that."""
    # Stations send again whatever the floor does not have, so that a loss would heal. A row that was lost and
    # came back is found by the time at which it was kept: after its acknowledgement.
    tally = Tally(stations=len(accounts), refused=Counter())
    for one in accounts:
        batches = floor.execute(KEPT, (one.name,)).fetchall()
        ends = [0, *(last for _, last, _ in batches)]
        firsts = [first for first, _, _ in batches]
        assert firsts == [end + 1 for end in ends[:-1]], f"{one.name}: a gap or a double"
        acknowledged = [found for found in one.acknowledged if found[0] <= until_us]
        for at_us, seq in acknowledged:
            assert seq <= ends[-1], f"{one.name}: row {seq} was acknowledged and is missing"
            kept_us = batches[bisect_right(firsts, seq) - 1][2]
            assert kept_us <= at_us, f"{one.name}: row {seq} was lost and sent again"
        tally.acknowledgements += len(acknowledged)
        tally.acknowledged_rows += max((seq for _, seq in acknowledged), default=0)
        tally.batches += len(batches)
        tally.rounds += one.rounds
        tally.refused += Counter(one.refused)
        tally.longest_ms = max(tally.longest_ms, one.longest_us // 1000)
    return tally


def check_hashes(floor: Floor, accounts: list[Account]) -> int:
    """Assert that the floor's rows are the first rows of each log, with their hashes; return their number."""
    total = 0
    for one in accounts:
        kept = [(seq, bytes(digest)) for seq, digest in floor.execute(ROWS, (one.name,))]
        assert kept == written(Path(one.log))[: len(kept)], f"{one.name}: the floor has other rows"
        total += len(kept)
    return total


def check_whole(floor: Floor, accounts: list[Account], folder: Path, sample: int = 5) -> Tally:
    """Assert that the floor has every row of every log, once and in order; pull and verify some of them."""
    unsettled = [(one.name, one.status, one.why) for one in accounts if one.status != "current"]
    assert not unsettled, unsettled
    tally = check_acknowledged(floor, accounts)
    tally.rows = check_hashes(floor, accounts)
    assert tally.rows == sum(written(Path(one.log))[-1][0] for one in accounts)
    assert _count(floor, "floor.event") == tally.rows
    assert _count(floor, "floor.branch") == len(accounts), "no log has forked"
    assert _count(floor, "floor.quarantine") == 0
    folder.mkdir()
    for one in accounts[:: max(1, len(accounts) // sample)]:
        number, _, branch = stations.find_log(floor, one.name)
        pulled = folder / f"{one.name}.db"
        # The log is verified while it is written: every hash, every signature and every anchor.
        write_log(stored_logs.pages(floor, number, branch), pulled)
        assert written(pulled) == written(Path(one.log))
        tally.pulled += 1
    return tally


def _count(floor: Floor, table: str) -> int:
    found: Any = floor.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(found[0])


def repeat(seconds: float, *deeds: Callable[[], None]) -> int:
    """Do some deeds in turn until the time is over, at least each of them once; return their number."""
    ends, done = time.monotonic() + seconds, 0
    while done < len(deeds) or time.monotonic() < ends:
        deeds[done % len(deeds)]()
        done += 1
    return done
