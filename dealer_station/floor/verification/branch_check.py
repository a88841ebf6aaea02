"""Verifies one branch of a log: every hash from its first row on, and what is stored beside the rows.

The rows come from the archive where their month was dropped. A bad row ends the pass over the rows, because
all later hashes depend on it; batches, head and archive are examined in any case."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date
from typing import Any

from msgspec import Struct

from dealer_station.engine.model.errors import FloorError, LogCorruptError, LogError
from dealer_station.floor.archive.copies import fault_of_copy
from dealer_station.floor.archive.kept_rows import HashedRow, KeptRows
from dealer_station.floor.protocol.messages import IDENTITY_SEQ
from dealer_station.floor.store import archive_records
from dealer_station.floor.verification.findings import FloorFault, FloorFinding, VerifiedBranch
from dealer_station.floor.verification.note_check import NoteCheck
from dealer_station.log.integrity.chain import hash_of
from dealer_station.log.integrity.keys import fingerprint
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.read.unfit_rows import unfit_rows
from dealer_station.log.store.codec import decode, kind_of
from dealer_station.log.store.records import KeysNamed, RoundKept, StateKept
from dealer_station.log.transparency.note_keys import NoteKey
from dealer_station.log.transparency.tree import Frontier

TELLING = (KeysNamed.__name__, RoundKept.__name__, StateKept.__name__)
_BAD_BATCHES = (
    "SELECT first_seq, last_seq, coalesce(before, %(parent)s), kept_on < kept_before FROM ("
    "SELECT first_seq, last_seq, lag(last_seq) OVER w AS before, kept_on, lag(kept_on) OVER w AS kept_before "
    "FROM floor.batch WHERE log = %(log)s AND branch = %(branch)s WINDOW w AS (ORDER BY first_seq)) AS b "
    "WHERE first_seq <> coalesce(before, %(parent)s) + 1 OR last_seq < first_seq OR kept_on < kept_before "
    "ORDER BY first_seq LIMIT 10"
)
_OF_IT = "WHERE log = %(log)s AND branch = %(branch)s"
_BETWEEN = f"{_OF_IT} AND seq BETWEEN %(first)s AND %(last)s ORDER BY seq"


class StoredBranch(Struct, frozen=True):
    """A branch as its head row and its branch row describe it."""

    log: int
    branch: int
    table: str
    identity: bytes
    state: str
    parent_branch: int | None
    parent_seq: int
    seq: int
    hash: bytes
    checkpoint_seq: int
    anchor_seq: int


class BranchCheck:
    """One pass over a branch."""

    def __init__(
        self,
        kept: KeptRows,
        branch: StoredBranch,
        partitions: set[date],
        trusted: tuple[bytes, ...],
        *,
        trusts_first: bool,
        parent: "BranchCheck | None" = None,
        cosigners: list[NoteKey],
        forks: Iterable[int] = (),
    ) -> None:
        self._kept, self._floor = kept, kept.floor
        self._branch = branch
        self._partitions = partitions
        self._trusts_first = trusts_first
        self._span = {"log": branch.log, "branch": branch.branch, "parent": branch.parent_seq}
        self.seq, self._rows, self._archived = branch.parent_seq, 0, 0
        self.head = b""
        self.signed_seq = 0
        self._signed = self._anchored = 0
        self.findings: list[FloorFinding] = []
        self._strange: dict[tuple[bytes, str], list[int]] = {}
        """The checkpoints by keys that are not trusted, by key and reason: one finding for each."""
        fork = branch.parent_seq
        self.named: list[tuple[int, bytes]] = (
            [one for one in parent.named if one[0] <= fork] if parent else []
        )
        """The keys that the log has named so far, each with the row that names it."""
        self.trusted = [(0, key) for key in trusted]
        """The keys that vouch for rows, each with the row from which on it does."""
        if parent:
            self.trusted += [one for one in parent.trusted if 0 < one[0] <= fork]
        self._parent = parent
        before: dict[int, Frontier] = parent.notes.at_forks if parent else {}
        where = branch.log, branch.branch
        start = before.get(fork)
        self.notes: NoteCheck = NoteCheck(self._floor, where, branch.identity, cosigners, start, forks)
        self.notes.at_forks.update({seq: tree for seq, tree in before.items() if seq <= fork})
        self._files = {
            one.last_seq: one.head
            for one in kept.records(branch.log, branch.branch)
            if one.last_seq > branch.parent_seq
        }

    def run(self, progress: Callable[[int], None]) -> None:
        """Verify everything about the branch."""
        self._check_batches()
        self._check_months()
        try:
            if self._parent and self._parent.seq < self._branch.parent_seq:
                words = f"the rows up to {self._branch.parent_seq}, on branch {self._branch.parent_branch}"
                self._bad("row", 0, f"{words}, are not intact, so that this branch cannot be verified")
            else:
                with unfit_rows():
                    self._check_rows(progress)
        except (LogError, FloorError) as error:
            self._bad("archive", self.seq + 1, f"the rows after {self.seq} cannot be read: {error}")
        self._tell_strange_keys()
        self._check_copies()

    def result(self) -> VerifiedBranch:
        """The result so far."""
        one = self._branch
        return VerifiedBranch(
            *(one.table, f"{one.log & (2**64 - 1):016x}", one.branch, one.state, self._rows, self._archived),
            *(self.seq, self.head.hex(), self.signed_seq, self.notes.newest, tuple(self.findings)),
        )

    def _check_batches(self) -> None:
        """Check that the batches follow each other without a gap up to the head."""
        for first, last, before, backwards in self._floor.execute(_BAD_BATCHES, self._span):
            if backwards:
                words = f"the batch of the rows {first} to {last} arrived before the batch in front of it"
            else:
                words = f"after row {before} comes the batch of the rows {first} to {last}"
            self._bad("batch", first, words)
        found = self._one(f"SELECT coalesce(max(last_seq), %(parent)s) FROM floor.batch {_OF_IT}")
        if found != self._branch.seq:
            self._bad(
                "batch", found, f"the batches end at row {found}, and the head at row {self._branch.seq}"
            )

    def _check_months(self) -> None:
        """Check that every month of arrival is either in the database or was dropped by the archivist."""
        for one in archive_records.months_of_branch(self._floor, self._branch.log, self._branch.branch):
            dropped, stored = self._kept.is_dropped(one.month), one.month in self._partitions
            if not dropped and not stored:
                words = (
                    f"the rows {one.first} to {one.last} arrived in {one.month:%Y-%m}, and that month is gone"
                )
                self._bad("month", one.first, f"{words} without a record that it was archived and dropped")
            elif dropped and stored:
                self._bad("month", one.first, f"{one.month:%Y-%m} was dropped, and the database has it again")

    def _check_rows(self, progress: Callable[[int], None]) -> None:
        """Recompute the chain, and compare its end with the head row."""
        one = self._branch
        self.head = self._kept.hash_at(one.log, one.parent_branch or 1, one.parent_seq)
        for month in self._kept.months(one.log, one.branch, one.parent_seq + 1, one.seq):
            from_archive = self._kept.is_dropped(month.month)
            for page in self._kept.own_pages(one.log, one.branch, month.first, month.last):
                if not self._check_page(page):
                    return
                self._archived += len(page) if from_archive else 0
                progress(len(page))
        self._check_end()
        self.notes.finish(self._bad_note)
        self._check_doubles()

    def _check_page(self, page: list[HashedRow]) -> bool:
        """Verify the rows of a page with their checkpoints and anchors; False if a row is bad."""
        span = {**self._span, "first": page[0][0][0], "last": page[-1][0][0]}
        found = self._floor.execute(
            f"SELECT seq, head, wall_us, signer, signature FROM floor.checkpoint {_BETWEEN}",
            span,
            binary=True,
        )
        signed = {one[0]: Checkpoint(*one) for one in found}
        states = f"SELECT seq, sha256(state) FROM floor.anchor {_BETWEEN}"
        anchors: dict[int, bytes] = dict(self._floor.execute(states, span, binary=True).fetchall())
        for values, digest in page:
            if not self._check_row(values, digest):
                return False
            record = None
            if values[1] == "record":
                # A station may bring rows that nobody can read; the floor has kept them as they came.
                with suppress(LogCorruptError):
                    record = decode("record", values[9]) if kind_of(values[9]) in TELLING else None
            self._check_record(record, signed.pop(self.seq, None), anchors.pop(self.seq, None))
            if self.notes.take(self.seq, self.head):
                trusted = {key for _, key in self.trusted}
                signers = {key for _, key in self.named if key in trusted}
                self.notes.check(self.seq, self.head, signers, self._bad_note)
            if self._files.get(self.seq, self.head) != self.head:
                self._bad(
                    "archive", self.seq, f"the archived month that ends at row {self.seq} has another hash"
                )
        return True

    def _check_row(self, values: tuple[Any, ...], digest: bytes) -> bool:
        """Verify number and hash of a row; False if it is bad."""
        seq = values[0]
        if seq != self.seq + 1:
            words = f"row {self.seq + 1} is missing; after {self.seq} comes {seq}"
            return self._bad("row", self.seq + 1, words)
        try:
            expected = hash_of(self.head, values)
        except ValueError:
            return self._bad("row", seq, f"row {seq} holds values that no station writes")
        if expected != digest:
            return self._bad("row", seq, f"row {seq} was changed: its hash does not match")
        if seq == IDENTITY_SEQ and digest != self._branch.identity:
            return self._bad(
                "row", seq, f"row {seq} is not that of the log which the floor has under this name"
            )
        self.seq, self.head, self._rows = seq, digest, self._rows + 1
        return True

    def _check_record(self, record: Any, signed: Checkpoint | None, anchor: bytes | None) -> None:
        """Verify the checkpoint and the anchor of the row just read."""
        if isinstance(record, KeysNamed):
            key = bytes.fromhex(record.signing)
            if self._trusts_first and not self.named:
                self.trusted.append((self.seq, key))
            self.named.append((self.seq, key))
        if isinstance(record, StateKept):
            self._anchored = self.seq
            if anchor is None or anchor.hex() != record.digest:
                words = "is missing" if anchor is None else "does not match its digest in the row"
                self._bad("anchor", self.seq, f"the anchor at row {self.seq} {words}")
        elif anchor is not None:
            self._bad("anchor", self.seq, f"row {self.seq} names no anchor, and the database has one for it")
        if signed is not None:
            self._check_signature(signed)
        elif isinstance(record, RoundKept) and self.seq < self._branch.checkpoint_seq:
            words = f"the signature for the end of round {record.number} is missing"
            self._bad("signature", self.seq, words)

    def _check_signature(self, signed: Checkpoint) -> None:
        """Verify a checkpoint against the row just read."""
        where = f"the checkpoint at row {signed.seq}"
        self._signed = signed.seq
        if signed.head != self.head:
            self._bad("signature", signed.seq, f"{where} names another hash than the row has")
        elif not signed.is_genuine:
            self._bad("signature", signed.seq, f"{where} has a broken signature")
        elif signed.signer not in (key for _, key in self.named):
            self._strange.setdefault((signed.signer, "a key that the log never named"), []).append(signed.seq)
        elif signed.signer not in (known := {key for _, key in self.trusted}):
            self._strange.setdefault((signed.signer, "which nobody has vouched for"), []).append(signed.seq)
        else:
            # A trusted key that signs a change of keys makes the new keys trusted too.
            self.signed_seq = signed.seq
            self.trusted += [(signed.seq, key) for _, key in self.named if key not in known]

    def _tell_strange_keys(self) -> None:
        """Report each key that is not trusted once, with the checkpoints that it signed."""
        for (signer, why), rows in self._strange.items():
            who = f"signed by {fingerprint(signer)}, {why}"
            words = f"the checkpoint at row {rows[0]} is {who}"
            if len(rows) > 1:
                words = f"{len(rows):,} checkpoints from row {rows[0]} to row {rows[-1]} are {who}"
            self._bad("signature", rows[0], words)

    def _check_end(self) -> None:
        """Compare the last row with the head row, and look for rows, signatures and anchors beyond it."""
        one = self._branch
        if self.seq < one.seq:
            self._bad("row", self.seq + 1, f"row {self.seq + 1} is missing; the head is row {one.seq}")
        elif self.head != one.hash:
            self._bad("head", one.seq, f"the head row has another hash than row {self.seq}")
        for name, newest, told in (
            ("checkpoint", self._signed, one.checkpoint_seq),
            ("anchor", self._anchored, one.anchor_seq),
        ):
            # Up to its fork a branch has those of its parent.
            if newest != told and max(newest, told) > one.parent_seq:
                words = f"the newest {name} is at row {newest}, and the head row says {told}"
                self._bad("head", one.seq, words)
        for table in ("event", "checkpoint", "anchor"):
            beyond = self._one(
                f"SELECT coalesce(max(seq), 0) FROM floor.{table} {_OF_IT} AND seq > {one.seq}"
            )
            if beyond:
                words = f"the table {table} has an entry for row {beyond}, after the head at row {one.seq}"
                self._bad("head", beyond, words)

    def _check_doubles(self) -> None:
        """Check that no row is stored twice: the same number may be in two months."""
        stored = self._one(f"SELECT count(*) FROM floor.event {_OF_IT} AND seq <= {self._branch.seq}")
        if stored != self._rows - self._archived:
            double = self._one(
                f"SELECT coalesce(min(seq), 0) FROM (SELECT seq FROM floor.event {_OF_IT} "
                "GROUP BY seq HAVING count(*) > 1) AS twice"
            )
            words = (
                f"row {double} is stored twice" if double else "a row is stored in a month that was dropped"
            )
            self._bad("row", double, words)

    def _check_copies(self) -> None:
        """Compare every archived file with its digest, in every recorded place."""
        for one in self._kept.records(self._branch.log, self._branch.branch):
            found = {place: fault_of_copy(one, place) for place in self._kept.places_of(one)}
            sound = [place for place, fault in found.items() if not fault]
            advice = f"copy it from {sound[0]}" if sound else "bring it back from a back-up of the archive"
            # A place that was added later does not have the older months, and a moved one has them elsewhere.
            if len(sound) < len(one.places):
                for fault in filter(None, found.values()):
                    self._bad("archive", one.first_seq, f"{fault}; {advice}")

    def _one(self, query: str) -> int:
        found = self._floor.execute(query, self._span).fetchone()
        assert found
        return int(found[0])

    def _bad_note(self, seq: int, words: str) -> bool:
        return self._bad("note", seq, words)

    def _bad(self, kind: FloorFault, seq: int, words: str) -> bool:
        """Add a finding; return False, so that a caller can return the result."""
        self.findings.append(FloorFinding(kind, self._branch.table, self._branch.branch, seq, words))
        return False
