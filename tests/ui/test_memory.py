"""The screen plays for days without growing: its memory after very many rounds, beside that after few."""

import subprocess
import sys
from pathlib import Path

import pytest

FEW = 100
GROWN_MOST = 1.10
PATIENCE_SECONDS = 3 * 3600


@pytest.mark.campaign
@pytest.mark.parametrize("many", [1_000, 10_000])
def test_memory_stays_within_a_tenth(many: int, tmp_path: Path) -> None:
    """A separate process that plays at a real station; `make bench` shows the numbers of the first."""
    command = [
        sys.executable,
        "-m",
        "tools.bench.screen_memory",
        str(tmp_path / "many.db"),
        str(FEW),
        str(many),
    ]
    played = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert played.returncode == 0, played.stderr[-2000:]
    before, after = map(int, played.stdout.split())
    assert after <= GROWN_MOST * before, f"{before} kB after {FEW} rounds, {after} kB after {many}"
