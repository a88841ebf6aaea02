"""The disk of the floor is full: tables deal on, the floor says that it is away, and resumes by itself."""

import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from dealer_station.floor.store.migrate import migrate
from dealer_station.floor.trial.postgres import PostgresServer
from tests.floor.campaign.conftest import Tell
from tests.floor.campaign.daemons import free_ports, gateway_daemon, serving, wait_for
from tests.floor.campaign.disks import LoopDisk
from tests.floor.campaign.pit import Pit
from tests.floor.campaign.proofs import check_acknowledged, check_whole
from tests.floor.campaign.scale import scaled
from tests.floor.campaign.worker import Account
from tests.floor.floors import FloorUnderTest

STATIONS, FULL_SECONDS = scaled(20, 5), scaled(60, 10)
DISK_MEBIBYTES = 300
SETTINGS = ("max_wal_size=64MB", "min_wal_size=32MB", "shared_buffers=32MB")


def _refused(accounts: list[Account]) -> Counter[str]:
    return sum((Counter(one.refused) for one in accounts), Counter())


def _exhaust(database: str) -> None:
    """Ask for new files of the log of changes until there is no space for one."""
    with psycopg.connect(database, autocommit=True) as people:
        for _ in range(20):
            people.execute("SELECT txid_current()")
            people.execute("SELECT pg_switch_wal()")


@pytest.mark.campaign
def test_a_full_disk_stops_no_table(tmp_path: Path, place: Path, tell: Tell) -> None:
    (port,) = free_ports(1)
    with ExitStack() as stack:
        disk = stack.enter_context(LoopDisk(place / "disk.img", DISK_MEBIBYTES))
        server = stack.enter_context(PostgresServer(disk.folder / "data", settings=SETTINGS))
        migrate(server.url())
        floor = FloorUnderTest(tmp_path, server.url())
        stack.callback(floor.close)
        gateway = gateway_daemon(tmp_path / "floor", server.url(), port, tmp_path / "gateway.log")
        stack.callback(serving(gateway, port).kill)
        pit = stack.enter_context(Pit(floor, [port], STATIONS, pause_seconds=0.3))
        time.sleep(5)
        ballast = disk.fill()
        wait_for("an answer 503", lambda: _refused(pit.ledger())["unavailable"] > 0, 120, 1.0)
        full = pit.ledger()
        time.sleep(FULL_SECONDS)
        later = pit.ledger()
        dealt = [two.rounds - one.rounds for one, two in zip(full, later, strict=True)]
        assert min(dealt) > 0, "a table stood still"
        # Its log of changes needs a new file, and the server itself gives up.
        with pytest.raises(psycopg.Error):
            _exhaust(server.url())
        time.sleep(5)
        before = pit.ledger()
        ballast.unlink()
        server.stop(immediately=True)
        server.start()
        floor.reconnect()
        check_acknowledged(floor.owner(), before)
        accounts = pit.finish()
        tally = check_whole(floor.owner(), accounts, tmp_path / "pulled")
    tell(f"{sum(dealt)} rounds dealt while the disk was full for {FULL_SECONDS} s")
    tell(tally)
