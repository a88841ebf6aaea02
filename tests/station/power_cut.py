"""Disks after a power cut: what may lie on them, rebuilt from what a real station asked its disk to do.

What was synced is there. Each write since then is kept, dropped, or torn by sector, whatever the disk liked.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

from dealer_station.log.integrity.verify import verify
from tests.station.recorder import Op

FILES = ("log.db", "log.db-wal", "log.db-journal")
SECTOR_BYTES = 512
ROOM = bytes(1 << 16)
MODES = ("kept", "dropped", "subset", "torn")
_ACKNOWLEDGED = re.compile(rb'"did":"acknowledged","seq":(\d+)')


class Disk:
    """The files of a log: what is safe, and what the disk has only been asked for."""

    def __init__(self) -> None:
        self.safe: dict[str, bytes | None] = {}
        self.asked: dict[str, list[Op]] = {name: [] for name in FILES}
        self.acknowledged = 0

    def take(self, op: Op) -> None:
        """One thing more that the station asked for."""
        if op.path not in self.asked:
            for found in _ACKNOWLEDGED.finditer(op.data):
                self.acknowledged = max(self.acknowledged, int(found[1]))
            if op.what == "S" and "." not in op.path:
                self._removals_are_safe()
        elif op.what == "S":
            self.safe[op.path] = applied(self.safe.get(op.path), self.asked[op.path])
            self.asked[op.path] = []
        else:
            self.asked[op.path].append(op)

    def _removals_are_safe(self) -> None:
        """The folder was synced."""
        for name, asked in self.asked.items():
            removed = [index for index, op in enumerate(asked) if op.what == "U"]
            if removed:
                self.safe.pop(name, None)
                self.asked[name] = asked[removed[-1] + 1 :]

    def after_a_cut(self, mode: str, chance: Random) -> dict[str, bytes]:
        """The files that may be on the disk if the power fails now."""
        found = {}
        for name in FILES:
            kept = [part for op in self.asked[name] for part in _survivors(op, mode, chance)]
            content = applied(self.safe.get(name), kept)
            if content is not None:
                found[name] = content
        return found


def applied(content: bytes | None, ops: list[Op]) -> bytes | None:
    """A file after these, None where there is none."""
    now = None if content is None else bytearray(content)
    for op in ops:
        if op.what == "U":
            now = None
            continue
        now = bytearray() if now is None else now
        if op.what == "T":
            del now[op.offset :]
            now.extend(bytes(op.offset - len(now)))
        else:
            now.extend(bytes(max(0, op.offset - len(now))))
            now[op.offset : op.offset + len(op.data)] = op.data
    return None if now is None else bytes(now)


def _survivors(op: Op, mode: str, chance: Random) -> Iterator[Op]:
    """The parts of a write that are on the disk although it was not synced."""
    if mode == "kept" or (mode == "subset" and chance.random() < 0.5):
        yield op
    elif mode == "torn" and op.what != "W":
        if chance.random() < 0.5:
            yield op
    elif mode == "torn":
        for at in range(0, len(op.data), SECTOR_BYTES):
            if chance.random() < 0.6:
                yield Op("W", op.path, op.offset + at, op.data[at : at + SECTOR_BYTES])


def disks(ops: list[Op], count: int, chance: Random) -> Iterator[tuple[int, str, dict[str, bytes], int]]:
    """So many possible disks: where the cut was, how the disk behaved, its files, what was acknowledged."""
    cuts = sorted(chance.randrange(1, len(ops) + 1) for _ in range(count))
    disk, done = Disk(), 0
    for index, cut in enumerate(cuts):
        for op in ops[done:cut]:
            disk.take(op)
        done = cut
        mode = MODES[index % len(MODES)]
        yield cut, mode, disk.after_a_cut(mode, chance), disk.acknowledged


def without_room(content: bytes) -> bytes:
    """The file up to the room of the write-ahead log: zeros, which need not be written to be read."""
    end = len(content)
    while end >= len(ROOM) and content.endswith(ROOM, 0, end):
        end -= len(ROOM)
    return content[:end]


def fault_of(found: dict[str, bytes], acknowledged: int, folder: Path) -> str:
    """The fault of a disk: corrupt, or something acknowledged is lost; empty if it is good."""
    for name in (*FILES, "log.db-shm"):
        (folder / name).unlink(missing_ok=True)
    for name, content in found.items():
        (folder / name).write_bytes(without_room(content))
        os.truncate(folder / name, len(content))
    db = folder / "log.db"
    try:
        last = _recovered(db)
    except sqlite3.Error as error:
        return f"corrupt: {error}"
    if last < acknowledged:
        return f"lost: {acknowledged} was acknowledged and the log ends at {last}"
    if last:
        report = verify(db)
        return "" if report.ok else f"corrupt: {report.findings}"
    return ""


def _recovered(db: Path) -> int:
    """The last event of the shoe that is in the log, after SQLite has put the file right."""
    if not db.exists():
        return 0
    connection = sqlite3.connect(db)
    try:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'event'").fetchone():
            return 0
        newest = "SELECT max(device_seq) FROM event WHERE source = 'shoe'"
        return int(connection.execute(newest).fetchone()[0] or 0)
    finally:
        connection.close()
