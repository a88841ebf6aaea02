"""Checks when a station starts on its log: kind of table, rulebook, and repeated deaths of its thread."""

import time
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb

from dealer_station.engine.model.errors import DealerStationError, LogError
from dealer_station.log.store.append import Writer
from dealer_station.log.store.records import OpenedAs, RulesKept
from dealer_station.technical_messages import TechnicalMessages

DEATHS_MOST = 3
WITHIN_SECONDS = 60.0
"""If the thread dies this often within this time, it would die again, and the station stays down."""
ENDED = "the station ended unexpectedly; start it again, it goes on where it was"
CAME_UP_AGAIN = "it ended unexpectedly and came up again by itself"

logger = TechnicalMessages()


def take_rules(log: Writer, words: RulesKept) -> None:
    """Record the rulebook in the log; refuse to change it in the middle of a round."""
    before, round_ = log.known.rules, log.known.table.round
    if before == words:
        return
    if before is not None and round_.opened:
        if (before.profile, before.options) == (words.profile, words.options):
            raise LogError(
                f"{log.path}: round {round_.number} was begun under another text of {before.profile}; "
                "finish it with the version of Dealer Station that began it, then update"
            )
        raise LogError(
            f"{log.path}: round {round_.number} was begun under {before.profile} with "
            f"{dict(before.options) or 'no options'}; start the station with these and finish it first"
        )
    kind = log.known.opened_as.kind if log.known.opened_as else ""
    if (
        before is not None
        and kind == "simulated"
        and words.digest != before.digest
        and words.profile != before.profile
    ):
        raise LogError(
            f"{log.path}: was dealt by {before.profile}, and this table is {words.profile}; "
            f"go on with --profile {before.profile}, or name another log"
        )
    log.record(words)


def take_kind(log: Writer, opened_as: OpenedAs | None) -> None:
    """Record the kind of table in the log; a log keeps one kind, so training never reaches a live log."""
    before = log.known.opened_as
    if opened_as is None or opened_as == before:
        return
    if before is not None and before.kind != opened_as.kind:
        raise LogError(
            f"{log.path}: is the log of a {before.kind} table, and this one is {opened_as.kind}; "
            "name another log"
        )
    log.record(opened_as)


class UnexpectedEndError(DealerStationError):
    """The station ended for a reason that it does not know; starting it again may help."""


class ThreadDeaths:
    """Counts the recent deaths of the station's thread."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._at: list[float] = []

    def counted(self, error: Exception) -> str:
        """Count a death and return its cause; raise UnexpectedEndError if the thread died too often."""
        why, now = place_of(error), self._now()
        self._at = [*(then for then in self._at if now - then < WITHIN_SECONDS), now]
        logger.error("station died", why=why, times=len(self._at), most=DEATHS_MOST)
        if len(self._at) >= DEATHS_MOST:
            raise UnexpectedEndError(
                f"the station ended unexpectedly {len(self._at)} times within a minute ({why}) and stays "
                "down; start it again, it goes on where it was, and report this"
            )
        return why


def place_of(error: Exception) -> str:
    """The type and source line of an error; never its message, which may name a burn card."""
    *_, last = extract_tb(error.__traceback__) or (None,)
    return f"{type(error).__name__} in {Path(last.filename).name} line {last.lineno}" if last else ENDED
