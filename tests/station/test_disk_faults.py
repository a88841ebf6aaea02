"""A full disk, a disk that fails: the station stops, says so, and goes on when the disk is there again."""

import errno
import json
from pathlib import Path
from random import Random

import pytest

from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from tests.station import recorder

ROUNDS = 3


def acknowledged(folder: Path) -> int:
    """The last event that was acknowledged to the shoe."""
    journal = folder / "log.db.shoe"
    lines = [json.loads(line) for line in journal.read_text().splitlines()] if journal.exists() else []
    return max((line["seq"] for line in lines if line["did"] == "acknowledged"), default=0)


def check(folder: Path, kind: str, at: int, error: int) -> bool:
    """True if the disk failed in the shift; then the station stopped, said so, lost nothing, and resumed."""
    disk = folder / f"{kind}-{at}-{error}"
    disk.mkdir()
    library = folder / "recorder.so"
    if not library.exists():
        recorder.compiled(folder)
    failure = {"DS_FAIL": kind, "DS_FAIL_AT": str(at), "DS_FAIL_WITH": str(error)}
    done = recorder.run_station(library, disk, failure, rounds=ROUNDS)
    if done.returncode == 0:
        return False
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert "the log could not be written" in done.stderr
    assert "nothing that was acknowledged is lost" in done.stderr
    told = acknowledged(disk)
    again = recorder.run_station(library, disk, {}, rounds=1)
    assert again.returncode == 0, again.stderr
    report = verify(disk / "log.db")
    assert report.ok, report.findings
    with Reader(disk / "log.db") as log:
        known = log.recollect().devices["shoe"].seq
        seen = [row.device_seq for row in log.rows() if row.source == "shoe" and row.device_seq]
    assert known >= told
    assert seen == list(range(1, known + 1))
    return True


@pytest.mark.parametrize(
    ("kind", "at", "error"),
    [
        ("write", 1, errno.ENOSPC),
        ("write", 5, errno.EIO),
        ("write", 30, errno.EIO),
        ("write", 75, errno.ENOSPC),
        ("write", 120, errno.ENOSPC),
        ("sync", 2, errno.EIO),
        ("sync", 14, errno.EIO),
        ("sync", 31, errno.ENOSPC),
    ],
)
def test_the_station_stops_says_so_and_goes_on(tmp_path: Path, kind: str, at: int, error: int) -> None:
    assert check(tmp_path, kind, at, error)


@pytest.mark.campaign
@pytest.mark.parametrize("kind", ["write", "sync"])
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO])
def test_every_write_and_every_sync_may_fail(tmp_path: Path, kind: str, error: int) -> None:
    most = 140 if kind == "write" else 45
    failed = [check(tmp_path, kind, at, error) for at in Random(kind).sample(range(1, most), 40)]
    assert sum(failed) > 30
