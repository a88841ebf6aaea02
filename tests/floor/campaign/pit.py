"""Many simulated stations in a few processes, and the accounts that they give."""

import signal
import subprocess
import sys
from types import TracebackType
from typing import Self

import msgspec

from tests.floor.campaign.worker import Account, StationOrder, WorkerOrder
from tests.floor.floors import FloorUnderTest
from tests.house.rules import ROOT

END_SECONDS = 30.0


class Pit:
    """Stations that deal at one floor, spread over some processes."""

    def __init__(
        self,
        floor: FloorUnderTest,
        ports: list[int],
        count: int,
        *,
        pause_seconds: float,
        processes: int = 1,
        settle_seconds: float = 180.0,
    ) -> None:
        """Enrol the stations; each reaches the floor through one of the ports, in turn."""
        self._folder = floor.folder / "pit"
        self._folder.mkdir()
        orders = []
        for number in range(count):
            name = f"table-{number + 1}"
            settings = floor.enrol(name, port=ports[number % len(ports)])
            log = self._folder / name / "table.db"
            files = settings.certificate.parent
            orders.append(StationOrder(name, str(log), settings.url, str(files), number + 1))
        self._orders = [
            WorkerOrder(orders[at::processes], pause_seconds, settle_seconds) for at in range(processes)
        ]
        self._workers: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        for number, order in enumerate(self._orders):
            path = self._folder / f"worker-{number}.json"
            path.write_bytes(msgspec.json.encode(order))
            with (self._folder / f"worker-{number}.log").open("wb") as log:
                self._workers.append(
                    subprocess.Popen(
                        [sys.executable, "-m", "tests.floor.campaign.worker", str(path)],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=log,
                        cwd=ROOT,
                        text=True,
                    )
                )
        try:
            self._wait_for("dealing")
        except BaseException:
            self.close()
            raise
        return self

    def _wait_for(self, word: str) -> None:
        for number, one in enumerate(self._workers):
            assert one.stdout
            said = one.stdout.readline().strip()
            assert said == word, (said, (self._folder / f"worker-{number}.log").read_text("utf-8")[-2_000:])

    def _ask(self, word: str) -> list[Account]:
        """Send a word to every process and collect the accounts."""
        paths = [self._folder / f"accounts-{number}.json" for number in range(len(self._workers))]
        for one, path in zip(self._workers, paths, strict=True):
            assert one.stdin
            one.stdin.write(f"{word} {path}\n")
            one.stdin.flush()
        self._wait_for("written")
        return [
            account
            for path in paths
            for account in msgspec.json.decode(path.read_bytes(), type=list[Account])
        ]

    def ledger(self) -> list[Account]:
        """The accounts as they are now, while the stations go on."""
        return self._ask("ledger")

    def finish(self) -> list[Account]:
        """End the dealing, wait until the floor has everything, and return the accounts."""
        return self._ask("finish")

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for one in self._workers:
            if one.poll() is None:
                one.send_signal(number)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.thaw()
        for one in self._workers:
            assert one.stdin
            assert one.stdout
            one.kill()
            one.wait(END_SECONDS)
            one.stdin.close()
            one.stdout.close()
