"""`make floor`: a floor and six simulated tables in one command, with what happens printed as it happens.

The tables deal, each with a process that brings its log to the floor. Then the gateway is stopped and
started again, a table's log is rebuilt from the floor's copy, and both are compared. Everything is in a
temporary folder."""

import argparse
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

TABLES = 6
PORT = re.compile(r"https://127\.0\.0\.1:(\d+)")
COMMAND = (sys.executable, "-m", "dealer_station")
START = time.monotonic()


def say(who: str, words: str) -> None:
    """Print a line with the time since the start."""
    print(f"{time.monotonic() - START:7.2f} s  {who:<9} {words}", flush=True)


def run(*words: object) -> str:
    """Run a command of the station to its end; print nothing but a failure."""
    done = subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}: {done.stderr or done.stdout}")
    return done.stdout


class Narrated:
    """A command that runs beside the others; its lines are printed as they come."""

    def __init__(self, who: str, words: Sequence[object], *, every: int = 1) -> None:
        self._who, self._every = who, every
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._thread = threading.Thread(target=self._print, daemon=True)
        self._thread.start()

    def _print(self) -> None:
        assert self.process.stdout
        for number, line in enumerate(self.process.stdout):
            self.lines.append(line.strip())
            if number % self._every == 0 and line.strip():
                say(self._who, line.strip())

    def port(self) -> int:
        """The port that a gateway has printed."""
        while True:
            found = next((match for line in [*self.lines] if (match := PORT.search(line))), None)
            if found:
                return int(found[1])
            if self.process.poll() is not None:
                raise SystemExit("the gateway did not start")
            time.sleep(0.02)

    def end(self, how: signal.Signals) -> None:
        """End the command and wait for it."""
        self.process.send_signal(how)
        self.process.wait()
        self._thread.join(5)


def play(folder: Path, rounds: int) -> None:
    """The demonstration."""
    floor = ("--folder", folder / "floor")
    run("floor", "init", *floor, "--name", "127.0.0.1")
    serve = ("floor", "serve", *floor, "--host", "127.0.0.1", "--port")
    gateway = Narrated("floor", (*serve, 0))
    port = gateway.port()
    logs = {f"table-{number}": folder / f"table-{number}.db" for number in range(1, TABLES + 1)}
    for name in logs:
        run("floor", "enrol", name, "--by", "make floor", *floor)
    say("make", f"has enrolled {TABLES} tables; they begin to deal")
    shift = ("run", "--sim", "--headless", "--rounds", rounds, "--speed", 60)
    deals = [
        Narrated(name, (*shift, "--db", log, "--seed", seed), every=rounds // 2 or 1)
        for seed, (name, log) in enumerate(logs.items(), 1)
    ]
    syncs = [_sync(folder, name, log, port) for name, log in logs.items()]
    time.sleep(2)
    say("make", "stops the gateway; the tables deal on")
    gateway.end(signal.SIGINT)
    time.sleep(2)
    say("make", "starts the gateway again")
    gateway = Narrated("floor", (*serve, port))
    gateway.port()
    for deal in deals:
        deal.process.wait()
    time.sleep(4)
    for line in run("floor", "status", *floor).splitlines():
        say("status", line)
    say("make", "rebuilds the log of table-1 from the floor's copy, and verifies it with a replay")
    run("floor", "pull", "table-1", folder / "pulled.db", *floor)
    for line in run("log", "verify", "--replay", folder / "pulled.db").splitlines():
        say("verify", line)
    for sync in syncs:
        sync.end(signal.SIGINT)
    gateway.end(signal.SIGINT)


def _sync(folder: Path, name: str, log: Path, port: int) -> Narrated:
    """A process that brings the log of a table to the floor, once there is a log."""
    while not log.exists() or not log.stat().st_size:
        time.sleep(0.02)
    bundle = folder / "floor" / "stations" / name
    link = ("--url", f"https://127.0.0.1:{port}", "--certificate", bundle / "station.pem")
    files = ("--key", bundle / "station.key", "--ca", bundle / "ca.pem")
    return Narrated(name, ("floor", "sync", log, *link, *files, "--name", name, "--follow"), every=25)


def main() -> int:
    """Run the demonstration in a folder that disappears with it."""
    parser = argparse.ArgumentParser(prog="make floor", description=__doc__)
    parser.add_argument("--rounds", type=int, default=12, help="rounds that each table deals: 12")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dealer-floor-") as name:
        # PostgreSQL may run as another user, and must reach its folder.
        Path(name).chmod(0o755)
        play(Path(name), chosen.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
