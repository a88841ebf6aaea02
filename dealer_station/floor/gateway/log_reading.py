"""Requests of readers: the list of logs, and the anchor before a row."""

from collections.abc import Callable
from urllib.parse import parse_qs

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.floor.certificates.authority import LIFE, RENEW_AFTER
from dealer_station.floor.certificates.key_digest import ClientIdentity
from dealer_station.floor.protocol.log_list import ANCHOR, LOGS, LogList
from dealer_station.floor.protocol.messages import LOG, Refusal
from dealer_station.floor.store import log_list
from dealer_station.floor.store.connection import Floor

MALFORMED = Refusal("malformed", "the address is not one of protocol v1")


def reading_of(path: str, query: bytes, who: ClientIdentity) -> Callable[[Floor], Struct] | Refusal | None:
    """The work that answers a reader's request; None if the address is not one of these."""
    if path == LOGS:
        return lambda floor: _listed(floor, who)
    identity, _, what = path.removeprefix(LOG).partition("/")
    if not path.startswith(LOG) or what != ANCHOR:
        return None
    asked = parse_qs(query.decode("ascii", "replace")).get("before", ["0"])
    try:
        log, before = bytes.fromhex(identity), int(asked[0])
    except ValueError:
        return MALFORMED
    if not 0 <= before < 2**62:
        return MALFORMED
    return lambda floor: log_list.anchor_before(floor, who.station, who.public_key, log, before)


def _listed(floor: Floor, who: ClientIdentity) -> LogList | Refusal:
    """The list of logs, which also tells a reader when its certificate ends."""
    found = log_list.list_logs(floor, who.station, who.public_key)
    if isinstance(found, Refusal):
        return found
    used = (found.server_us - who.began_us) / max(who.expires_us - who.began_us, 1)
    return replace(found, expires_us=who.expires_us, renew=used > RENEW_AFTER / LIFE)
