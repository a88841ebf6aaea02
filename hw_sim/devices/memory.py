"""The first line of a simulated device's memory: which journal it is, and whose.

The number is nobody else's, and another one only when the journal was lost: a device that was thrown away and
made again is another journal to the station, as it would be on real hardware.
"""

import secrets
from pathlib import Path

from dealer_station.engine.model.errors import DealerStationError

JOURNAL_BITS = 64


def new_journal() -> int:
    """A number that no journal has had before; zero is what a host says that knows none."""
    return secrets.randbits(JOURNAL_BITS) or 1


def check_owner(path: Path, written: str, serial: str) -> None:
    """The memory of one device is not put into another; where no serial number is known nobody can say."""
    if serial and written and written != serial:
        raise DealerStationError(
            f"{path}: is the memory of the device {written}, not of {serial}; "
            "use its seed and serial number, or another folder"
        )


def check_made(path: Path, journal: int) -> None:
    """A memory says first which journal it is."""
    if not 0 < journal < 1 << JOURNAL_BITS:
        raise DealerStationError(
            f"{path}: does not begin with the number of its journal; move it away with its log"
        )
