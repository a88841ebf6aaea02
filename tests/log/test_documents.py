"""The how-to on verifying a log is right: its check by hand runs, and finds what it says it finds."""

import re
import subprocess
import sys
from pathlib import Path

from tests.house.rules import ROOT
from tests.log import shifts


def by_hand(db: Path) -> subprocess.CompletedProcess[str]:
    """The program of docs/how-to/verify-a-log.md, as a reader would run it."""
    page = (ROOT / "docs" / "how-to" / "verify-a-log.md").read_text("utf-8")
    found = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert found
    command = [sys.executable, "-c", found[1], str(db)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_check_by_hand_comes_to_the_same_head(shift: Path, tmp_path: Path) -> None:
    head = shifts.rows(shift)[-1][-1].hex()
    done = by_hand(shift)
    assert (done.stdout, done.returncode) == (f"head {head}\n", 0)
    changed = tmp_path / "log.db"
    changed.write_bytes(shift.read_bytes())
    connection = shifts.unguarded(changed)
    connection.execute("UPDATE event SET who = 'Eve' WHERE seq = 21")
    connection.close()
    assert "row 21" in by_hand(changed).stderr
