"""The thread of a station that brings its log to the floor; it cannot slow or stop the table."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from dealer_station.floor.client.link import FloorLink, FloorSettings
from dealer_station.floor.client.outbox import Outbox
from dealer_station.floor.client.sync import Synchroniser, SyncState
from dealer_station.log.store.files import wal_path
from dealer_station.program_version import program_version
from dealer_station.technical_messages import TechnicalMessages

POLL_SECONDS = 0.05
"""Interval at which the times of the log's files are looked at; this opens nothing."""
SETTLED_NS = 20_000_000
"""A file that changed within this time may change again within the same tick of its clock."""
CATCH_UP_SECONDS = 0.01
"""Pause between two batches of a backlog, so that the station's thread is never kept waiting."""
STOP_SECONDS = 2.0
FAREWELL_SECONDS = 1.5
"""The time that the last rows and their note get when the station closes."""

logger = TechnicalMessages()


class LogWatch:
    """Notices that a log has grown, from the modification times of its files."""

    def __init__(self, path: Path) -> None:
        self._paths = (path, wal_path(path))
        self._seen: tuple[tuple[int, int], ...] = ()

    def has_changed(self, now_ns: int) -> bool:
        """True if a file has changed since the last look, or may have changed in the same tick."""
        seen = tuple(_stamp(path) for path in self._paths)
        recent = any(now_ns - stamp < SETTLED_NS for stamp, _ in seen)
        changed = seen != self._seen or recent
        self._seen = seen
        return changed


def _stamp(path: Path) -> tuple[int, int]:
    """Modification time and size of a file; zeros if there is none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


class SyncThread:
    """Runs a synchroniser until it is stopped; an unexpected error is reported, and it starts again."""

    def __init__(
        self,
        settings: FloorSettings,
        log: Path,
        name: str,
        tell: Callable[[SyncState], None],
        keys: Path | None = None,
    ) -> None:
        self._settings, self._log, self._name, self._tell = settings, log, name, tell
        self._keys = keys
        self._wake = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="floor", daemon=True)
        self.state = SyncState()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Say that the log has grown; costs the caller a microsecond."""
        self._wake.set()

    def stop(self) -> None:
        """End the thread; one that waits for the network is left to itself."""
        self._stopping = True
        self._wake.set()
        if self._thread.ident is not None:
            self._thread.join(STOP_SECONDS)

    def _work(self) -> None:
        while not self._stopping:
            try:
                follow(self._synchroniser(), LogWatch(self._log), self._pause, lambda: self._stopping)
            except Exception as error:  # noqa: BLE001 - the table must not lose its thread to the floor
                logger.error("floor thread ended", why=f"{type(error).__name__}: {error}")
                self._change(SyncState("refused", words=f"unexpected error: {type(error).__name__}: {error}"))
                self._pause(30.0)

    def _synchroniser(self) -> Synchroniser:
        made = Synchroniser(
            Outbox(self._log), FloorLink(self._settings), self._name, program_version(), self._keys
        )
        made.on_change(self._change)
        return made

    def _change(self, state: SyncState) -> None:
        if state.status != self.state.status:
            logger.info("floor", status=state.status, kept=state.kept, size=state.size, why=state.words)
        if state.warning and state.warning != self.state.warning:
            logger.warning("floor certificate", days=state.certificate_days, why=state.warning)
        if state.note_words and state.note_words != self.state.note_words:
            logger.warning("no cosigned note", code=state.note_code, why=state.note_words)
        self.state = state
        self._tell(state)

    def _pause(self, seconds: float) -> bool:
        """Wait; return True if somebody has said that the log has grown."""
        woken = self._wake.wait(seconds)
        self._wake.clear()
        return woken


def follow(
    synchroniser: Synchroniser,
    watch: LogWatch,
    pause: Callable[[float], bool],
    is_over: Callable[[], bool],
) -> None:
    """Exchange with the floor whenever the log has grown, a pause is over or a sign of life is due."""
    try:
        while not is_over():
            wait = synchroniser.step()
            if wait <= 0:
                pause(CATCH_UP_SECONDS if synchroniser.state.status == "behind" else 0.0)
                continue
            ends = time.monotonic() + wait
            while not is_over() and time.monotonic() < ends:
                if (
                    pause(min(POLL_SECONDS, wait)) | watch.has_changed(time.time_ns())
                    and synchroniser.state.ok
                ):
                    break
        synchroniser.finish(FAREWELL_SECONDS)
    finally:
        synchroniser.close()
