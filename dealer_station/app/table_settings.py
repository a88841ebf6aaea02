"""The station.toml a command works with, and the settings a table is opened with."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from dealer_station import config
from dealer_station.app.options import found
from dealer_station.config import StationFile
from dealer_station.config.go_live_record import choices, unanswered
from dealer_station.engine.model.errors import ConfigError
from dealer_station.engine.rulebook.rule_sections import Limits
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.log.store.records import OpenedAs
from dealer_station.rulebooks import load

PROFILE = "massachusetts"
Kind = Literal["live", "training", "simulated", "school"]


def named_path(path: Path | None) -> Path:
    """Return the named station.toml, or the default one; raise ConfigError if there is none."""
    if path is None and (path := found()) is None:
        raise ConfigError(
            "no station.toml in the current folder or in the user's configuration; create one with "
            "`dealer-station config init`"
        )
    return path


def named_file(path: Path | None) -> StationFile:
    """Load and check the station.toml that is named, or the default one."""
    return config.load(named_path(path))


class TableSettings(Struct, frozen=True):
    """Everything a table is opened with: file, rulebook, kind of table and limits."""

    file: StationFile | None
    profile: str
    rules: Rules
    kind: Kind
    limits: tuple[Limits | None, Limits | None] = (None, None)

    @property
    def log(self) -> Path | None:
        """The log named in station.toml; training has a separate log beside it, a simulated table none."""
        if self.file is None or self.kind == "simulated":
            return None
        db = self.file.db
        return db.with_name(f"{db.stem}-training{db.suffix}") if self.kind == "training" else db

    @property
    def opened_as(self) -> OpenedAs:
        """The OpenedAs record for the log of a table that is not live."""
        file = self.file
        name, digest = (file.config.table.name, file.digest) if file else ("", "")
        return OpenedAs(self.kind, name, digest, unanswered(self.rules))

    @property
    def defaults(self) -> str:
        """One sentence listing the unanswered choices and their default values; empty if there are none."""
        missing = unanswered(self.rules)
        told = ", ".join(
            f"{choice.name} {choice.rule.value} ({choice.rule.cite})"
            for choice in choices(self.rules)
            if choice.name in missing
        )
        return f"unanswered choices use their marked defaults: {told}" if told else ""


def settings(
    path: Path | None, profile: str | None, options: Mapping[str, str], *, sim: bool, training: bool
) -> TableSettings:
    """Combine station.toml with the command line, which takes precedence; either may be missing."""
    if path is None:
        path = found()
    file = config.load(path) if path is not None else None
    training = training or (file is not None and file.config.table.training)
    kind: Kind = "training" if training else "simulated" if sim else "live"
    if file is None:
        return TableSettings(None, profile or PROFILE, load(profile or PROFILE, options), kind)
    if profile is not None and profile != file.config.table.profile:
        # The answers and limits in the file belong to its own book, so another book does not take them over.
        return TableSettings(file, profile, load(profile, options), kind)
    return TableSettings(file, file.profile, file.rules(options), kind, file.limits)
