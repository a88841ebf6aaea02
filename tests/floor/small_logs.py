"""Logs that cost little: records about people, signed and chained like those of a table."""

import shutil
from pathlib import Path

from dealer_station.log.store.append import Writer
from dealer_station.log.store.clock import Clock
from dealer_station.log.store.records import PersonNoted
from tests.log.shifts import SetClock, keys_of

MONTH_US = 31 * 86_400_000_000


class SmallLog:
    """A log that a test writes to."""

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self.path = path
        self.clock = clock or SetClock()
        self.writer = Writer(path, keys_of(path), self.clock, start="closed")

    def write(self, rows: int, words: str = "", *, size: int = 0) -> None:
        """Write some rows, each in a commit of its own."""
        for number in range(rows):
            self.writer.record(PersonNoted(number, "signed_in", f"Maria {words}", detail="x" * size))

    def turn_month(self) -> None:
        """Let a month pass, so that the file is closed and another begins."""
        assert isinstance(self.clock, SetClock)
        self.clock.wall += MONTH_US
        assert self.writer.turn_month()

    def close(self) -> None:
        self.writer.close()


def copied(path: Path, folder: Path) -> Path:
    """A copy of a closed log with its keys, as a snapshot on another machine."""
    folder.mkdir()
    shutil.copytree(path.with_name(path.name + ".keys"), folder / (path.name + ".keys"))
    for one in (path, path.with_name(path.name + ".checkpoint")):
        shutil.copy(one, folder)
    return folder / path.name
