"""The commands about signed notes and proofs, as an operator types them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.log import shifts
from tests.log.test_disputes import run


@pytest.fixture
def log(copy: Callable[[], Path]) -> Path:
    return copy()


def key_of(log: Path) -> str:
    return run("log", "verifier-key", log)[1].strip()


def test_a_note_is_printed_and_the_log_verified_against_it(log: Path, tmp_path: Path) -> None:
    note, early = tmp_path / "note", tmp_path / "early"
    code, text = run("log", "checkpoint", log)
    assert (code, text.splitlines()[1]) == (0, "82")
    assert run("log", "checkpoint", log, "--out", note) == (0, f"{note}: signed note of row 82\n")
    assert note.read_text("utf-8") == text
    assert run("log", "checkpoint", log, "--out", note)[0] == 2
    assert run("log", "checkpoint", log, "--seq", 50, "--out", early)[0] == 0
    for kept in (note, early):
        for more in ((), ("--key", log.with_name("log.db.keys") / "signing.pub")):
            code, said = run("log", "verify", log, "--checkpoint", kept, *more)
            assert (code, "82 rows, chain intact, signed up to row 82" in said) == (0, True)
            assert "taken from the file itself" not in said


def test_a_log_that_differs_from_the_note_is_reported(log: Path, tmp_path: Path) -> None:
    note = tmp_path / "note"
    run("log", "checkpoint", log, "--out", note)
    text = note.read_text("utf-8")
    connection = shifts.unguarded(log)
    connection.execute("DELETE FROM event WHERE seq > 60")
    connection.execute("DELETE FROM checkpoint WHERE seq > 60")
    connection.close()
    code, said = run("log", "verify", log, "--checkpoint", note)
    assert (code, "CUT TAIL at row 61" in said) == (1, True)
    note.write_text(text.replace("\n82\n", "\n60\n"), "utf-8")
    code, said = run("log", "verify", log, "--checkpoint", note)
    assert (code, "BROKEN SIGNATURE at row 60" in said) == (1, True)
    note.write_text("nothing\n", "utf-8")
    assert run("log", "verify", log, "--checkpoint", note)[0] == 2


def test_a_rewritten_log_is_found_by_the_note_alone(log: Path, tmp_path: Path) -> None:
    """Whoever has the key and writes another log of the same length is found out by a note kept elsewhere."""
    again = tmp_path / "again" / "log.db"
    again.parent.mkdir()
    keys = log.with_name("log.db.keys")
    keys.rename(again.with_name("log.db.keys"))
    rewritten = shifts.play(again, rounds=3, seed=5)
    again.with_name("log.db.keys").rename(keys)
    note = tmp_path / "note"
    run("log", "checkpoint", log, "--seq", 50, "--out", note)
    assert run("log", "verify", rewritten)[0] == 0
    code, said = run("log", "verify", rewritten, "--checkpoint", note)
    assert (code, "the file was rewritten" in said) == (1, True)


def test_a_proof_is_written_and_checked_without_the_log(log: Path, tmp_path: Path) -> None:
    proof, key = tmp_path / "2.tlog-proof", key_of(log)
    assert run("log", "prove", log, "--round", 2, "--out", proof) == (0, f"{proof}: proof of rows 36 to 57\n")
    log.unlink()
    code, said = run("log", "check-proof", proof, "--key", key)
    assert (code, "rows 36 to 57" in said, "checkpoint of 82 rows" in said) == (0, True, True)
    data = json.loads(run("log", "check-proof", proof, "--key", key, "--json")[1])
    assert [row["seq"] for row in data["rows"]] == [*range(36, 58)]
    assert data["rows"][-1]["body"]["number"] == 2
    raw = bytearray(proof.read_bytes())
    raw[200] ^= 1
    proof.write_bytes(raw)
    assert run("log", "check-proof", proof, "--key", key)[0] in (1, 2)


def test_a_missing_cosignature_and_a_wrong_key_are_reported(log: Path, tmp_path: Path) -> None:
    proof, key = tmp_path / "row.tlog-proof", key_of(log)
    assert run("log", "prove", log, "--row", 40, "--out", proof)[0] == 0
    witness = "w.example+09d17bb7+BHC0RzLSOGLIHhqKYhbl0gC7FqMbdYEpDHpgLtnDlhr5"
    assert run("log", "check-proof", proof, "--key", witness)[0] == 2
    assert run("log", "check-proof", proof, "--key", "nonsense")[0] == 2
    assert run("log", "check-proof", log, "--key", key)[0] == 2
    assert run("log", "prove", log)[0] == 2
    assert run("log", "prove", log, "--row", 40, "--round", 2)[0] == 2


def test_without_keys_and_without_a_note_the_reason_is_given(log: Path, tmp_path: Path) -> None:
    log.with_name("log.db.keys").rename(tmp_path / "elsewhere")
    code, said = run("log", "checkpoint", log)
    assert (code, "only the station that writes a log can sign for it" in said) == (2, True)
    code, said = run("dispute", "sheet", log, 2, "--out", tmp_path / "2.pdf")
    assert (code, "no proof beside the sheet" in said) == (0, True)
    code, said = run(
        "dispute", "sheet", log, 3, "--out", tmp_path / "3.pdf", "--keys", tmp_path / "elsewhere"
    )
    assert (code, "proof of the round written to" in said) == (0, True)
    assert run("log", "check-proof", tmp_path / "3.tlog-proof", "--key", key_of(log))[0] == 0
    (tmp_path / "3.pdf").unlink()
    assert "already exists" in run("dispute", "sheet", log, 3, "--out", tmp_path / "3.pdf")[1]


def test_a_note_of_another_log_of_the_same_station_is_named_as_such(log: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "log.db"
    other.parent.mkdir()
    shutil.copytree(log.with_name("log.db.keys"), other.with_name("log.db.keys"))
    shifts.play(other, rounds=5, clock=shifts.SetClock(wall=shifts.NOON_US + 1))
    note = tmp_path / "note"
    assert run("log", "checkpoint", other, "--out", note)[0] == 0
    code, said = run("log", "verify", log, "--checkpoint", note)
    assert (code, "BROKEN SIGNATURE: the checkpoint is of another log" in said) == (1, True)
    assert "of another log" in run("log", "prove", log, "--row", 40, "--note", note)[1]


def test_a_changed_row_is_reported_as_such_beside_a_note(log: Path, tmp_path: Path) -> None:
    note = tmp_path / "note"
    run("log", "checkpoint", log, "--out", note)
    connection = shifts.unguarded(log)
    connection.execute("UPDATE event SET who = 'Eve' WHERE seq = 21")
    connection.close()
    code, said = run("log", "verify", log, "--checkpoint", note)
    assert (code, "BAD ROW at row 21" in said, "SIGNATURE" in said) == (1, True, False)
