"""Many stations that write while their floor is killed, restarted, cut off and slowed down."""

import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise

from dealer_station.floor.client.sync import SyncState
from dealer_station.floor.client.thread import SyncThread
from dealer_station.log.store.clock import SystemClock
from tests.floor.floors import FloorUnderTest, written
from tests.floor.proxy import Proxy
from tests.floor.small_logs import SmallLog

SETTLE_SECONDS = 60.0


class GatewayProcess:
    """A gateway in a process of its own, which can be killed."""

    def __init__(self, floor: FloorUnderTest) -> None:
        self._floor = floor
        self.port = 0
        self.start()

    def start(self) -> None:
        folder, database = self._floor.folder / "floor", self._floor.database
        words = ("floor", "serve", "--folder", folder, "--host", "127.0.0.1", "--port", "0")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "dealer_station", *words, "--database", database],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout
        found = re.search(r":(\d+),", self._process.stdout.readline())
        assert found
        self.port = int(found[1])

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self.wait()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self.wait()

    def wait(self) -> None:
        self._process.wait(30)
        assert self._process.stdout
        self._process.stdout.close()


class StormStation:
    """A station that writes rows at its own pace, with the thread that brings them to the floor."""

    def __init__(self, floor: FloorUnderTest, name: str, port: int, pause_seconds: float) -> None:
        folder = floor.folder / f"log-{name}"
        folder.mkdir()
        self.name = name
        self.log = SmallLog(folder / "table.db", SystemClock())
        self.claimed = 0
        """The last row that the floor has ever claimed to have kept."""
        self.longest = 0.0
        """The longest time that a commit took at this table."""
        self._pause_seconds = pause_seconds
        self._over = threading.Event()
        settings = floor.enrol(name, port=port)
        self.sync = SyncThread(settings, self.log.path, name, self._saw)
        self._thread = threading.Thread(target=self._write)

    def _saw(self, state: SyncState) -> None:
        self.claimed = max(self.claimed, state.kept)

    def start(self) -> None:
        self._thread.start()
        self.sync.start()

    def _write(self) -> None:
        chance = random.Random(self.name)
        while not self._over.wait(chance.uniform(0, 2 * self._pause_seconds)):
            start = time.monotonic()
            self.log.write(chance.randrange(1, 4))
            self.longest = max(self.longest, time.monotonic() - start)

    def finish(self) -> None:
        """Stop writing; the rest is still brought to the floor."""
        self._over.set()
        self._thread.join()
        self.log.close()

    @property
    def is_current(self) -> bool:
        return self.sync.state.status == "current" and self.sync.state.kept == written(self.log.path)[-1][0]


def weather(
    floor: FloorUnderTest,
    count: int,
    pause_seconds: float,
    storm: Callable[[GatewayProcess, Proxy], None],
) -> list[StormStation]:
    """Let stations write through a storm, and wait until the floor has everything."""
    gateway = GatewayProcess(floor)
    proxy = Proxy(gateway.port)
    made = [StormStation(floor, f"table-{number}", proxy.port, pause_seconds) for number in range(count)]
    try:
        for one in made:
            one.start()
        storm(gateway, proxy)
        for one in made:
            one.finish()
        ends = time.monotonic() + SETTLE_SECONDS
        while waiting := [one for one in made if not one.is_current]:
            assert time.monotonic() < ends, [(one.name, one.sync.state) for one in waiting]
            time.sleep(0.05)
    finally:
        for one in made:
            one.sync.stop()
        proxy.close()
        gateway.stop()
    return made


def check(floor: FloorUnderTest, made: list[StormStation]) -> int:
    """Assert that every row is there once, in order and with its hash; return the number of rows."""
    total = 0
    for one in made:
        query = (
            "SELECT e.seq, e.hash FROM floor.event e JOIN floor.station s USING (log) WHERE s.name = %s "
            "ORDER BY e.seq"
        )
        kept = [(seq, bytes(digest)) for seq, digest in floor.ask(query, one.name)]
        assert kept == written(one.log.path), one.name
        assert one.claimed <= len(kept)
        total += len(kept)
    assert floor.ask("SELECT count(*) FROM floor.branch WHERE branch > 1") == [(0,)]
    assert floor.ask("SELECT count(*) FROM floor.quarantine") == [(0,)]
    spans = floor.ask("SELECT log, first_seq, last_seq FROM floor.batch ORDER BY log, first_seq")
    for before, after in pairwise(spans):
        assert before[0] != after[0] or after[1] == before[2] + 1, "batches neither overlap nor leave gaps"
    return total
