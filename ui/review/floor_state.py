"""The floor behind the shown logs: the state of the connection, for the header and the warning line."""

from typing import Literal

from msgspec import Struct

from ui.common.translate import Speech
from ui.review.times import local


class FloorShown(Struct, frozen=True):
    """The state of the connection to a floor whose logs are shown."""

    status: Literal["connecting", "current", "away", "altered", "unreadable", "refused"]
    words: str = ""
    """The trouble; empty if there is none."""
    asked_us: int = 0
    """The time of the floor's last answer; zero if it has not answered since the window was opened."""


def mark(shown: FloorShown | None, say: Speech) -> str:
    """The state in a few words; empty if the logs are no floor's."""
    if shown is None:
        return ""
    if shown.status in ("current", "altered", "unreadable"):
        return say("Floor copy: {time}", time=_time(shown))
    return say("Floor copy: no connection") if shown.status != "connecting" else say("Floor copy: connecting")


def warning(shown: FloorShown | None, say: Speech) -> str:
    """The reason why the shown logs are not up to date, or not to be trusted; empty if there is none."""
    if shown is None or not shown.words:
        return ""
    if shown.status == "altered":
        return say("ALARM: the floor changed a log. {words}", words=shown.words)
    if shown.status == "unreadable":
        return say("A log of the floor cannot be read; the others are shown. {words}", words=shown.words)
    if not shown.asked_us:
        return say("The floor has not answered; older copies are shown. {words}", words=shown.words)
    return say("The floor last answered at {time}. {words}", time=_time(shown), words=shown.words)


def _time(shown: FloorShown) -> str:
    return f"{local(shown.asked_us):%H:%M:%S}"
