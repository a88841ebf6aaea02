"""The vectors are what this program makes, and the programs of the reference page accept and refuse them."""

import base64
import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from dealer_station.engine.model.errors import ProofFaultError
from dealer_station.floor.witness.cosigning import Cosigner
from dealer_station.floor.witness.settings import open_witness
from dealer_station.log.transparency import row_proof
from dealer_station.log.transparency.note import read_note
from dealer_station.log.transparency.note_keys import read_key
from dealer_station.log.transparency.tree import is_consistent, root_by_inclusion
from dealer_station.log.transparency.tree_head import head_of
from dealer_station.log.transparency.witness_request import WitnessRequest, read_request
from tests.house.rules import ROOT
from tests.log.transparency import make_vectors, naive
from tests.log.transparency.make_vectors import FOLDER, SECOND

KEYS = [(FOLDER / name).read_text("utf-8").strip() for name in ("log.vkey", "witness.vkey")]
LOG, WITNESS = map(read_key, KEYS)


def test_the_vectors_are_what_the_program_makes() -> None:
    made = make_vectors.made()
    assert {path.name for path in FOLDER.iterdir()} == {*made, "README.md"}
    for name, text in made.items():
        assert (FOLDER / name).read_text("utf-8") == text, name


def test_the_tree_of_the_kept_hashes_has_the_signed_root() -> None:
    hashes = [base64.b64decode(line) for line in (FOLDER / "row_hashes.txt").read_text("ascii").split()]
    for name in ("older.note", "checkpoint.note"):
        head = head_of(read_note((FOLDER / name).read_bytes()))
        assert naive.tree_hash(hashes[: head.size]) == head.root


def test_the_kept_proofs_verify() -> None:
    one = json.loads((FOLDER / "inclusion.json").read_text("ascii"))
    row, root, *proof = map(base64.b64decode, (one["row_hash"], one["root"], *one["proof"]))
    assert root_by_inclusion(row, one["index"], one["size"], proof) == root
    two = json.loads((FOLDER / "consistency.json").read_text("ascii"))
    old, new, *proof = map(base64.b64decode, (two["old_root"], two["root"], *two["proof"]))
    assert is_consistent(two["old_size"], old, two["size"], new, proof)
    proven = row_proof.check(
        row_proof.read_proof((FOLDER / "round.tlog-proof").read_bytes()), LOG, (WITNESS,)
    )
    assert proven.rows[-1].hash == row


def test_a_witness_accepts_the_kept_request(tmp_path: Path) -> None:
    (tmp_path / "witness.toml").write_text(f'name = "w"\n[[logs]]\nkeys = ["{KEYS[0]}"]\n', "utf-8")
    cosigner = Cosigner(open_witness(tmp_path))
    older = WitnessRequest(0, (), read_note((FOLDER / "older.note").read_bytes()))
    body = (FOLDER / "add-checkpoint.request").read_bytes()
    assert cosigner.add_checkpoint(older.body).verdict == "cosigned"
    assert cosigner.add_checkpoint(body).verdict == "cosigned"
    assert read_request(body).note == read_note((FOLDER / "checkpoint.note").read_bytes())


def test_no_proof_with_a_flipped_bit_is_accepted() -> None:
    raw = (FOLDER / "round.tlog-proof").read_bytes()
    # Every bit of the lines that are not rows, and some of the rows.
    rows_end = raw.index(b"\nindex ")
    bits = [*range(0, rows_end * 8, 1_009), *range(rows_end * 8, len(raw) * 8, 5)]
    for bit in bits:
        changed = bytearray(raw)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ProofFaultError):
            accept(bytes(changed))


def accept(raw: bytes) -> None:
    row_proof.check(row_proof.read_proof(raw), LOG, (WITNESS,))


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved_programs(tmp_path_factory.mktemp("programs"))


def saved_programs(folder: Path) -> Path:
    """A folder with the programs of the reference page, as a reader saves them."""
    page = (ROOT / "docs" / "reference" / "verification.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for name, block in zip(("note.py", "check_log.py", "check_proof.py"), blocks, strict=True):
        (folder / name).write_text(block, "utf-8")
    return folder


def ran(folder: Path, *words: object) -> tuple[str, str]:
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (not done.stderr)
    return done.stdout, done.stderr.strip().rpartition("\n")[2]


def test_the_program_of_the_page_compares_a_log_with_a_note(programs: Path, tmp_path: Path) -> None:
    months = SECOND / "second-2026-11.db", SECOND / "second.db"
    note = FOLDER / "cosigned.note"
    assert ran(programs, "check_log.py", note, KEYS[0], *months) == (
        "853 rows as signed; keys that have signed: 1\n",
        "",
    )
    done = ran(programs, "check_log.py", note, *KEYS, *months)
    assert done == (f"853 rows as signed; keys that have signed: {len(KEYS)}\n", "")
    changed = tmp_path / "changed.note"
    changed.write_text(note.read_text("utf-8").replace("\n853\n", "\n852\n"), "utf-8")
    assert "is not genuine" in ran(programs, "check_log.py", changed, KEYS[0], *months)[1]
    unsigned = tmp_path / "unsigned.note"
    unsigned.write_text(note.read_text("utf-8").replace("surveillance", "surveillancE"), "utf-8")
    assert "is not signed with the key of" in ran(programs, "check_log.py", unsigned, *KEYS, *months)[1]
    assert "name the key of the log" in ran(programs, "check_log.py", note, *months)[1]
    assert "row 1 is missing" in ran(programs, "check_log.py", note, KEYS[0], months[1])[1]


def test_the_program_of_the_page_checks_a_proof(programs: Path, tmp_path: Path) -> None:
    proof = FOLDER / "round.tlog-proof"
    assert ran(programs, "check_proof.py", proof, *KEYS) == ("rows 312 to 379 are in the log\n", "")
    assert ran(programs, "check_proof.py", proof, KEYS[0])[1] == ""
    text = proof.read_text("utf-8")
    start = text.index("extra ") + 400
    for bad in (
        text[:start] + ("A" if text[start] != "A" else "B") + text[start + 1 :],
        text.replace("\nindex 378\n", "\nindex 377\n"),
        text.replace("surveillance", "surveillancE"),
    ):
        (tmp_path / "bad").write_text(bad, "utf-8")
        for more in ((), ("-O",)):
            assert "REFUSED: " in ran(programs, *more, "check_proof.py", tmp_path / "bad", *KEYS)[1]
    assert "name the key of the log" in ran(programs, "check_proof.py", proof)[1]


def test_the_origin_is_the_hash_of_row_two() -> None:
    second = (FOLDER / "row_hashes.txt").read_text("ascii").split()[1]
    assert LOG.name == f"dealer-station/{base64.b64decode(second).hex()}"
    named = f"{LOG.name}\n".encode() + b"\x01" + LOG.public
    assert sha256(named).digest()[:4] == LOG.id
