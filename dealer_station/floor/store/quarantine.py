"""The quarantine: forks, which are kept as branches until a named person decides, and evidence of
forgeries and of notes that contradict the floor."""

from datetime import datetime
from hashlib import sha256
from typing import Literal

from msgspec import Struct, structs

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.protocol.messages import BATCH_BYTES, Refusal
from dealer_station.floor.store.connection import Floor

EvidenceKind = Literal["forged", "untrusted_key", "note_differs", "out_of_bounds"]
CaseKind = Literal["fork"] | EvidenceKind
APART = ("quarantined", "given_up")
"""States of a branch whose rows are kept apart: nobody has decided yet, or somebody decided against it."""
CASES_MAX = 1_000
"""Cases of one station that are kept with their evidence, so that a hostile station cannot fill the disk."""
EVIDENCE_BYTES_MAX = 100_000_000
"""Bytes of evidence that are kept of one station."""
FORKS_MAX = 8
"""Branches of one log that may be in quarantine at the same time; a station is enrolled for one log."""
FORK_BYTES_MAX = 250_000_000
"""Bytes of a log that may be in quarantine: about eighteen days of a table."""
TOO_MANY_FORKS = Refusal(
    "too_many_forks",
    f"the floor keeps at most {FORKS_MAX} branches and {FORK_BYTES_MAX // 1_000_000:,} MB of a log apart; "
    "decide with `dealer-station floor accept`, or disable the station",
)
OPEN_FORKS = (
    "SELECT count(*), coalesce(sum(h.apart_bytes), 0)::bigint FROM floor.branch b "
    "JOIN floor.head h USING (log, branch) WHERE b.log = %s AND b.state = 'quarantined'"
)
KEEP = (
    "INSERT INTO floor.quarantine "
    "(kind, log, branch, station, first_seq, last_seq, digest, evidence, subject) "
    "SELECT %(kind)s, %(log)s, %(branch)s, %(station)s, %(first)s, %(last)s, %(digest)s, %(evidence)s, "
    "%(subject)s "
    "WHERE %(kind)s = 'fork' OR "
    "(SELECT count(*) < %(most)s AND coalesce(sum(octet_length(evidence)), 0) < %(most_bytes)s "
    "FROM floor.quarantine WHERE station = %(station)s) "
    "ON CONFLICT DO NOTHING RETURNING id"
)
AGAIN = (
    "INSERT INTO floor.case_count (number, times) "
    "SELECT id, 2 FROM floor.quarantine WHERE subject = %(subject)s OR digest = %(digest)s "
    "ORDER BY id LIMIT 1 "
    "ON CONFLICT (number) DO UPDATE SET times = floor.case_count.times + 1, last_at = now() RETURNING number"
)


class CasePlace(Struct, frozen=True):
    """The rows to which a case belongs, and the station that sent them."""

    log: int
    branch: int
    station: str
    first: int
    last: int


def keep_fork(floor: Floor, where: CasePlace, digest: bytes) -> int:
    """Keep the case of a fork, whose rows are on a branch, and return its number; the same fork is kept
    once."""
    found = _keep(floor, "fork", where, {"digest": digest, "evidence": None, "subject": None})
    if found is None:
        found = floor.execute("SELECT id FROM floor.quarantine WHERE digest = %s", (digest,)).fetchone()
    return int(found[0]) if found else 0


def keep_evidence(
    floor: Floor, kind: EvidenceKind, where: CasePlace, evidence: bytes, subject: bytes = b""
) -> int:
    """Keep a message that was refused and return the number of its case; 0 if the station has too many.
    A refusal of the same subject is counted, although each message differs at least in its time."""
    digest = sha256(evidence).digest()
    place = f"{kind} {where.log} {where.branch} {where.station}\n".encode()
    named = sha256(place + subject).digest() if subject else digest
    values: dict[str, bytes | None] = {"digest": digest, "evidence": evidence, "subject": named}
    found = floor.execute(AGAIN, values).fetchone() or _keep(floor, kind, where, values)
    return int(found[0]) if found else 0


def _keep(
    floor: Floor, kind: CaseKind, where: CasePlace, values: dict[str, bytes | None]
) -> tuple[int, ...] | None:
    """Insert a case; None if it is there already, or the station has too many."""
    return floor.execute(
        KEEP,
        {
            **values,
            **structs.asdict(where),
            "kind": kind,
            "most": CASES_MAX,
            "most_bytes": EVIDENCE_BYTES_MAX,
        },
    ).fetchone()


def case_of_branch(floor: Floor, log: int, branch: int) -> int:
    """The number of the case about a branch; 0 if it has none."""
    known = "SELECT id FROM floor.quarantine WHERE kind = 'fork' AND log = %s AND branch = %s"
    found = floor.execute(known, (log, branch)).fetchone()
    return int(found[0]) if found else 0


def has_room(floor: Floor, log: int, branches: int, size: int) -> bool:
    """True if so many more branches and bytes of a log may be kept apart."""
    found = floor.execute(OPEN_FORKS, (log,)).fetchone() or (0, 0)
    return bool(found[0] + branches <= FORKS_MAX and found[1] + size <= FORK_BYTES_MAX)


def full_logs(floor: Floor) -> list[str]:
    """The names of the logs of which the floor keeps nothing more apart."""
    found = floor.execute(
        "SELECT l.name FROM floor.log l JOIN floor.branch b ON b.log = l.id "
        "JOIN floor.head h ON h.log = b.log AND h.branch = b.branch WHERE b.state = 'quarantined' "
        "GROUP BY l.id, l.name HAVING count(*) >= %s OR sum(h.apart_bytes) >= %s ORDER BY l.name",
        (FORKS_MAX, FORK_BYTES_MAX - BATCH_BYTES),
    ).fetchall()
    return [name for (name,) in found]


class QuarantineCase(Struct, frozen=True):
    """A fork or a forgery, as people see it."""

    number: int
    kind: CaseKind
    table: str
    branch: int
    station: str
    first_seq: int
    last_seq: int
    at: datetime
    state: str
    """The state of the branch of a fork."""
    times: int = 1
    """The number of times that the same was refused."""
    last_at: datetime | None = None
    """The time of the last refusal, if there was more than one."""


def cases(floor: Floor) -> list[QuarantineCase]:
    """Every case, the oldest first."""
    found = floor.execute(
        "SELECT q.id, q.kind, l.name, q.branch, q.station, q.first_seq, "
        "CASE q.kind WHEN 'fork' THEN h.seq ELSE q.last_seq END, q.at, "
        "CASE q.kind WHEN 'fork' THEN b.state ELSE 'refused' END, coalesce(c.times, 1), c.last_at "
        "FROM floor.quarantine q JOIN floor.log l ON l.id = q.log "
        "LEFT JOIN floor.case_count c ON c.number = q.id "
        "JOIN floor.branch b ON b.log = q.log AND b.branch = q.branch "
        "JOIN floor.head h ON h.log = q.log AND h.branch = q.branch ORDER BY q.id"
    )
    return [QuarantineCase(*one) for one in found]


def accept(floor: Floor, number: int, by: str, because: str) -> QuarantineCase:
    """Make the fork of a case a branch that readers take for the log; raise FloorError if it is no open
    fork."""
    with floor.transaction():
        case = next((one for one in cases(floor) if one.number == number), None)
        if case is None:
            raise FloorError(
                f"there is no case {number} in quarantine; `dealer-station floor status` lists them"
            )
        if case.kind != "fork":
            raise FloorError(
                f"case {number} is a batch or a note that was refused ({case.kind}); only a fork can be "
                "accepted"
            )
        if case.state == "accepted":
            raise FloorError(f"case {number}: the fork is accepted already")
        done = floor.execute(
            "UPDATE floor.branch b SET state = 'accepted', accepted_at = now(), accepted_by = %s, "
            "accepted_because = %s FROM floor.quarantine q "
            "WHERE q.id = %s AND b.log = q.log AND b.branch = q.branch RETURNING b.log, b.branch",
            (by, because, number),
        ).fetchone()
        assert done
        floor.execute(
            "UPDATE floor.branch b SET state = 'given_up' FROM floor.log l "
            "WHERE l.id = %(log)s AND b.log = l.id AND b.branch = l.branch AND b.branch <> %(branch)s",
            {"log": done[0], "branch": done[1]},
        )
        floor.execute("UPDATE floor.log SET branch = %s WHERE id = %s", (done[1], done[0]))
    return case
