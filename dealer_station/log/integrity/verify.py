"""Verification of a log: checks the chain row by row against the signatures in the file and the one outside
it."""

import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import LogCorruptError, LogError
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.chain import GENESIS, hash_of, is_chained
from dealer_station.log.integrity.keys import fingerprint
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.integrity.signature_process import SignatureChecks
from dealer_station.log.read.reader import Reader, months_before, one_moment
from dealer_station.log.store import files
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import KeysNamed, Opened, RoundKept, StateKept

PROGRESS_ROWS = 5_000
CHECKPOINTS_SINCE = "SELECT seq, head, wall_us, signer, signature FROM checkpoint WHERE seq > ? ORDER BY seq"

Kind = Literal["row", "cut", "signature", "index", "file"]
"""The kind of a finding: a changed row, a missing tail, an invalid signature, a list of rounds or an anchor
that does not agree with the rows, or a file that cannot be read."""


class Finding(Struct, frozen=True):
    """One fault that a verification found."""

    kind: Kind
    seq: int
    words: str


class Verification(Struct, frozen=True):
    """The result of a verification."""

    rows: int
    last_seq: int
    head: str
    signed_seq: int
    """The last row that a trusted signature covers."""
    signers: tuple[str, ...]
    trusted: bool
    """True if the key to trust came from outside the file."""
    findings: tuple[Finding, ...]
    absent: str = ""
    """The name of a previous month whose file is missing, so that it was not verified; empty if there is
    none."""
    began_us: int = 0
    """Time at which the last pass over the whole file began; later changes to verified rows are not
    detected."""
    looked_us: int = 0
    """Time at which the newest rows were verified."""

    @property
    def ok(self) -> bool:
        """True if nothing was found."""
        return not self.findings

    @property
    def sound_seq(self) -> int:
        """The last row up to which everything is as it was written; damage without a row number counts as
        after it."""
        if self.ok:
            return self.last_seq
        bad = [one.seq or self.last_seq + 1 for one in self.findings if one.kind in ("row", "file", "cut")]
        return min(bad) - 1 if bad else self.signed_seq

    @property
    def broken_seq(self) -> int:
        """The first row that a finding names; zero if no row is named."""
        return min((finding.seq for finding in self.findings if finding.seq), default=0)


def verify(
    path: Path,
    *,
    outside: Checkpoint | None = None,
    keys: tuple[bytes, ...] = (),
    progress: Callable[[int], None] = lambda _: None,
) -> Verification:
    """Verify a log and return all findings; `keys` are the keys that the reader trusts."""
    began_us = now_us()
    outside = outside or sign.read_outside(sign.outside_path(path))
    if outside is not None and outside.seq and path.is_file() and not path.stat().st_size:
        words = f"the tail is cut: the log is empty, but row {outside.seq} was signed"
        found = (Finding("cut", 1, words),)
        return Verification(0, 0, "", 0, (), bool(keys), found, "", began_us, began_us)
    trusted = keys or ((outside.signer,) if outside and outside.is_genuine else ())
    try:
        with Reader(path) as log:
            check = _Verification(log, outside, trusted, named=bool(keys))
            try:
                with one_moment(log):
                    check.run(progress)
            except LogCorruptError as error:
                where = (
                    (check.seq + 1, f"after row {check.seq}: {error}") if check.in_rows else (0, str(error))
                )
                check.bad("file", *where)
            if check.unsigned and not any(one.kind == "file" for one in check.findings):
                check.bad("file", 0, check.unsigned)
            return replace(check.report(), began_us=began_us, looked_us=began_us)
    except LogCorruptError as error:
        if outside is None and not _says_sqlite(path):
            raise  # There is no evidence that this file ever was a log.
        found = (Finding("file", 0, str(error)),)
        return Verification(0, 0, "", 0, (), bool(trusted), found, "", began_us, began_us)


def now_us() -> int:
    """The wall clock of this machine, in microseconds."""
    return time.time_ns() // 1000


def go_on(log: Reader, before: Verification) -> Verification:
    """Extend a report by the rows written since; each is hashed onto the last verified row."""
    if not before.ok:
        return before
    keys = tuple(bytes.fromhex(signer) for signer in before.signers)
    check = _Verification(log, None, keys if before.signed_seq else keys[:1], named=False)
    check.rows, check.seq, check.head = before.rows, before.last_seq, bytes.fromhex(before.head)
    check.first_seq, check.signed_seq, check.said = 1, before.signed_seq, before.trusted
    check.named = [(0, key) for key in keys]
    looked_us = now_us()
    try:
        with one_moment(log):
            check.run_on()
    except LogCorruptError as error:
        check.bad("file", check.seq + 1, f"after row {check.seq}: {error}")
    return replace(check.report(), absent=before.absent, began_us=before.began_us, looked_us=looked_us)


def _says_sqlite(path: Path) -> bool:
    """True if the file begins with the magic string of SQLite."""
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def _digest(state: Any) -> str:
    """The SHA-256 of an anchor, in hex; empty if the value is not bytes."""
    return sha256(state).hexdigest() if isinstance(state, bytes) else ""


class _Verification:
    """One pass over a file."""

    def __init__(
        self, log: Reader, outside: Checkpoint | None, trusted: tuple[bytes, ...], *, named: bool
    ) -> None:
        self.log = log
        self.outside = outside
        self.said = bool(trusted)
        self.reader_named_keys = named
        self.trusted = {*trusted}
        self.findings: list[Finding] = []
        self.rows = 0
        self.seq = self.first_seq = 0
        self.in_rows = False
        self.unsigned = ""
        """The reason why not every signature could be read."""
        self.head = GENESIS
        self.checkpoint_seq = self.signed_seq = 0
        self.named: list[tuple[int, bytes]] = []
        """The keys that the log names, each with the row that names it."""
        self.rounds: list[tuple[int, int, int]] = []
        self.states: list[tuple[int, str]] = []
        self.absent = ""
        self.previous: Path | None = None
        self.signatures = SignatureChecks(())

    def run(self, progress: Callable[[int], None]) -> None:
        """Verify the whole file; stop at the first bad row, because later rows depend on it."""
        signed = self._signatures()
        inside = {*signed}
        self.in_rows = True
        with SignatureChecks([*signed.values()]) as self.signatures:
            if not self._all_rows(signed, progress):
                return
        self.in_rows = False
        progress(self.rows % PROGRESS_ROWS)
        if self.log.is_partial:
            words = f"after row {self.seq}: the file is damaged or cut short; the rows up to there remain"
            self.bad("file", self.seq + 1, words)
        self._tail(signed)
        if not (self.rows or self.findings or self.log.spans()):
            raise LogError(
                f"{self.log.path}: is an empty log: its first start was interrupted, or its rows were deleted"
            )
        if not self.unsigned:
            self._newest(inside)
            self._trust()
        if self.findings or self.unsigned:
            return  # Indexes and anchors are derived from the rows and would only repeat the faults.
        if self.log.spans() != self.rounds:
            self.bad("index", 0, "the list of rounds does not agree with the rows")
        if [(seq, _digest(state)) for seq, state in self.log.anchors()] != self.states:
            self.bad("index", 0, "an anchor does not match its digest in the log")
        for fault in self.log.structure():
            self.bad("file", 0, fault)

    def _signatures(self) -> dict[int, Checkpoint]:
        """The checkpoints that can be read, by row; damage among them is noted and does not affect the
        rows."""
        signed: dict[int, Checkpoint] = {}
        try:
            for checkpoint in self.log.checkpoints():
                signed[checkpoint.seq] = checkpoint
        except LogCorruptError as error:
            self.unsigned = str(error)
        return signed

    def _all_rows(
        self, signed: dict[int, Checkpoint], progress: Callable[[int], None], first: int = 0
    ) -> bool:
        """Verify row by row, each with its checkpoint; return True if the end was reached."""
        for values in self.log.raw_rows(first):
            # Most rows are facts that continue the chain, and need no further look. `_row` names the fault of
            # all others.
            if self.rows and values[1] != "record" and is_chained(self.seq, self.head, values):
                self.rows, self.seq, self.head = self.rows + 1, values[0], values[-1]
            elif not self._row(values):
                return False
            if checkpoint := signed.pop(self.seq, None):
                self._checkpoint(checkpoint)
            elif self.rounds and self.rounds[-1][0] == self.seq and not self.unsigned:
                self.bad(
                    "signature",
                    self.seq,
                    f"the signature for the end of round {self.rounds[-1][2]} is missing",
                )
            if self.rows % PROGRESS_ROWS == 0:
                progress(PROGRESS_ROWS)
        return True

    def run_on(self) -> None:
        """Verify the rows after the last verified one, which must still exist unchanged."""
        last = next(self.log.raw_rows(self.seq, self.seq), None)
        if last is None:
            self.bad("cut", self.seq, f"row {self.seq} was there before and is gone: the tail is cut")
        elif last[-1] != self.head:
            self.bad("row", self.seq, f"row {self.seq} has another hash than before: the file was rewritten")
        if self.findings:
            return
        with files.reading_faults(self.log.path):
            newer = self.log.driver.execute(CHECKPOINTS_SINCE, (self.signed_seq,)).fetchall()
        signed = {found[0]: Checkpoint(*found) for found in newer}
        for seq in sorted(seq for seq in signed if seq <= self.seq):
            self._late(signed.pop(seq))
        if self._all_rows(signed, lambda _: None, self.seq + 1):
            self._tail(signed)

    def _late(self, checkpoint: Checkpoint) -> None:
        """Verify a checkpoint that was written after its row had been verified."""
        row = next(self.log.raw_rows(checkpoint.seq, checkpoint.seq), None)
        head, self.head = self.head, row[-1] if row is not None else b""
        self._checkpoint(checkpoint)
        self.head = head

    def _row(self, values: tuple[Any, ...]) -> bool:
        """Verify number, predecessor and hash of a row; return False if it is bad."""
        seq, part, prev, digest = values[0], values[1], values[-2], values[-1]
        if self.rows and seq != self.seq + 1:
            return self.bad(
                "row", self.seq + 1, f"row {self.seq + 1} is missing; after {self.seq} comes {seq}"
            )
        if self.rows and prev != self.head:
            return self.bad("row", seq, f"row {seq} is not chained to the row before it")
        try:
            expected = hash_of(prev, values[:-2])
        except ValueError:
            return self.bad("row", seq, f"row {seq} holds values that no station writes")
        if expected != digest:
            return self.bad("row", seq, f"row {seq} was changed: its hash does not match")
        if part == "record" or not self.rows:
            try:
                record = decode(part, values[9])
                if not self.rows and seq > 1 and not isinstance(record, Opened):
                    return self.bad(
                        "row", seq - 1, f"row {seq - 1} is missing: a log begins with its opening"
                    )
                self._record(seq, prev, record)
            except LogCorruptError as error:
                return self.bad("row", seq, f"row {seq}: {error}")
        self.first_seq = self.first_seq or seq
        self.rows, self.seq, self.head = self.rows + 1, seq, digest
        return True

    def _record(self, seq: int, prev: bytes, record: Any) -> None:
        """Note the rounds, anchors and keys that a record declares, to be compared at the end."""
        if not self.rows and not isinstance(record, Opened):
            raise LogCorruptError("a log begins with its opening: what came before this row is missing")
        if isinstance(record, Opened):
            self._first(seq, prev, record)
        if isinstance(record, RoundKept):
            self.rounds.append((seq, record.first_seq, record.number))
        elif isinstance(record, StateKept):
            self.states.append((seq, record.digest))
        elif isinstance(record, KeysNamed):
            self.named.append((seq, bytes.fromhex(record.signing)))
            # If none of the reader's keys is named so far, a change of keys in an earlier month may lead to
            # this one. Without any key from outside, the first key that the log names is trusted.
            if self.reader_named_keys and not self.trusted & {key for _, key in self.named}:
                self._follow_keys()
            if not self.said and not self.trusted:
                self.trusted.add(self.named[0][1])

    def _first(self, seq: int, prev: bytes, opened: Opened) -> None:
        """Check that a first row continues nothing, or the last row of the previous month."""
        if self.rows or (not opened.previous_seq and prev != GENESIS):
            raise LogCorruptError(
                "a log begins with an opening that is chained to nothing, and this row is not one"
            )
        if not opened.previous_seq:
            return
        if seq != opened.previous_seq + 1:
            raise LogCorruptError(
                f"follows row {opened.previous_seq} of {opened.previous_file}: rows are missing"
            )
        stands_on, self.previous = prev, self.log.path.with_name(opened.previous_file)
        for name, first, last in months_before(self.previous):
            if last is None:
                self.absent = name
            elif last != stands_on:
                raise LogCorruptError(f"is not chained to the last row of {name}")
            stands_on = first

    def _follow_keys(self) -> None:
        """Trust the keys of the previous month if that file verifies and is signed to its last row."""
        before, self.previous = self.previous, None
        if before is None or not before.exists():
            return
        with suppress(LogError), Reader(before) as log:
            month = _Verification(log, None, tuple(self.trusted), named=True)
            month.run(lambda _: None)
            if not month.findings and month.signed_seq == month.seq:
                self.trusted |= month.trusted

    def _checkpoint(self, checkpoint: Checkpoint) -> None:
        """Verify a checkpoint against the row just read."""
        where = f"the checkpoint at row {checkpoint.seq}"
        self.checkpoint_seq = checkpoint.seq
        if checkpoint.head != self.head:
            self.bad("signature", checkpoint.seq, f"{where} names another hash than the row has")
        elif not self.signatures.is_genuine(checkpoint):
            self.bad("signature", checkpoint.seq, f"{where} has a broken signature")
        elif checkpoint.signer not in (key for _, key in self.named):
            who = fingerprint(checkpoint.signer)
            self.bad(
                "signature", checkpoint.seq, f"{where} is signed by {who}, a key that the log never named"
            )
        elif checkpoint.signer in self.trusted:
            self.signed_seq = checkpoint.seq
            # A trusted key that signs a change of keys makes the new keys trusted too.
            self.trusted.update(key for _, key in self.named)

    def _tail(self, left: dict[int, Checkpoint]) -> None:
        """Report signed rows that are missing, and a checkpoint outside that does not agree with its row."""
        beyond = [seq for seq in left if seq > self.seq]
        outside = self.outside
        if outside is not None and not outside.is_genuine:
            self.bad("signature", outside.seq, "the checkpoint outside the file has a broken signature")
        elif outside is not None and outside.seq > self.seq:
            beyond.append(outside.seq)
        elif outside is not None and not self._agrees(outside):
            words = f"row {outside.seq} has another hash than the checkpoint outside: the file was rewritten"
            self.bad("row", outside.seq, words)
        if beyond:
            words = f"the tail is cut: the log ends at row {self.seq}, but row {max(beyond)} was signed"
            self.bad("cut", self.seq + 1, words)
        for seq in sorted(set(left).difference(beyond)):
            self.bad("signature", seq, f"the checkpoint at row {seq} covers a row that is missing")

    def _newest(self, inside: set[int]) -> None:
        """Report a checkpoint outside the file that is missing inside: it is always committed to the file
        first."""
        outside = self.outside
        if outside is None or not outside.is_genuine or outside.seq in inside:
            return
        if self.log.ends()[0] <= outside.seq <= self.seq:
            words = (
                f"the checkpoint at row {outside.seq} exists outside the file and not in it: it was removed"
            )
            self.bad("signature", outside.seq, words)

    def _agrees(self, outside: Checkpoint) -> bool:
        """True if the checkpoint outside names the hash of its row."""
        if outside.seq < self.log.ends()[0]:
            return True  # It belongs to the previous month.
        return any(values[-1] == outside.head for values in self.log.raw_rows(outside.seq, outside.seq))

    def _trust(self) -> None:
        """Report signatures by untrusted keys; unsigned rows after the last trusted signature are allowed."""
        if any(one.kind == "signature" for one in self.findings):
            return
        if self.signed_seq and self.checkpoint_seq > self.signed_seq:
            words = f"the rows after row {self.signed_seq} are signed, but not by a trusted key"
            self.bad("signature", self.signed_seq + 1, words)
        elif self.reader_named_keys and not self.signed_seq:
            gone = f"; a change of keys may be in {self.absent}, which is missing" if self.absent else ""
            self.bad("signature", 0, f"nothing in this file is signed with a key that you named{gone}")
        elif self.checkpoint_seq > self.signed_seq:
            self.bad("signature", self.first_seq, "this file is signed, but not by a trusted key")

    def bad(self, kind: Kind, seq: int, words: str) -> bool:
        """Add a finding; return False, so that a caller can return the result."""
        self.findings.append(Finding(kind, seq, words))
        return False

    def report(self) -> Verification:
        """The findings so far as a report."""
        return Verification(
            self.rows,
            self.seq,
            self.head.hex(),
            self.signed_seq,
            tuple(dict.fromkeys(key.hex() for _, key in self.named)),
            self.said,
            tuple(self.findings),
            self.absent,
        )
