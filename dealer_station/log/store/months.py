"""Monthly files: each is closed to a single read-only file, and the next one stands on its last hash."""

import re
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
    """Such as 2026-11, in UTC."""
    try:
        return datetime.fromtimestamp(wall_us / 1_000_000, UTC).strftime("%Y-%m")
    except (ValueError, OverflowError, OSError) as error:
        raise LogError(
            f"the clock of this machine stands {wall_us // 1_000_000} seconds after 1970, beyond every "
            "calendar; set it (`timedatectl`) and start the station again"
        ) from error


def closed_path(path: Path, month: str) -> Path:
    """What the file of a month is called when it is closed: table.db becomes table-2026-11.db."""
    names = (f"{path.stem}-{month}{more}{path.suffix}" for more in ("", *(f"-{n}" for n in range(2, 10_000))))
    # A clock that jumped may have ended a month of this name before.
    return next(path.with_name(name) for name in names if not path.with_name(name).exists())


def is_closed_name(path: Path) -> bool:
    """The file has the name of a month; where it is closed too, no station goes on with it."""
    return re.search(_CLOSED.pattern + "$", path.stem) is not None


class Predecessor(Struct, frozen=True):
    """The file before: its name and everything that was known at its end."""

    file: str
    known: Recollection


def usual_name(path: Path) -> Path:
    """What the log of a month is called while it is written: table-2026-11.db was table.db."""
    return path.with_name(re.sub(_CLOSED.pattern + "$", "", path.stem) + path.suffix)


def closed_months(path: Path) -> list[Path]:
    """Files beside a log that have the name of a month of it."""
    return [
        found
        for found in path.parent.iterdir()
        if found.name.startswith(f"{path.stem}-") and found.suffix == path.suffix
        if _CLOSED.fullmatch(found.stem.removeprefix(path.stem))
    ]


def predecessor(path: Path) -> Predecessor | None:
    """The newest closed file of the same log, if there is one."""
    names = closed_months(path)
    if not names:
        return None
    # The clock may have jumped, so the order of the names says nothing; that of the rows does.
    newest = max(names, key=lambda name: (_last_seq(name), name))
    with Reader(newest) as log:
        return Predecessor(newest.name, log.recollect_before(END))


def check_goes_on(path: Path, before: Predecessor, signer: bytes | None) -> None:
    """A name proves nothing: a file is gone on from when it was closed, and with the keys that are here."""
    file, known = path.with_name(before.file), before.known
    if not known.closed:
        raise LogError(
            f"{file}: has the name of a closed month of {path.name}, but was never closed: no log goes on "
            f"from it. Move it away, or, where it is the log of this table, give it the name {path.name}"
        )
    if signer is not None and (known.keys is None or known.keys.signing != signer.hex()):
        owner = fingerprint(bytes.fromhex(known.keys.signing)) if known.keys else "no key"
        raise KeyFaultError(
            f"{file}: has the name of a closed month of {path.name}, but is signed with {owner}, and the key "
            f"here is {fingerprint(signer)}. Name the folder of its keys with --keys; where it belongs to "
            "another table, move it away"
        )


def _last_seq(path: Path) -> int:
    """Where a closed file ends; a damaged one must be there too when the newest is looked for."""
    outside = sign.read_outside(sign.outside_path(path))
    if outside is not None and outside.is_genuine:
        return outside.seq
    with Reader(path) as log:
        return log.ends()[1]


def opening(start: str, month: str, before: Predecessor | None) -> Opened:
    """The first record of a file; nothing can be taken back across two files."""
    if before is None:
        return Opened(start, month)
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
    """What a fresh file begins with: the hash and the number of the last row before it."""
    if before is None:
        return Recollection()
    return Recollection(seq=before.known.seq, head=before.known.head)
