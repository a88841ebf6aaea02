"""Measures the floor: the store beside a bare COPY, live appends, a row's way, the table, and growth."""

import gc
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

from dealer_station.floor.client.outbox import Outbox, batches
from dealer_station.floor.protocol.messages import Append, FloorHead, KeptUpTo, LogHello, packed, unpacked
from dealer_station.floor.store import stations
from dealer_station.floor.store.appends import WaitingBatch
from dealer_station.floor.store.batch_check import check_batch
from dealer_station.floor.store.connection import GATEWAY, OWNER, bare_connect, connect
from dealer_station.floor.store.copy_rows import COPY, HEADER, TRAILER
from dealer_station.floor.store.ingest import Ingest
from dealer_station.floor.trial.postgres import PostgresServer
from tools.bench.bulk_log_writer import build
from tools.bench.floor_at_table import measure_table
from tools.bench.floor_growth import measure_growth
from tools.bench.floor_rows import bare_rows, copied_logs
from tools.bench.floor_site import new_database
from tools.bench.floor_way import measure_way
from tools.bench.measures import Measure, told

EVENTS = 30_000
REPEATS = 5
STATIONS = 64
LIVE_ROWS, LIVE_APPENDS = 4, 50
ROUNDS_A_DAY = 60 * 18
"""Sixty rounds an hour, eighteen hours a day."""
AIM_COPY = 0.5
PLAIN = (
    "CREATE TABLE plain (log bigint, branch integer, seq bigint, kept_on date, cause bigint, wall_us bigint, "
    "mono_us bigint, hash bytea, device_seq bigint, part text, source bytea, who bytea, journal bytea, "
    "body bytea, frame bytea, seal bytea, PRIMARY KEY (log, branch, seq))"
)
SIZE = (
    "SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'floor.event'::regclass"
)
EXPIRES = datetime(2040, 1, 1, tzinfo=UTC)
KEY = bytes(32)


def measure() -> Iterator[Measure]:
    """Run under the temporary folder of the system, which TMPDIR names: it must be on a disk, because a
    commit waits for it."""
    with tempfile.TemporaryDirectory(prefix="dealer-bench-") as folder:
        # The server may be another user than whoever measures, and must reach its folder.
        Path(folder).chmod(0o755)
        log = Path(folder, "table.db")
        told(f"making a log of {EVENTS:,} rows in {folder}")
        rounds = build(log, EVENTS)
        with PostgresServer(Path(folder, "data")) as server:
            told("storing whole logs, beside a bare COPY")
            yield from _bulk(server, Outbox(log), rounds)
            told("storing live appends")
            yield from _live(server, Outbox(log))
            told("taking rows from a table to the floor")
            yield from measure_way(server, Path(folder))
            told("dealing at a table whose floor comes and goes")
            yield from measure_table(server, Path(folder))
            told("appending from few stations and from many")
            yield from measure_growth(server, Path(folder), Outbox(log))


def _bulk(server: PostgresServer, outbox: Outbox, rounds: int) -> Iterator[Measure]:
    """A whole log, a thousand rows a commit: bare COPY and the gateway's store in turn."""
    sent = [packed(one) for one in batches(outbox, FloorHead(1), 0)]
    rows = sum(len(unpacked(one, Append).rows) for one in sent)
    bare, kept, size = [], [], 0.0
    for number in range(REPEATS):
        database = new_database(server, f"bulk_{number}")
        bare.append(rows / _bare(database, sent))
        log = outbox.introduction()
        _enrol(database, "table", LogHello(log.log, "table", log.key, "bench", log.size, 0))
        kept.append(rows / _kept(database, sent))
        with bare_connect(database) as floor:
            size = float((floor.execute(SIZE).fetchone() or (0,))[0])
    yield Measure("bytes of a row in a batch", sum(map(len, sent)) / rows, "B")
    yield Measure("bytes of a row in PostgreSQL", size / rows, "B")
    yield Measure("rows of a round", rows / rounds, "rows")
    day = rows / rounds * ROUNDS_A_DAY
    yield Measure(f"rows of a table in a day of {ROUNDS_A_DAY:,} rounds", day, "rows")
    yield Measure("a year of a table in PostgreSQL", day * 365 * size / rows / 1e9, "GB")
    yield Measure(
        "a year of a table in its own log", day * 365 * outbox.path.stat().st_size / rows / 1e9, "GB"
    )
    yield Measure("bare COPY, 1,000 rows a commit", statistics.median(bare), "events per second")
    yield Measure("store: every hash and signature checked", statistics.median(kept), "events per second")
    ratio = statistics.median(one / beside for one, beside in zip(kept, bare, strict=True))
    yield Measure(
        "store against bare COPY, median of pairs",
        ratio,
        "x",
        f"at least {AIM_COPY:g} x",
        met=ratio >= AIM_COPY,
    )


def _bare(database: str, sent: list[bytes]) -> float:
    """Seconds for a bare COPY of the same rows into a table with the same columns and a primary key."""
    with bare_connect(database) as floor:
        floor.execute(PLAIN)
        statement = COPY.replace("floor.event", "plain")
        gc.collect()
        start = time.perf_counter()
        for one in sent:
            batch = unpacked(one, Append)
            with floor.transaction(), floor.cursor() as cursor, cursor.copy(statement) as copy:
                copy.write(HEADER)
                copy.write(bare_rows(1, 1, date(2026, 1, 1), batch.rows, batch.head))
                copy.write(TRAILER)
        return time.perf_counter() - start


def _enrol(database: str, name: str, hello: LogHello) -> None:
    """Enrol a station and introduce its log."""
    with connect(database, OWNER) as floor:
        stations.enrol(floor, name, KEY, EXPIRES, by="bench")
        stations.welcome(floor, name, KEY, hello)


def _kept(database: str, sent: list[bytes]) -> float:
    """Seconds for the same rows through everything that a gateway does between request and answer."""
    with connect(database, GATEWAY) as floor:
        ingest = Ingest(floor)
        gc.collect()
        start = time.perf_counter()
        for one in sent:
            _keep(ingest, [("table", one)])
        return time.perf_counter() - start


def _keep(ingest: Ingest, group: list[tuple[str, bytes]]) -> None:
    waiting = [
        WaitingBatch(name, KEY, check_batch(unpacked(message, Append)), message) for name, message in group
    ]
    assert all(isinstance(answer, KeptUpTo) for answer in ingest.commit(waiting))


def _live(server: PostgresServer, outbox: Outbox) -> Iterator[Measure]:
    """A few rows of each station at a time: one station a transaction, and 64."""
    for together in (1, STATIONS):
        database = new_database(server, f"live_{together}")
        logs = copied_logs(outbox, together, LIVE_APPENDS, LIVE_ROWS)
        for name, log in logs.items():
            _enrol(database, name, log.hello)
        messages = {name: [packed(one) for one in log.appends] for name, log in logs.items()}
        with connect(database, GATEWAY) as floor:
            ingest = Ingest(floor)
            start, cpu = time.perf_counter(), time.process_time()
            for at in range(LIVE_APPENDS):
                _keep(ingest, [(name, sent[at]) for name, sent in messages.items()])
            count = LIVE_APPENDS * together
            wall, cpu = time.perf_counter() - start, time.process_time() - cpu
        words = "alone" if together == 1 else f"with {together} in one transaction"
        yield Measure(f"an append of {LIVE_ROWS} rows, {words}", wall / count * 1e6, "us")
        yield Measure(f"CPU of the gateway's store for it, {words}", cpu / count * 1e6, "us")
