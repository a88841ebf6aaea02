"""The stations of the floor: enrolment, the introduction of a log, and their state for people."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.protocol.messages import FloorHead, LogHello, Mark, Refusal
from dealer_station.floor.store import stored_logs
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.store.ingest import DISABLED, UNKNOWN
from dealer_station.floor.store.stored_logs import log_number
from dealer_station.log.integrity.chain import GENESIS

OFFSET_MAX_US = 1_000_000
"""A station's clock that differs by more than this is reported."""
# A station that is enrolled for a log, and nothing said of keys, may name one with its next hello.
ENROL = (
    "INSERT INTO floor.station (name, role, public_key, expires_at, enrolled_by, log, branch, signing_key, "
    "vouched, names_keys) VALUES (%(name)s, %(role)s, %(key)s, %(expires)s, %(by)s, %(log)s, %(branch)s, "
    "%(signing)s, %(vouched)s::bytea[], %(names)s) "
    "ON CONFLICT (name) DO UPDATE SET public_key = %(key)s, expires_at = %(expires)s, "
    "enrolled_by = %(by)s, enrolled_at = now(), state = 'enrolled', "
    "refused = false, refused_at = NULL, "
    "log = coalesce(%(log)s, floor.station.log), "
    "branch = CASE WHEN %(log)s IS NULL THEN floor.station.branch ELSE %(branch)s END, "
    "signing_key = CASE WHEN %(log)s IS NULL THEN coalesce(floor.station.signing_key, %(signing)s) "
    "ELSE %(signing)s END, "
    # After the first contact a named key is one more, and not the only one.
    "names_keys = CASE WHEN %(log)s IS NULL AND floor.station.signing_key IS NOT NULL "
    "THEN floor.station.names_keys ELSE %(names)s END, "
    "vouched = CASE WHEN %(log)s IS NULL THEN floor.station.vouched || %(vouched)s::bytea[] "
    "ELSE %(vouched)s::bytea[] END"
)
VOUCH = (
    "INSERT INTO floor.log_key (log, key, station, vouched_by) "
    "SELECT s.log, key, s.name, s.enrolled_by FROM floor.station s, unnest(s.vouched) AS key "
    "WHERE s.name = %s AND s.log IS NOT NULL ON CONFLICT DO NOTHING"
)
VOUCH_FIRST = (
    "INSERT INTO floor.log_key (log, key, station, vouched_by) "
    "SELECT log, signing_key, name, enrolled_by FROM floor.station WHERE name = %s ON CONFLICT DO NOTHING"
)
OTHER_ROLE = "SELECT 1 FROM floor.station WHERE name = %s AND role <> %s"
READER_HELLO = Refusal("foreign_log", "a reader's certificate reads logs and brings none")


class FoundLog(Struct, frozen=True):
    """The place at the floor where a station continues."""

    identity: bytes
    head: FloorHead
    common: int
    server_us: int
    quarantined: bool
    others: list[FloorHead]


class StationState(Struct, frozen=True):
    """A station and its log, as people see them."""

    name: str
    table: str
    state: str
    log: str
    branch: int
    quarantined: bool
    seq: int
    """The last row that the floor has."""
    size: int
    """The last row that the station has told of."""
    heard_at: datetime | None
    clock_offset_us: int
    expires_at: datetime
    role: str = "station"
    given_up: bool = False
    """True if somebody decided against the branch that the station writes to."""
    is_refused: bool = False
    """True if nothing was kept since the last refusal."""
    refused_at: datetime | None = None
    """The time of the last refusal."""
    refused_code: str = ""
    refused_words: str = ""


class ReplacedCertificate(Struct, frozen=True):
    """A certificate that a new enrolment makes worthless."""

    heard_at: datetime | None
    """The time at which its holder was last heard of."""


def replaced_by(floor: Floor, name: str) -> ReplacedCertificate | None:
    """The certificate in force under a name, which another enrolment replaces; None if there is none."""
    found = floor.execute(
        "SELECT heard_at FROM floor.station WHERE name = %s AND state = 'enrolled' AND expires_at > now()",
        (name,),
    ).fetchone()
    return None if found is None else ReplacedCertificate(*found)


def enrol(
    floor: Floor,
    name: str,
    public_key: bytes,
    expires: datetime,
    *,
    by: str,
    log: bytes | None = None,
    signing_keys: Sequence[bytes] = (),
    reader: bool = False,
) -> None:
    """Enrol a station or a reader, or enrol it again with a new key; the old certificate is worth nothing
    then. `signing_keys` are vouched for by the person who enrols it."""
    role = "reader" if reader else "station"
    with floor.transaction():
        if floor.execute(OTHER_ROLE, (name, role)).fetchone():
            raise FloorError(f'"{name}" is enrolled already, and not as a {role}; choose another name')
        number, branch = None, 1
        if log is not None:
            found = floor.execute("SELECT id, branch FROM floor.log WHERE identity = %s", (log,)).fetchone()
            if found is None:
                raise FloorError(
                    f"the floor has no log {log.hex()[:16]}; `dealer-station floor status` lists them"
                )
            number, branch = found
        values = {
            "name": name,
            "role": role,
            "key": public_key,
            "expires": expires,
            "by": by,
            "log": number,
            "branch": branch,
            "signing": signing_keys[0] if signing_keys else None,
            "vouched": list(signing_keys),
            "names": bool(signing_keys),
        }
        floor.execute(ENROL, values)
        _vouch(floor, name)


def _vouch(floor: Floor, name: str) -> None:
    """Keep the keys for which people have vouched with the log of their station, once it has one."""
    floor.execute(VOUCH, (name,))


def disable(floor: Floor, name: str, *, by: str, because: str) -> None:
    """Refuse everything from a station until it is enrolled again."""
    done = floor.execute(
        "UPDATE floor.station SET state = 'disabled', refused = false, refused_at = NULL, "
        "disabled_at = now(), disabled_by = %s, "
        "disabled_because = %s WHERE name = %s",
        (by, because, name),
    )
    if not done.rowcount:
        raise FloorError(f'no station "{name}" is enrolled; `dealer-station floor status` lists them')


def renewed(floor: Floor, name: str, expires: datetime) -> None:
    """Note the end of a renewed certificate."""
    floor.execute("UPDATE floor.station SET expires_at = %s WHERE name = %s", (expires, name))


def refusal_of(floor: Floor, name: str, public_key: bytes, log: bytes | None = None) -> Refusal | None:
    """The refusal of a station that is not enrolled, is disabled, or asks for another log; None if it is
    welcome. A reader may ask for any log."""
    found = floor.execute(
        "SELECT s.public_key, s.state, l.identity, s.role FROM floor.station s "
        "LEFT JOIN floor.log l ON l.id = s.log WHERE s.name = %s",
        (name,),
        binary=True,
    ).fetchone()
    if found is None or found[0] != public_key:
        return UNKNOWN
    if found[1] == "disabled":
        return DISABLED
    if log is not None and found[2] != log and found[3] != "reader":
        return Refusal("foreign_log", "this station is enrolled for another log")
    return None


def log_of(floor: Floor, name: str) -> int:
    """The key of the log that a station is enrolled for; zero if it has none yet."""
    found = floor.execute("SELECT coalesce(log, 0) FROM floor.station WHERE name = %s", (name,)).fetchone()
    return int(found[0]) if found else 0


def is_reader(floor: Floor, name: str) -> bool:
    """True if a name is enrolled as a reader."""
    found = floor.execute("SELECT role FROM floor.station WHERE name = %s", (name,)).fetchone()
    return found == ("reader",)


def branch_of(floor: Floor, log: int) -> int:
    """The branch that readers take for the log; zero if there is no such log."""
    found = floor.execute("SELECT branch FROM floor.log WHERE id = %s", (log,)).fetchone()
    return int(found[0]) if found else 0


def welcome(
    floor: Floor, name: str, public_key: bytes, hello: LogHello, offset_us: int = 0
) -> FoundLog | Refusal:
    """Bind a station to the log that it introduces, and find the row from which it continues."""
    with floor.transaction():
        known = floor.execute(
            "SELECT s.public_key, s.state, s.log, s.branch, s.signing_key, l.identity, "
            "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint "
            "FROM floor.station s LEFT JOIN floor.log l ON l.id = s.log WHERE s.name = %s FOR UPDATE OF s",
            (name,),
            binary=True,
        ).fetchone()
        if known is None or known[0] != public_key:
            return UNKNOWN
        _, state, log, branch, signing, identity, now_us = known
        if state == "disabled":
            return DISABLED
        if is_reader(floor, name):
            return READER_HELLO
        if identity is None:
            if refusal := _bind(floor, name, hello):
                return refusal
            log, identity = log_number(hello.log), hello.log
        elif hello.log not in (b"", identity):
            words = "this station is enrolled for another log; enrol it again for this one"
            return Refusal("foreign_log", words)
        if signing is None:
            # The first contact of an enrolment: whoever enrolled the station vouches for its key.
            floor.execute("UPDATE floor.station SET signing_key = %s WHERE name = %s", (hello.key, name))
            floor.execute(VOUCH_FIRST, (name,))
        found, common, others = _best(floor, log, branch, hello.marks)
        floor.execute(
            "UPDATE floor.station SET branch = %s, heard_at = now(), size = %s, version = %s, "
            "clock_offset_us = %s WHERE name = %s",
            (found.branch, hello.size, hello.version[:40], offset_us, name),
        )
        apart = floor.execute(
            "SELECT state IN ('quarantined', 'given_up') FROM floor.branch WHERE log = %s AND branch = %s",
            (log, found.branch),
        ).fetchone()
    return FoundLog(identity, found, common, now_us, apart == (True,), others)


def _bind(floor: Floor, name: str, hello: LogHello) -> Refusal | None:
    """Bind a station to a log that the floor meets for the first time."""
    if len(hello.log) != len(GENESIS) or len(hello.key) != len(GENESIS):
        return Refusal(
            "foreign_log", "the first month of the log is missing, so that the floor cannot name it"
        )
    number = log_number(hello.log)
    if floor.execute("SELECT 1 FROM floor.log WHERE id = %s", (number,)).fetchone():
        words = (
            "another station is enrolled for this log; enrol this one with `floor enrol STATION --log LOG`"
        )
        return Refusal("foreign_log", words)
    floor.execute(
        "INSERT INTO floor.log (id, identity, name) VALUES (%s, %s, %s)",
        (number, hello.log, hello.name or name),
    )
    floor.execute("INSERT INTO floor.branch (log, branch, state) VALUES (%s, 1, 'kept')", (number,))
    floor.execute("INSERT INTO floor.head (log, branch, seq, hash) VALUES (%s, 1, 0, %s)", (number, GENESIS))
    floor.execute("UPDATE floor.station SET log = %s, branch = 1 WHERE name = %s", (number, name))
    _vouch(floor, name)
    return None


def _best(floor: Floor, log: int, branch: int, marks: list[Mark]) -> tuple[FloorHead, int, list[FloorHead]]:
    """The branch that shares most rows with a station, the last of its marks that the branch has, and the
    heads of the other branches."""
    branches = [
        one for (one,) in floor.execute("SELECT branch FROM floor.branch WHERE log = %s", (log,)).fetchall()
    ]
    # The branch on which the station was wins a tie: rows before a fork are shared by all of them.
    order = sorted(branches, key=lambda one: (one != branch, one))
    found = {one: stored_logs.head_of(floor, log, one) for one in order}
    heads = {number: head for number, head in found.items() if head is not None}
    shared = {number: _common(floor, log, head, marks) for number, head in heads.items()}
    best = max(heads, key=lambda one: shared[one])
    return heads[best], shared[best], [head for number, head in heads.items() if number != best]


def _common(floor: Floor, log: int, head: FloorHead, marks: list[Mark]) -> int:
    """The last mark that a branch has; the marks are hashes of one chain, so that a search by halves finds
    it. A row that is in the archive alone says nothing, except that the head is always known."""
    if any((one.seq, one.hash) == (head.seq, head.hash) for one in marks):
        return head.seq
    ordered = sorted(marks, key=lambda one: one.seq)
    low, high, common = 0, len(ordered), 0
    while low < high:
        middle = (low + high) // 2
        one = ordered[middle]
        if one.seq > head.seq:
            high = middle
            continue
        stored = stored_logs.hashes(floor, log, head.branch, one.seq, one.seq).get(one.seq)
        if stored is None or stored == one.hash:
            low = middle + 1
            common = max(common, one.seq) if stored else common
        else:
            high = middle
    return common


def states(floor: Floor) -> list[StationState]:
    """Every station with the state of its log, by name."""
    found = floor.execute(
        "SELECT s.name, coalesce(l.name, ''), s.state, coalesce(encode(l.identity, 'hex'), ''), s.branch, "
        "coalesce(b.state = 'quarantined', false), coalesce(h.seq, 0), s.size, s.heard_at, "
        "s.clock_offset_us, s.expires_at, s.role, coalesce(b.state = 'given_up', false), "
        "s.refused, s.refused_at, s.refused_code, s.refused_words "
        "FROM floor.station s LEFT JOIN floor.log l ON l.id = s.log "
        "LEFT JOIN floor.branch b ON b.log = s.log AND b.branch = s.branch "
        "LEFT JOIN floor.head h ON h.log = s.log AND h.branch = s.branch ORDER BY s.name"
    )
    return [StationState(*one) for one in found]


def find_log(floor: Floor, wanted: str) -> tuple[int, bytes, int]:
    """Key, identity and branch of a log that is named by its table, its station or the beginning of its
    hash."""
    found = floor.execute(
        "SELECT DISTINCT l.id, l.identity, l.branch FROM floor.log l "
        "LEFT JOIN floor.station s ON s.log = l.id WHERE l.name = %(wanted)s OR s.name = %(wanted)s "
        "OR (length(%(wanted)s) >= 8 AND encode(l.identity, 'hex') LIKE %(wanted)s || '%%')",
        {"wanted": wanted},
    ).fetchall()
    if len(found) != 1:
        what = "no log" if not found else f"{len(found)} logs"
        raise FloorError(
            f'the floor has {what} for "{wanted}"; name the table, the station or the beginning of its '
            "hash as `dealer-station floor status` shows them"
        )
    number, identity, branch = found[0]
    return number, bytes(identity), branch
