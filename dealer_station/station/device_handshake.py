"""A device with a journal introduces itself: what its journal means for what the log has of it."""

from msgspec import Struct

from dealer_station.engine.model.observations import DeviceSaid
from dealer_station.log.read.state import Position

DATA_LOSS = "may be missing"
"""How the log and the screen say that something happened at a device which nobody will ever know."""
FIRST_MET = "met for the first time"


class Expected(Struct, frozen=True):
    """What the log knows of a device: who it is, its journal, and the last event of it."""

    serial: str = ""
    journal: str = ""
    seq: int = 0


class Introduction(Struct, frozen=True):
    """What the log must say of a device that introduced itself, and from which event on it is heard."""

    said: DeviceSaid
    told: int


def introduced(
    source: str, journal: str, oldest: int, newest: int, serial: str, *, known: Position | None, before: str
) -> Introduction | None:
    """None where its journal goes on from what the log has."""
    missing = "cards" if source == "shoe" else "events"
    if known is None or not known.journal:
        return Introduction(DeviceSaid(source, "back", FIRST_MET), newest)
    if serial and before and serial != before:
        # What the new one has done elsewhere is not ours; what the old one still had to say is gone.
        gone = f"{serial} takes the place of {before}: {missing} {DATA_LOSS}"
        return Introduction(DeviceSaid(source, "lost", gone, missed=True), newest)
    if known.journal != journal or oldest > known.seq + 1 or newest < known.seq:
        gone = f"its journal has no event {known.seq + 1} any more"
        if known.journal != journal:
            gone = "it keeps another journal than before"
        gone += f": {missing} {DATA_LOSS}"
        # What is left of a journal that we know is in the log; of another one nothing is.
        told = newest if known.journal == journal and newest < known.seq else oldest - 1
        return Introduction(DeviceSaid(source, "lost", gone, missed=True), told)
    return None
