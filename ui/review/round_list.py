"""The list of rounds: the keys of all matching rounds, and the details of the visible ones."""

from array import array
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractListModel, QByteArray, QModelIndex, QPersistentModelIndex, Qt

from dealer_station.engine.model.wager_outcomes import dollars
from dealer_station.engine.view.reports_view import IRREGULARITIES
from dealer_station.log.catalogue.rounds import (
    DEPARTED,
    FAULT,
    IRREGULAR,
    RULED,
    WAR,
    Catalogue,
    RoundQuery,
    RoundSummary,
)
from ui.common.translate import Speech
from ui.review.times import clock, local

PAGE, PAGES_MAX = 64, 40
IT = Qt.ItemDataRole.UserRole + 1
DAY = Qt.ItemDataRole.UserRole + 2
Index = QModelIndex | QPersistentModelIndex
LOOKS = (
    (DEPARTED, "barred", "warn", "departed"),
    (IRREGULAR, "up", "lose", "irregular"),
    (RULED, "square", "surrender", "ruled"),
    (FAULT, "cross", "warn", "device fault"),
    (WAR, "diamond", "tie", "war"),
)
"""Flag, shape, tone and word of each mark; no mark depends on colour alone."""


class Rounds(QAbstractListModel):
    """The list model for QML; the details of a line are read when it becomes visible."""

    def __init__(self, catalogue: Catalogue, say: Speech, trusts: Callable[[RoundSummary], bool]) -> None:
        super().__init__()
        self._catalogue = catalogue
        self.say = say
        self._trusts = trusts
        self.log_names: Callable[[], list[str]] = list
        """The names of the logs if there are several; empty if there is one."""
        self.is_noted: Callable[[RoundSummary], bool] = lambda _: False
        """True if a dispute is noted on a round."""
        self.is_dealt: Callable[[int], bool] = lambda _: True
        """True if a station still writes to a log."""
        self.ids = array("q")
        self._pages: OrderedDict[int, dict[int, RoundSummary]] = OrderedDict()

    def look(self, sought: RoundQuery) -> None:
        """Update the list. Lines added at either end do not move the others."""
        before, after = self.ids, self._catalogue.ids(sought)
        added = len(after) - len(before)
        self._pages.clear()
        if added > 0 and before and after[added:] == before:
            self.beginInsertRows(QModelIndex(), 0, added - 1)
            self.ids = after
            self.endInsertRows()
        elif added > 0 and after[: len(before)] == before:
            self.beginInsertRows(QModelIndex(), len(before), len(after) - 1)
            self.ids = after
            self.endInsertRows()
        elif after != before:
            self.beginResetModel()
            self.ids = after
            self.endResetModel()
        self.tell_all()

    def tell_all(self) -> None:
        """Notify QML that the details of the lines have changed."""
        if self.ids:
            self.dataChanged.emit(self.index(0), self.index(len(self.ids) - 1), [IT])

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.ids)

    def roleNames(self) -> dict[int, QByteArray]:
        return {int(IT): QByteArray(b"it"), int(DAY): QByteArray(b"day")}

    def data(self, index: Index, role: int = int(IT)) -> Any:
        if role not in (IT, DAY) or not 0 <= index.row() < len(self.ids):
            return None
        summary = self.summary(index.row())
        if role == DAY:
            return f"{local(summary.opened_us):%Y-%m-%d}" if summary else ""
        return self._values(summary) if summary else {}

    def summary(self, row: int) -> RoundSummary | None:
        """The details of one line; they are read page by page and cached."""
        page = row // PAGE
        if page not in self._pages:
            self._pages[page] = self._catalogue.summaries(self.ids[page * PAGE : (page + 1) * PAGE])
            while len(self._pages) > PAGES_MAX:
                self._pages.popitem(last=False)
        return self._pages[page].get(self.ids[row])

    def row_of(self, key: int) -> int:
        """The row of a round; -1 if it is not in the list."""
        try:
            return self.ids.index(key)
        except ValueError:
            return -1

    def _values(self, one: RoundSummary) -> dict[str, Any]:
        say, began = self.say, local(one.opened_us)
        trusted = self._trusts(one)
        marks = [
            {"shape": shape, "tone": tone, "word": say(word)}
            for flag, shape, tone, word in LOOKS
            if one.flags & flag
        ]
        if self.is_noted(one):
            marks.insert(0, {"shape": "half", "tone": "ink", "word": say("disputed")})
        if not trusted:
            marks.insert(0, {"shape": "barred", "tone": "lose", "word": say("not to be trusted")})
        names = self.log_names()
        log = names[one.log] if one.log < len(names) else ""
        words = " · ".join(
            word for word in (marks[0]["word"] if not trusted else "", self._words(one)) if word
        )
        read = ", ".join(
            [say("Round {number}", number=one.number), log, clock(one.opened_us, "%H:%M"), words]
        )
        return {
            "number": f"#{one.number}",
            "log": log,
            "time": clock(one.opened_us),
            "date": f"{began:%Y-%m-%d}",
            "words": words,
            "marks": marks,
            "trusted": trusted,
            "says": ", ".join([read, *(mark["word"] for mark in marks if trusted or mark is not marks[0])]),
        }

    def _words(self, one: RoundSummary) -> str:
        """The main text of a line: the irregularity, or else the hands and the money."""
        say, kind = self.say, one.kinds.strip(";").partition(";")[0]
        if one.outcome == "open":
            return say("being played") if self.is_dealt(one.log) else say("not ended")
        if kind in IRREGULARITIES:
            return say(IRREGULARITIES[kind])
        if one.outcome == "void":
            return say("void")
        money = f"+{dollars(one.taken_cents)} −{dollars(one.paid_cents)}"
        return " · ".join(
            word for word in (say("Hands: {count}", count=one.hands), money, one.dealer) if word
        )
