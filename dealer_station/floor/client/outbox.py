"""The log of a station as its floor's client reads it: opens the file, reads a batch, closes it again.

No connection stays open. Even an idle one would keep the station from closing a month. A batch never
crosses the end of a monthly file, and older months are read only if the floor does not have them yet."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import LogError
from dealer_station.floor.protocol.messages import (
    BATCH_BYTES,
    IDENTITY_SEQ,
    MARKS_MAX,
    ROWS_MAX,
    Append,
    FloorHead,
    Mark,
    RowValues,
    SentAnchor,
    SentCheckpoint,
)
from dealer_station.log.integrity.sign import Checkpoint
from dealer_station.log.read.live_log import LiveLog, NotLiveError
from dealer_station.log.read.reader import END, Reader, one_moment
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import KeysNamed

ROW_BYTES = 60
"""Bytes of a row in a message besides its texts and contents."""
OPENING_ROWS = 8
"""The keys are named within so many rows after the opening of a file."""


class LogIntroduction(Struct, frozen=True):
    """A log as it introduces itself to the floor."""

    log: bytes
    """The log's identity; empty if the file of its first rows is no longer here."""
    key: bytes
    size: int
    marks: list[Mark]


class MonthFile(Struct, frozen=True):
    """A file of the log with its first and last row."""

    path: Path
    first: int
    last: int


class Outbox:
    """Reads batches from a log that its station may be writing to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._closed: dict[Path, tuple[MonthFile, Path | None]] = {}
        self._identity = b""

    def introduction(self) -> LogIntroduction:
        """The log's identity, size and marks; raise LogError if it has no rows yet."""
        files = self._files()
        if files[0].last < IDENTITY_SEQ:
            raise LogError(f"{self.path}: has no rows yet")
        if not self._identity and files[-1].first == 1:
            self._identity = self._hashes(files, [IDENTITY_SEQ])[0].hash
        return LogIntroduction(
            self._identity, self._key(), files[0].last, self._hashes(files, _spread(files))
        )

    def marks_between(self, low: int, high: int) -> list[Mark]:
        """Marks of rows after `low` and before `high`, evenly spread."""
        inside = high - low - 1
        count = min(inside, MARKS_MAX)
        return self._hashes(
            self._files(), [low + 1 + at * inside // count for at in range(count)] if count else []
        )

    def marks_at(self, seqs: list[int]) -> list[Mark]:
        """Marks of some rows, as far as they are here."""
        return self._hashes(self._files(), seqs[: MARKS_MAX // 4])

    def hash_at(self, seq: int) -> bytes | None:
        """The hash of a row, also of the row before the first one here; None if it is not here."""
        files = self._files()
        found = self._hashes(files, [seq])
        if found or seq != files[-1].first - 1:
            return found[0].hash if found else None
        with Reader(files[-1].path) as log:
            first: Any = next(log.raw_rows(files[-1].first, files[-1].first))
            before: bytes = first[-2]
            return before

    def month_of(self, seq: int) -> MonthFile | None:
        """The file that holds a row; None if it is not here."""
        return next((one for one in self._files() if one.first <= seq <= one.last), None)

    def batch(self, head: FloorHead, after: int, wall_us: int) -> Append | None:
        """The rows after row `after`, with the checkpoints that the floor lacks; None if there is nothing."""
        # A fork begins at an older row than the floor's head; then checkpoints are sent again from there on.
        signed = min(head.checkpoint_seq, after) if after < head.seq else head.checkpoint_seq
        with suppress(NotLiveError), LiveLog(self.path) as live:
            if signed >= live.first - 1 and live.first - 1 <= after <= live.last:
                return _newest(live, head, after, signed, wall_us)
        files = self._files()
        if after + 1 < files[-1].first:
            raise LogError(
                f"{self.path}: the floor needs the rows from {after + 1} on, and the files here begin at row "
                f"{files[-1].first}; put the closed months back beside the log"
            )
        month = next((one for one in files if one.first <= after + 1 <= one.last), None)
        if month is None:
            late = self._checkpoints(files, signed, files[0].last)
            if not late or after != files[0].last:
                return None
            return Append(head.branch, head.hash, [], head.hash, wall_us, late, size=files[0].last)
        with Reader(month.path) as log, one_moment(log):
            near = _batch(log, head, after, max(signed, month.first - 1), wall_us)
        late = self._checkpoints(files, signed, month.first - 1)
        size = max(files[0].last, near.size)
        return replace(near, checkpoints=[*late, *near.checkpoints], size=size)

    def _checkpoints(self, files: list[MonthFile], after: int, last: int) -> list[SentCheckpoint]:
        """The checkpoints of the rows after `after`, up to `last`, oldest first."""
        found: list[SentCheckpoint] = []
        for one in reversed(files):
            if one.last > after and one.first <= last:
                with Reader(one.path) as log:
                    found += [_sent(checkpoint) for checkpoint in log.checkpoints(after, last)]
        return found

    def _files(self) -> list[MonthFile]:
        """The files of the log that are here, the newest first; closed ones are looked at once."""
        found: list[MonthFile] = []
        path: Path | None = self.path
        while path is not None and (path == self.path or path.exists()):
            if path in self._closed:
                month, path = self._closed[path]
            else:
                with Reader(path) as log:
                    first, last = log.ends()
                    month, before = MonthFile(path, first, last), log.previous
                if path != self.path:
                    self._closed[path] = month, before
                path = before
            found.append(month)
        return found

    def _key(self) -> bytes:
        """The public key that signed last; the first one that the file names if nothing is signed yet."""
        with Reader(self.path) as log:
            newest = log.signatures_for(END - 1) or log.signatures_for(0)
            if newest:
                return newest[-1].signer
            for row in log.rows(0, log.ends()[0] + OPENING_ROWS):
                if row.part == "record" and isinstance(named := decode("record", row.body), KeysNamed):
                    return bytes.fromhex(named.signing)
        raise LogError(f"{self.path}: names no keys yet")

    def _hashes(self, files: list[MonthFile], wanted: list[int]) -> list[Mark]:
        """The hashes of some rows; rows that are not here are left out."""
        found: list[Mark] = []
        for one in reversed(files):
            inside = [seq for seq in sorted(set(wanted)) if one.first <= seq <= one.last]
            if inside:
                with Reader(one.path) as log:
                    found += [Mark(seq, row[-1]) for seq in inside for row in log.raw_rows(seq, seq)]
        return found


def _newest(live: LiveLog, head: FloorHead, after: int, signed: int, wall_us: int) -> Append | None:
    """The rows after row `after` of the file that is being written, or checkpoints that came late; None if
    there is nothing."""
    if after < live.last:
        return replace(_batch(live, head, after, signed, wall_us), size=live.last)
    late = [_sent(one) for one in live.checkpoints(signed, live.last)]
    return Append(head.branch, head.hash, [], head.hash, wall_us, late, size=live.last) if late else None


def _batch(log: Reader | LiveLog, head: FloorHead, after: int, signed: int, wall_us: int) -> Append:
    """The rows after row `after` of one file, with its checkpoints after row `signed`."""
    rows, prev, digest = _taken(log, after + 1)
    last = rows[-1][0]
    anchors = [SentAnchor(*one) for one in log.anchors(after, last)]
    near = [_sent(one) for one in log.checkpoints(signed, last)]
    return Append(head.branch, prev, rows, digest, wall_us, near, anchors, last)


def _taken(log: Reader | LiveLog, first: int) -> tuple[list[RowValues], bytes, bytes]:
    """The rows of a batch, the hash before the first one and that of the last one."""
    rows: list[RowValues] = []
    prev = digest = b""
    size = 0
    for values in log.raw_rows(first, first + ROWS_MAX - 1):
        size += ROW_BYTES + sum(len(one) for one in values[:12] if isinstance(one, str | bytes))
        if rows and size > BATCH_BYTES:
            break
        prev = prev or values[-2]
        digest = values[-1]
        rows.append(values[:12])
    return rows, prev, digest


def _sent(one: Checkpoint) -> SentCheckpoint:
    return SentCheckpoint(one.seq, one.head, one.wall_us, one.signer, one.signature)


def _spread(files: list[MonthFile]) -> list[int]:
    """Row numbers that are dense at the end of the log and thin out towards its beginning."""
    first, last = files[-1].first, files[0].last
    seqs, step = [last], 1
    while seqs[-1] - step > first:
        seqs.append(seqs[-1] - step)
        step *= 2
    return [*seqs, first][: MARKS_MAX // 2]


def batches(outbox: Outbox, head: FloorHead, wall_us: int) -> Iterator[Append]:
    """Every batch after a head, as if the floor kept each one."""
    while batch := outbox.batch(head, head.seq, wall_us):
        yield batch
        if not batch.rows:
            return
        head = FloorHead(
            head.branch,
            batch.rows[-1][0],
            batch.head,
            batch.checkpoints[-1].seq if batch.checkpoints else head.checkpoint_seq,
            batch.anchors[-1].seq if batch.anchors else head.anchor_seq,
        )
