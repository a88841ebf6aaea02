"""The sheet over the review window: which one is open, its entries, and the action on confirmation."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealer_station.log.catalogue.cataloguer import Cataloguer
from dealer_station.log.catalogue.rounds import RoundQuery
from ui.review import dialog_sheets
from ui.review.times import local

if TYPE_CHECKING:
    from ui.review.bridge import Review


class SheetHolder:
    """Holds at most one open sheet."""

    def __init__(self, review: "Review") -> None:
        self._review = review
        self.sheet: dialog_sheets.Sheet | None = None
        self._about = -1
        """Key of the round that the sheet is about; -1 if it is about none."""
        self.keys_of: Callable[[Path], Path] = lambda log: log.with_name(log.name + ".keys")
        """The folder with the keys that sign a log."""

    def is_open(self, name: str) -> bool:
        """True if the named sheet is open."""
        return self.sheet is not None and self.sheet.name == name

    def values(self) -> dict[str, Any]:
        """The values for QML."""
        return self.sheet.values() if self.sheet else {"name": "", "fields": [], "words": []}

    def open(self, name: str) -> None:
        """Open a sheet. If it needs a round and none is shown, show the reason instead."""
        it = self._review
        needs_round = name in ("unseal", "dispute")
        if needs_round and it.playback.reviewed is None:
            it.say_nothing_is_shown()
            return
        self._about = it.playback.key if needs_round else -1
        match name:
            case "filters":
                self.sheet = dialog_sheets.filters(
                    it.sought, it.log_thread.catalogue, it.log_thread.names, it.say, self._filtered
                )
                self._count()
            case "verification":
                self.open_verification()
            case "unseal":
                self._open_unsealing()
            case "dispute":
                self.sheet = it.dispute_notes.sheet(self._about, self.answered)
            case "ruling" if it.alarms.to_rule is not None:
                self._prepare()
            case _:
                return
        it.sheetChanged.emit()

    def close(self, *, taken: bool) -> None:
        """Confirm or discard the sheet. If it cannot be confirmed, it stays open and shows the reason."""
        sheet = self.sheet
        if sheet is None:
            return
        answer = sheet.done(sheet.entered) if taken else ""
        if answer is None:
            sheet.complaint, sheet.note = "", self._review.say("being written…")
        elif answer:
            sheet.complaint = answer
        elif self.sheet is sheet:
            if sheet.name == "dispute" and not taken:
                self._review.dispute_notes.put_off(self._about, sheet.entered)
            self.sheet = None
        self._review.sheetChanged.emit()

    def answered(self, complaint: str) -> None:
        """Finish a sheet that was stored in the background; on failure it stays open with the reason."""
        sheet = self.sheet
        if sheet is None:
            if complaint:
                self._review.complain(complaint)
            return
        sheet.complaint, sheet.note = complaint, ""
        if not complaint:
            self.sheet = None
        self._review.sheetChanged.emit()

    def enter(self, name: str, text: str) -> None:
        """Take a text or a choice; choosing the same value again clears it."""
        sheet = self.sheet
        if sheet is None:
            return
        was = sheet.entered.get(name, "")
        chosen = any(one.name == name and one.choices is not None for one in sheet.fields)
        sheet.entered[name] = "" if chosen and was == text else text
        complained, sheet.complaint = sheet.complaint, ""  # It may be complete now; the button checks.
        if sheet.name == "filters":
            self._count()
        if chosen or complained or sheet.name == "filters":
            self._review.sheetChanged.emit()

    def noted(self) -> None:
        """Update the notes on the dispute sheet after they were read again."""
        if self.sheet is not None and self.sheet.name == "dispute":
            self.sheet.words = self._review.dispute_notes.words(self._about)
            self._review.sheetChanged.emit()

    def _sought(self, entered: dict[str, str]) -> RoundQuery | str:
        it = self._review
        summary = it.summary
        day = local(summary.opened_us) if summary else datetime.now().astimezone()
        return dialog_sheets.sought_of(entered, it.sought, day.date(), it.say)

    def _count(self) -> None:
        """Show how many rounds match the filters while they are being entered."""
        assert self.sheet is not None
        found, say = self._sought(self.sheet.entered), self._review.say
        self.sheet.note = (
            found
            if isinstance(found, str)
            else say("Rounds: {count}", count=f"{len(self._review.log_thread.catalogue.ids(found)):,}")
        )

    def _filtered(self, entered: dict[str, str]) -> str:
        found = self._sought(entered)
        if isinstance(found, str):
            return found
        self._review.look(found)
        return ""

    def open_verification(self) -> None:
        """Open the sheet that explains the current verification results."""
        it = self._review
        title = it.verifier.values(it.say)["title"]
        self.sheet = dialog_sheets.reading(
            "verification", title, it.verifier.words(it.say), it.say, it.verify_again
        )
        it.sheetChanged.emit()

    def _prepare(self) -> None:
        it = self._review
        say, alarm = it.say, it.alarms.to_rule
        assert alarm is not None

        def done(entered: dict[str, str]) -> str:
            if not entered.get("ruling"):
                return say("Choose a ruling.")
            if not entered.get("because", "").strip() or not entered.get("by", "").strip():
                return say("Enter the reason and your name.")
            it.alarms.prepare(alarm, entered)
            it.changed.emit()
            return ""

        ready = it.alarms.prepared(alarm)
        self.sheet = dialog_sheets.preparing(say(alarm.words), alarm.rulings, say, {**ready}, done)

    def _open_unsealing(self) -> None:
        it = self._review
        reviewed = it.playback.reviewed
        assert reviewed is not None
        record, number = goes_on_in(it.playback.log, it.log_thread.cataloguers), it.playback.number
        rows = [moment.row.seq for moment in reviewed.history.moments if moment.row.seal is not None]
        self.sheet = dialog_sheets.unsealing(
            number, record, self.keys_of(record), rows, it.say, self._unsealing
        )

    def _unsealing(self, entered: dict[str, str]) -> str | None:
        """Open the seals in the log thread; the result is shown on another sheet."""
        it, key = self._review, self._about
        if missing := dialog_sheets.missing_for_unsealing(entered, it.say):
            return missing
        cataloguer, number = it.log_thread.cataloguers[it.playback.log], it.playback.number
        log = cataloguer.reader.path
        if cataloguer.known is not None and cataloguer.known.closed and entered["record"].strip() == str(log):
            return it.say(
                "This month is closed. Name the log that goes on from it under “Log in which this is "
                "recorded”. No seal was opened."
            )
        it.log_thread.ask(
            "unseal",
            lambda: it.unseal(log, number, dict(entered)),
            lambda found: self._unsealed(key, found),
        )
        return None

    def _unsealed(self, key: int, found: Any) -> None:
        if not isinstance(found, list):
            self.answered(f"{str(found).rstrip('.')}. {self._review.say('No seal was opened.')}")
            return
        self._review.playback.opened.add(key)
        self._review.complain("")
        self.sheet = dialog_sheets.opened(found, self._review.say)
        self._review.sheetChanged.emit()


def goes_on_in(log: int, cataloguers: Sequence[Cataloguer]) -> Path:
    """The log in which to record something about a log: itself, or the continuation of a closed month."""
    cataloguer = cataloguers[log]
    while cataloguer.known is not None and cataloguer.known.closed:
        after = [one for one in cataloguers if _follows(one, cataloguer)]
        if not after:
            break
        cataloguer = after[0]
    return cataloguer.reader.path


def _follows(one: Cataloguer, month: Cataloguer) -> bool:
    opened = one.known.opened if one.known is not None else None
    if opened is None or not opened.previous_file or month.known is None:
        return False
    before = (one.reader.path.with_name(opened.previous_file), opened.previous_seq)
    return before == (month.reader.path, month.known.seq)
