"""The section [floor] of a station.toml, or of a floor.toml that holds nothing else."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from dealer_station.config.floor_address import gateway_url
from dealer_station.config.schema import FloorConfig, LogConfig
from dealer_station.engine.model.errors import ConfigError
from dealer_station.rulebooks.shape_check import against
from dealer_station.rulebooks.toml_parser import Fault, parsed, placed


class FloorFile(Struct, frozen=True):
    """A file that names a floor; relative paths in it are resolved against its folder."""

    path: Path
    floor: FloorConfig
    table: str = ""
    """The name of the table; empty if the file is not that of a whole station."""
    log: str = LogConfig().db

    @property
    def db(self) -> Path:
        """The log of the station."""
        return self.path.parent / self.log

    def url(self) -> str:
        """The address of the gateways; raise ConfigError if the file names none."""
        if not self.floor.url:
            raise ConfigError(f"{self.path}: its section [floor] has no url; write https://HOST:PORT there")
        try:
            return gateway_url(self.floor.url)
        except ValueError as error:
            raise ConfigError(f"{self.path}: {error}") from error

    def files(self) -> tuple[Path, Path, Path]:
        """Certificate, key and the floor's certificate; raise ConfigError if one of them is not named."""
        named = {name: getattr(self.floor, name) for name in ("certificate", "key", "ca")}
        if missing := [name for name, file in named.items() if not file]:
            raise ConfigError(
                f"{self.path}: its section [floor] lacks {', '.join(missing)}; name the files that "
                "`dealer-station floor enrol` made"
            )
        certificate, key, ca = (self.path.parent / file for file in named.values())
        return certificate, key, ca


def read_floor_file(path: Path) -> FloorFile:
    """Read the section [floor] of a file, which need not be that of a whole station; raise ConfigError that
    names the line if it cannot be read."""
    try:
        found = parsed(path.read_bytes())
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    if isinstance(found, Fault):
        raise ConfigError(found.sentence(str(path)))
    text, data = found
    section = data.get("floor", {})
    if faults := placed(text, against(FloorConfig, section, ("floor",))):
        raise ConfigError(faults[0].sentence(str(path)))
    floor = msgspec.convert(section, FloorConfig)
    return FloorFile(path, floor, _text(data, "table", "name"), _text(data, "log", "db") or LogConfig().db)


def _text(data: dict[str, Any], section: str, key: str) -> str:
    """A text of another section; empty if there is none."""
    named = data.get(section)
    found = named.get(key, "") if isinstance(named, dict) else ""
    return found if isinstance(found, str) else ""
