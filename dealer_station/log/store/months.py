"""Monthly files: each month is closed as one read-only file, and the next file is chained to its last
hash."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dealer_station.engine.model.errors import KeyFaultError, LogError
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.keys import fingerprint
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.read.state import Recollection
from dealer_station.log.store.records import Opened

_CLOSED = re.compile(r"-\d{4}-\d{2}(-\d+)?")


def month_of(wall_us: int) -> str:
    """The month of a time in UTC, such as 2026-11."""
    try:
        return datetime.fromtimestamp(wall_us / 1_000_000, UTC).strftime("%Y-%m")
    except (ValueError, OverflowError, OSError) as error:
        raise LogError(
            f"the clock of this machine is out of range ({wall_us // 1_000_000} seconds after 1970); set it "
            "(`timedatectl`) and restart the station"
        ) from error


def closed_path(path: Path, month: str) -> Path:
    """The name of a month's file once it is closed: table.db becomes table-2026-11.db."""
    names = (f"{path.stem}-{month}{more}{path.suffix}" for more in ("", *(f"-{n}" for n in range(2, 10_000))))
    # If the clock jumped, a month of this name may exist already.
    return next(path.with_name(name) for name in names if not path.with_name(name).exists())


def is_closed_name(path: Path) -> bool:
    """True if the file is named like a closed month; its content decides whether it is one."""
    return re.search(_CLOSED.pattern + "$", path.stem) is not None


class Predecessor(Struct, frozen=True):
    """The previous file: its name and the state at its end."""

    file: str
    known: Recollection


def usual_name(path: Path) -> Path:
    """The name of a log while it is written: table-2026-11.db was table.db."""
    return path.with_name(re.sub(_CLOSED.pattern + "$", "", path.stem) + path.suffix)


def closed_months(path: Path) -> list[Path]:
    """The files beside a log that are named like its closed months."""
    return [
        found
        for found in path.parent.iterdir()
        if found.name.startswith(f"{path.stem}-") and found.suffix == path.suffix
        if _CLOSED.fullmatch(found.stem.removeprefix(path.stem))
    ]


def predecessor(path: Path) -> Predecessor | None:
    """The newest closed file of the same log, or None."""
    names = closed_months(path)
    if not names:
        return None
    # The clock may have jumped, so row numbers and not names tell which file is newest.
    newest = max(names, key=lambda name: (_last_seq(name), name))
    with Reader(newest) as log:
        return Predecessor(newest.name, log.recollect_before(END))


def check_goes_on(path: Path, before: Predecessor, signer: bytes | None) -> None:
    """Raise unless the predecessor was really closed and, if `signer` is given, is signed with that key."""
    file, known = path.with_name(before.file), before.known
    if not known.closed:
        raise LogError(
            f"{file}: has the name of a closed month of {path.name}, but was never closed, so no log can "
            f"continue it. Move it away or, if it is the log of this table, rename it to {path.name}"
        )
    if signer is not None and (known.keys is None or known.keys.signing != signer.hex()):
        owner = fingerprint(bytes.fromhex(known.keys.signing)) if known.keys else "no key"
        raise KeyFaultError(
            f"{file}: has the name of a closed month of {path.name}, but is signed with {owner}, and the "
            f"key here is {fingerprint(signer)}. Name the folder of its keys with --keys; if it belongs to "
            "another table, move it away"
        )


def _last_seq(path: Path) -> int:
    """The last row of a closed file, from its checkpoint if possible, so that a damaged file is ranked
    too."""
    outside = sign.read_outside(sign.outside_path(path))
    if outside is not None and outside.is_genuine:
        return outside.seq
    with Reader(path) as log:
        return log.ends()[1]


def opening(start: str, month: str, before: Predecessor | None) -> Opened:
    """The first record of a file, with the state carried over; taps cannot be taken back across two files."""
    if before is None:
        return Opened(start, month)
    # The state is carried over, so that nobody who reads this file needs the file before. Rules and keys are
    # left out: the file records them in its own rows.
    known = before.known
    carried = replace(
        known, rules=None, rules_seq=0, opened=None, keys=None, table=replace(known.table, before=None)
    )
    return Opened(
        known.opened.start if known.opened else start,
        month,
        before.file,
        known.seq,
        msgspec.to_builtins(carried),
    )


def standing_on(before: Predecessor | None) -> Recollection:
    """The state with which a fresh file begins: number and hash of the last row before it."""
    if before is None:
        return Recollection()
    return Recollection(seq=before.known.seq, head=before.known.head)


def known_at_the_end(path: Path, known: Recollection, others: Iterable[Path] = ()) -> Recollection:
    """State at the end of the newest continuation, or of this file if there is none."""
    left = list(dict.fromkeys((*others, *_beside(path))))
    while known.closed:
        after = next(((one, found) for one in left if (found := _going_on(one, known.head))), None)
        if after is None:
            break
        left.remove(after[0])
        known = after[1]
    return known


class MonthContinuation:
    """The continuation of a closed month in the same folder, read again only if one of the files has
    changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._state: list[tuple[str, int, int]] = []
        self._known: Recollection | None = None

    def look(self, known: Recollection) -> Recollection | None:
        """State at the end of the continuation, or None if there is none."""
        state = sorted(_stamps(self._path))
        if state != self._state:
            self._state = state
            found = known_at_the_end(self._path, known)
            self._known = found if found.seq > known.seq else None
        return self._known


def _beside(path: Path) -> list[Path]:
    """The existing files of the same log in this folder, by their usual names."""
    usual = usual_name(path)
    with suppress(OSError):
        return [one for one in (usual, *closed_months(usual)) if one.is_file()]
    return []


def _stamps(path: Path) -> Iterator[tuple[str, int, int]]:
    """Name, modification time and size of each file of the log, including write-ahead logs."""
    for one in _beside(path):
        for name in (one, one.with_name(one.name + "-wal")):
            with suppress(OSError):
                told = name.stat()
                yield str(name), told.st_mtime_ns, told.st_size


def _going_on(path: Path, head: bytes) -> Recollection | None:
    """The state at the end of a file if its first row is chained to `head`; otherwise None."""
    with suppress(LogError, OSError), Reader(path) as log:
        first = log.ends()[0]
        if any(row[-2] == head for row in log.raw_rows(first, first)):
            return log.recollect_before(END)
    return None
