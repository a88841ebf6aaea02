"""Results of trainees, in a log of their own: each answer, each exercise, each certificate.

The file is a log like any other, append-only, chained and signed; `dealer-station log verify` verifies it. It
has no table: a station refuses it, and the school refuses the log of a table.
"""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import Struct

from dealer_station.engine.model.errors import KeyFaultError, LogError
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.integrity.keys import Keys
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.append import SCHOOL, Writer
from dealer_station.log.store.clock import SystemClock
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import (
    CertificateIssued,
    ExerciseFinished,
    Opened,
    QuestionAnswered,
)

NAME_LETTERS_MAX = 60
SchoolRecord = QuestionAnswered | ExerciseFinished | CertificateIssued


class SchoolRow(Struct, frozen=True):
    """A result as the log has it, with its time."""

    seq: int
    at_us: int
    about: SchoolRecord


def usual_results() -> Path:
    """The default path of the results at a computer without a station.toml."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "dealer-station" / "training-results.db"


def checked_name(trainee: str) -> str:
    """The name of a trainee without spaces around it; raise LogError if it cannot be a name."""
    name = trainee.strip()
    if not name or len(name) > NAME_LETTERS_MAX or not name.isprintable():
        raise LogError(f"the name of a trainee must have 1 to {NAME_LETTERS_MAX} printable characters")
    return name


class ResultsLog:
    """The results, opened for writing; a missing file is made, with keys beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        refuse_other_logs(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LogError(
                f"{path.parent}: cannot be created: {error.strerror}; name another file for the results"
            ) from error
        self._writer = Writer(path, _keys(path), SystemClock(), start=SCHOOL)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, *records: SchoolRecord) -> None:
        """Commit results; they are on the disk on return."""
        self._writer.record(*records)

    def close(self) -> None:
        self._writer.close()


def refuse_other_logs(path: Path) -> None:
    """Raise LogError if the file is a log of something else, before keys are made for it."""
    if not path.exists() or (path.is_file() and not path.stat().st_size):
        return
    with Reader(path) as log:
        if not _is_of_the_school(log):
            raise LogError(f"{path}: is not the log of the school; name another file for the results")


def _is_of_the_school(log: Reader) -> bool:
    first = log.ends()[0]
    opened = next((decode(row.part, row.body) for row in log.rows(first, first)), None)
    return opened is None or (isinstance(opened, Opened) and opened.start == SCHOOL)


def _keys(path: Path) -> Keys:
    """The keys beside the results, made if needed; nothing is sealed, so no escrow key is kept."""
    folder = path.with_name(path.name + ".keys")
    if (folder / "signing.key").exists():
        return key_files.load(folder)
    if path.exists() and path.stat().st_size:
        raise KeyFaultError(
            f"{folder}: the keys of these results are missing; put them back, or name another file"
        )
    return key_files.make(folder, None)


def results(path: Path) -> tuple[SchoolRow, ...]:
    """Every result, oldest first; empty if there are none yet."""
    if not path.exists() or not path.stat().st_size:
        return ()
    refuse_other_logs(path)
    with Reader(path) as log:
        found = ((row, decode(row.part, row.body)) for row in log.rows() if row.part == "record")
        return tuple(
            SchoolRow(row.seq, row.wall_us, about) for row, about in found if isinstance(about, SchoolRecord)
        )
