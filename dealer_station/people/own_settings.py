"""The file of own settings: what each dealer has chosen for the screen, by name.

It lies beside the file of people and holds no secret. If it is lost or damaged, everybody gets the settings
of the table and chooses again; no table stays closed because of it.
"""

import os
import threading
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from dealer_station.engine.model.errors import PeopleError

Value = str | float | bool


class OwnScreen(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One dealer's choices; None where the table's setting holds."""

    hand: Literal["right", "left"] | None = None
    text_scale: float | None = None
    language: Literal["en", "es"] | None = None
    sound: bool | None = None

    def values(self) -> dict[str, Value]:
        """The choices that were made, by their keys in station.toml."""
        chosen = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in chosen.items() if value is not None}


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file."""

    dealers: dict[str, OwnScreen] = {}


class OwnSettingsFile:
    """The own settings of all dealers of a table."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writing = threading.Lock()

    @classmethod
    def beside(cls, people: Path) -> "OwnSettingsFile":
        """The file beside the file of people: `people.settings.json` beside `people.json`."""
        return cls(people.with_suffix(".settings.json"))

    def read(self) -> dict[str, dict[str, Value]]:
        """The choices of each dealer; raise PeopleError if the file cannot be read."""
        return {name: own.values() for name, own in self._content().dealers.items()}

    def keep(self, dealer: str, key: str, value: Value) -> None:
        """Store one choice of a dealer."""
        with self._writing:
            content = self._content()
            before = content.dealers.get(dealer, OwnScreen()).values()
            try:
                own = msgspec.convert({**before, key: value}, OwnScreen)
            except msgspec.ValidationError as error:
                raise PeopleError(f"{self._path}: {key} = {value!r} is no setting of a dealer") from error
            self._write(_File({**content.dealers, dealer: own}))

    def _content(self) -> _File:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_File)
        except FileNotFoundError:
            return _File()
        except OSError as error:
            raise PeopleError(f"{self._path}: cannot be read: {error.strerror}") from error
        except msgspec.MsgspecError as error:
            raise PeopleError(
                f"{self._path}: is damaged ({error}); delete it, and every dealer chooses again"
            ) from error

    def _write(self, content: _File) -> None:
        # A crash leaves the old file or the new one, complete.
        temporary = self._path.with_name(self._path.name + ".new")
        try:
            fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(fd, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self._path)
        except OSError as error:
            raise PeopleError(f"{self._path}: cannot be written: {error.strerror}") from error
