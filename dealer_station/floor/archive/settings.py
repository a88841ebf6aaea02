"""The settings of the archive in floor.toml, which lies in the floor's folder.

[archive]
keep_months = 13
places = ["/srv/archive", "/mnt/archive"]"""

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from dealer_station.engine.model.errors import ConfigError

FILE = "floor.toml"
KEEP_MONTHS = 13
"""Months that stay in the database besides the running one, if no setting says otherwise."""


class ArchiveSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The time that rows stay in the database, and the folders that they are archived to."""

    keep_months: int = KEEP_MONTHS
    places: tuple[str, ...] = ()


class _FloorToml(Struct, frozen=True):
    archive: ArchiveSettings = ArchiveSettings()


def read_settings(folder: Path) -> ArchiveSettings:
    """The settings of a floor; the usual ones if it has no floor.toml."""
    path = folder / FILE
    try:
        found = msgspec.convert(tomllib.loads(path.read_text("utf-8")), _FloorToml).archive
    except FileNotFoundError:
        return ArchiveSettings()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, msgspec.ValidationError) as error:
        raise ConfigError(f"{path}: {error}") from error
    if found.keep_months < 0:
        raise ConfigError(f"{path}: keep_months is {found.keep_months}, and must not be negative")
    # Relative paths are resolved against the folder of the file.
    places = tuple(str((folder / one).absolute()) for one in found.places)
    return ArchiveSettings(found.keep_months, places)
