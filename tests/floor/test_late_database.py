"""A database that answers late or never: nothing is acknowledged, and no gateway waits for ever."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from structlog.testing import capture_logs

from dealer_station.floor.gateway.app import READERS
from dealer_station.floor.gateway.outage import OutageReport
from dealer_station.floor.protocol.messages import KeptUpTo, Refusal, Welcome
from dealer_station.floor.store import deadline
from dealer_station.floor.store.migrate import migrate
from dealer_station.floor.trial.postgres import PostgresServer
from tests.floor.campaign.daemons import family
from tests.floor.conftest import server_in_memory
from tests.floor.floors import FloorUnderTest
from tests.floor.test_answers import Caller

WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A server whose standbys a test may take away."""
    with server_in_memory() as server:
        migrate(server.url())
        yield server


def _need_standbys(server: PostgresServer, names: str) -> None:
    with psycopg.connect(server.url(), autocommit=True) as people:
        # A session that waits for nobody changes the setting.
        people.execute("SET synchronous_commit = local")
        people.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        people.execute("SELECT pg_reload_conf()")


def test_a_wait_for_the_quorum_that_somebody_cancels_is_no_acknowledgement(
    own_server: PostgresServer, played: Path, tmp_path: Path
) -> None:
    floor = FloorUnderTest(tmp_path, own_server.url())
    caller = Caller(floor, floor.enrol("table-7"), played)
    assert isinstance(caller.hello(), Welcome)
    _need_standbys(own_server, "ANY 1 (nobody)")
    answers: list[KeptUpTo | Refusal] = []
    asking = threading.Thread(target=lambda: answers.append(caller.link.append(caller.batch())))
    asking.start()
    with psycopg.connect(own_server.url(), autocommit=True) as people:
        ends = time.monotonic() + 10
        while not (found := people.execute(WAITING).fetchall()):
            assert time.monotonic() < ends
            time.sleep(0.02)
        assert not answers, "nobody is answered while the quorum is away"
        people.execute("SELECT pg_cancel_backend(%s)", found[0])
    asking.join(10)
    _need_standbys(own_server, "")
    assert [type(one) for one in answers] == [Refusal]
    assert isinstance(caller.link.append(caller.batch()), KeptUpTo), "the rows are sent again"
    floor.close()


def test_a_database_that_hangs_is_given_up(
    own_server: PostgresServer, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline, "ANSWER_SECONDS", 0.3)
    floor = FloorUnderTest(tmp_path, own_server.url())
    caller = Caller(floor, floor.enrol("table-7"), played)
    assert isinstance(caller.hello(), Welcome)
    assert isinstance(caller.link.append(caller.batch()), KeptUpTo)
    frozen = family(own_server.pid)
    for pid in frozen:
        os.kill(pid, signal.SIGSTOP)
    try:
        answer = caller.link.append(caller.batch())
    finally:
        for pid in frozen:
            os.kill(pid, signal.SIGCONT)
    assert isinstance(answer, Refusal)
    assert answer.code == "unavailable"
    assert isinstance(caller.link.append(caller.batch()), KeptUpTo)
    floor.close()


def test_a_gateway_leaves_no_process_behind_that_waits_for_standbys(
    own_server: PostgresServer, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = FloorUnderTest(tmp_path, own_server.url())
    caller = Caller(floor, floor.enrol("table-7"), played)
    assert isinstance(caller.hello(), Welcome)
    monkeypatch.setattr(deadline, "ANSWER_SECONDS", 0.1)
    _need_standbys(own_server, "ANY 1 (nobody)")
    with capture_logs() as logged:
        for _ in range(4):
            assert isinstance(caller.link.append(caller.batch()), Refusal)
    with psycopg.connect(own_server.url(), autocommit=True) as people:
        assert len(people.execute(WAITING).fetchall()) == 1
        mine = "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'dealer-station gateway %'"
        ends = time.monotonic() + 10
        while (found := people.execute(mine).fetchone() or (0,))[0] > 1 + READERS:
            assert time.monotonic() < ends, found
            time.sleep(0.02)
    assert [one["event"] for one in logged if one["event"] == "database away"] == ["database away"]
    monkeypatch.setattr(deadline, "ANSWER_SECONDS", 15.0)
    assert floor.stored() == [], "readers see no row that only this node has"
    _need_standbys(own_server, "")
    ends = time.monotonic() + 10
    while not isinstance(caller.link.append(caller.batch()), KeptUpTo):
        assert time.monotonic() < ends
        time.sleep(0.05)
    floor.close()


def test_an_outage_is_reported_at_its_beginning_at_intervals_and_at_its_end() -> None:
    now = [0.0]
    outage = OutageReport("appends", lambda: now[0])
    with capture_logs() as logged:
        for _ in range(1_000):
            now[0] += 0.5
            outage.failed("no route")
        outage.worked()
        outage.worked()
    events = [one["event"] for one in logged]
    assert events == ["database away", *["database still away"] * 8, "database back"]
    assert (logged[-1]["refused"], logged[-1]["seconds"]) == (1_000, 499.5)
