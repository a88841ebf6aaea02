"""kill -9 at random moments: nothing acknowledged or shown is lost, and the same step is due again."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.rules import ROOT


def kill(folder: Path, kills: int, seed: int) -> None:
    """Runs the killer; its own checks say what was lost."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.station.killing", str(folder), f"--kills={kills}", f"--seed={seed}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_station_goes_on_where_it_was(tmp_path: Path, seed: int) -> None:
    kill(tmp_path, 32, seed)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(10, 20))
def test_two_thousand_kills(tmp_path: Path, seed: int) -> None:
    kill(tmp_path, 200, seed)
