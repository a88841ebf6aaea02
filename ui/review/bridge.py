"""The one Qt object of the pit's screen: what QML binds to, and what keys, clicks and touches ask for."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from dealer_station.log.catalogue import LOG_SHIFT, Glance, Sought
from dealer_station.log.unsealing import Opened
from dealer_station.review.checking import Checking
from ui import lifetimes
from ui.review import sheets
from ui.review.alarms import Alarms
from ui.review.clerk import Clerk
from ui.review.noting import Noting
from ui.review.playing import Playing
from ui.review.rounds import LOOKS, Rounds
from ui.review.seals import Check, Seals
from ui.review.timeline import day_of, strip
from ui.settings import Settings
from ui.speech import Speech

Unseal = Callable[[Path, int, dict[str, str]], list[Opened]]
"""Opens the seals of a round and records it first: the log, the round, what was entered."""
PAGE_ROUNDS = 8
NOTICE_MS = 6_000
TABS = {"rack": "Rack", "rules": "Rules", "frames": "Frames", "written": "Written"}


class Review(QObject):
    """A window's worth of logs."""

    changed = Signal()
    roundChanged = Signal()
    momentChanged = Signal()
    sheetChanged = Signal()
    searching = Signal()
    """The cursor goes into the search field."""
    hopped = Signal(object)
    """From the clerk's thread and the one that verifies to this one."""

    def __init__(
        self,
        paths: tuple[Path, ...],
        *,
        unseal: Unseal,
        reviews: Path,
        settings: Settings | None = None,
        follow: bool = False,
        check: Callable[[Path], Check] = Checking,
    ) -> None:
        super().__init__()
        lifetimes.keep(self)
        self._settings = settings or Settings()
        self._say = Speech(self._settings.language)
        self._unseal = unseal
        self.hopped.connect(self._do)
        self.clerk = Clerk(paths, self.hopped.emit, self._grown, self._news)
        self.seals = Seals(self._sealed, self.hopped.emit, check)
        self._rounds = Rounds(self.clerk.catalogue, self._say, self._trusts)
        lifetimes.keep(self._rounds)
        self.alarms = Alarms()
        self.playing = Playing(
            self, self.clerk, self._say, self.roundChanged.emit, self.momentChanged.emit, self._complain
        )
        self.noting = Noting(reviews, self.clerk, self._say, self._noted, self._tell)
        self._rounds.is_noted = self.noting.has
        self._sought = Sought()
        self._row = -1
        self._following = follow
        self._tab = "rack"
        self._sheet: sheets.Sheet | None = None
        self._strip: dict[str, Any] = {}
        self._notice = "\n".join(self.clerk.refused)
        self._forget = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self._forget.timeout.connect(lambda: self._complain(""))
        self._rounds.look(self._sought)
        self._select(0)

    def open(self) -> None:
        """From here on the logs are read and verified behind the window."""
        files = [(book.reader.path, book.last_row()) for book in self.clerk.books]
        self.clerk.start()
        self.noting.look()
        self.seals.verify(files)
        self.changed.emit()

    def close(self) -> None:
        """Nothing runs any more when this comes back."""
        self.playing.rest()
        self.seals.close()
        self.clerk.close()

    @Slot(object)
    def _do(self, work: Callable[[], None]) -> None:
        work()

    # What the threads found.

    def _grown(self) -> None:
        self._rounds.look(self._sought)
        self._keep_place()
        self._draw_strip()
        self.changed.emit()

    def _news(self) -> None:
        """Something was written: new rounds, a step of the one that is shown, a table that stopped."""
        self.alarms.look(self.clerk.books)
        self._rounds.look(self._sought)
        if self._following:
            self._select(0, anew=True)
        else:
            self._keep_place()
            if self.playing.is_live:
                self.playing.read(self.playing.key)
        self._draw_strip()
        self.changed.emit()

    def _sealed(self) -> None:
        self._rounds.tell_all()
        self.noting.print_waiting(self.seals)
        if self._sheet is not None and self._sheet.name == "seal":
            self._open_seal()
        self.changed.emit()

    def _noted(self) -> None:
        self._rounds.tell_all()
        if self._sheet is not None and self._sheet.name == "dispute" and self.playing.telling is not None:
            self._sheet.words = self.noting.words(self.playing.telling)
            self.sheetChanged.emit()

    def _trusts(self, glance: Glance) -> bool:
        return self.seals.trusts(glance.log, glance.last_seq)

    # Which round is shown.

    def _select(self, row: int, *, anew: bool = False) -> None:
        ids = self._rounds.ids
        self._row = max(0, min(row, len(ids) - 1)) if ids else -1
        if ids and (anew or ids[self._row] != self.playing.key):
            self.playing.read(ids[self._row])
            self._draw_strip()
        self.changed.emit()

    def _keep_place(self) -> None:
        """The round that is shown stays shown, wherever it is in the list now."""
        self._row = self._rounds.row_of(self.playing.key)
        if self._row < 0 and self.playing.telling is None:
            self._select(0)

    def _look(self, sought: Sought) -> None:
        self._sought = sought
        self._rounds.look(sought)
        self._select(max(0, self._rounds.row_of(self.playing.key)))
        self._draw_strip()
        self.changed.emit()

    def _jump(self, key: int | None) -> None:
        if key is not None and (row := self._rounds.row_of(key)) >= 0:
            self._select(row)

    def _other_day(self, days: int) -> None:
        """To the nearest round that began on a day before or after."""
        glance = self.glance
        if glance is not None:
            first, last = day_of(glance.opened_us)
            nearest = self.clerk.catalogue.nearest
            later, earlier = {"after_us": last}, {"before_us": first}
            self._jump(nearest(self._sought, **(later if days > 0 else earlier)))

    @property
    def glance(self) -> Glance | None:
        return self._rounds.glance(self._row) if 0 <= self._row < len(self._rounds.ids) else None

    def _draw_strip(self) -> None:
        if (glance := self.glance) is not None:
            self._strip = strip(self.clerk.catalogue, self._sought, glance.opened_us, self._say)

    # What keys and fingers say.

    @Slot(str)
    def tap(self, act: str) -> None:
        """One thing that somebody asked for."""
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
                flags = self._sought.flags
                now = tuple(one for one in flags if one != rest) if rest in flags else (*flags, rest)
                self._look(replace(self._sought, flags=now))
            case "clear":
                self._look(Sought())
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
                    self._look(Sought())
                    self._select(0, anew=True)
                self.changed.emit()
            case "copy":
                self.playing.write(self._copied)
            case "paper":
                self.noting.print(self.playing.telling, self.seals)
            case "search":
                self.searching.emit()
            case "acknowledge":
                self.alarms.acknowledge()
                self.changed.emit()
            case "open":
                self._open_sheet(rest)
            case "done" | "close":
                self._close_sheet(taken=word == "done")
            case _:
                raise AssertionError(f"nobody can ask for {word}")

    @Slot(str, str)
    def enter(self, name: str, text: str) -> None:
        """What somebody typed or chose: in the search field, or on the sheet that is open."""
        if name == "search":
            self._look(replace(self._sought, text=text))
        elif self._sheet is not None:
            was = self._sheet.entered.get(name, "")
            chosen = any(one.name == name and one.choices is not None for one in self._sheet.fields)
            self._sheet.entered[name] = "" if chosen and was == text else text
            if chosen:
                self.sheetChanged.emit()

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._tell(self._say("The written round is copied."))
        self.momentChanged.emit()

    def _tell(self, words: str) -> None:
        """Something to know, for a while."""
        self._complain(words)
        self._forget.start()

    def _complain(self, words: str) -> None:
        self._forget.stop()
        self._notice = words
        self.changed.emit()

    # Sheets over the window.

    @property
    def has_sheet(self) -> bool:
        """Keys belong to it."""
        return self._sheet is not None

    def _open_sheet(self, name: str) -> None:
        say = self._say
        match name:
            case "filters":
                self._sheet = sheets.filters(self._sought, self.clerk.catalogue, say, self._filtered)
            case "seal":
                self._open_seal()
            case "unseal" if self.playing.telling is not None:
                log = self.clerk.books[self.playing.key >> LOG_SHIFT].reader.path
                number = self.playing.telling.story.number
                self._sheet = sheets.unsealing(number, str(log), say, self._unsealing)
            case "dispute" if self.playing.telling is not None:
                self._sheet = self.noting.sheet(self.playing.telling)
            case "ruling" if self.alarms.open:
                self._prepare()
            case _:
                return
        self.sheetChanged.emit()

    def _close_sheet(self, *, taken: bool) -> None:
        sheet = self._sheet
        if sheet is not None and taken:
            sheet.complaint = sheet.done(sheet.entered)
        if sheet is not None and self._sheet is sheet and not (taken and sheet.complaint):
            self._sheet = None
        self.sheetChanged.emit()

    def _filtered(self, entered: dict[str, str]) -> str:
        found = sheets.sought_of(entered, self._sought, self._say)
        if isinstance(found, str):
            return found
        self._look(found)
        return ""

    def _open_seal(self) -> None:
        def again() -> None:
            self.clerk.ask("verify", lambda: None, lambda _: self._verify_again())

        title = self.seals.values(self._say)["title"]
        self._sheet = sheets.reading("seal", title, self.seals.words(self._say), self._say, again)
        self.sheetChanged.emit()

    def _verify_again(self) -> None:
        self.seals.verify([(seal.path, max(1, seal.rows)) for seal in self.seals.seals])
        self.changed.emit()

    def _prepare(self) -> None:
        alarm = (self.alarms.waiting or self.alarms.open)[0]

        def done(entered: dict[str, str]) -> str:
            if not entered.get("ruling"):
                return self._say("Choose a ruling.")
            self.alarms.prepare(alarm, entered)
            self.changed.emit()
            return ""

        say, ready = self._say, self.alarms.prepared(alarm)
        self._sheet = sheets.preparing(say(alarm.words), list(alarm.rulings), say, {**ready}, done)

    def _unsealing(self, entered: dict[str, str]) -> str:
        """The key is used in the clerk's thread; the answer is another sheet."""
        say, telling = self._say, self.playing.telling
        if telling is None or any(not entered.get(name, "").strip() for name in ("key", "by", "because")):
            return say("The key, your name and the reason are needed.")
        log = self.clerk.books[self.playing.key >> LOG_SHIFT].reader.path
        number = telling.story.number
        self.clerk.ask("unseal", lambda: self._unseal(log, number, dict(entered)), self._unsealed)
        return ""

    def _unsealed(self, found: Any) -> None:
        self._sheet = sheets.opened(found, self._say)
        self.sheetChanged.emit()

    # What QML binds to.

    @Property(QObject, constant=True)
    def rounds(self) -> QObject:
        return self._rounds

    @Property("QVariant", constant=True)  # type: ignore[arg-type]
    def style(self) -> dict[str, Any]:
        it = self._settings
        return {"dark": it.theme == "dark", "scale": it.text_percent / 100, "words": self._say.words}

    @Property("QVariant", notify=changed)  # type: ignore[arg-type]
    def now(self) -> dict[str, Any]:
        say, found = self._say, len(self._rounds.ids)
        files = ", ".join(dict.fromkeys(book.reader.path.name for book in self.clerk.books))
        more = "" if self.clerk.is_done else "…"
        chips = [
            {"name": name, "text": say(word), "shape": shape, "tone": tone, "on": name in self._sought.flags}
            for name, (_, shape, tone, word) in zip(
                ("irregular", "ruled", "fault", "war"), LOOKS, strict=True
            )
        ]
        return {
            "files": files,
            "row": self._row,
            "found": say("Rounds: {count}", count=f"{found:,}") + more,
            "chips": chips,
            "filtered": self._sought != Sought(),
            "search": self._sought.text,
            "seal": self.seals.values(say),
            "strip": self._strip,
            "alarm": self.alarms.values(say),
            "following": self._following,
            "notice": self._notice,
        }

    @Property("QVariant", notify=roundChanged)  # type: ignore[arg-type]
    def round(self) -> dict[str, Any]:
        return self.playing.round

    @Property("QVariant", notify=momentChanged)  # type: ignore[arg-type]
    def moment(self) -> dict[str, Any]:
        tabs = [
            {"name": name, "text": self._say(text), "on": name == self._tab} for name, text in TABS.items()
        ]
        return {**self.playing.values(), "tab": self._tab, "tabs": tabs, "written": self.playing.written}

    @Property("QVariant", notify=sheetChanged)  # type: ignore[arg-type]
    def sheet(self) -> dict[str, Any]:
        return self._sheet.values() if self._sheet else {"name": "", "fields": [], "words": []}
