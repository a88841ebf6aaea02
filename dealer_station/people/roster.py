"""The file of people: names, titles, hashed PINs, wrong attempts, and notes that the log does not
have yet.

The file is replaced atomically, under a lock. It must be readable only by the station's own user.
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
    """A person who works at this table."""

    name: str
    role: str
    badge: str = ""
    pin: str = ""
    """The argon2 hash of the PIN; empty for dealers, who have none."""
    wrong: int = 0
    """Number of wrong PINs in a row."""
    wait_until_us: int = 0
    locked: bool = False


class RosterNote(Struct, frozen=True, forbid_unknown_fields=True):
    """An event about people for the log; it never contains a PIN."""

    at_us: int
    what: What
    name: str
    role: str = ""
    by: str = ""
    detail: str = ""


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file."""

    people: tuple[Person, ...] = ()
    notes: tuple[RosterNote, ...] = ()
    """Notes that are not in the log yet, because commands may run while a station has the log open."""

    def find(self, who: str) -> Person | None:
        """Return the person with this badge, or with this name in any case; None if there is none."""
        for person in self.people:
            if (person.badge and who == person.badge) or who.casefold() == person.name.casefold():
                return person
        return None


def read(path: Path) -> Roster:
    """Read the file, or return an empty roster if there is none; refuse a file that others can read."""
    try:
        mode = path.stat().st_mode
        raw = path.read_bytes()
    except FileNotFoundError:
        return Roster()
    except OSError as error:
        raise PeopleError(f"{path}: cannot be read: {error.strerror}") from error
    if mode & 0o077:
        raise PeopleError(
            f"{path}: other users can read this file, which holds hashes of PINs; run `chmod 600 {path}` "
            "and change the PINs"
        )
    try:
        return msgspec.json.decode(raw, type=Roster)
    except msgspec.MsgspecError as error:
        raise PeopleError(
            f"{path}: is damaged ({error}); restore a copy, or move it away and add the people again"
        ) from error


def change(path: Path, change_it: Callable[[Roster], tuple[Roster, T]]) -> T:
    """Read, change and write the file under an exclusive lock; return the result of `change_it`."""
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
    # Write and sync a new file, then rename it over the old one: a crash leaves one of the two, complete.
    temporary = path.with_name(path.name + ".new")
    try:
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(roster), indent=1) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise PeopleError(f"{path}: cannot be written: {error.strerror}") from error
