"""Compares people, stations and vouched keys with the deeds that tell of them.

The role with which people work may write these tables, so that only the signed deeds say who is at this
floor, which certificate a station has, and who vouched for a key. Two things have no deed: the hash of a PIN,
which deeds must not show, and the key with which a station first says hello after its enrolment. For the
second the number is checked: one such key for each enrolment that asks for one."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from dealer_station.floor.protocol.table_names import shown_name
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.store.deeds import Deed
from dealer_station.floor.verification.findings import FloorFinding
from dealer_station.log.integrity.keys import fingerprint

_PEOPLE = "SELECT name, title, badge, disabled_at IS NOT NULL FROM floor.person ORDER BY name"
_STATIONS = (
    "SELECT s.name, s.role, encode(s.public_key, 'hex'), s.enrolled_by, s.state, "
    "coalesce(encode(l.identity, 'hex'), '') FROM floor.station s LEFT JOIN floor.log l ON l.id = s.log "
    "ORDER BY s.name"
)
_KEYS = (
    "SELECT station, key, vouched_by FROM floor.log_key UNION "
    "SELECT name, unnest(vouched), enrolled_by FROM floor.station UNION "
    "SELECT name, signing_key, enrolled_by FROM floor.station WHERE signing_key IS NOT NULL ORDER BY 1, 2, 3"
)


class ToldPerson(Struct):
    """A person as the deeds describe them."""

    deed: int
    """The newest deed about the person."""
    title: str
    badge: str
    is_disabled: bool = False


class ToldStation(Struct):
    """A station or reader as the deeds describe it."""

    deed: int
    """The newest deed about the station."""
    public_key: str = ""
    enrolled_by: str = ""
    role: str = ""
    """Empty in a deed of an older version."""
    log: str = ""
    """The log that an enrolment named; empty if the station may choose."""
    is_disabled: bool = False
    keys: set[str] = msgspec.field(default_factory=set)
    """The signing keys that somebody has named."""
    vouchers: set[str] = msgspec.field(default_factory=set)
    """Everybody who has enrolled it."""
    first_contacts: int = 0
    """The number of enrolments that vouch for the key with which the station says hello."""


class ToldIdentities:
    """People and stations as a sequence of deeds describes them."""

    def __init__(self) -> None:
        self._people: dict[str, ToldPerson] = {}
        self._stations: dict[str, ToldStation] = {}

    def take(self, deed: Deed, about: dict[str, Any]) -> None:
        """Take the next deed into account."""
        if deed.what == "person_added":
            self._people[about["name"]] = ToldPerson(deed.seq, about["title"], about["badge"])
        elif deed.what == "person_disabled" and (person := self._people.get(about["name"])):
            person.deed, person.is_disabled = deed.seq, True
        elif deed.what == "station_enrolled":
            self._enrol(deed, about)
        elif deed.what == "station_disabled" and (station := self._stations.get(about["station"])):
            station.deed, station.is_disabled = deed.seq, True

    def _enrol(self, deed: Deed, about: dict[str, Any]) -> None:
        is_new = about["station"] not in self._stations
        one = self._stations.setdefault(about["station"], ToldStation(deed.seq))
        one.deed, one.is_disabled = deed.seq, False
        one.public_key, one.enrolled_by = about["public_key"], deed.who
        one.role = about.get("role", one.role)
        one.log = about["log"] or one.log
        named = about.get("signing_keys", [])
        one.keys.update(named)
        one.vouchers.add(deed.who)
        if not named and (is_new or about["log"]):
            one.first_contacts += 1

    def findings(self, floor: Floor) -> Iterator[FloorFinding]:
        """Everything about people, stations and keys that the deeds do not tell so."""
        for words in (
            *self._people_findings(floor),
            *self._station_findings(floor),
            *self._key_findings(floor),
        ):
            yield FloorFinding("record", "", 0, 0, words)

    def _people_findings(self, floor: Floor) -> Iterator[str]:
        stored = {name: (title, badge, disabled) for name, title, badge, disabled in floor.execute(_PEOPLE)}
        yield from _unmatched("person", set(stored), set(self._people))
        for name in sorted(set(stored) & set(self._people)):
            told, (title, badge, disabled) = self._people[name], stored[name]
            yield from _differing(
                f"person {shown_name(name)}",
                told.deed,
                ("title", title, told.title),
                ("badge", badge, told.badge),
                ("state", _state(disabled), _state(told.is_disabled)),
            )

    def _station_findings(self, floor: Floor) -> Iterator[str]:
        stored = {name: values for name, *values in floor.execute(_STATIONS)}
        yield from _unmatched("station", set(stored), set(self._stations))
        for name in sorted(set(stored) & set(self._stations)):
            told, (role, key, enrolled_by, state, log) = self._stations[name], stored[name]
            yield from _differing(
                f"station {shown_name(name)}",
                told.deed,
                ("role", role, told.role or role),
                ("key of the certificate", key[:16], told.public_key[:16]),
                ("enrolled by", enrolled_by, told.enrolled_by),
                ("state", state, "disabled" if told.is_disabled else "enrolled"),
                ("log", log[:16], told.log[:16] or log[:16]),
            )

    def _key_findings(self, floor: Floor) -> Iterator[str]:
        """The keys for which nobody has vouched, as far as the deeds tell."""
        first: dict[str, set[bytes]] = {}
        for station, key, by in floor.execute(_KEYS, binary=True):
            told = self._stations.get(station)
            if told is None:
                yield (
                    f"no deed says who vouched for the key {fingerprint(key)} of station "
                    f"{shown_name(station)}"
                )
            elif by not in told.vouchers:
                yield (
                    f"the key {fingerprint(key)} of station {shown_name(station)} is vouched for by "
                    f"{shown_name(by)}, who never enrolled it"
                )
            elif key.hex() not in told.keys:
                first.setdefault(station, set()).add(key)
        for station, keys in first.items():
            allowed = self._stations[station].first_contacts
            if len(keys) > allowed:
                names = ", ".join(sorted(fingerprint(one) for one in keys))
                yield (
                    f"station {shown_name(station)} has {len(keys)} keys that no person named ({names}), and "
                    f"its enrolments explain {allowed}"
                )


def _unmatched(what: str, stored: set[str], told: set[str]) -> Iterator[str]:
    """People or stations without a deed, and those that are gone."""
    for name in sorted(stored - told):
        yield f"no deed says who did this: {what} {shown_name(name)}"
    for name in sorted(told - stored):
        yield f"a deed tells of it, and it is gone: {what} {shown_name(name)}"


def _differing(who: str, deed: int, *values: tuple[str, str, str]) -> Iterator[str]:
    """The values that differ, each with its name: as stored, and as the deeds tell."""
    for name, stored, told in values:
        if stored != told:
            yield f'{who}: {name} is "{_shown(stored)}", and the deeds up to {deed} say "{_shown(told)}"'


def _state(is_disabled: bool) -> str:
    return "disabled" if is_disabled else "may act"


def _shown(text: str) -> str:
    return shown_name(text) if text else ""
