"""The file of the people: who deals, who rules, whose PIN was wrong how often; and what the log lacks of it.

It is written as a whole or not at all, behind a lock, and nobody but the station's own user may read it.
"""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from dealer_station.engine.model.errors import PeopleError

T = TypeVar("T")

What = Literal[
    "signed_in",
    "wrong_pin",
    "too_early",
    "refused",
    "locked",
    "unlocked",
    "added",
    "removed",
    "pin_changed",
    "config_changed",
]


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who works at this table."""

    name: str
    role: str
    badge: str = ""
    pin: str = ""
    """What argon2 makes of it; empty for dealers, who have none."""
    wrong: int = 0
    """PINs in a row that were wrong."""
    wait_until_us: int = 0
    locked: bool = False


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """Something about people that the log must have; never a PIN."""

    at_us: int
    what: What
    name: str
    role: str = ""
    by: str = ""
    detail: str = ""


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    people: tuple[Person, ...] = ()
    notes: tuple[Note, ...] = ()
    """What is not in the log yet: commands may run while a station holds it."""

    def find(self, who: str) -> Person | None:
        """By badge, or by name in any case."""
        for person in self.people:
            if (person.badge and who == person.badge) or who.casefold() == person.name.casefold():
                return person
        return None


def read(path: Path) -> Roster:
    """The file, or an empty one where there is none; one that others can read is refused."""
    try:
        mode = path.stat().st_mode
        raw = path.read_bytes()
    except FileNotFoundError:
        return Roster()
    except OSError as error:
        raise PeopleError(f"{path}: cannot be read: {error.strerror}") from error
    if mode & 0o077:
        raise PeopleError(
            f"{path}: others on this machine can read it, and it keeps what PINs can be guessed from; "
            f"do `chmod 600 {path}` and change the PINs"
        )
    try:
        return msgspec.json.decode(raw, type=Roster)
    except msgspec.MsgspecError as error:
        raise PeopleError(
            f"{path}: is damaged ({error}); put a copy back, or move it away and make the people again"
        ) from error


def change(path: Path, change_it: Callable[[Roster], tuple[Roster, T]]) -> T:
    """Reads, changes and writes the file while nobody else does."""
    try:
        lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise PeopleError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        before = read(path)
        after, result = change_it(before)
        if after != before:
            _write(path, after)
        return result
    finally:
        os.close(lock)


def _write(path: Path, roster: Roster) -> None:
    unfinished = path.with_name(path.name + ".new")
    try:
        fd = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(roster), indent=1) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise PeopleError(f"{path}: cannot be written: {error.strerror}") from error
