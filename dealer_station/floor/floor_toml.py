"""The settings of a floor: the file floor.toml in the floor's folder.

[archive]       dealer_station.floor.archive.settings
[[witnesses]]   dealer_station.floor.witness.outside"""

from pathlib import Path
from typing import Any

import msgspec

from dealer_station.engine.model.errors import ConfigError
from dealer_station.rulebooks.shape_check import against
from dealer_station.rulebooks.toml_parser import Fault, parsed, placed

FILE = "floor.toml"
SECTIONS = ("archive", "witnesses", "floor")
"""The last one is that of a reader, who may keep it in the same file."""


def read_section(folder: Path, name: str, kind: Any) -> Any:
    """A section of floor.toml, or None if the file or the section is missing; raise ConfigError that names
    the line of a fault."""
    path = folder / FILE
    try:
        found = parsed(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    if isinstance(found, Fault):
        raise ConfigError(found.sentence(str(path)))
    text, data = found
    strange = [
        ((one,), f'unknown section "{one}"; expected only {", ".join(SECTIONS)}')
        for one in data
        if one not in SECTIONS
    ]
    wanted = against(kind, data[name], (name,)) if name in data else ()
    if faults := placed(text, [*strange, *wanted]):
        raise ConfigError(faults[0].sentence(str(path)))
    return msgspec.convert(data[name], kind) if name in data else None
