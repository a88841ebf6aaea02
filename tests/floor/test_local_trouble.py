"""Trouble on the machine of a reader is told as such, and blamed on no station."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.floor.floors import FloorUnderTest, bring
from tests.floor.test_floor_url import Reader
from tests.house.rules import ROOT


@pytest.fixture
def reader(floor: FloorUnderTest, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    bring(floor.enrol("table-7"), played)
    return Reader(floor, tmp_path, monkeypatch)


@pytest.mark.parametrize("most", [20_000, 100_000])
def test_a_full_disk_of_a_reader_is_told_in_one_sentence(reader: Reader, tmp_path: Path, most: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dealer_station", "log", "verify", reader.url, "--cache", tmp_path / "small"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(reader.config)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "Table 7: its copy on this machine: " in done.stderr
    assert "free space there, or choose another folder" in done.stderr
    assert "set-aside" not in done.stderr
    assert "restart the station" not in done.stderr
    reader.good("log", "verify", reader.url, "--cache", str(tmp_path / "small"))


def test_a_cache_that_cannot_be_written_is_no_fault_of_a_station(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    said = reader.bad(2, "log", "verify", reader.url, "--cache", str(tmp_path / "file" / "cache"))
    assert "Table 7: its copy on this machine: " in said
    assert "Not a directory" in said
    assert "set-aside" not in said
