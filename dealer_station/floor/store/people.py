"""The people of the floor: names, titles, badges and hashed PINs.

A person is never deleted, because deeds name them; a disabled one may do nothing. A program that works at
the floor, such as the timer of the archive, is entered with the title `service`: it has no PIN."""

from datetime import UTC, datetime, timedelta

from msgspec import Struct

from dealer_station.engine.model.errors import PeopleError
from dealer_station.floor.store.connection import Floor
from dealer_station.people import NAME_LETTERS_MAX, pins

SERVICE = "service"
_COLUMNS = "name, title, badge, pin, wrong, wait_until, added_at, added_by, disabled_at"


class FloorPerson(Struct, frozen=True):
    """A person of the floor."""

    name: str
    title: str
    badge: str
    pin: str
    """The argon2 hash of the PIN; empty for a service."""
    wrong: int
    """Number of wrong PINs in a row."""
    wait_until: datetime | None
    added_at: datetime
    added_by: str
    disabled_at: datetime | None

    @property
    def is_locked(self) -> bool:
        """True after too many wrong PINs."""
        return self.wrong >= pins.WRONG_BEFORE_LOCK


def everybody(floor: Floor) -> list[FloorPerson]:
    """All people by name, disabled ones too."""
    found = floor.execute(f"SELECT {_COLUMNS} FROM floor.person ORDER BY lower(name)")
    return [FloorPerson(*one) for one in found]


def find(floor: Floor, who: str) -> FloorPerson:
    """The person with this badge, or with this name in any case; raise PeopleError if there is none."""
    known = everybody(floor)
    for one in known:
        if (one.badge and who == one.badge) or who.casefold() == one.name.casefold():
            return one
    names = ", ".join(one.name for one in known if one.disabled_at is None) or "nobody"
    raise PeopleError(f"{who} is not known at this floor; known: {names}")


def add(floor: Floor, name: str, title: str, *, badge: str, pin: str, by: str) -> None:
    """Add a person; everybody but a service needs a PIN, and the first one is no service."""
    for what, text in (("name", name), ("title", title), ("badge", badge or "0")):
        if not text.strip() or text != text.strip() or len(text) > NAME_LETTERS_MAX or not text.isprintable():
            raise PeopleError(f"a {what} must have 1 to {NAME_LETTERS_MAX} printable characters")
    if title == SERVICE and pin:
        raise PeopleError("a service has no PIN; leave it out")
    if title != SERVICE and (complaint := pins.objection(pin)):
        raise PeopleError(complaint)
    known = everybody(floor)
    if title == SERVICE and not known:
        raise PeopleError("the first person must be one with a PIN, who then adds the services")
    for what, taken in (("name", name), ("badge", badge)):
        for one in known:
            if taken and taken.casefold() == one.name.casefold():
                raise PeopleError(
                    f"{one.name} ({one.title}) is on the list of this floor already; choose another {what}"
                )
            if taken and taken == one.badge:
                raise PeopleError(
                    f'"{taken}" is the badge of {one.name} ({one.title}); choose another {what}'
                )
    floor.execute(
        "INSERT INTO floor.person (name, title, badge, pin, added_by) VALUES (%s, %s, %s, %s, %s)",
        (name, title, badge, pins.kept(pin) if pin else "", by),
    )


def disable(floor: Floor, who: str, *, by: str, because: str) -> FloorPerson:
    """Disable a person; the last one who can act with a PIN cannot be disabled."""
    person = find(floor, who)
    if person.disabled_at is not None:
        raise PeopleError(f"{person.name} is disabled already")
    rest = [one for one in everybody(floor) if one.name != person.name]
    if not any(one.pin and one.disabled_at is None for one in rest):
        raise PeopleError(f"{person.name} is the last person with a PIN; add another one first")
    floor.execute(
        "UPDATE floor.person SET disabled_at = now(), disabled_by = %s, disabled_because = %s "
        "WHERE name = %s",
        (by, because, person.name),
    )
    return person


def set_pin(floor: Floor, person: FloorPerson, pin: str) -> None:
    """Set a new PIN and reset the count of wrong ones."""
    if person.title == SERVICE:
        raise PeopleError("a service has no PIN")
    if complaint := pins.objection(pin):
        raise PeopleError(complaint)
    floor.execute(
        "UPDATE floor.person SET pin = %s, wrong = 0, wait_until = NULL WHERE name = %s",
        (pins.kept(pin), person.name),
    )


def unlock(floor: Floor, person: FloorPerson, *, by: str) -> None:
    """Unlock a person after too many wrong PINs; it takes another person."""
    if person.name == by:
        raise PeopleError("nobody can unlock themselves; another person must do it")
    floor.execute("UPDATE floor.person SET wrong = 0, wait_until = NULL WHERE name = %s", (person.name,))


def refusal_before_pin(person: FloorPerson) -> str:
    """The reason why a person may not even try a PIN; empty if they may."""
    if person.disabled_at is not None:
        return f"{person.name} is disabled at this floor since {person.disabled_at:%Y-%m-%d}"
    if person.is_locked:
        return f"{person.name} is locked after too many wrong PINs; another person runs `floor people unlock`"
    if person.wait_until is None:
        return ""
    # A clock that was set back must not extend the wait beyond that of the last wrong PIN.
    longest = timedelta(seconds=pins.wait_seconds(max(person.wrong, 1)))
    wait = min(person.wait_until - datetime.now(UTC), longest)
    if wait > timedelta():
        return f"too early: wait {-(-wait // timedelta(seconds=1))} s, then try again"
    return ""


def locked(floor: Floor, name: str) -> FloorPerson:
    """A person whose row nobody else changes before this transaction ends."""
    found = floor.execute(
        f"SELECT {_COLUMNS} FROM floor.person WHERE name = %s FOR UPDATE", (name,)
    ).fetchone()
    assert found
    return FloorPerson(*found)


def try_pin(floor: Floor, person: FloorPerson, pin: str) -> int:
    """Compare a PIN; return zero if it is right, else the number of wrong ones in a row. The person must be
    locked: of two wrong PINs at the same time, both are counted."""
    right = pins.is_right(person.pin, pin)
    wrong = 0 if right else person.wrong + 1
    wait = None if right else datetime.now(UTC) + timedelta(seconds=pins.wait_seconds(wrong))
    if wrong != person.wrong or wait is not None:
        floor.execute(
            "UPDATE floor.person SET wrong = %s, wait_until = %s WHERE name = %s", (wrong, wait, person.name)
        )
    return wrong
