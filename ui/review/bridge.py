"""The Qt object of the review window: the properties that QML binds to, and the actions of the user."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from dealer_station.log.catalogue.rounds import RoundQuery, RoundSummary
from dealer_station.log.integrity.burn_card_seals import OpenedSeal
from dealer_station.log.integrity.verify import Verification, go_on, now_us
from dealer_station.review.verify_process import RunningVerification
from ui.common import qt_ownership
from ui.common.settings import Settings
from ui.common.translate import Speech
from ui.review import floor_state, log_header_texts
from ui.review.day_timeline import day_of, strip
from ui.review.disputes import DisputeNotes
from ui.review.floor_state import FloorShown
from ui.review.held_table_alarms import Alarms
from ui.review.log_thread import LogThread
from ui.review.log_verification import Check, LogVerifier
from ui.review.playback import Playback
from ui.review.round_list import LOOKS, Rounds
from ui.review.shown_dialog_sheet import SheetHolder

Unseal = Callable[[Path, int, dict[str, str]], list[OpenedSeal]]
"""Opens the seals of a round after recording the request: log, round number, entered fields."""
PAGE_ROUNDS = 8
NOTICE_MS = 6_000
WHOLE_EVERY_US = 15 * 60 * 1_000_000
"""Interval for verifying a growing log from its first row; in between only new rows are verified."""
TABS = {"rack": "Rack", "rules": "Rules", "frames": "Frames", "written": "Written"}


class Review(QObject):
    """The logs of one review window."""

    changed = Signal()
    roundChanged = Signal()
    momentChanged = Signal()
    sheetChanged = Signal()
    rackChanged = Signal()
    searching = Signal()
    """Moves the cursor into the search field."""
    posted = Signal(object)
    """Carries work from other threads (log reader, verification) to the GUI thread."""

    def __init__(
        self,
        paths: tuple[Path, ...],
        *,
        unseal: Unseal,
        reviews: Path,
        settings: Settings | None = None,
        follow: bool = False,
        check: Callable[[Path], Check] = RunningVerification,
        title: Callable[[Path], str] | None = None,
    ) -> None:
        super().__init__()
        qt_ownership.keep(self)
        self._settings = settings or Settings()
        self.say = Speech(self._settings.language)
        self.unseal = unseal
        self.posted.connect(self._do)
        self.log_thread = LogThread(paths, self.posted.emit, self._grown, self._news)
        self.log_thread.title = title or self.log_thread.title
        self._floor: FloorShown | None = None
        self.verifier = LogVerifier(self._verified, self.posted.emit, check)
        self._missed: set[int] = set()
        """Logs that changed while they were being verified."""
        self.log_thread.failed, self.log_thread.touched = self.complain, self._touched
        self._rounds = Rounds(self.log_thread.catalogue, self.say, self._trusts)
        qt_ownership.keep(self._rounds)
        self.alarms = Alarms()
        self.playback = Playback(
            self, self.log_thread, self.say, self.roundChanged.emit, self.momentChanged.emit, self.complain
        )
        self.playback.rack_changed = self.rackChanged.emit
        self.dispute_notes = DisputeNotes(
            reviews, self.log_thread, self.say, self._noted, self._tell, self.complain
        )
        self._rounds.is_noted = self.dispute_notes.has
        self._rounds.is_dealt = lambda log: self.log_thread.cataloguers[log].is_live
        self._rounds.log_names = lambda: self.log_thread.names if len(self.log_thread.cataloguers) > 1 else []
        self.sought = RoundQuery()
        self._row = -1
        self._following = follow
        self._tab = "rack"
        self.sheet_holder = SheetHolder(self)
        self._strip: dict[str, Any] = {}
        self._notice, self._notice_is_good = "\n".join(self.log_thread.refused), False
        self._forget = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self._forget.timeout.connect(lambda: self.complain(""))
        self._rounds.look(self.sought)
        self._select(0)

    def open(self) -> None:
        """Start reading and verifying the logs in the background."""
        files = [
            (cataloguer.reader.path, cataloguer.last_row()) for cataloguer in self.log_thread.cataloguers
        ]
        self.log_thread.start()
        self.dispute_notes.look()
        self.verifier.verify(files)
        self.changed.emit()

    def show_floor(self, shown: FloorShown, paths: list[Path]) -> None:
        """Show the state of the floor behind the logs, and open logs that are new there; called in any
        thread."""
        self.posted.emit(lambda: self._show_floor(shown, paths))

    def _show_floor(self, shown: FloorShown, paths: list[Path]) -> None:
        for path in paths:
            self.log_thread.add(path)
        if shown != self._floor:
            self._floor = shown
            self.changed.emit()

    def _verify_new(self) -> None:
        """Verify new logs too, such as a month begun while the window was open."""
        cataloguers = self.log_thread.cataloguers
        self.verifier.verify([(cataloguer.reader.path, cataloguer.last_row()) for cataloguer in cataloguers])

    def close(self) -> None:
        """Stop all background work and wait for it."""
        self.playback.rest()
        self.verifier.close()
        self.log_thread.close()

    @Slot(object)
    def _do(self, work: Callable[[], None]) -> None:
        work()

    def _grown(self) -> None:
        self._rounds.look(self.sought)
        self._keep_place()
        self._draw_strip()
        self.changed.emit()

    def _news(self) -> None:
        """Update after new rows: new rounds, a step of the shown round, a held table."""
        if len(self.verifier.marks) < len(self.log_thread.cataloguers):
            self._verify_new()
        self.alarms.look(self.log_thread.cataloguers)
        self._rounds.look(self.sought)
        if self._following:
            self._select(0, anew=True)
        else:
            self._keep_place()
            if self.playback.is_live:
                self.playback.read(self.playback.key)
            else:
                self.playback.look_again()
        self._draw_strip()
        self.changed.emit()

    def _touched(self, log: int) -> None:
        """Verify a changed file: only the new rows if it was intact before, otherwise the whole file."""
        if log >= len(self.verifier.marks):
            return
        if self.verifier.marks[log].waits:
            self._missed.add(log)  # The running verification may have passed the change already.
            return
        # An intact file is verified from its last known row on, which is fast at a live table. If this
        # fails or finds nothing new, an older row may have changed: `_followed` then verifies the whole file.
        before, reader = self.verifier.marks[log].report, self.log_thread.cataloguers[log].reader
        if before is None or not before.ok:
            self.verifier.again(log)
            self._verified()
            return
        self.log_thread.ask(
            f"chain {log}", lambda: go_on(reader, before), lambda after: self._followed(log, before, after)
        )

    def _followed(self, log: int, before: Verification, after: Any) -> None:
        grew = isinstance(after, Verification) and (after.last_seq, after.signed_seq) != (
            before.last_seq,
            before.signed_seq,
        )
        if not grew or not after.ok or now_us() - after.began_us > WHOLE_EVERY_US:
            # Nothing was added, or the chain does not continue: only a full verification finds the change.
            self.verifier.again(log)
        else:
            self.verifier.grew(log, before, after)
        self._verified()

    def verify_again(self) -> None:
        """Verify all files from their first row."""
        for log in range(len(self.verifier.marks)):
            self.verifier.again(log)
        self.changed.emit()

    def _verified(self) -> None:
        for log in [log for log in self._missed if not self.verifier.marks[log].waits]:
            self._missed.discard(log)
            self._touched(log)
        self._rounds.tell_all()
        self.dispute_notes.print_waiting(self.verifier)
        if self.sheet_holder.is_open("verification"):
            self.sheet_holder.open_verification()
        self.changed.emit()

    def _noted(self) -> None:
        self._rounds.tell_all()
        self.sheet_holder.noted()

    def _trusts(self, summary: RoundSummary) -> bool:
        return self.verifier.trusts(summary.log, summary.last_seq)

    def _select(self, row: int, *, anew: bool = False) -> None:
        ids = self._rounds.ids
        self._row = max(0, min(row, len(ids) - 1)) if ids else -1
        if ids and (anew or ids[self._row] != self.playback.key):
            self.playback.read(ids[self._row])
            self._draw_strip()
        elif not ids and self.playback.key >= 0:
            self.playback.forget("")
        self.changed.emit()

    def say_nothing_is_shown(self) -> None:
        """Show the reason why a key about a round has no effect."""
        empty = self.say("No round is shown: choose one in the list first.")
        self._tell(self.playback.fault or empty)

    def _keep_place(self) -> None:
        """Keep the shown round selected at its new place in the list."""
        self._row = self._rounds.row_of(self.playback.key)
        if self._row < 0 and self.playback.reviewed is None:
            self._select(0)

    def look(self, sought: RoundQuery) -> None:
        self._rounds.look(sought)
        self.sought = sought  # Set only if the search succeeded.
        self._select(max(0, self._rounds.row_of(self.playback.key)))
        self._draw_strip()
        self.changed.emit()

    def _jump(self, key: int | None) -> None:
        if key is not None and (row := self._rounds.row_of(key)) >= 0:
            self._select(row)

    def _other_day(self, days: int) -> None:
        """Select the nearest round of an earlier or later day."""
        summary = self.summary
        if summary is not None:
            first, last = day_of(summary.opened_us)
            nearest = self.log_thread.catalogue.nearest
            later, earlier = {"after_us": last}, {"before_us": first}
            self._jump(nearest(self.sought, **(later if days > 0 else earlier)))

    @property
    def summary(self) -> RoundSummary | None:
        return self._rounds.summary(self._row) if 0 <= self._row < len(self._rounds.ids) else None

    def _draw_strip(self) -> None:
        if (summary := self.summary) is not None:
            self._strip = strip(self.log_thread.catalogue, self.sought, summary.opened_us, self.say)

    @Slot(str)
    def tap(self, act: str) -> None:
        """Act on a command of a key or a button: a word with its argument."""
        word, _, rest = act.partition(" ")
        if self.playback.tap(word, rest):
            return
        match word:
            case "row":
                self._select(int(rest))
            case "move":
                self._select(self._row + int(rest))
            case "page":
                self._select(self._row + int(rest) * PAGE_ROUNDS)
            case "newest":
                self._select(0)
            case "oldest":
                self._select(len(self._rounds.ids) - 1)
            case "round":
                self._jump(int(rest))
            case "day":
                self._other_day(int(rest))
            case "flag":
                flags = self.sought.flags
                now = tuple(one for one in flags if one != rest) if rest in flags else (*flags, rest)
                self.look(replace(self.sought, flags=now))
            case "clear":
                self.look(RoundQuery())
            case _:
                self._more(word, rest)

    def _more(self, word: str, rest: str) -> None:
        match word:
            case "tab":
                self._tab = rest
                if rest == "written":
                    self.playback.write(lambda _: self.momentChanged.emit())
                self.momentChanged.emit()
            case "follow":
                self._following = not self._following
                if self._following:
                    self.look(RoundQuery())
                    self._select(0, anew=True)
                self.changed.emit()
            case "copy" | "paper" if self.playback.key < 0 or self.playback.fault:
                self.say_nothing_is_shown()
            case "copy":
                self.playback.write(self._copied)
            case "paper":
                self.dispute_notes.print(self.playback.key, self.verifier)
            case "search":
                self.searching.emit()
            case "acknowledge":
                self.alarms.acknowledge()
                self.changed.emit()
            case "open":
                self.sheet_holder.open(rest)
            case "done" | "close":
                self.sheet_holder.close(taken=word == "done")
            case _:
                raise AssertionError(f"unknown command: {word}")

    @Slot(str, str)
    def enter(self, name: str, text: str) -> None:
        """Take text or a choice for the search field or the open sheet."""
        if name == "search":
            self.look(replace(self.sought, text=text))
        else:
            self.sheet_holder.enter(name, text)

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._tell(self.say("The written round is copied."))
        self.momentChanged.emit()

    def _tell(self, words: str) -> None:
        """Show a message for some seconds."""
        self.complain(words)
        self._notice_is_good = True
        self._forget.start()
        self.changed.emit()

    def complain(self, words: str) -> None:
        """Show a problem until another message replaces it."""
        self._forget.stop()
        self._notice, self._notice_is_good = words, False
        self.changed.emit()

    @property
    def has_sheet(self) -> bool:
        """True if a sheet is open; keys then go to it."""
        return self.sheet_holder.sheet is not None

    @Property(QObject, constant=True)
    def rounds(self) -> QObject:
        return self._rounds

    @Property("QVariant", constant=True)  # type: ignore[arg-type]
    def style(self) -> dict[str, Any]:
        it = self._settings
        return {"dark": it.theme == "dark", "scale": it.text_percent / 100, "words": self.say.words}

    @Property("QVariant", notify=changed)  # type: ignore[arg-type]
    def now(self) -> dict[str, Any]:
        say = self.say
        chips = [
            {"name": name, "text": say(word), "shape": shape, "tone": tone, "on": name in self.sought.flags}
            for name, (_, shape, tone, word) in zip(
                ("departed", "irregular", "ruled", "fault", "war"), LOOKS, strict=True
            )
        ]
        return {
            "files": ", ".join(dict.fromkeys(self.log_thread.names)),
            "kind": log_header_texts.kind(self.log_thread, self.playback.log, say),
            "left": floor_state.warning(self._floor, say) or log_header_texts.left(self.log_thread, say),
            "floor": floor_state.mark(self._floor, say),
            "doubts": self._doubts(),
            "row": self._row,
            "found": log_header_texts.found(self.log_thread, len(self._rounds.ids), say),
            "chips": chips,
            "filtered": self.sought != RoundQuery(),
            "search": self.sought.text,
            "verification": self.verifier.values(say),
            "strip": self._strip,
            "alarm": self.alarms.values(say),
            "following": self._following,
            "notice": self._notice,
            "noticeIsGood": self._notice_is_good,
        }

    def _doubts(self) -> str:
        """The reason not to trust the shown round; empty if it is verified."""
        summary = self.summary
        return self.verifier.doubts(summary.log, summary.last_seq, self.say) if summary is not None else ""

    @Property("QVariant", notify=roundChanged)  # type: ignore[arg-type]
    def round(self) -> dict[str, Any]:
        return self.playback.round

    @Property("QVariant", notify=momentChanged)  # type: ignore[arg-type]
    def moment(self) -> dict[str, Any]:
        tabs = [
            {"name": name, "text": self.say(text), "on": name == self._tab} for name, text in TABS.items()
        ]
        return {**self.playback.values(), "tab": self._tab, "tabs": tabs, "written": self.playback.written}

    @Property("QVariant", notify=rackChanged)  # type: ignore[arg-type]
    def rack(self) -> list[dict[str, Any]]:
        return self.playback.rack

    @Property("QVariant", notify=sheetChanged)  # type: ignore[arg-type]
    def sheet(self) -> dict[str, Any]:
        return self.sheet_holder.values()
