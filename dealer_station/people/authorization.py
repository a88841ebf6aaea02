"""Authorisation: accepts an observation under the name of the person who made it, or refuses it."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.errors import PeopleError
from dealer_station.engine.model.observations import Observation
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.people import People, SignedIn
from dealer_station.people.required_titles import DEALER, Need, first_line, has, need_of, titles
from dealer_station.people.roster import RosterNote


class TurnedAway(Struct, frozen=True):
    """A refusal: the action, the person, their title and the title it requires."""

    tap: str
    who: str
    role: str
    needs: str
    reason: str
    cite: str


class Authorizer(Protocol):
    """Identifies people for a station."""

    def role_of(self, source: str, signed: SignedIn | None, rules: Rules) -> str:
        """Return the title of the person who acted, in the words of the book."""

    def dealer(self, who: str) -> str | None:
        """Return the name of an arriving dealer, or None for a stranger."""

    def objection_to(self, dealer: str) -> str:
        """Return the reason why a known dealer may not deal here; empty if there is none."""

    def sign_in(self, who: str, pin: str) -> SignedIn:
        """Sign in somebody who may rule; raise PeopleError with the reason if refused."""

    @property
    def notes(self) -> tuple[RosterNote, ...]:
        """The notes about people that the log does not have yet."""

    def forget(self, notes: tuple[RosterNote, ...]) -> None:
        """Delete notes that are in the log now."""


class OpenAuthorizer:
    """Trusts every simulated person; the floor holds the highest title of the book."""

    def role_of(self, source: str, signed: SignedIn | None, rules: Rules) -> str:
        del signed
        return titles(rules)[-1] if source == "floor" else DEALER

    def dealer(self, who: str) -> str | None:
        return who

    def objection_to(self, dealer: str) -> str:
        del dealer
        return ""

    def sign_in(self, who: str, pin: str) -> SignedIn:
        del pin
        raise PeopleError(f"{who}: nobody signs in at a simulated table, whose floor is simulated")

    @property
    def notes(self) -> tuple[RosterNote, ...]:
        return ()

    def forget(self, notes: tuple[RosterNote, ...]) -> None:
        del notes


class PinAuthorizer:
    """Checks the people of a real table: without a valid PIN everybody is a dealer; dealers must be known."""

    def __init__(self, people: People, objection: Callable[[str], str] | None = None) -> None:
        self._people = people
        self._objection = objection
        """The reason why a dealer may not deal here, such as a lesson that the house requires."""

    def role_of(self, source: str, signed: SignedIn | None, rules: Rules) -> str:
        del source, rules
        return signed.role if signed is not None and self._people.vouch_for(signed) else DEALER

    def dealer(self, who: str) -> str | None:
        found = self._people.find(who)
        return found.name if found else None

    def objection_to(self, dealer: str) -> str:
        return self._objection(dealer) if self._objection else ""

    def sign_in(self, who: str, pin: str) -> SignedIn:
        return self._people.sign_in(who, pin)

    @property
    def notes(self) -> tuple[RosterNote, ...]:
        return self._people.notes

    def forget(self, notes: tuple[RosterNote, ...]) -> None:
        self._people.forget(notes)


def let_in(
    observation: Observation,
    source: str,
    who: str,
    signed: SignedIn | None,
    table: Table,
    rules: Rules,
    authorizer: Authorizer,
) -> Observation | TurnedAway:
    """Return the observation under the name of the person who signed in, or the refusal."""
    if isinstance(observation, o.DealerArrived):
        return _arrived(observation, authorizer)
    need = need_of(observation, rules, table)
    if need is None:
        return observation
    role = authorizer.role_of(source, signed, rules)
    if not has(role, need.title, rules):
        return _turned_away(observation, signed.name if signed else who, role, need)
    if signed and isinstance(observation, o.Ruled | o.Confirmed | o.Ordered):
        return replace(observation, by=signed.name)
    return observation


def _arrived(observation: o.DealerArrived, authorizer: Authorizer) -> Observation | TurnedAway:
    """Return the arrival under the dealer's registered name, or the refusal of a stranger."""
    try:
        name = authorizer.dealer(observation.name)
        reason = f"{observation.name} is not among the people of this table; a supervisor adds dealers"
    except PeopleError as error:
        # An unreadable file of people refuses this arrival, but must not stop the dealer at the table.
        name, reason = None, str(error)
    if name is None:
        return TurnedAway("DealerArrived", observation.name, "", DEALER, reason, "not addressed")
    if objection := authorizer.objection_to(name):
        return TurnedAway("DealerArrived", name, DEALER, DEALER, objection, "not addressed")
    return replace(observation, name=name)


def let_change(
    key: str, signed: SignedIn | None, source: str, rules: Rules, authorizer: Authorizer
) -> str | TurnedAway:
    """Return the title of somebody who may change station.toml, or the refusal."""
    role, need = authorizer.role_of(source, signed, rules), first_line(rules)
    if has(role, need.title, rules):
        return role
    who = signed.name if signed else ""
    reason = _reason("a change of the configuration", who, role, need)
    return TurnedAway(f"SettingChanged {key}", who, role, need.title, reason, need.cite)


def _turned_away(tap: Observation, who: str, role: str, need: Need) -> TurnedAway:
    wanted: str
    match tap:
        case o.Ruled(ruling=wanted, departs=departs):
            words = "a departure from the book" if departs else "a ruling"
        case o.Confirmed(step=wanted):
            words = wanted.replace("_", " ")
        case o.Ordered(what=wanted):
            words = f"the order to {wanted.replace('_', ' ')}"
        case _:
            wanted, words = "reader", "keying cards in, or ending that,"
    reason = _reason(words, who, role, need)
    return TurnedAway(f"{type(tap).__name__} {wanted}", who, role, need.title, reason, need.cite)


def _reason(words: str, who: str, role: str, need: Need) -> str:
    return f"{words} needs the title {need.title}; {who or 'whoever did this'} is {role}: sign in with a PIN"
