"""The settings of the archive in floor.toml, which lies in the floor's folder.

[archive]
keep_months = 13
places = ["/srv/archive", "/mnt/archive"]"""

from pathlib import Path

from msgspec import Struct

from dealer_station.engine.model.errors import ConfigError
from dealer_station.floor.floor_toml import FILE, read_section

KEEP_MONTHS = 13
"""Months that stay in the database besides the running one, if no setting says otherwise."""


class ArchiveSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The time that rows stay in the database, and the folders that they are archived to."""

    keep_months: int = KEEP_MONTHS
    places: tuple[str, ...] = ()


def read_settings(folder: Path) -> ArchiveSettings:
    """The settings of a floor; the usual ones if it has no floor.toml."""
    path = folder / FILE
    found = read_section(folder, "archive", ArchiveSettings)
    if found is None:
        return ArchiveSettings()
    if found.keep_months < 0:
        raise ConfigError(f"{path}: keep_months is {found.keep_months}, and must not be negative")
    # Relative paths are resolved against the folder of the file.
    places = tuple(str((folder / one).absolute()) for one in found.places)
    return ArchiveSettings(found.keep_months, places)
