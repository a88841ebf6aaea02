"""Disputes: notes on rounds, in a review log of their own, chained and signed like any other.

A note names the log that it is about by a hash out of its chain, so that copies and closed months of the same
log are recognised, and another table's round of the same number is not.
"""

import os
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from dealer_station.engine.model.errors import KeyFaultError, LogCorruptError, LogError
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.integrity.verify import Report, verify
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store.append import REVIEW, Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import Disputed, Opened

WORDS_MAX = 2_000
NAMES_MAX = 20
Which = tuple[str, int]
"""A round of a log: what its chain begins with, and its number."""


class Claim(Struct, frozen=True):
    """What somebody writes down about a round."""

    claimed: str
    decided: str
    names: tuple[str, ...]
    by: str


class Note(Struct, frozen=True):
    """A dispute as the review log has it."""

    seq: int
    at_us: int
    about: Disputed

    @property
    def which(self) -> Which:
        return self.about.chain, self.about.number


def usual_place() -> Path:
    """The review log of whoever works at this machine."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "dealer-station" / "reviews.db"


def chain_of(log: Reader) -> str:
    """What tells a log from every other: its second row names its keys and stands on the first."""
    first = log.ends()[0]
    return next((row.hash.hex() for row in log.rows(first + 1, first + 1)), "")


def disputed(log: Reader, number: int, claim: Claim) -> Disputed:
    """A note on a round as it is in the log now; the words must be words."""
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
    for what, words in (("what was claimed", claim.claimed), ("who writes this", claim.by)):
        if not words.strip():
            raise LogError(f"{what} is needed: it stands in the review log")
    if len(claim.names) > NAMES_MAX or not all(name.strip() for name in claim.names):
        raise LogError(f"a name is empty, or there are more than {NAMES_MAX}")
    for words in (claim.claimed, claim.decided, claim.by, *claim.names):
        if not words.replace("\n", " ").isprintable() or len(words) > WORDS_MAX:
            raise LogError(
                f"say it in words that can be printed, at most {WORDS_MAX:,} letters: they stand in the log"
            )


def write(reviews: Path, about: Disputed) -> Note:
    """Puts a note into the review log, which is made where there is none; signed when this returns."""
    _check_apart(reviews, about)
    try:
        reviews.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogError(f"{reviews.parent}: cannot be made: {error.strerror}; name another place") from error
    writer = Writer(reviews, _keys(reviews), SystemClock(), start=REVIEW)
    try:
        writer.record(about)
        return Note(writer.known.seq, writer.known.wall_us, about)
    finally:
        writer.close()


def _check_apart(reviews: Path, about: Disputed) -> None:
    """The wrong file is told apart before keys are made for it."""
    if not reviews.exists() or not reviews.stat().st_size:
        return
    with Reader(reviews) as log:
        if not _is_review(log):
            raise LogError(
                f"{reviews}: is the log of a table, and notes never stand there; name another file for "
                f"what is said about {about.file}"
            )


def _is_review(log: Reader) -> bool:
    first = log.ends()[0]
    opened = next((decode(row.part, row.body) for row in log.rows(first, first)), None)
    return opened is None or (isinstance(opened, Opened) and opened.start == REVIEW)


def refuse_review(log: Reader) -> None:
    """Where a table's log is needed, one of notes says what it is."""
    first = log.ends()[0]
    with suppress(LogCorruptError):
        for row in log.rows(first, first):
            opened = decode(row.part, row.body)
            if isinstance(opened, Opened):
                refuse_notes(opened, log.path)


def refuse_notes(opened: Opened, path: Path) -> None:
    """The same of its first row."""
    if opened.start == REVIEW:
        raise LogError(f"{path}: this is a review log; name the table's log")


def _keys(reviews: Path) -> Keys:
    """Beside the review log; nothing is ever sealed in it, so nobody keeps an escrow key."""
    folder = reviews.with_name(reviews.name + ".keys")
    if (folder / "signing.key").exists():
        return key_files.load(folder)
    if reviews.exists() and reviews.stat().st_size:
        raise KeyFaultError(
            f"{folder}: the keys of this review log are not here; put them back, or begin another review log"
        )
    return key_files.make(folder, None)


def notes(reviews: Path, last: int = END) -> list[Note]:
    """Every note up to a row, the oldest first; none where nobody has written one."""
    if not reviews.exists():
        return []
    with Reader(reviews) as log:
        if not _is_review(log):
            raise LogError(f"{reviews}: is the log of a table and not a review log")
        found = ((row, decode(row.part, row.body)) for row in log.rows(0, last) if row.part == "record")
        return [Note(row.seq, row.wall_us, about) for row, about in found if isinstance(about, Disputed)]


class Kept(Struct, frozen=True):
    """The notes of a review log, and what its verification found."""

    reviews: Path
    notes: tuple[Note, ...]
    report: Report | None
    """None where there is no review log yet."""

    def proves(self, note: Note) -> bool:
        """The review log is as it was written up to this note."""
        return self.report is None or self.report.ok or note.seq <= self.report.sound_seq

    @property
    def doubts(self) -> str:
        """Why notes are not to be believed, with file and row; nothing where they are."""
        if self.report is None or self.report.ok:
            return ""
        row = self.report.broken_seq
        where = f"at row {row:,}: notes from there on are" if row else "and no row is named: its notes are"
        return (
            f"{self.reviews}: the review log is BROKEN {where} NOT PROVED; keep the file as it is, and see "
            "`dealer-station log verify`"
        )


def verified(reviews: Path) -> Kept:
    """The notes, after the whole review log was gone through; of a damaged one as far as it can be read."""
    if not reviews.exists() or not reviews.stat().st_size:
        return Kept(reviews, (), None)
    report = verify(reviews)
    try:
        return Kept(reviews, tuple(notes(reviews)), report)
    except LogCorruptError:
        if report.ok:
            raise
    return Kept(reviews, tuple(notes(reviews, report.sound_seq)), report)
