"""The Qt object of the review window: the properties that QML binds to, and the actions of the user."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from dealer_station.log.catalogue.rounds import RoundQuery, RoundSummary
from dealer_station.log.integrity.seal import OpenedSeal
from dealer_station.log.integrity.verify import Verification, go_on, now_us
from dealer_station.review.verify_process import RunningVerification
from ui.common import qt_ownership
from ui.common.settings import Settings
from ui.common.translate import Speech
from ui.review import floor_state, header
from ui.review.alarms import Alarms
from ui.review.disputes import DisputeNotes
from ui.review.floor_state import FloorShown
from ui.review.log_thread import LogThread
from ui.review.log_verification import Check, Seals
from ui.review.open_sheet import SheetHolder
from ui.review.playback import Playback
from ui.review.round_list import LOOKS, Rounds
from ui.review.timeline import day_of, strip

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
    hopped = Signal(object)
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
        self.hopped.connect(self._do)
        self.clerk = LogThread(paths, self.hopped.emit, self._grown, self._news)
        self.clerk.title = title or self.clerk.title
        self._floor: FloorShown | None = None
        self.seals = Seals(self._sealed, self.hopped.emit, check)
        self._missed: set[int] = set()
        """Logs that changed while they were being verified."""
        self.clerk.failed, self.clerk.touched = self.complain, self._touched
        self._rounds = Rounds(self.clerk.catalogue, self.say, self._trusts)
        qt_ownership.keep(self._rounds)
        self.alarms = Alarms()
        self.playing = Playback(
            self, self.clerk, self.say, self.roundChanged.emit, self.momentChanged.emit, self.complain
        )
        self.playing.rack_changed = self.rackChanged.emit
        self.noting = DisputeNotes(reviews, self.clerk, self.say, self._noted, self._tell, self.complain)
        self._rounds.is_noted = self.noting.has
        self._rounds.is_dealt = lambda log: self.clerk.books[log].is_live
        self._rounds.log_names = lambda: self.clerk.names if len(self.clerk.books) > 1 else []
        self.sought = RoundQuery()
        self._row = -1
        self._following = follow
        self._tab = "rack"
        self.desk = SheetHolder(self)
        self._strip: dict[str, Any] = {}
        self._notice, self._notice_is_good = "\n".join(self.clerk.refused), False
        self._forget = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self._forget.timeout.connect(lambda: self.complain(""))
        self._rounds.look(self.sought)
        self._select(0)

    def open(self) -> None:
        """Start reading and verifying the logs in the background."""
        files = [(book.reader.path, book.last_row()) for book in self.clerk.books]
        self.clerk.start()
        self.noting.look()
        self.seals.verify(files)
        self.changed.emit()

    def show_floor(self, shown: FloorShown, paths: list[Path]) -> None:
        """Show the state of the floor behind the logs, and open logs that are new there; called in any
        thread."""
        self.hopped.emit(lambda: self._show_floor(shown, paths))

    def _show_floor(self, shown: FloorShown, paths: list[Path]) -> None:
        for path in paths:
            self.clerk.add(path)
        if shown != self._floor:
            self._floor = shown
            self.changed.emit()

    def _seal_new(self) -> None:
        """Verify new logs too, such as a month begun while the window was open."""
        books = self.clerk.books
        self.seals.verify([(book.reader.path, book.last_row()) for book in books])

    def close(self) -> None:
        """Stop all background work and wait for it."""
        self.playing.rest()
        self.seals.close()
        self.clerk.close()

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
        if len(self.seals.seals) < len(self.clerk.books):
            self._seal_new()
        self.alarms.look(self.clerk.books)
        self._rounds.look(self.sought)
        if self._following:
            self._select(0, anew=True)
        else:
            self._keep_place()
            if self.playing.is_live:
                self.playing.read(self.playing.key)
            else:
                self.playing.look_again()
        self._draw_strip()
        self.changed.emit()

    def _touched(self, log: int) -> None:
        """Verify a changed file: only the new rows if it was intact before, otherwise the whole file."""
        if log >= len(self.seals.seals):
            return
        if self.seals.seals[log].waits:
            self._missed.add(log)  # The running verification may have passed the change already.
            return
        # An intact file is verified from its last known row on, which is fast at a live table. If this
        # fails or finds nothing new, an older row may have changed: `_followed` then verifies the whole file.
        before, reader = self.seals.seals[log].report, self.clerk.books[log].reader
        if before is None or not before.ok:
            self.seals.again(log)
            self._sealed()
            return
        self.clerk.ask(
            f"chain {log}", lambda: go_on(reader, before), lambda after: self._followed(log, before, after)
        )

    def _followed(self, log: int, before: Verification, after: Any) -> None:
        grew = isinstance(after, Verification) and (after.last_seq, after.signed_seq) != (
            before.last_seq,
            before.signed_seq,
        )
        if not grew or not after.ok or now_us() - after.began_us > WHOLE_EVERY_US:
            # Nothing was added, or the chain does not continue: only a full verification finds the change.
            self.seals.again(log)
        else:
            self.seals.grew(log, before, after)
        self._sealed()

    def verify_again(self) -> None:
        """Verify all files from their first row."""
        for log in range(len(self.seals.seals)):
            self.seals.again(log)
        self.changed.emit()

    def _sealed(self) -> None:
        for log in [log for log in self._missed if not self.seals.seals[log].waits]:
            self._missed.discard(log)
            self._touched(log)
        self._rounds.tell_all()
        self.noting.print_waiting(self.seals)
        if self.desk.is_open("seal"):
            self.desk.open_seal()
        self.changed.emit()

    def _noted(self) -> None:
        self._rounds.tell_all()
        self.desk.noted()

    def _trusts(self, glance: RoundSummary) -> bool:
        return self.seals.trusts(glance.log, glance.last_seq)

    def _select(self, row: int, *, anew: bool = False) -> None:
        ids = self._rounds.ids
        self._row = max(0, min(row, len(ids) - 1)) if ids else -1
        if ids and (anew or ids[self._row] != self.playing.key):
            self.playing.read(ids[self._row])
            self._draw_strip()
        elif not ids and self.playing.key >= 0:
            self.playing.forget("")
        self.changed.emit()

    def say_nothing_is_shown(self) -> None:
        """Show the reason why a key about a round has no effect."""
        empty = self.say("No round is shown: choose one in the list first.")
        self._tell(self.playing.fault or empty)

    def _keep_place(self) -> None:
        """Keep the shown round selected at its new place in the list."""
        self._row = self._rounds.row_of(self.playing.key)
        if self._row < 0 and self.playing.telling is None:
            self._select(0)

    def look(self, sought: RoundQuery) -> None:
        self._rounds.look(sought)
        self.sought = sought  # Set only if the search succeeded.
        self._select(max(0, self._rounds.row_of(self.playing.key)))
        self._draw_strip()
        self.changed.emit()

    def _jump(self, key: int | None) -> None:
        if key is not None and (row := self._rounds.row_of(key)) >= 0:
            self._select(row)

    def _other_day(self, days: int) -> None:
        """Select the nearest round of an earlier or later day."""
        glance = self.glance
        if glance is not None:
            first, last = day_of(glance.opened_us)
            nearest = self.clerk.catalogue.nearest
            later, earlier = {"after_us": last}, {"before_us": first}
            self._jump(nearest(self.sought, **(later if days > 0 else earlier)))

    @property
    def glance(self) -> RoundSummary | None:
        return self._rounds.glance(self._row) if 0 <= self._row < len(self._rounds.ids) else None

    def _draw_strip(self) -> None:
        if (glance := self.glance) is not None:
            self._strip = strip(self.clerk.catalogue, self.sought, glance.opened_us, self.say)

    @Slot(str)
    def tap(self, act: str) -> None:
        """Act on a command of a key or a button: a word with its argument."""
        word, _, rest = act.partition(" ")
        if self.playing.tap(word, rest):
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
                    self.playing.write(lambda _: self.momentChanged.emit())
                self.momentChanged.emit()
            case "follow":
                self._following = not self._following
                if self._following:
                    self.look(RoundQuery())
                    self._select(0, anew=True)
                self.changed.emit()
            case "copy" | "paper" if self.playing.key < 0 or self.playing.fault:
                self.say_nothing_is_shown()
            case "copy":
                self.playing.write(self._copied)
            case "paper":
                self.noting.print(self.playing.key, self.seals)
            case "search":
                self.searching.emit()
            case "acknowledge":
                self.alarms.acknowledge()
                self.changed.emit()
            case "open":
                self.desk.open(rest)
            case "done" | "close":
                self.desk.close(taken=word == "done")
            case _:
                raise AssertionError(f"nobody can ask for {word}")

    @Slot(str, str)
    def enter(self, name: str, text: str) -> None:
        """Take text or a choice for the search field or the open sheet."""
        if name == "search":
            self.look(replace(self.sought, text=text))
        else:
            self.desk.enter(name, text)

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
        return self.desk.sheet is not None

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
            "files": ", ".join(dict.fromkeys(self.clerk.names)),
            "kind": header.kind(self.clerk, self.playing.log, say),
            "left": floor_state.warning(self._floor, say) or header.left(self.clerk, say),
            "floor": floor_state.mark(self._floor, say),
            "doubts": self._doubts(),
            "row": self._row,
            "found": header.found(self.clerk, len(self._rounds.ids), say),
            "chips": chips,
            "filtered": self.sought != RoundQuery(),
            "search": self.sought.text,
            "seal": self.seals.values(say),
            "strip": self._strip,
            "alarm": self.alarms.values(say),
            "following": self._following,
            "notice": self._notice,
            "noticeIsGood": self._notice_is_good,
        }

    def _doubts(self) -> str:
        """The reason not to trust the shown round; empty if it is verified."""
        glance = self.glance
        return self.seals.doubts(glance.log, glance.last_seq, self.say) if glance is not None else ""

    @Property("QVariant", notify=roundChanged)  # type: ignore[arg-type]
    def round(self) -> dict[str, Any]:
        return self.playing.round

    @Property("QVariant", notify=momentChanged)  # type: ignore[arg-type]
    def moment(self) -> dict[str, Any]:
        tabs = [
            {"name": name, "text": self.say(text), "on": name == self._tab} for name, text in TABS.items()
        ]
        return {**self.playing.values(), "tab": self._tab, "tabs": tabs, "written": self.playing.written}

    @Property("QVariant", notify=rackChanged)  # type: ignore[arg-type]
    def rack(self) -> list[dict[str, Any]]:
        return self.playing.rack

    @Property("QVariant", notify=sheetChanged)  # type: ignore[arg-type]
    def sheet(self) -> dict[str, Any]:
        return self.desk.values()
