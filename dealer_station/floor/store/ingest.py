"""One transaction for the batches of many stations: the rows are durable before anybody is answered.

The order: read the stations, lock the heads in the order of their keys, judge each batch against its head,
copy the rows, write everything else with one statement, COMMIT. A batch that is refused leaves the others
alone, because it is judged before anything is written. If the connection is lost during the COMMIT nobody
knows whether it happened; every station then sends its batch again, and the rows that are known are dropped.

The head that the last commit left is remembered. A live append continues exactly there, so that it is judged
against the memory and written by a single statement, which locks the heads and leaves out every batch whose
station or head the database knows otherwise. Such a batch, and any that is not so simple, takes the way
above. The memory is never believed: a gateway that has none, or a wrong one, only takes longer."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from hashlib import sha256
from typing import Literal

from msgspec.structs import replace

from dealer_station.engine.model.errors import FloorError
from dealer_station.floor.protocol.messages import (
    IDENTITY_SEQ,
    KeptUpTo,
    Refusal,
    SentCheckpoint,
)
from dealer_station.floor.store import quarantine, stored_logs
from dealer_station.floor.store.appends import (
    AcceptedBatch,
    KnownStation,
    LockedHead,
    WaitingBatch,
    kept_bytes,
)
from dealer_station.floor.store.batch_check import CheckedBatch
from dealer_station.floor.store.batch_writer import COPY_FROM, BatchWriter
from dealer_station.floor.store.connection import Floor

STATIONS = (
    "SELECT s.name, s.public_key, s.state, s.log, l.identity, "
    "ARRAY(SELECT key FROM floor.log_key k WHERE k.log = s.log ORDER BY vouched_at, key), "
    "s.names_keys, CURRENT_DATE, "
    "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint "
    "FROM floor.station s LEFT JOIN floor.log l ON l.id = s.log WHERE s.name = ANY(%s)"
)
LOCKED_HEADS = (
    "SELECT h.log, h.branch, h.seq, h.hash, h.checkpoint_seq, h.anchor_seq, h.kept_on, h.named, h.trusted, "
    "b.state FROM unnest(%s::text[], %s::integer[]) AS wanted (name, branch) "
    "JOIN floor.station s USING (name) JOIN floor.head h ON h.log = s.log AND h.branch = wanted.branch "
    "JOIN floor.branch b ON b.log = h.log AND b.branch = h.branch "
    "ORDER BY h.log, h.branch FOR UPDATE OF h"
)
APART = "UPDATE floor.head SET apart_bytes = apart_bytes + %s WHERE log = %s AND branch = %s"
KEYS = "UPDATE floor.head SET named = %s, trusted = %s WHERE log = %s AND branch = %s"
UNKNOWN = Refusal(
    "not_enrolled", "this certificate is not enrolled at the floor; run `dealer-station floor enrol`"
)
DISABLED = Refusal("disabled", "this station is disabled at the floor; the floor's people know why")
ARCHIVED = (
    "row {} of this log is in the floor's archive and no longer in its database, so that the rows cannot be "
    "compared; if this is not an old copy of the log, say hello again"
)
NO_LOG = Refusal("foreign_log", "the station has not introduced its log yet")


Heads = dict[tuple[int, int], LockedHead | None]
"""Locked heads by log and branch; None once a batch has taken one."""
REMEMBERED_MAX = 10_000
"""The most stations whose heads are remembered."""


class Ingest:
    """Appends batches to the floor through one connection."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._writer = BatchWriter(floor)
        self._remembered: dict[str, tuple[KnownStation, LockedHead]] = {}
        """The head that each station has left, a hint that the database confirms or refutes."""
        self._today = date.min
        self._now_us = 0

    def commit(self, group: list[WaitingBatch]) -> list[KeptUpTo | Refusal]:
        """Keep the batches of a group, and return the answer for each."""
        answers = self._continue_remembered(group)
        left = [one for at, one in enumerate(group) if at not in answers]
        judged = iter(self._commit_locked(left) if left else ())
        return [answers[at] if at in answers else next(judged) for at in range(len(group))]

    def _continue_remembered(self, group: list[WaitingBatch]) -> dict[int, KeptUpTo | Refusal]:
        """Keep the batches that continue remembered heads, in one round trip; return their answers by their
        place in the group."""
        if sum(len(one.batch.rows) for one in group) >= COPY_FROM:
            return {}
        expected: dict[tuple[int, int], tuple[int, AcceptedBatch]] = {}
        for at, one in enumerate(group):
            accepted = self._expected(one)
            if accepted is not None:
                expected.setdefault(accepted.before.key, (at, accepted))
        if not expected:
            return {}
        places, batches = zip(*expected.values(), strict=True)
        answers: dict[int, KeptUpTo | Refusal] = {}
        written = self._writer.write(list(batches), self._today)
        for number, (at, one) in enumerate(zip(places, batches, strict=True)):
            if number in written:
                assert isinstance(one.answer, KeptUpTo)
                answers[at] = replace(one.answer, server_us=written[number])
                self._remember(one)
            else:
                self._remembered.pop(one.station.name, None)
        return answers

    def _expected(self, waiting: WaitingBatch) -> AcceptedBatch | None:
        """The batch as it is kept if the database agrees with the memory; None if it must be judged under the
        lock: it repeats, forks or leaves a gap, is in quarantine, or has checkpoints or keys that need more
        than the head."""
        if waiting.station not in self._remembered:
            return None
        station, head = self._remembered[waiting.station]
        batch = waiting.batch
        if station.public_key != waiting.public_key or batch.branch != head.branch or batch.named:
            return None
        if batch.rows and (batch.first_seq, batch.prev) != (head.seq + 1, head.hash):
            return None
        if (
            head.seq < IDENTITY_SEQ
            or head.state in quarantine.APART
            or not set(head.named) <= set(head.trusted)
        ):
            return None
        fresh = [one for one in batch.checkpoints if one.seq > head.checkpoint_seq]
        if any(one.seq <= head.seq or one.signer not in head.named for one in fresh):
            return None
        accepted = self._continued(waiting, station, head, head.seq)
        return accepted if isinstance(accepted, AcceptedBatch) and not accepted.has_new_keys else None

    def _remember(self, one: AcceptedBatch) -> None:
        """Remember the head that a committed batch has left."""
        if len(self._remembered) >= REMEMBERED_MAX:
            self._remembered.clear()
        self._remembered[one.station.name] = one.station, one.after

    def _commit_locked(self, group: list[WaitingBatch]) -> list[KeptUpTo | Refusal]:
        """Keep batches in one transaction that locks their heads before it judges them."""
        with self._transaction(group) as (stations, heads):
            # Each head is handed out once: two stations on one branch are kept one after the other.
            verdicts = [self._judge(one, stations.get(one.station), heads) for one in group]
            accepted = [one for one in verdicts if isinstance(one, AcceptedBatch)]
            self._write(accepted)
        for one in accepted:
            self._remember(one)
        return [one.answer if isinstance(one, AcceptedBatch) else one for one in verdicts]

    @contextmanager
    def _transaction(self, group: list[WaitingBatch]) -> Iterator[tuple[dict[str, KnownStation], Heads]]:
        """Begin, and read the stations and their heads, in one round trip; the heads are locked in the order
        of their keys, so that two gateways never deadlock. Commit at the end of the block."""
        names = [one.station for one in group]
        wanted = names, [one.batch.branch for one in group]
        try:
            with self._floor.pipeline():
                self._floor.execute("BEGIN")
                stations = self._floor.execute(STATIONS, (names,), binary=True, prepare=True)
                heads = self._floor.execute(LOCKED_HEADS, wanted, binary=True, prepare=True)
            found = stations.fetchall()
            for *_, self._today, self._now_us in found:
                break
            locked: Heads = {(one[0], one[1]): LockedHead(*one) for one in heads.fetchall()}
            yield {one[0]: KnownStation(*one[:7]) for one in found}, locked
            self._floor.commit()
        except BaseException:
            if not self._floor.closed:
                self._floor.rollback()
            raise

    def _judge(
        self,
        waiting: WaitingBatch,
        station: KnownStation | None,
        heads: Heads,
    ) -> AcceptedBatch | KeptUpTo | Refusal:
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
        if isinstance(joint, Refusal):
            return joint
        if joint is None:
            return Refusal(
                "gap", "the rows do not follow a row that the floor has; say hello again", head.told
            )
        return self._continued(waiting, station, head, joint)

    def _joint(self, batch: CheckedBatch, head: LockedHead) -> int | Refusal | None:
        """The last row that batch and branch share; None if they share none. The refusal of a batch whose
        rows only the archive could tell from those of the branch."""
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
        joint = max((seq for seq, digest in stored.items() if batch.hash_at(seq) == digest), default=None)
        # A row that is in the archive alone is not one that differs.
        if joint is not None and joint < common and joint + 1 not in stored:
            return Refusal("not_found", ARCHIVED.format(joint + 1), head.told)
        return joint

    def _continued(
        self, waiting: WaitingBatch, station: KnownStation, head: LockedHead, joint: int
    ) -> AcceptedBatch | KeptUpTo | Refusal:
        """Keep what follows the common row: on this branch, or as a fork on a branch of its own."""
        batch = waiting.batch
        is_fork = bool(batch.rows) and joint < min(batch.last_seq, head.seq)
        if is_fork and self._is_known_fork(batch, joint):
            return Refusal("gap", "the floor has these rows on another branch; say hello again")
        base = self._forked(head, joint) if is_fork else head
        named, trusted = self._trusted(waiting, station, base)
        if isinstance(trusted, Refusal):
            return trusted
        start = joint + 1 - batch.first_seq if batch.rows else 0
        fresh = list(zip(batch.rows[start:], batch.hashes[start:], batch.texts[start:], strict=True))
        checkpoints = [one for one in batch.checkpoints if one.seq > base.checkpoint_seq]
        anchors = [one for one in batch.anchors if one.seq > max(base.anchor_seq, base.seq)]
        apart_bytes = 0
        if is_fork or base.state in quarantine.APART:
            apart_bytes = kept_bytes(fresh, checkpoints, anchors)
            if apart_bytes and not quarantine.has_room(self._floor, head.log, int(is_fork), apart_bytes):
                return quarantine.TOO_MANY_FORKS
        if is_fork:
            base = self._make_branch(base, head, joint)
        after = replace(
            base,
            seq=fresh[-1][0][0] if fresh else base.seq,
            hash=fresh[-1][1] if fresh else base.hash,
            kept_on=max(base.kept_on, self._today) if fresh else base.kept_on,
            checkpoint_seq=checkpoints[-1].seq if checkpoints else base.checkpoint_seq,
            anchor_seq=anchors[-1].seq if anchors else base.anchor_seq,
            named=named,
            trusted=trusted,
        )
        quarantined = after.state in quarantine.APART
        answer: KeptUpTo | Refusal = KeptUpTo(after.told, self._now_us, quarantined)
        if is_fork:
            number = self._quarantine(waiting, after, fresh[0][1])
            words = (
                f"row {joint + 1} differs from the floor's; the rows are kept apart until somebody decides"
            )
            answer = Refusal("fork", words, after.told, number)
        elif after.state == "given_up" and fresh and not quarantine.case_of_branch(self._floor, *after.key):
            number = self._quarantine(waiting, after, fresh[0][1])
            words = (
                f"somebody decided against this branch, and rows from {fresh[0][0][0]} on still arrive; they "
                "are kept apart"
            )
            answer = Refusal("fork", words, after.told, number)
        return AcceptedBatch(waiting, station, base, after, fresh, checkpoints, anchors, answer, apart_bytes)

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
        # the log has named up to there. Keys for which an enrolment vouches are trusted anyway. So is the key
        # in the row that names the log, unless the person who enrolled the station named other keys: the
        # enrolment is bound to that row by its hash.
        batch = waiting.batch
        keys = [one for one in batch.named if one[0] > base.seq]
        vouched = [] if station.names_keys else [key for seq, key in keys if seq == IDENTITY_SEQ]
        named = list(base.named)
        trusted = list(dict.fromkeys([*base.trusted, *station.keys, *vouched]))
        for one in batch.checkpoints:
            if one.seq <= base.checkpoint_seq:
                continue
            if batch.hash_at(one.seq) is None and not self._agrees(base, one):
                words = f"the checkpoint at row {one.seq} names another hash than the row has"
                return named, self._refused(waiting, base, "forged", words, _subject(one))
            named += [key for seq, key in keys if seq <= one.seq and key not in named]
            if one.signer not in named or one.signer not in trusted:
                words = _untrusted(waiting.station, one, is_named=one.signer in named)
                return named, self._refused(waiting, base, "untrusted_key", words, _subject(one))
            trusted += [key for key in named if key not in trusted]
        named += [key for _, key in keys if key not in named]
        return named, trusted

    def _agrees(self, base: LockedHead, checkpoint: SentCheckpoint) -> bool:
        """True if a checkpoint of a row that came earlier names the hash of that row."""
        found = stored_logs.hashes(self._floor, base.log, base.branch, checkpoint.seq, checkpoint.seq)
        return checkpoint.seq <= base.seq and found.get(checkpoint.seq) == checkpoint.head

    def _refused(
        self,
        waiting: WaitingBatch,
        base: LockedHead,
        kind: Literal["forged", "untrusted_key"],
        words: str,
        subject: bytes,
    ) -> Refusal:
        """Keep a forged batch as evidence, once, and refuse it."""
        where = _where(waiting, base)
        number = quarantine.keep_evidence(self._floor, kind, where, waiting.evidence, subject)
        return Refusal(kind, words, base.told, number)

    def _quarantine(self, waiting: WaitingBatch, head: LockedHead, first: bytes) -> int:
        """The number in quarantine of a fork that begins with a row."""
        return quarantine.keep_fork(self._floor, _where(waiting, head), _fork_digest(first))

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

    def _write(self, accepted: list[AcceptedBatch]) -> None:
        """Write the new rows of all batches, and what belongs to them."""
        if not accepted:
            return
        run = self._floor.execute
        is_many = sum(len(one.rows) for one in accepted) >= COPY_FROM
        if is_many:
            self._writer.copy(accepted)
        if len(self._writer.write(accepted, self._today, rows_are_there=is_many)) != len(accepted):
            # The heads are locked, but not the stations: somebody has disabled or enrolled one meanwhile.
            raise FloorError("a station changed while its batch was judged")
        for one in accepted:
            if one.has_new_keys or one.before.branch != one.waiting.batch.branch:
                run(KEYS, (one.after.named, one.after.trusted, one.after.log, one.after.branch))
            if one.before.branch != one.waiting.batch.branch:
                moved = "UPDATE floor.station SET branch = %s WHERE name = %s"
                run(moved, (one.after.branch, one.waiting.station))
            if one.apart_bytes:
                run(APART, (one.apart_bytes, one.after.log, one.after.branch))


def _where(waiting: WaitingBatch, head: LockedHead) -> quarantine.CasePlace:
    """The place of a batch, as a case in quarantine names it."""
    batch = waiting.batch
    return quarantine.CasePlace(head.log, head.branch, waiting.station, batch.first_seq, batch.last_seq)


def _subject(one: SentCheckpoint) -> bytes:
    """The part of a refusal that stays the same while a checkpoint is sent again and again."""
    return one.seq.to_bytes(8, "big") + one.head + one.signer


def _untrusted(station: str, one: SentCheckpoint, *, is_named: bool) -> str:
    """The refusal of a signer, with the command that vouches for it if the log names it."""
    key = one.signer.hex()
    if not is_named:
        return f"the checkpoint at row {one.seq} is signed with {key}, a key that the log never named"
    command = f"dealer-station floor enrol {shlex.quote(station)} --key {key} --by NAME"
    return (
        f"the checkpoint at row {one.seq} is signed with a key that nobody has vouched for; if it is a key "
        f"of this table, run `{command}` at the floor and bring the new files to the station"
    )


def _fork_digest(first: bytes) -> bytes:
    """The identity of a fork: its first row."""
    return sha256(b"fork" + first).digest()
