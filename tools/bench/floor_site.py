"""A floor for measuring: certificates, a migrated database, and a gateway in a process of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from dealer_station.floor.certificates.authority import Authority, Bundle, make_authority
from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.store import stations
from dealer_station.floor.store.connection import OWNER, bare_connect, connect
from dealer_station.floor.store.migrate import migrate
from dealer_station.floor.trial.postgres import PostgresServer

HOST = "127.0.0.1"
NOWHERE = 1
"""A port at which nobody listens."""
STOP_SECONDS = 20
_PORT = re.compile(rf"https://{re.escape(HOST)}:(\d+)")


def new_database(server: PostgresServer, name: str) -> str:
    """Make a database that is ready for a floor; return its address."""
    with bare_connect(server.url()) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    migrate(server.url(name))
    return server.url(name)


class Neighbour(Struct, frozen=True):
    """A program beside the bench that listens at a port."""

    pid: int
    port: int


@contextmanager
def neighbour(*words: object) -> Iterator[Neighbour]:
    """Run a module in a process of its own until the end of the block; it prints its address first."""
    process = subprocess.Popen(
        [sys.executable, "-m", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout
    try:
        found = _PORT.search(process.stdout.readline())
        assert found, f"{words[0]} did not start"
        yield Neighbour(process.pid, int(found[1]))
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)
        process.stdout.close()


class FloorSite:
    """A floor's folder and database, without its gateway."""

    def __init__(self, server: PostgresServer, folder: Path, name: str) -> None:
        self.database = new_database(server, name)
        self.folder = folder / name
        make_authority(self.folder, (HOST,), datetime.now(UTC))
        self._authority = Authority(self.folder)

    def gateway_words(self) -> tuple[object, ...]:
        """The command that starts a gateway of this floor at a free port."""
        serve = ("dealer_station", "floor", "serve", "--folder", self.folder, "--database", self.database)
        return (*serve, "--host", HOST, "--port", 0)

    def enrol(self, names: list[str]) -> dict[str, Bundle]:
        """Enrol stations; return the files of each."""
        made = {name: self._authority.enrol(name, datetime.now(UTC)) for name in names}
        with connect(self.database, OWNER) as floor, floor.transaction():
            for name, bundle in made.items():
                stations.enrol(floor, name, bundle.public_key, bundle.expires, by="bench")
        return made

    def settings(self, name: str, bundle: Bundle, port: int) -> FloorSettings:
        """The settings with which a station finds a port."""
        files = [self.folder / f"{name}.{end}" for end in ("pem", "key", "ca")]
        contents = (bundle.certificate, bundle.key, bundle.authority)
        for path, content in zip(files, contents, strict=True):
            path.write_bytes(content)
        return FloorSettings(f"https://{HOST}:{port}", *files)


def cpu_seconds(pid: int) -> float:
    """The CPU time of a process and of its children, also of those that have ended."""
    used = sum(_ticks(pid)[:4])
    for task in Path(f"/proc/{pid}/task").iterdir():
        used += sum(sum(_ticks(int(child))[:2]) for child in (task / "children").read_text("ascii").split())
    return used / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> list[int]:
    """The ticks of a process: its own in user and system mode, then those of its ended children."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text("utf-8", errors="replace")
    except OSError:
        return [0, 0, 0, 0]
    # The name of the program stands in brackets and may contain blanks; the fields after it do not.
    return [int(word) for word in words.rpartition(")")[2].split()[11:15]]
