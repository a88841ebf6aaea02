"""Handshake with a device that keeps a journal: compares the journal with the log and finds lost events."""

from msgspec import Struct

from dealer_station.engine.model.observations import DeviceSaid, DeviceTrouble
from dealer_station.log.read.state import Position


class ExpectedDevice(Struct, frozen=True):
    """A device as the log knows it: serial number, journal, and the number of its last event."""

    serial: str = ""
    journal: str = ""
    seq: int = 0


class Introduction(Struct, frozen=True):
    """A device's introduction for the log, and the event number after which it is heard."""

    said: DeviceSaid
    told: int


def introduced(
    source: str, journal: str, oldest: int, newest: int, serial: str, *, known: Position | None, before: str
) -> Introduction | None:
    """Return what the log must record of an introduction; None if the journal continues where the
    log ends.
    """
    missing = "cards" if source == "shoe" else "events"
    if known is None or not known.journal:
        return Introduction(DeviceSaid(source, "back", "met for the first time", cause="first_met"), newest)
    if serial and before and serial != before:
        # Events the new device recorded elsewhere are not this table's; unsent events of the old one are
        # lost.
        gone = f"{serial} takes the place of {before}: {missing} may be missing"
        lost = DeviceSaid(source, "lost", gone, missed=True, cause="replaced", serial=serial)
        return Introduction(lost, newest)
    if known.journal != journal or oldest > known.seq + 1 or newest < known.seq:
        cause: DeviceTrouble = "other_journal" if known.journal != journal else "journal_gap"
        gone = f"its journal has no event {known.seq + 1} any more"
        if cause == "other_journal":
            gone = "it keeps another journal than before"
        gone += f": {missing} may be missing"
        # A known journal that ends before our position holds nothing new. Otherwise everything the journal
        # still has is new.
        told = newest if known.journal == journal and newest < known.seq else oldest - 1
        return Introduction(DeviceSaid(source, "lost", gone, missed=True, cause=cause), told)
    return None
