"""The person behind a command of the floor: checks `--by` against the people, and records the deed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from msgspec import Struct

from dealer_station.app.terminal_sign_in import ask_for_pin
from dealer_station.cli.floor_options import floor_of
from dealer_station.engine.model.errors import FloorError, PeopleError
from dealer_station.floor.certificates import signing_key
from dealer_station.floor.store import people
from dealer_station.floor.store.connection import PEOPLE, Floor, Role
from dealer_station.floor.store.deeds import Actor, DeedKind, DeedWriter
from dealer_station.floor.store.deeds import head as deed_head

optional_by_option = click.option(
    "--by", metavar="NAME", help="Name or badge of the person who does this; not needed for the first person."
)


class ActingPerson(Struct, frozen=True):
    """A person at work, the connection that they work through, and their deeds."""

    floor: Floor
    actor: Actor
    deeds: DeedWriter

    @property
    def name(self) -> str:
        """The person's name as the floor knows it."""
        return self.actor.name

    @contextmanager
    def doing(self, what: DeedKind) -> Iterator[dict[str, object]]:
        """A transaction for one act; what the block adds to the details is recorded as a deed with it."""
        with self.floor.transaction():
            # Acts happen one after the other: no hold is put while a month is being dropped.
            self.floor.execute("SELECT 1 FROM floor.deed_head FOR UPDATE")
            about: dict[str, object] = {}
            yield about
            self.deeds.append(self.actor, what, about)


@contextmanager
def acting(
    folder: Path, database: str | None, by: str, *, role: Role = PEOPLE, service: bool = False
) -> Iterator[ActingPerson]:
    """A connection for a person whom the floor knows; a service is let in only where `service` says so."""
    with floor_of(folder, database, role) as floor:
        deeds = DeedWriter(floor, key_of_deeds(folder, floor))
        yield ActingPerson(floor, checked_actor(floor, deeds, by, service=service), deeds)


def key_of_deeds(folder: Path, floor: Floor) -> bytes:
    """The floor's key; a new one is made only for a floor without deeds."""
    if not (folder / signing_key.PRIVATE).exists() and deed_head(floor)[0]:
        raise FloorError(
            f"{folder / signing_key.PRIVATE}: is missing, and the deeds of this floor are signed with it; "
            "copy it from the machine on which the floor was made"
        )
    return signing_key.load_or_make(folder)


def checked_actor(floor: Floor, deeds: DeedWriter, by: str, *, service: bool = False) -> Actor:
    """The person whom `--by` names, after their PIN; any name will do while the floor has no people."""
    if not people.everybody(floor):
        return Actor(by)
    person = people.find(floor, by)
    actor = Actor(person.name, person.title)
    if refusal := people.refusal_before_pin(person):
        raise PeopleError(refusal)
    if person.title == people.SERVICE:
        if not service:
            raise PeopleError(f"{person.name} is a service; this needs a person with a PIN")
        return actor
    refusal = _refusal_of_pin(floor, deeds, actor, ask_for_pin(f"PIN of {person.name}"))
    if refusal:
        raise PeopleError(refusal)
    return actor


def _refusal_of_pin(floor: Floor, deeds: DeedWriter, actor: Actor, pin: str) -> str:
    """Compare a PIN and record a wrong one; return the reason why it lets nobody in, or nothing."""
    with floor.transaction():
        # Every act locks the deeds before it touches anything else; the same order here prevents a deadlock.
        floor.execute("SELECT 1 FROM floor.deed_head FOR UPDATE")
        # While this prompt waited, others may have tried PINs, or may have disabled the person.
        person = people.locked(floor, actor.name)
        if refusal := people.refusal_before_pin(person):
            return refusal
        if wrong := people.try_pin(floor, person, pin):
            deeds.append(actor, "wrong_pin", {"in_a_row": wrong})
            return "wrong PIN; nothing was done"
    return ""
