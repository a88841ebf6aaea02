"""A shift of the school in a process of its own, which the school of a station starts and ends."""

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QProcess, QTimer

from ui.dealer.window import DealerWindow
from ui.school.school import PACES, ShiftWanted

END_MS, WAIT_MS = 60_000, 10_000
"""The time that a shift gets to keep its score, and the time for which a closing window waits for it."""


class ShiftInItsOwnProcess:
    """Deals the shifts of a school that is shown at a station: a process of their own, so that neither its
    simulator nor its log comes near the table.
    """

    def __init__(self, results: Path, window: DealerWindow) -> None:
        self._results, self._window = results, window
        self._process: QProcess | None = None
        window.gone.connect(self._end_with_the_window)

    def begin(self, wanted: ShiftWanted, language: str, over: Callable[[], None]) -> None:
        process = QProcess(self._window)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedChannels)
        pace = next(name for name, multiple in PACES.items() if multiple == wanted.pace)
        size = "full" if self._window.full else f"{self._window.width()}x{self._window.height()}"
        words = [
            "-m",
            "dealer_station",
            "train",
            "shift",
            "--results",
            str(self._results),
            "--book",
            wanted.book,
        ]
        words += ["--trainee", wanted.trainee, "--pace", pace, "--size", size, "--language", language]
        process.finished.connect(lambda *_: over())
        process.errorOccurred.connect(lambda *_: over())
        process.start(sys.executable, [*words, *(["--faults"] if wanted.faults else [])])
        self._process = process

    def end(self) -> None:
        """Ask the shift to end as if its window were closed; it keeps its score first."""
        process = self._running()
        if process is None:
            return
        process.terminate()
        # Nothing waits for it here: a live table may want its screen back at once.
        QTimer.singleShot(END_MS, process, process.kill)

    def _end_with_the_window(self) -> None:
        """End the shift before the program ends."""
        process = self._running()
        if process is not None:
            process.terminate()
            if not process.waitForFinished(WAIT_MS):
                process.kill()

    def _running(self) -> QProcess | None:
        process = self._process
        return process if process and process.state() != QProcess.ProcessState.NotRunning else None
