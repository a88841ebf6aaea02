"""The folder of a witness: its settings, its key, and the newest checkpoint that it cosigned for each log.

FOLDER/witness.toml   the name of the witness, and the logs that it knows
FOLDER/witness.key    private: signs cosignatures; made at the first start
FOLDER/logs/HASH      the newest cosigned note of a log; HASH is the SHA-256 of its origin in hex
"""

import fcntl
import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from dealer_station.engine.model.errors import ConfigError, ProofFaultError
from dealer_station.log.transparency.note_keys import (
    LOG,
    WITNESS,
    NoteKey,
    NoteSigner,
    is_name,
    own_signer,
    read_key,
)

SETTINGS = "witness.toml"
EXAMPLE = """name = "surveillance.example/witness"

[[logs]]
keys = ["VERIFIER KEY OF THE LOG"]
"""


class WitnessedLog(Struct, frozen=True, forbid_unknown_fields=True):
    """A log that the witness cosigns for."""

    keys: Annotated[tuple[str, ...], Meta(min_length=1)]
    """Its verifier keys; a second one after a change of keys."""
    origin: str = ""
    """The first line of its checkpoints; the name of its first key if it is not given."""


class WitnessSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of witness.toml."""

    name: str
    """The name in the cosignatures, such as the address of the witness without https://."""
    logs: tuple[WitnessedLog, ...] = ()


class Witness(Struct, frozen=True):
    """A witness as it runs: its signer, its folder, and the keys of each log by origin."""

    folder: Path
    signer: NoteSigner
    logs: dict[str, tuple[NoteKey, ...]]


def open_witness(folder: Path) -> Witness:
    """Read the settings of a witness and make its key if it has none; raise ConfigError if the settings
    cannot be used."""
    path = folder / SETTINGS
    settings = _settings(path)
    if not is_name(settings.name):
        raise ConfigError(f'{path}: name: "{settings.name}" must be printable, without spaces and "+"')
    logs: dict[str, tuple[NoteKey, ...]] = {}
    for one in settings.logs:
        try:
            keys = tuple(map(read_key, one.keys))
        except ProofFaultError as error:
            raise ConfigError(f"{path}: logs: {error}") from error
        if any(key.type != LOG for key in keys):
            raise ConfigError(
                f"{path}: logs: the key of {keys[0].name} is a witness's; name the log's own key"
            )
        origin = one.origin or keys[0].name
        if origin in logs:
            raise ConfigError(f"{path}: logs: {origin} appears twice; name all its keys in one place")
        logs[origin] = keys
    words = "witness key, PRIVATE: stays with this witness"
    signer = own_signer(folder / "witness.key", settings.name, WITNESS, words)
    (folder / "logs").mkdir(exist_ok=True)
    return Witness(folder, signer, logs)


def _settings(path: Path) -> WitnessSettings:
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), WitnessSettings)
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: does not exist; write it first, for example:\n\n{EXAMPLE}") from error
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, msgspec.ValidationError) as error:
        raise ConfigError(f"{path}: {error}") from error


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep other witnesses out of the folder inside this block: two would cosign past each other."""
    fd = os.open(folder / "witness.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ConfigError(f"{folder}: another witness runs on this folder; stop it first") from error
        yield
    finally:
        os.close(fd)
