"""The power fails: server and stations freeze, and a copy of the blocks is all that is left of the disk."""

import os
import signal
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from dealer_station.floor.store.connection import OWNER, connect
from dealer_station.floor.store.migrate import migrate
from dealer_station.floor.trial.postgres import PostgresServer
from tests.floor.campaign.cluster import PROGRAMS
from tests.floor.campaign.conftest import Tell
from tests.floor.campaign.daemons import Daemon, family, free_ports, gateway_daemon, serving
from tests.floor.campaign.disks import LoopDisk
from tests.floor.campaign.pit import Pit
from tests.floor.campaign.proofs import check_acknowledged, check_hashes, check_whole
from tests.floor.campaign.scale import scaled
from tests.floor.campaign.worker import Account
from tests.floor.floors import FloorUnderTest

CUTS, STATIONS = scaled(10, 2), scaled(40, 10)
BETWEEN_SECONDS = 3.0
DISK_MEBIBYTES = 1024


class PowerCut:
    """Everything stands still while the disk is copied."""

    def __init__(self, disk: LoopDisk, server: PostgresServer, gateway: Daemon, pit: Pit) -> None:
        self._disk, self._gateway, self._pit = disk, gateway, pit
        self._server = server
        self._members: list[int] = []

    def cut(self, to: Path) -> tuple[Path, int]:
        """Freeze server, gateway and stations, and copy the blocks; return the copy and the time."""
        self._pit.freeze()
        self._gateway.freeze()
        self._members = family(self._server.pid)
        self._signal(signal.SIGSTOP)
        at_us = time.time_ns() // 1000
        return self._disk.copied(to), at_us

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)
        self._gateway.thaw()
        self._pit.thaw()

    def end(self) -> None:
        """Leave the stations alone with what they were told: nobody answers any more."""
        self._gateway.kill()
        self._signal(signal.SIGKILL)
        # The process is waited for: its number in the copied folder must not name anybody who is there.
        self._server.stop(immediately=True)
        self._pit.thaw()

    def _signal(self, number: int) -> None:
        for pid in self._members:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def _examine(image: Path, at_us: int, accounts: list[Account]) -> str:
    """Start PostgreSQL on a copy, and look for everything that was acknowledged before the cut."""
    with (
        LoopDisk(image) as copy,
        PostgresServer(copy.folder / "data", PROGRAMS) as after,
        connect(after.url(), OWNER) as people,
    ):
        tally = check_acknowledged(people, accounts, at_us)
        rows = check_hashes(people, accounts)
    assert rows >= tally.acknowledged_rows > 0
    return f"power cut: {tally.acknowledged_rows} rows acknowledged, 0 missing, {rows} rows on the disk"


@pytest.mark.campaign
def test_a_power_cut_takes_no_acknowledged_row(tmp_path: Path, place: Path, tell: Tell) -> None:
    told: list[str] = []
    (port,) = free_ports(1)
    log = tmp_path / "gateway.log"
    with ExitStack() as stack:
        disk = stack.enter_context(LoopDisk(place / "disk.img", DISK_MEBIBYTES))
        server = stack.enter_context(PostgresServer(disk.folder / "data", PROGRAMS))
        migrate(server.url())
        floor = FloorUnderTest(tmp_path, server.url())
        gateway = serving(gateway_daemon(tmp_path / "floor", server.url(), port, log), port)
        stack.callback(gateway.kill)
        pit = stack.enter_context(Pit(floor, [port], STATIONS, pause_seconds=0.2, processes=2))
        floor.close()
        power = PowerCut(disk, server, gateway, pit)
        cuts: list[tuple[Path, int]] = []
        for number in range(CUTS):
            if number:
                power.go_on()
            time.sleep(BETWEEN_SECONDS)
            cuts.append(power.cut(place / f"cut-{number}.img"))
        power.end()
        accounts = pit.ledger()
        told += [_examine(image, at_us, accounts) for image, at_us in cuts]
        # The power is back: the last copy is the floor's disk from now on.
        copy = stack.enter_context(LoopDisk(cuts[-1][0]))
        after = stack.enter_context(PostgresServer(copy.folder / "data", PROGRAMS))
        again = serving(gateway_daemon(tmp_path / "floor", after.url(), port, log), port)
        stack.callback(again.kill)
        accounts = pit.finish()
        with connect(after.url(), OWNER) as people:
            told.append(str(check_whole(people, accounts, tmp_path / "pulled")))
    for words in told:
        tell(words)
