"""One transaction for the batches of many stations: the rows are durable before anybody is answered.

The order: read the stations, lock the heads in the order of their keys, judge each batch against its head,
COPY the new rows of all, write checkpoints and anchors, advance the heads, COMMIT. A batch that is refused
leaves the others alone, because it is judged before anything is written. If the connection is lost during
the COMMIT nobody knows whether it happened; every station then sends its batch again, and the rows that are
known are dropped."""

from datetime import date
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.floor.protocol.messages import (
    IDENTITY_SEQ,
    FloorHead,
    KeptUpTo,
    Refusal,
    RowValues,
    SentAnchor,
    SentCheckpoint,
)
from dealer_station.floor.store import quarantine, stored_logs
from dealer_station.floor.store.batch_check import CheckedBatch
from dealer_station.floor.store.connection import Floor
from dealer_station.floor.store.copy_rows import COPY, HEADER, TRAILER, copied

STATIONS = (
    "SELECT s.name, s.public_key, s.state, s.log, s.signing_key, l.identity, CURRENT_DATE, "
    "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint "
    "FROM floor.station s LEFT JOIN floor.log l ON l.id = s.log WHERE s.name = ANY(%s)"
)
LOCKED_HEADS = (
    "SELECT h.log, h.branch, h.seq, h.hash, h.checkpoint_seq, h.anchor_seq, h.kept_on, h.named, h.trusted, "
    "b.state FROM floor.head h JOIN floor.branch b USING (log, branch) "
    "JOIN unnest(%s::bigint[], %s::integer[]) AS wanted (log, branch) USING (log, branch) "
    "ORDER BY h.log, h.branch FOR UPDATE OF h"
)
ADVANCE = (
    "UPDATE floor.head h SET seq = n.seq, hash = n.hash, at = now(), kept_on = n.kept_on, "
    "checkpoint_seq = n.checkpoint_seq, anchor_seq = n.anchor_seq "
    "FROM unnest(%s::bigint[], %s::integer[], %s::bigint[], %s::bytea[], %s::date[], %s::bigint[], "
    "%s::bigint[]) AS n (log, branch, seq, hash, kept_on, checkpoint_seq, anchor_seq) "
    "WHERE h.log = n.log AND h.branch = n.branch"
)
HEARD = (
    "UPDATE floor.station s SET heard_at = now(), size = n.size, clock_offset_us = n.offset_us "
    "FROM unnest(%s::text[], %s::bigint[], %s::bigint[]) AS n (name, size, offset_us) WHERE s.name = n.name"
)
BATCHES = (
    "INSERT INTO floor.batch (log, branch, first_seq, last_seq, kept_on, station, clock_offset_us) "
    "SELECT * FROM unnest(%s::bigint[], %s::integer[], %s::bigint[], %s::bigint[], %s::date[], %s::text[], "
    "%s::bigint[])"
)
CHECKPOINTS = (
    "INSERT INTO floor.checkpoint (log, branch, seq, head, wall_us, signer, signature) "
    "SELECT * FROM unnest(%s::bigint[], %s::integer[], %s::bigint[], %s::bytea[], %s::bigint[], %s::bytea[], "
    "%s::bytea[])"
)
ANCHORS = (
    "INSERT INTO floor.anchor (log, branch, seq, state) "
    "SELECT * FROM unnest(%s::bigint[], %s::integer[], %s::bigint[], %s::bytea[])"
)
KEYS = "UPDATE floor.head SET named = %s, trusted = %s WHERE log = %s AND branch = %s"
UNKNOWN = Refusal(
    "not_enrolled", "this certificate is not enrolled at the floor; run `dealer-station floor enrol`"
)
DISABLED = Refusal("disabled", "this station is disabled at the floor; the floor's people know why")
NO_LOG = Refusal("foreign_log", "the station has not introduced its log yet")


class WaitingBatch(Struct, frozen=True):
    """A checked batch that waits for the next transaction."""

    station: str
    public_key: bytes
    batch: CheckedBatch
    evidence: bytes
    """The message as it came, kept if the batch turns out to be forged."""
    offset_us: int = 0
    """The difference of the station's clock to the gateway's when the message came."""


class KnownStation(Struct, frozen=True):
    """A station as the database knows it."""

    name: str
    public_key: bytes
    state: str
    log: int | None
    signing_key: bytes | None
    identity: bytes | None


class LockedHead(Struct, frozen=True):
    """A head that this transaction has locked, with the keys that the log has named up to there."""

    log: int
    branch: int
    seq: int
    hash: bytes
    checkpoint_seq: int
    anchor_seq: int
    kept_on: date
    named: list[bytes]
    trusted: list[bytes]
    state: str

    @property
    def told(self) -> FloorHead:
        """The head as a station learns it."""
        return FloorHead(self.branch, self.seq, self.hash, self.checkpoint_seq, self.anchor_seq)


class _Accepted(Struct, frozen=True):
    """The new part of a batch, and the head before and after it."""

    waiting: WaitingBatch
    before: LockedHead
    after: LockedHead
    rows: list[tuple[RowValues, bytes]]
    checkpoints: list[SentCheckpoint]
    anchors: list[SentAnchor]
    answer: KeptUpTo | Refusal


class Ingest:
    """Appends batches to the floor through one connection."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._today = date.min
        self._now_us = 0

    def commit(self, group: list[WaitingBatch]) -> list[KeptUpTo | Refusal]:
        """Keep the batches of a group in one transaction, and return the answer for each."""
        with self._floor.transaction():
            stations = self._stations(group)
            heads = self._locked(group, stations)
            # Each head is handed out once: two stations on one branch are kept one after the other.
            verdicts = [self._judge(one, stations.get(one.station), heads) for one in group]
            self._write([one for one in verdicts if isinstance(one, _Accepted)])
        return [one.answer if isinstance(one, _Accepted) else one for one in verdicts]

    def _stations(self, group: list[WaitingBatch]) -> dict[str, KnownStation]:
        """The stations of a group, and the time of the database."""
        names = [one.station for one in group]
        found = self._floor.execute(STATIONS, (names,), binary=True).fetchall()
        for *_, self._today, self._now_us in found:
            break
        return {one[0]: KnownStation(*one[:6]) for one in found}

    def _locked(
        self, group: list[WaitingBatch], stations: dict[str, KnownStation]
    ) -> dict[tuple[int, int], LockedHead | None]:
        """The heads of a group, locked in the order of their keys, so that two gateways never deadlock."""
        wanted = [
            (known.log, one.batch.branch)
            for one in group
            if (known := stations.get(one.station)) and known.log is not None
        ]
        logs, branches = [log for log, _ in wanted], [branch for _, branch in wanted]
        found = self._floor.execute(LOCKED_HEADS, (logs, branches), binary=True)
        return {(one[0], one[1]): LockedHead(*one) for one in found}

    def _judge(
        self,
        waiting: WaitingBatch,
        station: KnownStation | None,
        heads: dict[tuple[int, int], LockedHead | None],
    ) -> _Accepted | KeptUpTo | Refusal:
        """Decide about one batch; nothing is written but the evidence of a forgery."""
        batch = waiting.batch
        if station is None or station.public_key != waiting.public_key:
            return UNKNOWN
        if station.state == "disabled":
            return DISABLED
        if station.log is None or station.identity is None:
            return NO_LOG
        if batch.rows and batch.hash_at(IDENTITY_SEQ) not in (None, station.identity):
            return Refusal("foreign_log", "the rows are not those of the log this station is enrolled for")
        key = station.log, batch.branch
        if key not in heads:
            return Refusal("gap", f"the log has no branch {batch.branch} here; say hello again")
        head = heads[key]
        if head is None:
            return Refusal("busy", "another station writes to this branch; try again")
        if batch.rows and batch.first_seq > head.seq + 1:
            return Refusal("gap", f"the floor has the rows up to {head.seq}", head.told)
        heads[key] = None
        joint = self._joint(batch, head)
        if joint is None:
            return Refusal(
                "gap", "the rows do not follow a row that the floor has; say hello again", head.told
            )
        return self._continued(waiting, station, head, joint)

    def _joint(self, batch: CheckedBatch, head: LockedHead) -> int | None:
        """The last row that batch and branch share; None if they share none."""
        if not batch.rows:
            return head.seq
        # The chain vouches for the rows before the last common one, so that a single hash is compared.
        common = min(batch.last_seq, head.seq)
        stored = {head.seq: head.hash}
        if common != head.seq:
            stored = stored_logs.hashes(self._floor, head.log, head.branch, common, common)
        if batch.hash_at(common) == stored.get(common):
            return common
        first = batch.first_seq - 1
        stored = stored_logs.hashes(self._floor, head.log, head.branch, first, common)
        return max((seq for seq, digest in stored.items() if batch.hash_at(seq) == digest), default=None)

    def _continued(
        self, waiting: WaitingBatch, station: KnownStation, head: LockedHead, joint: int
    ) -> _Accepted | KeptUpTo | Refusal:
        """Keep what follows the common row: on this branch, or as a fork on a branch of its own."""
        batch = waiting.batch
        is_fork = bool(batch.rows) and joint < min(batch.last_seq, head.seq)
        if is_fork and self._is_known_fork(batch, joint):
            return Refusal("gap", "the floor has these rows on another branch; say hello again")
        base = self._forked(head, joint) if is_fork else head
        named, trusted = self._trusted(waiting, station, base)
        if isinstance(trusted, Refusal):
            return trusted
        fresh = batch.rows[joint + 1 - batch.first_seq :] if batch.rows else []
        digests = batch.hashes[joint + 1 - batch.first_seq :] if batch.rows else []
        checkpoints = [one for one in batch.checkpoints if one.seq > base.checkpoint_seq]
        anchors = [one for one in batch.anchors if one.seq > max(base.anchor_seq, base.seq)]
        if is_fork:
            base = self._make_branch(base, head, joint)
        after = replace(
            base,
            seq=fresh[-1][0] if fresh else base.seq,
            hash=digests[-1] if digests else base.hash,
            kept_on=max(base.kept_on, self._today) if fresh else base.kept_on,
            checkpoint_seq=checkpoints[-1].seq if checkpoints else base.checkpoint_seq,
            anchor_seq=anchors[-1].seq if anchors else base.anchor_seq,
            named=named,
            trusted=trusted,
        )
        quarantined = after.state == "quarantined"
        answer: KeptUpTo | Refusal = KeptUpTo(after.told, self._now_us, quarantined)
        if is_fork:
            number = self._quarantine(waiting, after, "fork", _fork_digest(digests[0]), None)
            words = (
                f"row {joint + 1} differs from the floor's; the rows are kept apart until somebody decides"
            )
            answer = Refusal("fork", words, after.told, number)
        pairs = list(zip(fresh, digests, strict=True))
        return _Accepted(waiting, base, after, pairs, checkpoints, anchors, answer)

    def _is_known_fork(self, batch: CheckedBatch, joint: int) -> bool:
        """True if a branch already begins with the row in which a batch differs: its answer was lost."""
        digest = _fork_digest(batch.hashes[joint + 1 - batch.first_seq])
        known = "SELECT 1 FROM floor.quarantine WHERE digest = %s"
        return self._floor.execute(known, (digest,)).fetchone() is not None

    def _trusted(
        self, waiting: WaitingBatch, station: KnownStation, base: LockedHead
    ) -> tuple[list[bytes], list[bytes] | Refusal]:
        """The keys that the log has named after this batch, and those of them that are trusted."""
        # As in a verification of the file: a trusted key that signs a checkpoint vouches for all keys that
        # the log has named up to there. The key with which the station was enrolled is trusted anyway.
        batch = waiting.batch
        named, trusted = list(base.named), list(base.trusted)
        if station.signing_key is not None and station.signing_key not in trusted:
            trusted.append(station.signing_key)
        keys = [one for one in batch.named if one[0] > base.seq]
        for one in batch.checkpoints:
            if one.seq <= base.checkpoint_seq:
                continue
            if batch.hash_at(one.seq) is None and not self._agrees(base, one):
                words = f"the checkpoint at row {one.seq} names another hash than the row has"
                return named, self._refused(waiting, base, "forged", words)
            named += [key for seq, key in keys if seq <= one.seq and key not in named]
            if one.signer not in named or one.signer not in trusted:
                words = f"the checkpoint at row {one.seq} is signed with a key that nobody has vouched for"
                return named, self._refused(waiting, base, "untrusted_key", words)
            trusted += [key for key in named if key not in trusted]
        named += [key for _, key in keys if key not in named]
        return named, trusted

    def _agrees(self, base: LockedHead, checkpoint: SentCheckpoint) -> bool:
        """True if a checkpoint of a row that came earlier names the hash of that row."""
        found = stored_logs.hashes(self._floor, base.log, base.branch, checkpoint.seq, checkpoint.seq)
        return checkpoint.seq <= base.seq and found.get(checkpoint.seq) == checkpoint.head

    def _refused(
        self, waiting: WaitingBatch, base: LockedHead, kind: quarantine.CaseKind, words: str
    ) -> Refusal:
        """Keep a forged batch as evidence, once, and refuse it."""
        number = self._quarantine(waiting, base, kind, sha256(waiting.evidence).digest(), waiting.evidence)
        return Refusal(kind, words, base.told, number)

    def _quarantine(
        self,
        waiting: WaitingBatch,
        head: LockedHead,
        kind: quarantine.CaseKind,
        digest: bytes,
        evidence: bytes | None,
    ) -> int:
        """The number of a case in quarantine."""
        batch = waiting.batch
        where = (head.log, head.branch, waiting.station, batch.first_seq, batch.last_seq)
        return quarantine.keep(self._floor, kind, where, digest, evidence)

    def _forked(self, head: LockedHead, joint: int) -> LockedHead:
        """The head as it was at the common row."""
        signed = anchored = 0
        for one in stored_logs.lineage(self._floor, head.log, head.branch):
            where = "WHERE log = %s AND branch = %s AND seq <= %s"
            for name in ("checkpoint", "anchor"):
                newest = f"SELECT coalesce(max(seq), 0) FROM floor.{name} {where}"
                found = self._floor.execute(newest, (head.log, one.branch, min(joint, one.last))).fetchone()
                if found and name == "checkpoint":
                    signed = max(signed, found[0])
                elif found:
                    anchored = max(anchored, found[0])
        digest = stored_logs.hashes(self._floor, head.log, head.branch, joint, joint)[joint]
        return replace(head, seq=joint, hash=digest, checkpoint_seq=signed, anchor_seq=anchored)

    def _make_branch(self, base: LockedHead, head: LockedHead, joint: int) -> LockedHead:
        """Create the branch of a fork; its rows are kept, and readers do not take them for the log."""
        newest = "SELECT max(branch) + 1 FROM floor.branch WHERE log = %s"
        found = self._floor.execute(newest, (head.log,)).fetchone()
        assert found
        made = replace(base, branch=found[0], state="quarantined", kept_on=self._today)
        self._floor.execute(
            "INSERT INTO floor.branch (log, branch, parent_branch, parent_seq, state) "
            "VALUES (%s, %s, %s, %s, %s)",
            (head.log, made.branch, head.branch, joint, made.state),
        )
        self._floor.execute(
            "INSERT INTO floor.head (log, branch, seq, hash, checkpoint_seq, anchor_seq) "
            "VALUES (%s, %s, %s, %s, %s, %s)",
            (head.log, made.branch, made.seq, made.hash, made.checkpoint_seq, made.anchor_seq),
        )
        return made

    def _write(self, accepted: list[_Accepted]) -> None:
        """Write the new rows of all batches, and what belongs to them."""
        if not accepted:
            return
        run = self._floor.execute
        full = [one for one in accepted if one.rows]
        if full:
            with self._floor.cursor() as cursor, cursor.copy(COPY) as copy:
                copy.write(HEADER)
                for one in full:
                    copy.write(copied(one.after.log, one.after.branch, one.after.kept_on, one.rows))
                copy.write(TRAILER)
            offsets = [one.waiting.offset_us for one in full]
            run(
                BATCHES,
                (
                    *([one.after.log for one in full], [one.after.branch for one in full]),
                    *([one.rows[0][0][0] for one in full], [one.after.seq for one in full]),
                    *([one.after.kept_on for one in full], [one.waiting.station for one in full], offsets),
                ),
            )
        self._write_beside(accepted)
        heads = [one.after for one in accepted]
        run(
            ADVANCE,
            (
                *([one.log for one in heads], [one.branch for one in heads], [one.seq for one in heads]),
                *([one.hash for one in heads], [one.kept_on for one in heads]),
                *([one.checkpoint_seq for one in heads], [one.anchor_seq for one in heads]),
            ),
        )
        for one in accepted:
            if (one.after.named, one.after.trusted) != (
                one.before.named,
                one.before.trusted,
            ) or one.before.seq == 0:
                run(KEYS, (one.after.named, one.after.trusted, one.after.log, one.after.branch))
            if one.before.branch != one.waiting.batch.branch:
                moved = "UPDATE floor.station SET branch = %s WHERE name = %s"
                run(KEYS, (one.after.named, one.after.trusted, one.after.log, one.after.branch))
                run(moved, (one.after.branch, one.waiting.station))
        sizes = [max(one.waiting.batch.size, one.after.seq) for one in accepted]
        clocks = [one.waiting.offset_us for one in accepted]
        run(HEARD, ([one.waiting.station for one in accepted], sizes, clocks))

    def _write_beside(self, accepted: list[_Accepted]) -> None:
        """Write the new checkpoints and anchors."""
        signed = [(one.after, checkpoint) for one in accepted for checkpoint in one.checkpoints]
        if signed:
            self._floor.execute(
                CHECKPOINTS,
                (
                    *([head.log for head, _ in signed], [head.branch for head, _ in signed]),
                    *([one.seq for _, one in signed], [one.head for _, one in signed]),
                    *([one.wall_us for _, one in signed], [one.signer for _, one in signed]),
                    [one.signature for _, one in signed],
                ),
            )
        states = [(one.after, anchor) for one in accepted for anchor in one.anchors]
        if states:
            self._floor.execute(
                ANCHORS,
                (
                    *([head.log for head, _ in states], [head.branch for head, _ in states]),
                    *([one.seq for _, one in states], [one.state for _, one in states]),
                ),
            )


def _fork_digest(first: bytes) -> bytes:
    """The identity of a fork: its first row."""
    return sha256(b"fork" + first).digest()
