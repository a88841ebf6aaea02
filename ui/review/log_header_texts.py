"""Texts about the logs as a whole: number of rounds, kind of table, and a station that ended unexpectedly."""

from ui.common.translate import Speech
from ui.review.log_thread import LogThread
from ui.review.times import local

KINDS = {"simulated": "SIMULATED TABLE", "training": "TRAINING TABLE", "school": "SCHOOL TABLE"}


def found(log_thread: LogThread, count: int, say: Speech) -> str:
    """The number of rounds in the list and of those that could not be read."""
    words = say("Rounds: {count}", count=f"{count:,}")
    lost = sum(cataloguer.unreadable for cataloguer in log_thread.cataloguers)
    if lost:
        words += " · " + say("could not be read: {count}", count=lost)
    return words + ("" if log_thread.is_done else "…")


def kind(log_thread: LogThread, log: int, say: Speech) -> str:
    """The kind of a table that is not played for money; empty for a real table."""
    if not 0 <= log < len(log_thread.cataloguers):
        log = 0
    cataloguer = log_thread.cataloguers[log] if log_thread.cataloguers else None
    known = cataloguer.known if cataloguer is not None else None
    first = cataloguer.kind if cataloguer is not None else ""
    told = known.opened_as.kind if known is not None and known.opened_as is not None else first
    return say(KINDS[told]) if told in KINDS else ""


def left(log_thread: LogThread, say: Speech) -> str:
    """A warning about a station that ended without closing its log; empty if there is none."""
    for cataloguer in log_thread.cataloguers:
        if cataloguer.is_left and cataloguer.known is not None:
            return say(
                "{file}: the station stopped without closing the log; the last row is from {time}.",
                file=cataloguer.reader.path.name,
                time=f"{local(cataloguer.known.wall_us):%Y-%m-%d %H:%M:%S}",
            )
    return ""
