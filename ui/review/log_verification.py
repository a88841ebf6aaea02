"""Verification of the open logs: in progress, verified, or broken at a row; with an explanation."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from dealer_station.log.integrity.verify import Verification
from dealer_station.review.verify_process import RunningVerification
from ui.common.translate import Speech
from ui.review.log_thread import as_sentence
from ui.review.times import local

ALL = 2**62


class Check(Protocol):
    """A verification that runs in another process."""

    def run(self, progress: Callable[[int], None]) -> Verification: ...

    def give_up(self) -> None: ...


class VerificationMark(Struct):
    """The verification state of one file."""

    path: Path
    rows: int = 0
    """Number of rows when the verification began."""
    done: int = 0
    report: Verification | None = None
    error: str = ""
    waits: bool = True
    """True while the file is being verified or waits for it."""

    @property
    def is_broken(self) -> bool:
        return bool(self.error) or (self.report is not None and not self.report.ok)

    @property
    def trusted_seq(self) -> int:
        """The last row that can be trusted as far as is known; 0 if there is none."""
        if self.error:
            return 0
        return ALL if self.report is None or self.report.ok else self.report.sound_seq

    @property
    def percent(self) -> int:
        return min(99, 100 * self.done // max(1, self.rows))


class LogVerifier:
    """Verifies files one after the other, in a thread that waits for a subprocess."""

    def __init__(
        self,
        changed: Callable[[], None],
        post: Callable[[Callable[[], None]], None],
        check: Callable[[Path], Check] = RunningVerification,
    ) -> None:
        self.marks: list[VerificationMark] = []
        self._changed, self._post, self._check = changed, post, check
        self._now: Check | None = None
        self._condition = threading.Condition()
        self._waiting: list[VerificationMark] = []
        self._closing = False
        self._thread: threading.Thread | None = None

    def verify(self, files: list[tuple[Path, int]]) -> None:
        """Add the logs that are new in this list and verify each completely."""
        for path, rows in files[len(self.marks) :]:
            self.marks.append(VerificationMark(path, rows))
            self.again(len(self.marks) - 1)

    def again(self, log: int) -> None:
        """Verify a whole file again. A good result is withdrawn until then; a broken one stays."""
        mark = self.marks[log]
        with self._condition:
            if any(one is mark for one in self._waiting):
                return
            mark.waits, mark.done = True, 0
            mark.report = mark.report if mark.is_broken else None
            mark.rows = max(1, mark.rows)
            self._waiting.append(mark)
            self._condition.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="log verifier", daemon=True)
            self._thread.start()

    def grew(self, log: int, before: Verification, after: Verification) -> None:
        """Take the result for added rows, unless a full verification ended meanwhile."""
        mark = self.marks[log]
        if mark.report is before:
            mark.report, mark.rows = after, after.last_seq

    def close(self) -> None:
        """Stop all verification and wait for it."""
        with self._condition:
            self._closing = True
            self._condition.notify()
        if self._now is not None:
            self._now.give_up()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while True:
            with self._condition:
                while not self._waiting and not self._closing:
                    self._condition.wait()
                if self._closing:
                    return
                mark = self._waiting.pop(0)
            self._verify(mark)

    def _verify(self, mark: VerificationMark) -> None:
        self._now = self._check(mark.path)
        if self._closing:
            self._now.give_up()
        try:
            report, error = self._now.run(lambda rows: self._progress(mark, rows)), ""
        except Exception as fault:  # noqa: BLE001 - any failure on a damaged file is a result
            report, error = None, str(as_sentence(fault))
        self._now.give_up()
        if not self._closing:
            self._post(lambda: self._done(mark, report, error))

    def _done(self, mark: VerificationMark, report: Verification | None, error: str) -> None:
        mark.report, mark.error = report, error
        mark.waits = any(one is mark for one in self._waiting)
        self._changed()

    def _progress(self, mark: VerificationMark, rows: int) -> None:
        before, mark.done = mark.percent, rows
        if mark.percent != before and not self._closing:
            self._post(self._changed)

    def trusts(self, log: int, seq: int) -> bool:
        """True if nothing is known against this row."""
        return log >= len(self.marks) or seq <= self.marks[log].trusted_seq

    def values(self, say: Speech) -> dict[str, Any]:
        """The worst state of all files, for QML."""
        broken = [mark for mark in self.marks if mark.is_broken]
        waiting = [mark for mark in self.marks if mark.waits or mark.report is None]
        if broken:
            state, title = "broken", self._broken_title(broken[0], say)
        elif waiting:
            state, title = "checking", say("Verifying: {percent} %", percent=self._percent())
        else:
            reports = [mark.report for mark in self.marks if mark.report]
            rows = sum(report.rows for report in reports)
            when = local(min((report.looked_us for report in reports), default=0))
            state, title = (
                "whole",
                say("Verified: {rows} rows, {time}", rows=f"{rows:,}", time=f"{when:%H:%M:%S}"),
            )
        return {"state": state, "title": title, "shape": SHAPES[state], "tone": TONES[state]}

    def _percent(self) -> int:
        whole = sum(mark.rows for mark in self.marks)
        done = sum(min(mark.done, mark.rows) if mark.waits else mark.rows for mark in self.marks)
        return min(99, 100 * done // max(1, whole))

    def _broken_title(self, mark: VerificationMark, say: Speech) -> str:
        row = mark.report.broken_seq if mark.report else 0
        return say("Broken at row {row}", row=f"{row:,}") if row else say("Broken")

    def doubts(self, log: int, last_seq: int, say: Speech) -> str:
        """The reason not to trust a round that ends at this row; empty if there is none."""
        if self.trusts(log, last_seq):
            return ""
        report = self.marks[log].report
        if report is None or not report.broken_seq:
            return say("NOT TO BE TRUSTED: the file is broken")
        return say("NOT TO BE TRUSTED: row {row} is broken", row=f"{report.broken_seq:,}")

    def words(self, say: Speech) -> list[str]:
        """The explanation of the state of each file."""
        found: list[str] = []
        for mark in self.marks:
            found += [mark.path.name, *_meaning(mark, say), *_when(mark, say)]
        return found


SHAPES = {"whole": "disc", "checking": "half", "broken": "cross"}
TONES = {"whole": "win", "checking": "warn", "broken": "lose"}


def _when(mark: VerificationMark, say: Speech) -> list[str]:
    """The time of the full verification and of the rows verified since."""
    report = mark.report
    if mark.waits or report is None:
        return []
    words = [
        say(
            "The whole file was verified on {day} at {time}.",
            day=f"{local(report.began_us):%Y-%m-%d}",
            time=f"{local(report.began_us):%H:%M:%S}",
        )
    ]
    if report.looked_us > report.began_us:
        words.append(
            say(
                "Rows written since were verified as they arrived, up to row {row} at {time}.",
                row=f"{report.last_seq:,}",
                time=f"{local(report.looked_us):%H:%M:%S}",
            )
        )
    return words


def _meaning(mark: VerificationMark, say: Speech) -> list[str]:
    report = mark.report
    if mark.error:
        return [mark.error, say("No part of this file can be trusted.")]
    if report is None or (mark.waits and report.ok):
        return [
            say("Each row is compared with the hash that it was written with, each signature with its key.")
        ]
    if not report.ok:
        found = [f"· {finding.words}" for finding in report.findings[:6]]
        good = mark.trusted_seq
        said = (
            say(
                "Up to row {row} everything is as it was written; what comes after is not proved.",
                row=f"{good:,}",
            )
            if good
            else say("No part of this file can be trusted.")
        )
        unsigned = good and not report.signed_seq
        whose = [say("These rows are not signed.")] if unsigned else []
        return [
            *found,
            said,
            *whose,
            say("Keep the file as it is, and restore a snapshot to compare it with."),
        ]
    words = [_whole(report, say)]
    if report.last_seq > report.signed_seq > 0:
        words.append(
            say("The last rows are not signed yet; that happens each minute and at each round's end.")
        )
    if report.absent:
        words.append(say("The previous month, {file}, is not here and was not verified.", file=report.absent))
    if not report.trusted:
        words += [
            say(
                "The key was taken from the file itself: the rows are unchanged, but their author is not "
                "proved."
            ),
            say("Keep the checkpoint beside the file, or name the key you trust with `log verify --key`."),
        ]
    return words


def _whole(report: Verification, say: Speech) -> str:
    """The text for an intact log, with the extent of its signatures."""
    rows = f"{report.rows:,}"
    if not report.signed_seq:
        return say(
            "All {rows} rows are as they were written, in their order; none of them is signed yet.", rows=rows
        )
    return say(
        "All {rows} rows are as they were written, in their order, and signed up to row {row}.",
        rows=rows,
        row=f"{report.signed_seq:,}",
    )
