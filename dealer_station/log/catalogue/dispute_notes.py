"""Disputes: notes on rounds, in a separate review log that is chained and signed like any other.

A note identifies its log by a hash from the chain. Copies and closed months of the same log are therefore
recognised, and a round with the same number at another table is not.
"""

import os
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from dealer_station.engine.model.errors import KeyFaultError, LogCorruptError, LogError
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.integrity.verify import Verification, verify
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store.append import REVIEW, SCHOOL, Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import Disputed, Opened

WORDS_MAX = 2_000
NAMES_MAX = 20
Which = tuple[str, int]
"""A round of a log: the hash that identifies the chain, and the number."""


class Claim(Struct, frozen=True):
    """The content of a note on a round, as entered."""

    claimed: str
    decided: str
    names: tuple[str, ...]
    by: str


class Note(Struct, frozen=True):
    """A note as the review log has it."""

    seq: int
    at_us: int
    about: Disputed

    @property
    def which(self) -> Which:
        """The round that the note is about."""
        return self.about.chain, self.about.number


def usual_place() -> Path:
    """The default path of the current user's review log."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "dealer-station" / "reviews.db"


def chain_of(log: Reader) -> str:
    """The hash of the second row, in hex; it identifies a log, because that row names its keys."""
    first = log.ends()[0]
    return next((row.hash.hex() for row in log.rows(first + 1, first + 1)), "")


def disputed(log: Reader, number: int, claim: Claim) -> Disputed:
    """Return a note on a round as it is in the log now; raise LogError if the claim is not printable text."""
    _check(claim)
    first, last = log.span(number)
    head = next(log.rows(last, last)).hash.hex()
    names = tuple(name.strip() for name in claim.names)
    return Disputed(
        log.path.name,
        chain_of(log),
        number,
        first,
        last,
        head,
        claim.claimed.strip(),
        claim.decided.strip(),
        names,
        claim.by.strip(),
    )


def _check(claim: Claim) -> None:
    """Raise LogError if a required text is empty, too long or not printable."""
    for what, words in (("the claim", claim.claimed), ("the name of the writer", claim.by)):
        if not words.strip():
            raise LogError(f"{what} is missing: the review log records it")
    if len(claim.names) > NAMES_MAX or not all(name.strip() for name in claim.names):
        raise LogError(f"a name is empty, or there are more than {NAMES_MAX}")
    for words in (claim.claimed, claim.decided, claim.by, *claim.names):
        if not words.replace("\n", " ").isprintable() or len(words) > WORDS_MAX:
            raise LogError(f"use printable text of at most {WORDS_MAX:,} characters; the log records it")


def write(reviews: Path, about: Disputed) -> Note:
    """Add a note to the review log, which is created if needed; the note is signed on return."""
    _check_apart(reviews, about)
    try:
        reviews.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogError(
            f"{reviews.parent}: cannot be created: {error.strerror}; name another folder"
        ) from error
    writer = Writer(reviews, _keys(reviews), SystemClock(), start=REVIEW)
    try:
        writer.record(about)
        return Note(writer.known.seq, writer.known.wall_us, about)
    finally:
        writer.close()


def _check_apart(reviews: Path, about: Disputed) -> None:
    """Raise LogError if the file is a table's log, before keys are made for it."""
    if not reviews.exists() or not reviews.stat().st_size:
        return
    with Reader(reviews) as log:
        if not _is_review(log):
            raise LogError(
                f"{reviews}: is the log of a table, which holds no notes; name another file for notes on "
                f"{about.file}"
            )


def _is_review(log: Reader) -> bool:
    """True if the log is empty or a review log."""
    first = log.ends()[0]
    opened = next((decode(row.part, row.body) for row in log.rows(first, first)), None)
    return opened is None or (isinstance(opened, Opened) and opened.start == REVIEW)


def refuse_review(log: Reader) -> None:
    """Raise LogError if this is a review log, or the school's, and not a table's log."""
    first = log.ends()[0]
    with suppress(LogCorruptError):
        for row in log.rows(first, first):
            opened = decode(row.part, row.body)
            if isinstance(opened, Opened):
                refuse_notes(opened, log.path)


def refuse_notes(opened: Opened, path: Path) -> None:
    """Raise LogError if this opening is that of a log without a table."""
    if opened.start == REVIEW:
        raise LogError(f"{path}: this is a review log; name the table's log")
    if opened.start == SCHOOL:
        raise LogError(f"{path}: this is the log of the school; `dealer-station train results` shows it")


def _keys(reviews: Path) -> Keys:
    """The keys beside the review log, made if needed; nothing is sealed in it, so no escrow key is kept."""
    folder = reviews.with_name(reviews.name + ".keys")
    if (folder / "signing.key").exists():
        return key_files.load(folder)
    if reviews.exists() and reviews.stat().st_size:
        raise KeyFaultError(
            f"{folder}: the keys of this review log are missing; put them back, or start another review log"
        )
    return key_files.make(folder, None)


def notes(reviews: Path, last: int = END) -> list[Note]:
    """Every note up to a row, oldest first; empty if there is no review log."""
    if not reviews.exists():
        return []
    with Reader(reviews) as log:
        if not _is_review(log):
            raise LogError(f"{reviews}: is the log of a table and not a review log")
        found = ((row, decode(row.part, row.body)) for row in log.rows(0, last) if row.part == "record")
        return [Note(row.seq, row.wall_us, about) for row, about in found if isinstance(about, Disputed)]


class KeptNote(Struct, frozen=True):
    """The notes of a review log, and the result of its verification."""

    reviews: Path
    notes: tuple[Note, ...]
    report: Verification | None
    """None if there is no review log yet."""

    def proves(self, note: Note) -> bool:
        """True if the review log is unchanged up to this note."""
        return self.report is None or self.report.ok or note.seq <= self.report.sound_seq

    @property
    def doubts(self) -> str:
        """The reason why notes are not proved, with file and row; empty if all are."""
        if self.report is None or self.report.ok:
            return ""
        row = self.report.broken_seq
        where = f"at row {row:,}: notes from there on are" if row else "and no row is named: its notes are"
        return (
            f"{self.reviews}: the review log is BROKEN {where} NOT PROVED; keep the file as it is, and see "
            "`dealer-station log verify`"
        )


def verified(reviews: Path) -> KeptNote:
    """Verify the whole review log and return its notes; a damaged one is read up to its last sound row."""
    if not reviews.exists() or not reviews.stat().st_size:
        return KeptNote(reviews, (), None)
    report = verify(reviews)
    try:
        return KeptNote(reviews, tuple(notes(reviews)), report)
    except LogCorruptError:
        if report.ok:
            raise
    return KeptNote(reviews, tuple(notes(reviews, report.sound_seq)), report)
