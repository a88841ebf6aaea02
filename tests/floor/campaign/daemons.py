"""Programs that a proof starts, kills, freezes and starts again; each in a process group of its own."""

import grp
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

USER = "postgres"
STOP_SECONDS = 30.0


def free_ports(count: int) -> list[int]:
    """Ports of this machine's loopback address that nobody listens to."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    found = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return found


def wait_for(what: str, is_so: Callable[[], bool], seconds: float, pause: float = 0.1) -> float:
    """Wait until something is so and return the seconds that took; fail with its name after a time."""
    start = time.monotonic()
    while not is_so():
        assert time.monotonic() < start + seconds, f"not within {seconds:.0f} seconds: {what}"
        time.sleep(pause)
    return time.monotonic() - start


def given_to_server(path: Path) -> None:
    """Give a file or folder to the user of the database, where the tests run as root."""
    if os.geteuid() == 0:
        os.chown(path, pwd.getpwnam(USER).pw_uid, grp.getgrnam(USER).gr_gid)


def as_server(words: list[str]) -> list[str]:
    """A command that is not run as root, which PostgreSQL refuses; it may still read root's files."""
    # Patroni is a program of this environment, and its interpreter may be in a folder that only root enters.
    if os.geteuid() != 0:
        return words
    reading = ("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
    return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", *reading, "--", *words]


class Daemon:
    """A program with a file for its messages."""

    def __init__(self, name: str, words: list[str], log: Path, environment: Mapping[str, str]) -> None:
        self.name, self._words, self._log = name, words, log
        self._environment = {**os.environ, **environment}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        assert not self.is_running, self.name
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._words,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=self._environment,
                start_new_session=True,
            )

    def _members(self) -> list[int]:
        """The processes of the group and those that left it: PostgreSQL's children of Patroni."""
        assert self._process
        return family(self._process.pid)

    def signal(self, number: int) -> None:
        """Send a signal to the program and everything that it started."""
        for pid in self._members():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue

    def kill(self) -> None:
        """End the program and everything that it started, as a power cut does."""
        if self._process is None:
            return
        members = self._members()
        # Stopped first: a parent must not start a child again while the others are being killed.
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in members:
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    continue
        self._process.wait(STOP_SECONDS)

    def freeze(self) -> None:
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.signal(signal.SIGCONT)

    def stop(self) -> None:
        """Ask the program to end; kill it if it does not."""
        if not self.is_running:
            return
        assert self._process
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def last_words(self) -> str:
        """The last messages of the program."""
        if not self._log.exists():
            return ""
        return "\n".join(self._log.read_text("utf-8", errors="replace").splitlines()[-15:])


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "stat").read_text("ascii", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(words[1]), []).append(int(entry.name))
    found, waiting = [], [pid]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting += children.get(one, [])
    return found


def gateway_daemon(folder: Path, database: str, port: int, log: Path) -> Daemon:
    """A gateway in a process of its own, at a port that it keeps."""
    words = [sys.executable, "-m", "dealer_station", "floor", "serve", "--folder", str(folder)]
    words += ["--host", "127.0.0.1", "--port", str(port), "--database", database]
    return Daemon(f"gateway {port}", words, log, {})


def serving(gateway: Daemon, port: int) -> Daemon:
    """Start a gateway and wait until it listens."""
    gateway.start()
    wait_for(gateway.name, lambda: accepts(port), 60)
    return gateway


def accepts(port: int) -> bool:
    """True if somebody listens to a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
