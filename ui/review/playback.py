"""Playback of the shown round: step forwards and backwards, or play at real or chosen speed."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.engine.model.table import Table
from dealer_station.log.catalogue.cataloguer import known_now
from dealer_station.log.catalogue.rounds import LOG_SHIFT
from dealer_station.review.round_history import read_round
from dealer_station.review.steps import steps
from dealer_station.review.transcript import transcript
from ui.common.translate import Speech
from ui.review.log_thread import LogThread
from ui.review.reviewed_round import ReviewedRound

SPEEDS = (1, 2, 5, 20)
LONGEST_MS, SHORTEST_MS = 5_000, 60
"""Longest and shortest pause in playback. The window says when a pause was shortened."""
LATE_MS = 250
"""Time for which the previous round stays visible while the next one is being read."""
NOTHING: dict[str, Any] = {
    "at": 0,
    "last": 0,
    "spots": [],
    "dealerCards": [],
    "warCards": "adjacent",
    "direction": "",
    "directionWords": "",
    "screen": "",
    "cite": "",
    "held": "",
    "rackWords": "",
    "backUps": [],
    "rules": [],
    "frames": [],
}
NO_ROUND: dict[str, Any] = {
    "number": 0,
    "title": "",
    "words": "",
    "more": "",
    "file": "",
    "steps": [],
    "sealed": False,
}


class Playback:
    """The shown round and the current moment in it."""

    def __init__(
        self,
        parent: QObject,
        log_thread: LogThread,
        say: Speech,
        round_changed: Callable[[], None],
        moment_changed: Callable[[], None],
        complain: Callable[[str], None],
    ) -> None:
        self._log_thread, self._say = log_thread, say
        self._round_changed, self._moment_changed, self._complain = round_changed, moment_changed, complain
        self.key = -1
        self.reviewed: ReviewedRound | None = None
        self.round, self.moment = NO_ROUND, NOTHING
        self.written = ""
        self.rack: list[dict[str, Any]] = []
        """The cards of the discard rack, from the top."""
        self.rack_changed: Callable[[], None] = lambda: None
        self._racked: tuple[int, tuple[Any, ...]] = (-1, ())
        self.fault = ""
        """The reason why the chosen round is not shown."""
        self.opened: set[int] = set()
        """Rounds whose seals have been opened in this window."""
        self._at, self._speed, self._cut = 0, SPEEDS[0], ""
        self._timer = QTimer(parent, singleShot=True)
        self._timer.timeout.connect(self._play_on)
        self._late = QTimer(parent, singleShot=True, interval=LATE_MS)
        self._late.timeout.connect(lambda: self._clear(self._say("Reading the round…")))

    @property
    def log(self) -> int:
        """The index of the chosen round's log."""
        return self.key >> LOG_SHIFT

    @property
    def number(self) -> int:
        """The number of the chosen round in its log."""
        return self.key & ((1 << LOG_SHIFT) - 1)

    @property
    def is_live(self) -> bool:
        """True if the round is not finished, so that further rows may follow."""
        return self.reviewed is not None and self.reviewed.history.kept is None

    def read(self, key: int) -> None:
        """Read a round. It opens at its last step; if it only grew, the current step stays."""
        if key != self.key:
            self.rest()
            self.written = ""
            self._late.start()
        self.key = key
        reader, number, say = self._log_thread.cataloguers[self.log].reader, self.number, self._say
        file, cataloguer = self._log_thread.names[self.log], self._log_thread.cataloguers[self.log]

        def work() -> ReviewedRound:
            history = read_round(reader, number)
            return ReviewedRound(key, history, steps(history), say, file, is_live=cataloguer.is_live)

        self._log_thread.ask("round", work, lambda found: self._was_read(key, found))

    def forget(self, words: str) -> None:
        """Choose no round."""
        self.rest()
        self.key = -1
        self._clear(words)

    def _clear(self, words: str) -> None:
        """Remove the picture, so that no other round than the chosen one is ever shown."""
        self._late.stop()
        self.reviewed, self.round, self.moment, self.fault = None, NO_ROUND, NOTHING, words
        self._at = 0
        self._round_changed()
        self._moment_changed()
        self._show_rack(None)

    def _was_read(self, key: int, found: ReviewedRound | DealerStationError) -> None:
        if key != self.key:
            return
        self._late.stop()
        if isinstance(found, DealerStationError):
            what = self._say("Round {number} cannot be read: {why}", number=self.number, why=str(found))
            self._clear(what)
            return
        before, self.reviewed = self.reviewed, found
        grew = before is not None and before.key == found.key
        stays = grew and before is not None and self._at < before.last
        self.round, self.fault = found.about(), ""
        self._round_changed()
        self._go(self._at if stays else found.last)

    def look_again(self) -> None:
        """Redraw the moment: newer rows may have put other cards on top of this round's."""
        if self.reviewed is not None:
            self._go(self._at)

    def _go(self, at: int) -> None:
        if self.reviewed is not None:
            self._at = max(0, min(at, self.reviewed.last))
            self.moment = self.reviewed.values(self._at, known_now(self._log_thread.cataloguers, self.log))
            self._moment_changed()
            self._show_rack(self.reviewed.table(self._at))

    def _show_rack(self, table: Table | None) -> None:
        """Publish the rack only if it changed, because it may hold a whole shoe of cards."""
        now = (self.key, table.rack if table is not None else ())
        if now != self._racked:
            self._racked = now
            self.rack = self.reviewed.rack(table) if table is not None and self.reviewed is not None else []
            self.rack_changed()

    def tap(self, word: str, rest: str) -> bool:
        """Act on a playback command; False if the command is for another part."""
        last = self.reviewed.last if self.reviewed else 0
        wanted = {"step": self._at + int(rest) if word == "step" else 0, "first": 0, "last": last}
        if word == "at":
            wanted["at"] = int(rest)
        if word in wanted:
            self.rest()
            self._go(wanted[word])
        elif word == "play":
            self._toggle()
        elif word == "speed":
            self._speed = SPEEDS[(SPEEDS.index(self._speed) + 1) % len(SPEEDS)]
            self._moment_changed()
        else:
            return False
        return True

    def rest(self) -> None:
        """Stop playing."""
        self._timer.stop()
        self._cut = ""

    def _toggle(self) -> None:
        if self.reviewed is None:
            return
        if self._timer.isActive():
            self.rest()
        else:
            if self._at >= self.reviewed.last:
                self._go(0)
            self._timer.start(SHORTEST_MS)
        self._moment_changed()

    def _play_on(self) -> None:
        if self.reviewed is None:
            return
        if self._at + 1 < self.reviewed.last:
            real_ms = self.reviewed.wait_us(self._at + 1) / 1000 / self._speed
            self._cut = (
                self._say("{seconds} s shortened to 5", seconds=f"{real_ms / 1000:.0f}")
                if real_ms > LONGEST_MS
                else ""
            )
            self._timer.start(round(max(SHORTEST_MS, min(real_ms, LONGEST_MS))))
        self._go(self._at + 1)

    def write(self, done: Callable[[str], None]) -> None:
        """Make the written round once and pass it to `done`, unless another round is shown by then."""
        if self.written:
            done(self.written)
            return
        if self.reviewed is None:
            return
        if self.reviewed.hides and self.key not in self.opened:
            self._complain(
                self._say("The written round would name a card that stays face down: open its seal first.")
            )
            return
        key, number, reader = self.key, self.number, self._log_thread.cataloguers[self.log].reader

        def was_written(found: Any) -> None:
            if key == self.key:
                self.written = str(found)
                done(self.written)

        self._log_thread.ask("written", lambda: transcript(reader, [number]), was_written)

    def values(self) -> dict[str, Any]:
        """The current moment for QML."""
        return {
            **self.moment,
            "playing": self._timer.isActive(),
            "speed": f"×{self._speed}",
            "cut": self._cut,
            "fault": self.fault,
        }
