"""`dealer-station floor witness` as a process: it starts, cosigns a real log, is killed and goes on."""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.log.test_disputes import run
from tests.log.transparency.make_vectors import SECOND


@contextmanager
def witness(folder: Path) -> Iterator[tuple[str, str, subprocess.Popen[str]]]:
    """A witness in a process of its own: address, verifier key and process."""
    command = [
        sys.executable,
        "-m",
        "dealer_station",
        "floor",
        "witness",
        str(folder),
        "--listen",
        "127.0.0.1:0",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            told = json.loads(process.stderr.readline())
            yield told["url"], told["key"], process
        finally:
            process.kill()


def test_a_real_log_is_cosigned_by_a_witness_that_is_killed_and_started_again(tmp_path: Path) -> None:
    shutil.copytree(SECOND, tmp_path / "station")
    log, folder = tmp_path / "station" / "second.db", tmp_path / "witness"
    folder.mkdir()
    assert "write it first" in run("floor", "witness", folder)[1]
    key = run("log", "verifier-key", log)[1].split()[-1]
    (folder / "witness.toml").write_text(f'name = "w.example"\n[[logs]]\nkeys = ["{key}"]\n', "utf-8")
    with witness(folder) as (url, named, process):
        code, said = run("log", "cosign", log, "--seq", 300, "--witness", url, named)
        assert (code, "row 300, cosigned by 1" in said) == (0, True)
        assert "another witness runs" in run("floor", "witness", folder)[1]
        process.send_signal(signal.SIGKILL)
        process.wait()
        code, said = run("log", "cosign", log, "--witness", url, named)
        assert (code, "does not answer" in said) == (2, True)
    assert run("log", "checkpoint", log, "--trees")[0] == 0
    assert (log.parent / "second-2026-11.db.tree").exists()
    with witness(folder) as (url, again, _):
        assert again == named == run("floor", "witness", folder, "--key")[1].strip()
        assert run("log", "cosign", log, "--witness", url, named)[0] == 0
        code, said = run("log", "cosign", log, "--seq", 800, "--witness", url, named)
        assert (code, "has cosigned 853 rows of this log" in said) == (2, True)
    proof = tmp_path / "7.tlog-proof"
    assert run("dispute", "sheet", log, 15, "--out", tmp_path / "15.pdf")[0] == 0
    assert run("log", "prove", log, "--round", 7, "--out", proof)[0] == 0
    for one in (proof, tmp_path / "15.tlog-proof"):
        code, said = run("log", "check-proof", one, "--key", key, "--witness", named)
        assert (code, "cosigned by w.example" in said) == (0, True)
    assert run("log", "verify", log, "--checkpoint", f"{log}.note")[0] == 0
