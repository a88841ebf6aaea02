"""The tree of a log on disk: across months, from a kept state, and never of changed rows."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_station.engine.model.errors import KeyFaultError, LogCorruptError, LogError, ProofFaultError
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.integrity.chain import hashed_bytes, row_from
from dealer_station.log.read.reader import Reader
from dealer_station.log.transparency import log_note, row_proof
from dealer_station.log.transparency.log_tree import open_tree, round_rows, tree_path
from dealer_station.log.transparency.tree import is_consistent
from dealer_station.log.transparency.tree_head import head_of, log_key
from tests.log import shifts
from tests.log.transparency import naive
from tests.log.transparency.make_vectors import SECOND

MONTH_US = 31 * 24 * 3_600 * 1_000_000


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log whose first month is closed and whose second has two rounds."""
    db = tmp_path_factory.mktemp("months") / "table7.db"
    clock = shifts.SetClock()
    shifts.play(db, rounds=2, clock=clock)
    clock.wall += MONTH_US
    return shifts.play(db, rounds=2, clock=clock)


def row_hashes(*files: Path) -> list[bytes]:
    return [row[-1] for file in files for row in shifts.rows(file)]


def test_the_tree_of_a_log_is_the_defined_one(shift: Path) -> None:
    hashes, tree = row_hashes(shift), open_tree(shift)
    assert tree.origin == f"dealer-station/{hashes[1].hex()}"
    for size in (1, 7, len(hashes)):
        assert tree.head(size).root == naive.tree_hash(hashes[:size])
    with pytest.raises(LogError, match="has no row"):
        tree.head(len(hashes) + 1)


def test_a_tree_goes_through_all_months(months: Path) -> None:
    closed = months.with_name("table7-2026-11.db")
    hashes, tree = row_hashes(closed, months), open_tree(months)
    first, size = len(row_hashes(closed)), len(hashes)
    assert tree.origin == open_tree(closed).origin == f"dealer-station/{hashes[1].hex()}"
    assert tree.head(size).root == naive.tree_hash(hashes)
    assert [*tree.inclusion(3, size)] == naive.audit_path(2, hashes)
    proof = tree.consistency(first, size)
    assert is_consistent(first, tree.head(first).root, size, tree.head(size).root, proof)


def test_a_round_of_an_earlier_month_is_proved_in_the_newest_checkpoint(months: Path) -> None:
    keys = shifts.keys_of(months)
    note = log_note.sign_note(months, keys)
    first, last = round_rows(months, 2)
    assert first < last <= len(row_hashes(months.with_name("table7-2026-11.db")))
    proof = row_proof.prove(months, first, last, note)
    assert len(row_proof.check(proof, log_key(head_of(note).origin, keys.signer)).rows) == last - first + 1
    with pytest.raises(LogError, match="no round 99"):
        round_rows(months, 99)


def test_the_state_of_a_month_replaces_its_file(months: Path, tmp_path: Path) -> None:
    closed = months.with_name("table7-2026-11.db")
    hashes, keys = row_hashes(closed, months), shifts.keys_of(months)
    for file in (closed, months):
        shutil.copy(file, tmp_path / file.name)
    alone, month = tmp_path / months.name, tmp_path / closed.name
    assert log_note.write_trees(alone, keys) == [tree_path(month)]
    assert log_note.write_trees(alone, keys) == []
    size, last = len(hashes), len(hashes) - 2
    kept = open_tree(alone, last)
    assert kept.files == (alone,)
    month.unlink()
    for tree in (kept, open_tree(alone)):
        assert tree.head(size).root == naive.tree_hash(hashes)
        assert [*tree.inclusion(last, size)] == naive.audit_path(last - 1, hashes)
    with pytest.raises(LogError, match="no proof can be made: the compact state no longer holds these rows"):
        open_tree(alone).inclusion(3, size)
    state = tree_path(month)
    good = state.read_bytes()
    for bad, why in (
        (good.replace(b"tree@v1", b"tree@v2"), "does not begin with"),
        (good.replace(b"\n", b"\nAAAA", 1), "not a hash"),
        (good[:30] + (b"B" if good[30:31] == b"A" else b"A") + good[31:], "do not lead to the signed root"),
    ):
        state.write_bytes(bad)
        with pytest.raises(ProofFaultError, match=why):
            open_tree(alone)
    state.unlink()
    with pytest.raises(LogError, match=r"begins in table7-2026-11\.db, which is missing"):
        open_tree(alone)


def test_a_change_of_keys_does_not_spoil_the_state_of_an_earlier_month(tmp_path: Path) -> None:
    shutil.copytree(SECOND, tmp_path / "second")
    log = tmp_path / "second" / "second.db"
    month, keys = log.with_name("second-2026-11.db"), key_files.load(log.with_name("second.db.keys"))
    with pytest.raises(KeyFaultError, match="never named this signing key"):
        log_note.sign_note(month, key_files.make(tmp_path / "other.keys", None))
    whole = log_note.sign_note(log, keys)
    assert log_note.write_trees(log, keys) == [tree_path(month)]
    month.unlink()
    assert log_note.sign_note(log, keys) == whole


def test_no_note_is_made_of_changed_rows(copy: Callable[[], Path]) -> None:
    db = copy()
    connection = shifts.unguarded(db)
    connection.execute("UPDATE event SET who = 'Eve' WHERE seq = 21")
    connection.close()
    with pytest.raises(LogCorruptError, match="row 21 was changed"):
        log_note.sign_note(db, shifts.keys_of(db))


def test_no_note_is_made_of_rows_that_the_station_has_not_signed(copy: Callable[[], Path]) -> None:
    db = copy()
    connection = shifts.unguarded(db)
    connection.execute("DELETE FROM checkpoint WHERE seq > 35")
    connection.close()
    keys = shifts.keys_of(db)
    assert head_of(log_note.sign_note(db, keys)).size == 35
    with pytest.raises(LogError, match="row 36 is not signed yet"):
        log_note.sign_note(db, keys, 36)
    connection = shifts.unguarded(db)
    connection.execute("UPDATE checkpoint SET signature = zeroblob(64)")
    connection.close()
    with pytest.raises(LogCorruptError, match="the checkpoint at row 35 is not genuine"):
        log_note.sign_note(db, keys)


def test_only_a_key_that_the_log_names_signs_for_it(shift: Path, tmp_path: Path) -> None:
    stranger = key_files.make(tmp_path / "other.keys", None)
    with pytest.raises(KeyFaultError, match="never named this signing key"):
        log_note.sign_note(shift, stranger)


def test_a_round_is_proved_with_all_its_rows(shift: Path) -> None:
    keys = shifts.keys_of(shift)
    note = log_note.sign_note(shift, keys)
    with Reader(shift) as log:
        first, last = log.span(2)
        rows = tuple(log.rows(first, last))
    proof = row_proof.read_proof(row_proof.prove(shift, first, last, note).text.encode())
    key = log_key(head_of(note).origin, keys.signer)
    assert row_proof.check(proof, key).rows == rows
    other = log_key("dealer-station/other", keys.signer)
    with pytest.raises(ProofFaultError, match="is of the log"):
        row_proof.check(proof, other)
    with pytest.raises(ProofFaultError, match="no signature is by"):
        row_proof.check(proof, log_key(key.name, bytes(32)))
    early = log_note.sign_note(shift, keys, last - 1)
    with pytest.raises(ProofFaultError, match="does not cover row"):
        row_proof.prove(shift, first, last, early)


def test_a_note_of_another_log_proves_nothing(shift: Path, tmp_path: Path) -> None:
    later = shifts.SetClock(wall=shifts.NOON_US + 1)
    other = shifts.play(tmp_path / "other.db", rounds=3, clock=later)
    note = log_note.sign_note(other, shifts.keys_of(other))
    with pytest.raises(ProofFaultError, match="of another log"):
        row_proof.prove(shift, 36, 57, note)


def test_the_hashed_bytes_of_a_row_are_that_row(shift: Path) -> None:
    for values in shifts.rows(shift):
        raw = hashed_bytes(values[-2], values[:-2])
        row = row_from(raw)
        assert (*(getattr(row, name) for name in row.__struct_fields__),) == values
        for bad in (raw[:-1], raw + b"\x00", raw[:60], b""):
            with pytest.raises(ValueError):
                row_from(bad)
