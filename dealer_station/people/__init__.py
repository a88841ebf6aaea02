"""The people of a table: dealers identify by badge or name, supervisors by PIN; every change is noted."""

import secrets
import threading
import time
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import PeopleError
from dealer_station.people import pins
from dealer_station.people.required_titles import DEALER
from dealer_station.people.roster import Person, Roster, RosterNote, What, change, read

SIGNED_IN_SECONDS = 120
"""Duration for which a PIN authorises its owner to act."""
NAME_LETTERS_MAX = 60


class SignedIn(Struct, frozen=True):
    """A person who gave the right PIN; valid only at this station and for a limited time."""

    name: str
    role: str
    token: str


class PeopleClock(Protocol):
    """A source of wall-clock and monotonic time."""

    def wall_us(self) -> int: ...
    def mono_us(self) -> int: ...


class _SystemClock:
    def wall_us(self) -> int:
        return time.time_ns() // 1_000

    def mono_us(self) -> int:
        return time.monotonic_ns() // 1_000


class People:
    """The people in a file; usable from any thread, and while a station runs."""

    def __init__(self, path: Path, clock: PeopleClock | None = None) -> None:
        self.path = path
        self._clock = clock or _SystemClock()
        self._signed: dict[str, int] = {}
        self._lock = threading.Lock()

    @property
    def everybody(self) -> tuple[Person, ...]:
        return read(self.path).people

    @property
    def have_a_supervisor(self) -> bool:
        """True if at least one person has a PIN."""
        return any(person.pin for person in self.everybody)

    def find(self, who: str) -> Person | None:
        """Return the person with this badge or name, or None."""
        return read(self.path).find(who)

    def sign_in(self, who: str, pin: str) -> SignedIn:
        """Sign in by PIN; raise PeopleError with the reason and the waiting time if refused."""
        outcome = change(self.path, lambda roster: self._tried(roster, who, pin))
        if isinstance(outcome, str):
            raise PeopleError(outcome)
        with self._lock:
            self._signed[outcome.token] = self._clock.mono_us() + SIGNED_IN_SECONDS * 1_000_000
        return outcome

    def sign_out(self, signed: SignedIn) -> None:
        """Revoke a sign-in; the PIN is needed again."""
        with self._lock:
            self._signed.pop(signed.token, None)

    def vouch_for(self, signed: SignedIn | None) -> bool:
        """True if this sign-in was granted here and has not expired."""
        with self._lock:
            return signed is not None and self._clock.mono_us() < self._signed.get(signed.token, 0)

    def _tried(self, roster: Roster, who: str, pin: str) -> tuple[Roster, SignedIn | str]:
        person = roster.find(who)
        now_us = self._clock.wall_us()
        if person is None or not person.pin:
            known = "has no PIN: dealers sign in by name or badge" if person else "is not known at this table"
            # Do not store an unknown name: somebody may have typed a PIN into the name field.
            noted = self._noted(roster, "refused", person or Person("", ""), detail="nobody with a PIN")
            return noted, f"{who} {known}; a supervisor adds people with `dealer-station people add`"
        if person.locked:
            noted = self._noted(roster, "refused", person, detail="locked")
            return noted, f"{person.name} is locked; another supervisor can run `people unlock`"
        # A clock that was set back must not extend the wait beyond that of the last wrong PIN.
        longest_us = pins.wait_seconds(max(person.wrong, 1)) * 1_000_000
        wait_us = min(person.wait_until_us - now_us, longest_us)
        if wait_us > 0:
            seconds = -(-wait_us // 1_000_000)
            return self._noted(roster, "too_early", person), f"too early: wait {seconds} s, then try again"
        if pins.is_right(person.pin, pin):
            good = replace(person, wrong=0, wait_until_us=0)
            signed = SignedIn(person.name, person.role, secrets.token_hex(16))
            return self._noted(_with(roster, good), "signed_in", good), signed
        return self._wrong(roster, person, now_us)

    def _wrong(self, roster: Roster, person: Person, now_us: int) -> tuple[Roster, str]:
        wrong = person.wrong + 1
        wait = pins.wait_seconds(wrong)
        locked = wrong >= pins.WRONG_BEFORE_LOCK
        after = replace(person, wrong=wrong, wait_until_us=now_us + wait * 1_000_000, locked=locked)
        roster = self._noted(_with(roster, after), "wrong_pin", after, detail=f"{wrong} in a row")
        if not locked:
            return roster, f"wrong PIN; wait {wait} s, then try again"
        return (
            self._noted(roster, "locked", after),
            f"wrong PIN; {person.name} is locked now; another supervisor can run `people unlock`",
        )

    def add(self, name: str, role: str, *, badge: str = "", pin: str = "", by: str = "") -> None:
        """Add a person; everybody but a dealer needs a PIN."""
        name, badge = name.strip(), badge.strip()
        if not name or len(name) > NAME_LETTERS_MAX or not name.isprintable():
            raise PeopleError(f"a name must have 1 to {NAME_LETTERS_MAX} printable characters")
        if role == DEALER and pin:
            raise PeopleError("dealers have no PIN; leave it out")
        if role != DEALER and (complaint := pins.objection(pin)):
            raise PeopleError(complaint)
        person = Person(name, role, badge, pins.kept(pin) if pin else "")

        def added(roster: Roster) -> tuple[Roster, None]:
            for taken in (name, badge):
                if taken and (other := roster.find(taken)):
                    raise PeopleError(f'"{taken}" is taken by {other.name} ({other.role}); choose another')
            if role == DEALER and not any(one.pin for one in roster.people):
                raise PeopleError("the first person must be a supervisor, who then adds the dealers")
            bigger = replace(roster, people=(*roster.people, person))
            return self._noted(bigger, "added", person, by=by or name), None

        change(self.path, added)

    def remove(self, who: str, *, by: str) -> None:
        """Remove a person; the last one with a PIN cannot be removed."""

        def removed(roster: Roster) -> tuple[Roster, None]:
            person = self._known(roster, who)
            rest = tuple(one for one in roster.people if one != person)
            if not any(one.pin for one in rest):
                raise PeopleError(f"{person.name} is the last supervisor; add another one first")
            return self._noted(replace(roster, people=rest), "removed", person, by=by), None

        change(self.path, removed)

    def set_pin(self, who: str, pin: str, *, by: str) -> None:
        """Set a new PIN and reset the count of wrong ones."""
        if complaint := pins.objection(pin):
            raise PeopleError(complaint)

        def changed(roster: Roster) -> tuple[Roster, None]:
            person = self._known(roster, who)
            if person.role == DEALER:
                raise PeopleError("dealers have no PIN")
            after = replace(person, pin=pins.kept(pin), wrong=0, wait_until_us=0)
            return self._noted(_with(roster, after), "pin_changed", after, by=by), None

        change(self.path, changed)

    def unlock(self, who: str, *, by: str) -> None:
        """Unlock a person after too many wrong PINs; it takes another person."""

        def unlocked(roster: Roster) -> tuple[Roster, None]:
            person = self._known(roster, who)
            if person.name == by:
                raise PeopleError("nobody can unlock themselves; another supervisor must do it")
            after = replace(person, locked=False, wrong=0, wait_until_us=0)
            return self._noted(_with(roster, after), "unlocked", after, by=by), None

        change(self.path, unlocked)

    def note(self, what: What, name: str, role: str, detail: str) -> None:
        """Add a note for the log."""
        note = RosterNote(self._clock.wall_us(), what, name, role, name, detail)
        change(self.path, lambda roster: (replace(roster, notes=(*roster.notes, note)), None))

    @property
    def notes(self) -> tuple[RosterNote, ...]:
        """The notes that are not in the log yet."""
        return read(self.path).notes

    def forget(self, notes: tuple[RosterNote, ...]) -> None:
        """Delete notes that are in the log now."""
        change(
            self.path,
            lambda roster: (
                replace(roster, notes=tuple(note for note in roster.notes if note not in notes)),
                None,
            ),
        )

    def _known(self, roster: Roster, who: str) -> Person:
        person = roster.find(who)
        if person is None:
            names = ", ".join(one.name for one in roster.people) or "nobody"
            raise PeopleError(f"{who} is not known at this table; known: {names}")
        return person

    def _noted(self, roster: Roster, what: What, person: Person, *, by: str = "", detail: str = "") -> Roster:
        note = RosterNote(self._clock.wall_us(), what, person.name, person.role, by, detail)
        return replace(roster, notes=(*roster.notes, note))


def _with(roster: Roster, person: Person) -> Roster:
    """Return the roster with this person replacing the one of the same name."""
    people = tuple(person if one.name == person.name else one for one in roster.people)
    return replace(roster, people=people)
