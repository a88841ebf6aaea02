"""The seal of a log: being verified, verified, or broken at a row; and what that means, in words."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from dealer_station.engine.errors import LogError
from dealer_station.log.verify import Report
from dealer_station.review.checking import Checking
from ui.speech import Speech

ALL = 2**62


class Check(Protocol):
    """A verification that runs somewhere else."""

    def run(self, progress: Callable[[int], None]) -> Report: ...

    def give_up(self) -> None: ...


class Seal(Struct):
    """What is known about one file."""

    path: Path
    rows: int = 0
    """How many there were when it began."""
    done: int = 0
    report: Report | None = None
    error: str = ""

    @property
    def is_broken(self) -> bool:
        return bool(self.error) or (self.report is not None and not self.report.ok)

    @property
    def trusted_seq(self) -> int:
        """Up to this row everything is as it was written, as far as is known."""
        if self.error:
            return 0
        if self.report is None or self.report.ok:
            return ALL
        bad = [finding.seq for finding in self.report.findings if finding.kind in ("row", "file", "cut")]
        return min(bad) - 1 if bad and min(bad) > 0 else self.report.signed_seq

    @property
    def percent(self) -> int:
        return min(99, 100 * self.done // max(1, self.rows))


class Seals:
    """Verifies files one after the other, in a thread that waits for another process."""

    def __init__(
        self,
        changed: Callable[[], None],
        hop: Callable[[Callable[[], None]], None],
        check: Callable[[Path], Check] = Checking,
    ) -> None:
        self.seals: list[Seal] = []
        self._changed, self._hop, self._check = changed, hop, check
        self._now: Check | None = None
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def verify(self, files: list[tuple[Path, int]]) -> None:
        """Begins anew; nothing is said of a file before it is looked at."""
        if self._thread is not None and self._thread.is_alive():
            return
        self.seals = [Seal(path, rows) for path, rows in files]
        self._thread = threading.Thread(target=self._work, name="seals", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Comes back when nothing of it runs any more."""
        self._closing.set()
        if self._now is not None:
            self._now.give_up()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        for seal in self.seals:
            if self._closing.is_set():
                return
            self._now = self._check(seal.path)
            if self._closing.is_set():
                self._now.give_up()
            try:
                seal.report = self._now.run(lambda rows, seal=seal: self._progress(seal, rows))  # type: ignore[misc]
            except LogError as error:
                seal.error = str(error)
            self._now.give_up()
            if not self._closing.is_set():
                self._hop(self._changed)

    def _progress(self, seal: Seal, rows: int) -> None:
        before, seal.done = seal.percent, rows
        if seal.percent != before and not self._closing.is_set():
            self._hop(self._changed)

    def trusts(self, log: int, seq: int) -> bool:
        """Nothing is known against this row."""
        return log >= len(self.seals) or seq <= self.seals[log].trusted_seq

    def values(self, say: Speech) -> dict[str, Any]:
        """The worst of them, as QML reads it."""
        broken = [seal for seal in self.seals if seal.is_broken]
        waiting = [seal for seal in self.seals if seal.report is None and not seal.error]
        if broken:
            state, title = "broken", self._broken_title(broken[0], say)
        elif waiting:
            state, title = "checking", say("Being verified: {percent} %", percent=self._percent())
        else:
            rows = sum(seal.report.rows for seal in self.seals if seal.report)
            state, title = "whole", say("Verified: {rows} rows", rows=f"{rows:,}")
        return {"state": state, "title": title, "shape": SHAPES[state], "tone": TONES[state]}

    def _percent(self) -> int:
        whole = sum(seal.rows for seal in self.seals)
        done = sum(
            seal.rows if seal.report or seal.error else min(seal.done, seal.rows) for seal in self.seals
        )
        return min(99, 100 * done // max(1, whole))

    def _broken_title(self, seal: Seal, say: Speech) -> str:
        rows = [one.seq for one in seal.report.findings if one.seq] if seal.report else []
        return say("Broken at row {row}", row=f"{min(rows):,}") if rows else say("Broken")

    def words(self, say: Speech) -> list[str]:
        """What it means, file by file."""
        found: list[str] = []
        for seal in self.seals:
            found += [seal.path.name, *_meaning(seal, say)]
        return found


SHAPES = {"whole": "disc", "checking": "half", "broken": "cross"}
TONES = {"whole": "win", "checking": "warn", "broken": "lose"}


def _meaning(seal: Seal, say: Speech) -> list[str]:
    report = seal.report
    if seal.error:
        return [seal.error, say("Nothing of this file can be trusted.")]
    if report is None:
        return [
            say("Each row is compared with the hash that it was written with, each signature with its key.")
        ]
    if not report.ok:
        found = [f"· {finding.words}" for finding in report.findings[:6]]
        good = seal.trusted_seq
        said = (
            say(
                "Up to row {row} everything is as it was written; what comes after is not proved.",
                row=f"{good:,}",
            )
            if good
            else say("Nothing of this file can be trusted.")
        )
        return [*found, said, say("Keep the file as it is, and restore a snapshot to compare it with.")]
    words = [
        say(
            "All {rows} rows are as they were written, in their order, and signed up to row {row}.",
            rows=f"{report.rows:,}",
            row=f"{report.signed_seq:,}",
        )
    ]
    if report.last_seq > report.signed_seq:
        words.append(
            say("The last rows are not signed yet; that happens each minute and at each round's end.")
        )
    if report.absent:
        words.append(say("The month before, {file}, is not here and was not looked at.", file=report.absent))
    if not report.trusted:
        words += [
            say("The key was taken from the file itself: rows are unchanged, who wrote them is not proved."),
            say("Keep the checkpoint beside the file, or name the key you trust with `log verify --key`."),
        ]
    return words
