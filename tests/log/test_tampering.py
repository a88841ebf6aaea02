"""Nothing can be changed unnoticed: a byte, a row, an order, a tail, a signature, a whole file."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from nacl.signing import SigningKey

from dealer_station.cli.main import main
from dealer_station.engine.model.errors import LogError
from dealer_station.log.integrity import sign
from dealer_station.log.integrity.chain import COLUMNS, GENESIS, hash_of
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.append import Writer
from tests.log import shifts

Copy = Callable[[], Path]


def findings(db: Path) -> list[tuple[str, int]]:
    """The findings of a verification: kinds and rows."""
    return [(finding.kind, finding.seq) for finding in verify(db).findings]


def tampered(db: Path, shift: Path, *statements: str) -> Path:
    """The log after somebody with the tools had a hand in it, and put the triggers back."""
    connection = shifts.unguarded(db)
    for statement in statements:
        connection.execute(statement)
    connection.close()
    shifts.put_guards_back(db, shift)
    return db


def test_a_log_that_nobody_touched_verifies(shift: Path) -> None:
    report = verify(shift)
    assert report.ok
    assert report.signed_seq == report.last_seq == report.rows
    assert report.trusted


@pytest.mark.parametrize("column", COLUMNS)
def test_a_change_of_any_column_of_a_row_is_found_at_that_row(copy: Copy, shift: Path, column: str) -> None:
    changed = {
        "seq": "seq + 1000",
        "part": "CASE part WHEN 'fact' THEN 'seen' ELSE 'fact' END",
        "device_seq": "coalesce(device_seq, 0) + 1",
        "frame": "X'00'",
        "seal": "X'00'",
        "prev": "zeroblob(32)",
        "hash": "zeroblob(32)",
        "body": "CAST(CAST(body AS TEXT) || ' ' AS BLOB)",
    }.get(column, f"{column} || 'x'" if column in ("source", "who", "journal") else f"{column} + 1")
    db = tampered(copy(), shift, f"UPDATE event SET {column} = {changed} WHERE seq = 20")
    kind, seq = findings(db)[0]
    assert (kind, seq) == ("row", 20)


def test_a_change_of_any_byte_of_a_stored_event_is_found(copy: Copy, shift: Path) -> None:
    stored = {row[0]: row[9] for row in shifts.rows(shift)}
    db = copy()
    connection = shifts.unguarded(db)
    update = "UPDATE event SET body = ? WHERE seq = ?"
    for seq in (5, 20, len(stored)):
        body: bytes = stored[seq]
        for at in range(len(body)):
            connection.execute(update, (body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :], seq))
            assert ("row", seq) in findings(db), f"byte {at} of row {seq}"
        connection.execute(update, (body, seq))
    connection.close()


@pytest.mark.parametrize("column", ["head", "wall_us", "signer", "signature"])
def test_an_edited_checkpoint_is_a_broken_signature(copy: Copy, shift: Path, column: str) -> None:
    change = "wall_us + 1" if column == "wall_us" else f"zeroblob(length({column}))"
    first = "(SELECT min(seq) FROM checkpoint)"
    db = tampered(copy(), shift, f"UPDATE checkpoint SET {column} = {change} WHERE seq = {first}")
    assert {kind for kind, _ in findings(db)} == {"signature"}


def test_a_checkpoint_that_was_removed_is_missed(copy: Copy, shift: Path) -> None:
    db = tampered(copy(), shift, "DELETE FROM checkpoint WHERE seq = (SELECT min(seq) FROM checkpoint)")
    assert {kind for kind, _ in findings(db)} == {"signature"}


def test_a_deleted_row_is_named(copy: Copy, shift: Path) -> None:
    db = tampered(copy(), shift, "DELETE FROM event WHERE seq = 30")
    assert findings(db) == [("row", 30)]


def test_swapped_rows_are_found(copy: Copy, shift: Path) -> None:
    db = tampered(
        copy(),
        shift,
        "UPDATE event SET seq = -1 WHERE seq = 30",
        "UPDATE event SET seq = 30 WHERE seq = 31",
        "UPDATE event SET seq = 31 WHERE seq = -1",
    )
    assert findings(db) == [("row", 30)]


def test_a_cut_tail_is_told_apart(copy: Copy, shift: Path) -> None:
    last = len(shifts.rows(shift))
    db = tampered(copy(), shift, f"DELETE FROM event WHERE seq > {last - 5}")
    assert findings(db) == [("cut", last - 4)]


def test_a_tail_that_was_cut_with_its_signatures_is_missed_by_the_checkpoint_outside(
    copy: Copy, shift: Path
) -> None:
    db = copy()
    connection = sqlite3.connect(db)
    end = connection.execute("SELECT min(last_seq) FROM round").fetchone()[0]
    connection.close()
    cut = [f"DELETE FROM {table} WHERE {key} > {end}" for table, key in TABLES]
    tampered(db, shift, *cut)
    assert findings(db) == [("cut", end + 1)]
    sign.outside_path(db).unlink()
    assert verify(db).ok, "without the checkpoint outside nothing tells: that is why it is there"
    assert not verify(db).trusted


TABLES = (("event", "seq"), ("checkpoint", "seq"), ("round", "last_seq"))


def rewritten(db: Path, shift: Path, signer: Path) -> None:
    """Every row anew with one wager changed, and all signatures by another key."""
    stored = shifts.rows(db)
    connection = shifts.unguarded(db)
    connection.execute("DELETE FROM event")
    connection.execute("DELETE FROM checkpoint")
    other = shifts.keys_of(signer)
    own = shifts.keys_of(shift).signer.hex().encode()
    prev, heads = GENESIS, {}
    for row in stored:
        body = row[9].replace(b'"main_cents":1000', b'"main_cents":9000')
        values = (*row[:9], body.replace(own, other.signer.hex().encode()), *row[10:12])
        digest = hash_of(prev, values)
        marks = ", ".join("?" * len(COLUMNS))
        connection.execute(f"INSERT INTO event VALUES ({marks})", (*values, prev, digest))
        prev = heads[row[0]] = digest
    for seq in [last for (last,) in connection.execute("SELECT last_seq FROM round")] + [len(stored)]:
        made = sign.sign(SigningKey(other.signing), seq, heads[seq], 0)
        values = tuple(getattr(made, name) for name in made.__struct_fields__)
        connection.execute("INSERT INTO checkpoint VALUES (?, ?, ?, ?, ?)", values)
    connection.close()
    shifts.put_guards_back(db, shift)


def test_a_file_that_was_rewritten_without_the_key_is_found(copy: Copy, shift: Path, tmp_path: Path) -> None:
    db = copy()
    (tmp_path / "other").mkdir()
    rewritten(db, shift, tmp_path / "other" / "log.db")
    assert {kind for kind, _ in findings(db)} == {"row", "signature"}
    sign.outside_path(db).unlink()
    own = shifts.keys_of(shift).signer
    assert {finding.kind for finding in verify(db, keys=(own,)).findings} == {"signature"}


def test_what_is_wrong_has_its_own_words_and_exit_code_one(copy: Copy, shift: Path) -> None:
    last = len(shifts.rows(shift))
    for statement, words in (
        ("UPDATE event SET who = 'Eve' WHERE seq = 25", "BAD ROW at row 25"),
        (f"DELETE FROM event WHERE seq > {last - 5}", f"CUT TAIL at row {last - 4}"),
        ("UPDATE checkpoint SET signature = zeroblob(64)", "BROKEN SIGNATURE"),
        ("UPDATE round SET number = 7 WHERE number = 2", "BAD INDEX"),
        (
            "DROP TRIGGER event_refuses_update",
            "a table or a trigger is not as the station created it",
        ),
    ):
        db = copy()
        if statement.startswith("DROP"):
            sqlite3.connect(db, isolation_level=None).execute(statement).connection.close()
        else:
            tampered(db, shift, statement)
        done = CliRunner().invoke(main, ["log", "verify", str(db)])
        assert done.exit_code == 1, done.output
        assert words in done.output


@pytest.mark.parametrize("lot", range(4))
def test_any_byte_of_the_file_is_found_or_makes_no_difference(copy: Copy, shift: Path, lot: int) -> None:
    db, original, stored = copy(), shift.read_bytes(), shifts.rows(shift)
    chance, found = Random(lot), 0
    for _ in range(500):
        at = chance.randrange(len(original))
        changed = bytearray(original)
        changed[at] ^= chance.randrange(1, 256)
        db.write_bytes(changed)
        if _is_found(db):
            found += 1
        else:
            assert shifts.rows(db) == stored, f"byte {at}"
    assert found > 250


def _is_found(db: Path) -> bool:
    try:
        return not verify(db).ok
    except LogError:
        return True  # Refused before it was looked at, so it was not accepted as it was written.


@pytest.mark.parametrize(("column", "value"), [("wall_us", 0.5), ("source", 7), ("body", None)])
def test_a_value_of_another_type_is_no_row(shift: Path, column: str, value: object) -> None:
    """A changed byte can make it so, although the table takes none."""
    with Reader(shift) as log:
        values = list(next(log.raw_rows(25, 25)))
    values[COLUMNS.index(column)] = value
    with pytest.raises(ValueError, match="no station writes"):
        hash_of(values[-2], tuple(values[:-2]))


NEXT_ROW = (
    "INSERT INTO event SELECT {seq}, part, cause, {wall_us}, mono_us, source, who, journal, device_seq, "
    "body, frame, seal, {prev}, hash FROM event ORDER BY seq DESC LIMIT 1"
)


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("UPDATE event SET body = X'00' WHERE seq = 5", "append-only"),
        ("DELETE FROM event WHERE seq = 5", "append-only"),
        ("DELETE FROM checkpoint", "append-only"),
        ("UPDATE round SET number = 9", "append-only"),
        ("REPLACE INTO event SELECT * FROM event WHERE seq = 5", "no gaps"),
        (NEXT_ROW.format(seq="seq + 2", wall_us="wall_us", prev="hash"), "no gaps"),
        (NEXT_ROW.format(seq="seq + 1", wall_us="wall_us", prev="prev"), "stands on the hash"),
        (NEXT_ROW.format(seq="seq + 1", wall_us="'noon'", prev="hash"), "cannot store TEXT"),
        (NEXT_ROW.format(seq="seq + 1", wall_us="wall_us", prev="X'00'"), "stands on the hash"),
    ],
)
def test_the_database_itself_refuses_what_a_log_must_never_do(
    copy: Copy, statement: str, complaint: str
) -> None:
    connection = sqlite3.connect(copy(), isolation_level=None)
    with pytest.raises(sqlite3.Error, match=complaint):
        connection.execute(statement)
    connection.close()


def test_the_next_row_is_taken(copy: Copy) -> None:
    db = copy()
    Writer(db, shifts.keys_of(db), shifts.SetClock()).close()
    assert verify(db).ok


def test_the_newest_checkpoint_is_missed_while_it_is_outside(copy: Copy, shift: Path) -> None:
    db = tampered(copy(), shift, "DELETE FROM checkpoint WHERE seq = (SELECT max(seq) FROM checkpoint)")
    last = len(shifts.rows(shift))
    done = CliRunner().invoke(main, ["log", "verify", str(db)])
    assert done.exit_code == 1
    words = (
        f"BROKEN SIGNATURE at row {last}: the checkpoint at row {last} exists outside the file and not in it"
    )
    assert words in done.output


def test_a_key_that_signed_nothing_vouches_for_nothing(tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    log = Writer(db, shifts.keys_of(db), shifts.SetClock())
    words = ["log", "verify", str(db), "--key", shifts.keys_of(db).signer.hex()]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1
    assert "BROKEN SIGNATURE: nothing in this file is signed with a key that you named" in done.output
    log.close()
    assert CliRunner().invoke(main, words).exit_code == 0
