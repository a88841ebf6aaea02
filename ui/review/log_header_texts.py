"""Texts about the logs as a whole: number of rounds, kind of table, and a station that ended unexpectedly."""

from ui.common.translate import Speech
from ui.review.log_thread import LogThread
from ui.review.times import local

KINDS = {"simulated": "SIMULATED TABLE", "training": "TRAINING TABLE"}


def found(clerk: LogThread, count: int, say: Speech) -> str:
    """The number of rounds in the list and of those that could not be read."""
    words = say("Rounds: {count}", count=f"{count:,}")
    lost = sum(book.unreadable for book in clerk.books)
    if lost:
        words += " · " + say("could not be read: {count}", count=lost)
    return words + ("" if clerk.is_done else "…")


def kind(clerk: LogThread, log: int, say: Speech) -> str:
    """The kind of a table that is not played for money; empty for a real table."""
    if not 0 <= log < len(clerk.books):
        log = 0
    book = clerk.books[log] if clerk.books else None
    known = book.known if book is not None else None
    first = book.kind if book is not None else ""
    told = known.opened_as.kind if known is not None and known.opened_as is not None else first
    return say(KINDS[told]) if told in KINDS else ""


def left(clerk: LogThread, say: Speech) -> str:
    """A warning about a station that ended without closing its log; empty if there is none."""
    for book in clerk.books:
        if book.is_left and book.known is not None:
            return say(
                "{file}: the station stopped without closing the log; the last row is from {time}.",
                file=book.reader.path.name,
                time=f"{local(book.known.wall_us):%Y-%m-%d %H:%M:%S}",
            )
    return ""
