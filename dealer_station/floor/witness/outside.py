"""The outside witnesses of a floor, in floor.toml in the floor's folder.

[[witnesses]]
url = "https://witness.example"
key = "surveillance.example/w1+09d17bb7+BHC0..."
"""

from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from dealer_station.engine.model.errors import ConfigError, ProofFaultError
from dealer_station.floor.floor_toml import FILE, read_section
from dealer_station.log.transparency.note_keys import WITNESS, NoteKey, read_key


class OutsideWitness(Struct, frozen=True):
    """A witness that the floor asks to cosign."""

    url: str
    key: NoteKey


class _NamedWitness(Struct, frozen=True, forbid_unknown_fields=True):
    url: str
    key: str


def outside_witnesses(folder: Path) -> tuple[OutsideWitness, ...]:
    """The witnesses that floor.toml names; raise ConfigError if one of them cannot be used."""
    path = folder / FILE
    named: tuple[_NamedWitness, ...] = read_section(folder, "witnesses", tuple[_NamedWitness, ...]) or ()
    found: dict[NoteKey, OutsideWitness] = {}
    for one in named:
        try:
            key = read_key(one.key)
        except ProofFaultError as error:
            raise ConfigError(f"{path}: witnesses: {error}") from error
        if not _is_address(one.url):
            raise ConfigError(f'{path}: witnesses: "{one.url}" is not an address; it begins with https://')
        if key.type != WITNESS:
            raise ConfigError(f"{path}: witnesses: {key.name} is the key of a log, and not of a witness")
        if key in found:
            raise ConfigError(f"{path}: witnesses: {key.name} appears twice; name each witness once")
        found[key] = OutsideWitness(one.url, key)
    return tuple(found.values())


def _is_address(url: str) -> bool:
    """True if a witness can be asked at this address."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
