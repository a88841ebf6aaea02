"""The door of the station: what somebody does is let in under their own name, or turned away."""

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.errors import PeopleError
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.people import People, SignedIn
from dealer_station.people.roles import DEALER, Need, first_line, has, need_of, titles
from dealer_station.people.roster import Note


class TurnedAway(Struct, frozen=True):
    """Somebody who lacks the right to do this: what they wanted, what they are, what it takes."""

    tap: str
    who: str
    role: str
    needs: str
    reason: str
    cite: str


class Door(Protocol):
    """How a station knows who somebody is."""

    def role_of(self, source: str, signed: SignedIn | None, rules: Rules) -> str:
        """What whoever did something is, in the titles of the book."""

    def dealer(self, who: str) -> str | None:
        """The name of whoever comes to deal; None for a stranger."""

    def sign_in(self, who: str, pin: str) -> SignedIn:
        """Somebody who may rule; a PeopleError says why not."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the log lacks about people."""

    def forget(self, notes: tuple[Note, ...]) -> None:
        """These are in the log now."""


class SimulatedDoor:
    """Simulated people are what they say they are: the floor may do all that the book knows."""

    def role_of(self, source: str, signed: SignedIn | None, rules: Rules) -> str:
        del signed
        return titles(rules)[-1] if source == "floor" else DEALER

    def dealer(self, who: str) -> str | None:
        return who

    def sign_in(self, who: str, pin: str) -> SignedIn:
        del pin
        raise PeopleError(f"{who}: nobody signs in at a simulated table; its floor is there already")

    @property
    def notes(self) -> tuple[Note, ...]:
        return ()

    def forget(self, notes: tuple[Note, ...]) -> None:
        del notes


class GuardedDoor:
    """Of a table with people of its own: who gave no PIN is a dealer, and a dealer is somebody known."""

    def __init__(self, people: People) -> None:
        self._people = people

    def role_of(self, source: str, signed: SignedIn | None, rules: Rules) -> str:
        del source, rules
        return signed.role if signed is not None and self._people.vouch_for(signed) else DEALER

    def dealer(self, who: str) -> str | None:
        found = self._people.find(who)
        return found.name if found else None

    def sign_in(self, who: str, pin: str) -> SignedIn:
        return self._people.sign_in(who, pin)

    @property
    def notes(self) -> tuple[Note, ...]:
        return self._people.notes

    def forget(self, notes: tuple[Note, ...]) -> None:
        self._people.forget(notes)


def let_in(
    observation: Observation,
    source: str,
    who: str,
    signed: SignedIn | None,
    table: Table,
    rules: Rules,
    door: Door,
) -> Observation | TurnedAway:
    """What was done, under the name of whoever did it; or why they may not."""
    if isinstance(observation, o.DealerArrived):
        return _arrived(observation, door)
    need = need_of(observation, rules, table)
    if need is None:
        return observation
    role = door.role_of(source, signed, rules)
    if not has(role, need.title, rules):
        return _turned_away(observation, signed.name if signed else who, role, need)
    if signed and isinstance(observation, o.Ruled | o.Confirmed | o.Ordered):
        return replace(observation, by=signed.name)
    return observation


def _arrived(observation: o.DealerArrived, door: Door) -> Observation | TurnedAway:
    """Somebody known, under the name that the table has for them."""
    try:
        name = door.dealer(observation.name)
        reason = f"{observation.name} is not among the people of this table; a supervisor adds dealers"
    except PeopleError as error:
        # A file that cannot be read stops nobody who deals already.
        name, reason = None, str(error)
    if name is None:
        return TurnedAway("DealerArrived", observation.name, "", DEALER, reason, "not addressed")
    return replace(observation, name=name)


def let_change(key: str, signed: SignedIn | None, source: str, rules: Rules, door: Door) -> str | TurnedAway:
    """The title of somebody who may change the station's own file; or why they may not."""
    role, need = door.role_of(source, signed, rules), first_line(rules)
    if has(role, need.title, rules):
        return role
    who = signed.name if signed else ""
    reason = _reason("a change of the configuration", who, role, need)
    return TurnedAway(f"SettingChanged {key}", who, role, need.title, reason, need.cite)


def _turned_away(tap: Observation, who: str, role: str, need: Need) -> TurnedAway:
    match tap:
        case o.Ruled(ruling=wanted, departs=departs):
            words = "a departure from the book" if departs else "a ruling"
        case o.Confirmed(step=wanted):
            words = wanted.replace("_", " ")
        case o.Ordered(what=wanted):
            words = f"the order to {wanted.replace('_', ' ')}"
        case _:
            wanted, words = "reader", "to key the cards in, or to stop that,"
    reason = _reason(words, who, role, need)
    return TurnedAway(f"{type(tap).__name__} {wanted}", who, role, need.title, reason, need.cite)


def _reason(words: str, who: str, role: str, need: Need) -> str:
    return f"{words} takes the {need.title}; {who or 'whoever did this'} is {role}: sign in with a PIN"
