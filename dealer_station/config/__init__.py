"""station.toml: the table, its book, devices, people, screen and log."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from dealer_station.config.parser import as_text, parse, profile_of
from dealer_station.config.schema import Config
from dealer_station.engine.model.errors import ConfigError
from dealer_station.engine.rulebook.rule_sections import Limits
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import load as load_rules


class StationFile(Struct, frozen=True):
    """A valid station.toml; relative paths in it are resolved against its folder."""

    path: Path
    config: Config
    digest: str

    @property
    def folder(self) -> Path:
        return self.path.parent

    @property
    def profile(self) -> str:
        """The name or path of the book, as `load_rules` takes it."""
        return profile_of(self.config.table, self.folder)

    @property
    def db(self) -> Path:
        return self.folder / self.config.log.db

    @property
    def keys(self) -> Path | None:
        """The folder of the station's keys, or None if they are beside the log."""
        return self.folder / self.config.log.keys if self.config.log.keys else None

    @property
    def people(self) -> Path:
        return self.folder / self.config.people.file

    @property
    def training_results(self) -> Path:
        """The log of the school."""
        return self.folder / self.config.training.results

    @property
    def options(self) -> dict[str, str]:
        """The operator's answers as text, as the command line gives them."""
        return {name: as_text(answer) for name, answer in self.config.options.items()}

    @property
    def limits(self) -> tuple[Limits | None, Limits | None]:
        """The limits of the main and the tie wager; None where the book's own apply."""
        main, tie = self.config.limits.main, self.config.limits.tie
        return (main if main != Limits() else None), (tie if tie != Limits() else None)

    def rules(self, more: Mapping[str, str] | None = None) -> Rules:
        """Load the book of this table with its answers; the answers in `more` take precedence."""
        main, tie = self.limits
        return load_rules(self.profile, {**self.options, **(more or {})}, main_limits=main, tie_limits=tie)


def load(path: Path) -> StationFile:
    """Load a station.toml; raise ConfigError naming the file, the line and the remedy."""
    raw = text_of(path)
    found = parse(raw, path.parent)
    if isinstance(found, Config):
        return StationFile(path, found, hashlib.sha256(raw).hexdigest())
    more = f" (the first of {len(found)} faults; `config check` lists them)" if len(found) > 1 else ""
    raise ConfigError(found[0].sentence(str(path)) + more)


def text_of(path: Path) -> bytes:
    """Read the bytes of a station.toml."""
    if path.exists() and not path.is_file():
        # Reading a pipe or a device might never end.
        raise ConfigError(f"{path}: is not a regular file; name the station.toml itself")
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
