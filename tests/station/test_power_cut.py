"""The power goes at any moment: no possible disk is corrupt, none lacks an event that was acknowledged."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.station import power_cut, recorder
from tests.station.recorder import Op


def recorded(folder: Path, *, rounds: int, synchronous: str) -> list[Op]:
    """The operations that a real station asked its disk for during a shift."""
    (folder / "disk").mkdir()
    done = recorder.run_station(
        recorder.compiled(folder),
        folder / "disk",
        {"DS_TRACE": str(folder / "trace")},
        rounds=rounds,
        synchronous=synchronous,
    )
    assert done.returncode == 0, done.stderr
    return recorder.read_trace(folder / "trace")


def faults(ops: list[Op], count: int, folder: Path, seed: int) -> Counter[str]:
    """The faults of so many disks, counted by kind."""
    (folder / "rebuilt").mkdir(exist_ok=True)
    found: Counter[str] = Counter()
    for cut, mode, files, acknowledged in power_cut.disks(ops, count, Random(seed)):
        fault = power_cut.fault_of(files, acknowledged, folder / "rebuilt")
        found[fault.split(":")[0]] += 1
        if fault:
            found[f"{mode} at {cut}: {fault}"] += 1
    return found


def test_no_disk_after_a_power_cut_is_corrupt_or_lacks_what_was_acknowledged(tmp_path: Path) -> None:
    ops = recorded(tmp_path, rounds=6, synchronous="FULL")
    assert faults(ops, 520, tmp_path, seed=1) == {"": 520}


def test_without_waiting_for_the_disk_the_same_harness_finds_what_is_lost(tmp_path: Path) -> None:
    ops = recorded(tmp_path, rounds=4, synchronous="NORMAL")
    assert faults(ops, 60, tmp_path, seed=2)["lost"] > 10


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(10))
def test_twenty_thousand_disks(tmp_path: Path, seed: int) -> None:
    ops = recorded(tmp_path, rounds=30, synchronous="FULL")
    assert faults(ops, 2_000, tmp_path, seed=seed) == {"": 2_000}
