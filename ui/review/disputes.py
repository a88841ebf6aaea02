"""Disputes in the review window: existing and new notes on rounds. The log thread reads and writes them."""

from collections import defaultdict
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct

from dealer_station.engine.model.errors import DealerStationError
from dealer_station.log.catalogue import dispute_notes
from dealer_station.log.catalogue.dispute_notes import Claim, Note, Which
from dealer_station.log.catalogue.rounds import LOG_SHIFT, RoundSummary
from dealer_station.log.integrity.verify import Verification, verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.transparency.log_note import proof_path
from dealer_station.review.dispute_data import DisputeData, dispute_data_of
from dealer_station.review.proof_process import start_proof
from ui.common.translate import Speech
from ui.paper.dispute_sheet import dispute_sheet
from ui.review import dialog_sheets
from ui.review.log_thread import LogThread
from ui.review.log_verification import LogVerifier
from ui.review.times import local

NUMBER = (1 << LOG_SHIFT) - 1
Notes = dict[Which, list[Note]]


class DisputeNotes:
    """The review log that belongs to the shown logs."""

    def __init__(
        self,
        reviews: Path,
        log_thread: LogThread,
        say: Speech,
        changed: Callable[[], None],
        tell: Callable[[str], None],
        complain: Callable[[str], None],
    ) -> None:
        self.reviews = reviews
        self._log_thread, self.say, self._changed = log_thread, say, changed
        self._tell, self._complain = tell, complain
        self._chains: list[str] = []
        """The chain of each open log, which identifies it."""
        self._notes: Notes = {}
        self._report: Verification | None = None
        """The verification result of the review log; None if there is no review log."""
        self.drafts: dict[int, dict[str, str]] = {}
        """Unfinished notes, by the key of their round."""
        self._waiting: list[int] = []
        """Rounds whose dispute sheets are made as soon as their logs are verified."""

    def look(self) -> None:
        """Read the notes again, because others may write to the review log too."""
        self._log_thread.ask("notes", self._read, self._found)

    def _read(self) -> tuple[list[str], Notes, Verification | None]:
        by_round: Notes = defaultdict(list)
        report = verify(self.reviews) if self.reviews.exists() and self.reviews.stat().st_size else None
        for note in dispute_notes.notes(self.reviews):
            by_round[note.which].append(note)
        return (
            [_chain(cataloguer.reader) for cataloguer in self._log_thread.cataloguers],
            dict(by_round),
            report,
        )

    def _found(self, found: Any) -> None:
        if isinstance(found, DealerStationError):
            self._complain(str(found))
            return
        was_broken = self.doubts
        self._chains, self._notes, self._report = found
        if self.doubts and not was_broken:
            self._complain(self.doubts)
        self._changed()

    @property
    def doubts(self) -> str:
        """The reason not to trust the notes; empty if the review log is intact."""
        report = self._report
        if report is None or report.ok:
            return ""
        file = self.reviews.name
        if not report.broken_seq:
            return self.say("The review log {file} is BROKEN: no note in it is proved.", file=file)
        row = f"{report.broken_seq:,}"
        return self.say(
            "The review log {file} is BROKEN at row {row}: notes from there on are not proved.",
            file=file,
            row=row,
        )

    def has(self, summary: RoundSummary) -> bool:
        """True if there is a dispute note on this round."""
        return bool(self._notes) and bool(self._on(summary.log, summary.number))

    def _on(self, log: int, number: int) -> list[Note]:
        chain = self._chains[log] if log < len(self._chains) else ""
        return self._notes.get((chain, number), [])

    def words(self, key: int) -> tuple[str, ...]:
        """The notes on a round, with a warning if they cannot be trusted."""
        say, on = self.say, self._on(key >> LOG_SHIFT, key & NUMBER)
        found = tuple(
            f"{local(note.at_us):%Y-%m-%d %H:%M} · {' · '.join(part for part in self._parts(note) if part)}"
            for note in on
        ) or (say("Nothing was noted about this round yet."),)
        return (*((self.doubts,) if self.doubts else ()), *found)

    def _parts(self, note: Note) -> tuple[str, ...]:
        say, about = self.say, note.about
        doubted = self._report is not None and not self._report.ok and note.seq > self._report.sound_seq
        return (
            say("NOT PROVED") if doubted else "",
            about.by,
            say("claimed: {words}", words=about.claimed),
            say("decided: {words}", words=about.decided) if about.decided else say("not decided yet"),
            ", ".join(about.names),
        )

    def sheet(self, key: int, answered: Callable[[str], None]) -> dialog_sheets.Sheet:
        """The dispute sheet: existing notes and fields for a new one; `answered` gets the result."""
        self.look()
        number, reader = key & NUMBER, self._log_thread.cataloguers[key >> LOG_SHIFT].reader

        def done(entered: dict[str, str]) -> str | None:
            if not entered.get("claimed", "").strip() or not entered.get("by", "").strip():
                return self.say("Enter the claim and your name.")
            claim = Claim(
                entered["claimed"],
                entered.get("decided", ""),
                tuple(name.strip() for name in entered.get("names", "").split(",") if name.strip()),
                entered["by"],
            )
            self._log_thread.ask(
                "note",
                lambda: dispute_notes.write(self.reviews, dispute_notes.disputed(reader, number, claim)),
                lambda found: self._written(key, found, answered),
            )
            return None

        sheet = dialog_sheets.disputing(number, self.words(key), str(self.reviews), self.say, done)
        if len(self._log_thread.cataloguers) > 1:
            sheet.title = self.say(
                "Dispute on round {number} of {file}",
                number=number,
                file=self._log_thread.names[key >> LOG_SHIFT],
            )
        sheet.entered = dict(self.drafts.get(key, {}))
        return sheet

    def put_off(self, key: int, entered: dict[str, str]) -> None:
        """Keep an unfinished note until it is written or the window is closed."""
        if any(text.strip() for text in entered.values()):
            self.drafts[key] = dict(entered)
            self._tell(self.say("The draft of the note is kept in this window; it is not in the review log."))
        else:
            self.drafts.pop(key, None)

    def _written(self, key: int, found: Any, answered: Callable[[str], None]) -> None:
        if isinstance(found, DealerStationError):
            answered(str(found))
            return
        self.drafts.pop(key, None)
        answered("")
        say = self.say
        self._tell(
            say(
                "The dispute is noted and signed: row {row} of {file}.",
                row=found.seq,
                file=self.reviews.name,
            )
        )
        self.look()

    def print(self, key: int, verifier: LogVerifier) -> None:
        """Make the dispute sheet of a round, after verifying its whole log again."""
        log = key >> LOG_SHIFT
        if log >= len(verifier.marks):
            return
        self._waiting.append(key)
        if not verifier.marks[log].waits:
            verifier.again(log)
        self._tell(self.say("The sheet is made when the log is verified."))

    def print_waiting(self, verifier: LogVerifier) -> None:
        """Make the sheets whose logs have been verified meanwhile."""
        ready = [key for key in self._waiting if not verifier.marks[key >> LOG_SHIFT].waits]
        self._waiting = [key for key in self._waiting if key not in ready]
        for key in ready:
            mark, reader = (
                verifier.marks[key >> LOG_SHIFT],
                self._log_thread.cataloguers[key >> LOG_SHIFT].reader,
            )
            report = mark.report
            if report is None:
                self._complain(mark.error)
                continue
            others = tuple(cataloguer.reader.path for cataloguer in self._log_thread.cataloguers)
            make = _maker(reader, key & NUMBER, self.reviews, report, others)
            self._log_thread.ask(f"paper {key}", make, self._paper)

    def _paper(self, made: "_Paper | DealerStationError") -> None:
        """Write the PDF in the GUI thread, under a new name beside the review log; the proof follows."""
        if isinstance(made, DealerStationError):
            self._complain(str(made))
            return
        found = made.data
        out = new_name(
            self.reviews.parent, f"{Path(found.file).stem}-round-{found.number}", "pdf", "tlog-proof"
        )
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            dispute_sheet((found,)).write_pdf(out)
            start_proof(made.log, found.number, proof_path(out))
        except (OSError, DealerStationError) as error:
            self._complain(str(error))
            return
        self._tell(self.say("The dispute sheet is in {file}", file=str(out)))


def new_name(folder: Path, stem: str, form: str, *beside: str) -> Path:
    """A file name that does not exist yet in any of these forms, so that nothing is overwritten."""
    stems = (f"{stem}-{again}" if again > 1 else stem for again in count(1))
    taken = (form, *beside)
    name = next(one for one in stems if not any((folder / f"{one}.{end}").exists() for end in taken))
    return folder / f"{name}.{form}"


def _chain(reader: Reader) -> str:
    """The chain that identifies a log; empty if the log cannot be read, so that it has no notes."""
    try:
        return dispute_notes.chain_of(reader)
    except DealerStationError:
        return ""


class _Paper(Struct, frozen=True):
    """The data of a dispute sheet, and the log that they are from."""

    data: DisputeData
    log: Path


def _maker(
    reader: Reader, number: int, reviews: Path, report: Verification, others: tuple[Path, ...]
) -> Callable[[], _Paper]:
    return lambda: _Paper(dispute_data_of(reader, number, reviews, report, others), reader.path)
