"""Identity of a simulated device's memory file: the number of its journal and the serial number of its
device.

The journal number is random and changes only when the journal is lost. A device that is deleted and made
again is therefore a different journal to the station, as on real hardware.
"""

import secrets
from pathlib import Path

from dealer_station.engine.model.errors import DealerStationError

JOURNAL_BITS = 64


def new_journal() -> int:
    """Return a random journal number; never zero, which a host sends if it knows no journal."""
    return secrets.randbits(JOURNAL_BITS) or 1


def check_owner(path: Path, written: str, serial: str) -> None:
    """Raise DealerStationError if the memory belongs to another device; without
    both serial numbers nothing is checked.
    """
    if serial and written and written != serial:
        raise DealerStationError(
            f"{path}: is the memory of the device {written}, not of {serial}; "
            "use its seed and serial number, or another folder"
        )


def check_made(path: Path, journal: int) -> None:
    """Raise DealerStationError if the memory does not begin with a valid journal number."""
    if not 0 < journal < 1 << JOURNAL_BITS:
        raise DealerStationError(f"{path}: does not begin with a journal number; move it away with its log")
