"""Outside witnesses as the database knows them: the notes that they have not cosigned, and their troubles.

Any number of gateways ask the witnesses. A gateway claims a log for a time before it asks, so that a witness
is asked once; a claim of a gateway that died runs out."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from dealer_station.floor.store.connection import Floor
from dealer_station.log.transparency.note import NoteSignature
from dealer_station.log.transparency.note_keys import NoteKey, read_key

CLAIM_SECONDS = 60
CLAIMS_MAX = 20
Trouble = Literal["", "away", "refused", "ahead", "contradiction", "dishonest", "unproved"]
"""The trouble with a witness: none; no answer; it does not know the log or its key; it knows more rows than
the floor; it knows another history; its answer is not signed with its key; the floor has no proof for it."""
ALARMS: tuple[Trouble, ...] = ("ahead", "contradiction", "dishonest")
"""The troubles that somebody must look into at once: two histories of a log exist, or a witness lies."""
ADVICE: dict[Trouble, str] = {
    "": "",
    "away": "it is asked again by itself; if that lasts, ask its operator",
    "refused": "give its operator the key that `dealer-station log verifier-key` prints for this log",
    "ahead": "ALARM: the floor was set back, or somebody else has rows of this log; run `floor verify`",
    "contradiction": "ALARM: two histories of this log exist. After `floor accept` that is expected, and the "
    "operator of the witness decides; otherwise run `floor verify` and compare with the station",
    "dishonest": "ALARM: its answers are not signed with its key; check url and key in floor.toml, and ask "
    "its operator",
    "unproved": "run `floor verify`; if older rows are in the archive, ask its operator for a new start",
}
DUE = (
    "SELECT l.id, l.branch, l.name, n.size, n.text FROM floor.log l JOIN LATERAL ("
    "SELECT size, text FROM floor.note WHERE log = l.id AND branch = l.branch ORDER BY size DESC LIMIT 1"
    ") AS n ON true LEFT JOIN floor.witness_state w ON w.log = l.id AND w.branch = l.branch "
    "AND w.witness = %(witness)s WHERE coalesce(w.next_at, now()) <= now() "
    "AND NOT EXISTS (SELECT 1 FROM floor.cosignature c WHERE c.log = l.id AND c.branch = l.branch "
    "AND c.size = n.size AND c.witness = %(witness)s) ORDER BY w.next_at NULLS FIRST LIMIT %(most)s"
)
CLAIM = (
    "INSERT INTO floor.witness_state AS w (log, branch, witness, next_at) "
    "VALUES (%(log)s, %(branch)s, %(witness)s, now() + make_interval(secs => %(seconds)s)) "
    "ON CONFLICT (log, branch, witness) DO UPDATE SET next_at = excluded.next_at "
    "WHERE w.next_at <= now() RETURNING w.size, w.failures"
)
KEEP = (
    "INSERT INTO floor.cosignature (log, branch, size, witness, signature) VALUES (%s, %s, %s, %s, %s) "
    "ON CONFLICT (log, branch, size, witness) DO NOTHING"
)
WELL = (
    "UPDATE floor.witness_state SET size = %s, next_at = now(), failures = 0, trouble = '', words = '', "
    "since = NULL WHERE log = %s AND branch = %s AND witness = %s"
)
LATER = (
    "UPDATE floor.witness_state SET next_at = now() + make_interval(secs => %(seconds)s), "
    "failures = failures + 1 WHERE log = %(log)s AND branch = %(branch)s AND witness = %(witness)s"
)
# An alarm stays until the witness cosigns again: that nobody answers any more does not settle it.
ILL = (
    "UPDATE floor.witness_state SET since = CASE WHEN trouble = %(trouble)s THEN since ELSE now() END, "
    "trouble = %(trouble)s, words = %(words)s "
    "WHERE log = %(log)s AND branch = %(branch)s AND witness = %(witness)s "
    "AND NOT (trouble = ANY(%(alarms)s) AND NOT %(trouble)s = ANY(%(alarms)s))"
)
_BEYOND = (
    "SELECT kept_at FROM floor.batch WHERE log = l.id AND branch = l.branch "
    "AND first_seq > coalesce(n.size, 0) ORDER BY first_seq"
)
STATES = (
    "SELECT l.name, encode(l.identity, 'hex'), l.branch, n.size, n.cosigned_at, coalesce(q.id, 0), "
    f"({_BEYOND} LIMIT 1), ({_BEYOND} DESC LIMIT 1) "
    "FROM floor.log l LEFT JOIN LATERAL (SELECT size, cosigned_at FROM floor.note "
    "WHERE log = l.id AND branch = l.branch ORDER BY size DESC LIMIT 1) AS n ON true "
    "LEFT JOIN LATERAL (SELECT id, at FROM floor.quarantine WHERE log = l.id AND branch = l.branch "
    "AND kind = 'note_differs' ORDER BY id DESC LIMIT 1) AS q ON q.at > coalesce(n.cosigned_at, '-infinity') "
    "ORDER BY l.name, l.id"
)
WITNESSES = (
    "SELECT encode(l.identity, 'hex'), w.witness, w.size, c.at, w.trouble, w.words, w.since "
    "FROM floor.witness_state w JOIN floor.log l ON l.id = w.log AND l.branch = w.branch "
    "LEFT JOIN floor.cosignature c ON c.log = w.log AND c.branch = w.branch AND c.size = w.size "
    "AND c.witness = w.witness ORDER BY w.witness"
)


class WantedLine(Struct, frozen=True):
    """A note that a witness has not cosigned yet."""

    log: int
    branch: int
    table: str
    size: int
    text: str
    known: int
    """The size that the witness cosigned last on this branch."""
    failures: int


class WitnessState(Struct, frozen=True):
    """An outside witness and one log, as people see them."""

    log: str
    name: str
    key: str
    """The verifier key of the witness."""
    size: int
    at: datetime | None
    trouble: Trouble
    words: str
    since: datetime | None


class CosignedLog(Struct, frozen=True):
    """A log with its newest cosigned note, as people see it."""

    table: str
    log: str
    branch: int
    size: int
    """The rows that the newest cosigned note covers; zero if there is none."""
    at: datetime | None
    case: int
    """The newest case in quarantine about a note, if nothing was cosigned since; otherwise zero."""
    grows_since: datetime | None = None
    """The time at which the first rows after the newest note arrived; None if there are none."""
    grew_at: datetime | None = None
    """The time at which the newest rows after it arrived."""
    witnesses: tuple[WitnessState, ...] = ()


def claim(floor: Floor, key: NoteKey) -> list[WantedLine]:
    """Claim notes that a witness has not cosigned; nobody else asks for them for a while."""
    wanted: list[WantedLine] = []
    due = floor.execute(DUE, {"witness": key.text, "most": CLAIMS_MAX}).fetchall()
    for log, branch, table, size, text in due:
        values = {"log": log, "branch": branch, "witness": key.text, "seconds": CLAIM_SECONDS}
        if claimed := floor.execute(CLAIM, values).fetchone():
            wanted.append(WantedLine(log, branch, table, size, text, *claimed))
    return wanted


def keep_line(floor: Floor, one: WantedLine, key: NoteKey, line: NoteSignature) -> None:
    """Store the verified cosignature of a witness."""
    with floor.transaction():
        floor.execute(KEEP, (one.log, one.branch, one.size, key.text, line.signature))
        floor.execute(WELL, (one.size, one.log, one.branch, key.text))


def keep_trouble(
    floor: Floor, one: WantedLine, key: NoteKey, trouble: Trouble, words: str, seconds: float
) -> None:
    """Note why a witness did not cosign, and when to ask it again."""
    told = {"trouble": trouble, "words": words, "seconds": seconds, "alarms": list(ALARMS)}
    values = {**told, "log": one.log, "branch": one.branch, "witness": key.text}
    with floor.transaction():
        floor.execute(LATER, values)
        if trouble:
            floor.execute(ILL, values)


def cosigned_logs(floor: Floor) -> list[CosignedLog]:
    """Every log with its newest cosigned note and its witnesses, by table."""
    by_log: dict[str, list[WitnessState]] = {}
    for log, witness, *more in floor.execute(WITNESSES).fetchall():
        by_log.setdefault(log, []).append(WitnessState(log, read_key(witness).name, witness, *more))
    found = floor.execute(STATES).fetchall()
    return [
        CosignedLog(table, log, branch, size or 0, at, case, since, grew, tuple(by_log.get(log, ())))
        for table, log, branch, size, at, case, since, grew in found
    ]
