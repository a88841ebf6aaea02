"""Notes that the floor does not cosign: each has its code, its evidence and its alarm."""

from pathlib import Path

import psycopg
import pytest

from dealer_station.floor.client.link import FloorSettings
from dealer_station.floor.protocol.messages import Refusal
from dealer_station.floor.protocol.notes import CosignedNote, SentNote
from dealer_station.floor.store import cosigning
from dealer_station.log.integrity import keys as key_files
from dealer_station.log.transparency import log_note
from dealer_station.log.transparency.note import NoteSignature, SignedNote
from dealer_station.log.transparency.tree_head import TreeHead, log_signer
from tests.floor.commands import floor_command
from tests.floor.cosigning.noted import (
    bring_noted,
    cosigned_sizes,
    false_note,
    grow,
    kept,
    key_of,
    keys_beside,
    log_keys,
    size_of,
    status,
)
from tests.floor.floors import FloorUnderTest, bring
from tests.floor.small_logs import SmallLog
from tests.floor.test_forks import small


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return small(tmp_path / "table.db")


@pytest.fixture
def settings(floor: FloorUnderTest) -> FloorSettings:
    return floor.enrol("table-7")


def tampered(floor: FloorUnderTest, statement: str) -> None:
    """Do what only a superuser can do."""
    with psycopg.connect(floor.database, autocommit=True) as connection:
        assert connection.execute(statement).rowcount == 1


def test_every_refusal_has_its_code_and_contradictions_are_kept_as_evidence(
    floor: FloorUnderTest, log: Path, settings: FloorSettings
) -> None:
    bring_noted(settings, log)
    size = grow(log, 10)
    assert bring(settings, log).state.status == "current"
    link = floor.link(settings)
    note = log_note.sign_note(log, key_files.load(keys_beside(log)))
    text, (line,) = note.text, note.signatures
    origin, stranger = log_keys(log)[0].name, log_signer(log_keys(log)[0].name, bytes(range(32)))
    seed = key_files.read(keys_beside(log) / "signing.key")
    other = log_signer("dealer-station/other", seed)
    broken = NoteSignature(line.name, line.key_id, bytes(64))
    longer = TreeHead(origin, size, bytes(32), ("a line",)).note(log_signer(origin, seed))
    sent = {
        "nonsense": (1, "nonsense", "malformed"),
        "another branch": (7, str(note), "gap"),
        "another log": (1, str(TreeHead("dealer-station/other", 5, bytes(32)).note(other)), "foreign_log"),
        "unchecked lines": (1, str(longer), "malformed"),
        "an empty tree": (1, str(false_note(log, 0)), "malformed"),
        "a broken signature": (1, str(SignedNote(text, (broken,))), "forged"),
        "an unknown key": (1, str(SignedNote(text, ()).signed_by(stranger)), "untrusted_key"),
        "rows to come": (1, str(false_note(log, size + 1)), "gap"),
        "another root": (1, str(false_note(log, size)), "note_differs"),
        "another root of cosigned rows": (1, str(false_note(log, 32)), "note_differs"),
        "another root of older rows": (1, str(false_note(log, 20)), "note_differs"),
        "a branch beyond all": (2**40, str(note), "malformed"),
        "too long": (1, "x" * 20_000, "malformed"),
    }
    for what, (branch, words, code) in sent.items():
        answer = link.send_note(SentNote(branch, words))
        assert isinstance(answer, Refusal), what
        assert answer.code == code, (what, answer)
        assert bool(answer.quarantine) == (code in ("forged", "untrusted_key", "note_differs")), what
    assert cosigned_sizes(floor) == [32]
    assert floor.ask("SELECT count(*) FROM floor.quarantine WHERE kind = 'note_differs'") == [(3,)]
    exit_code, said, shown = status(floor)
    assert (exit_code, "A NOTE WAS REFUSED: case 5" in said, shown["case"]) == (1, True, 5)
    assert "note_differs from table-7 (Table 7), rows 20 to 20" in said
    assert (
        "only a fork can be accepted"
        in floor_command(floor, "accept", "5", "--by", "Maria", "--because", "x").output
    )

    # The true note is cosigned all the same, once, whoever asks how often; lines of strangers are left out.
    crowd = note.signed_by(stranger)
    first, again = (link.send_note(SentNote(1, str(crowd))) for _ in range(2))
    assert isinstance(first, CosignedNote)
    assert first == again == link.note()
    older = link.send_note(SentNote(1, str(log_note.sign_note(log, key_files.load(keys_beside(log)), 20))))
    assert older == first
    assert cosigned_sizes(floor) == [32, size]
    assert status(floor)[0] == 0


def test_rows_that_a_superuser_changed_are_not_cosigned_and_raise_an_alarm(
    floor: FloorUnderTest, log: Path, settings: FloorSettings
) -> None:
    bring_noted(settings, log)
    before = kept(log)
    middle = grow(log, 10)
    bring(settings, log)
    tampered(floor, "UPDATE floor.event SET who = 'Eve' WHERE seq = 36")
    done = bring_noted(settings, log)
    assert (done.state.status, done.state.note_code) == ("current", "note_differs")
    assert "row 36 of the floor was changed" in done.state.note_words
    assert (cosigned_sizes(floor), kept(log)) == ([32], before)
    code, said, shown = status(floor)
    assert (code, "A NOTE WAS REFUSED: case 1" in said, shown["size"]) == (1, True, 32)
    assert bring_noted(settings, log).state.note_code == "note_differs"
    assert floor.ask("SELECT count(*) FROM floor.quarantine") == [(1,)]
    tampered(floor, "UPDATE floor.event SET who = '' WHERE seq = 36")
    assert bring_noted(settings, log).state.note_code == ""
    assert status(floor)[0] == 0

    # The hash alone, and the note that the floor itself has cosigned.
    size = grow(log, 10)
    bring(settings, log)
    tampered(floor, f"UPDATE floor.event SET hash = decode(repeat('11', 32), 'hex') WHERE seq = {size - 1}")
    assert "was changed" in bring_noted(settings, log).state.note_words
    tampered(floor, "UPDATE floor.note SET text = replace(text, E'\\n32\\n', E'\\n31\\n') WHERE size = 32")
    flip = "set_byte(nodes, 0, get_byte(nodes, 0) # 1)"
    tampered(floor, f"UPDATE floor.note SET nodes = {flip} WHERE size = {middle}")
    assert "was changed here" in bring_noted(settings, log).state.note_words
    verified = floor_command(floor, "verify")
    assert verified.exit_code == 1
    assert "BAD NOTE at row 32: the note of 32 rows is not genuine" in verified.output
    assert f"BAD NOTE at row {middle}: the note of {middle} rows has a stored tree" in verified.output


def test_notes_that_were_deleted_or_added_are_found_by_a_verification(
    floor: FloorUnderTest, log: Path, settings: FloorSettings
) -> None:
    bring_noted(settings, log)
    tampered(floor, "UPDATE floor.cosigner SET key = (SELECT text FROM floor.note LIMIT 1)")
    assert floor_command(floor, "verify").exit_code == 2
    tampered(floor, f"UPDATE floor.cosigner SET key = '{floor.signer.key.text}'")
    tampered(floor, "UPDATE floor.note SET size = 40")
    verified = floor_command(floor, "verify")
    assert "BAD NOTE at row 40: the note of 40 rows is of more rows than the floor has" in verified.output


def test_a_long_tree_is_computed_over_several_requests(
    floor: FloorUnderTest, log: Path, settings: FloorSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cosigning, "ROWS_AT_ONCE", 7)
    monkeypatch.setattr("dealer_station.floor.client.note_sender.BUSY_SECONDS", 0.01)
    assert bring_noted(settings, log).state.cosigned == 32
    grow(log, 25)
    bring_noted(settings, log)
    assert cosigned_sizes(floor) == [32, size_of(log)]


def test_a_floor_has_one_key_and_a_gateway_without_it_cosigns_nothing(
    floor: FloorUnderTest, tmp_path: Path, log: Path, settings: FloorSettings
) -> None:
    bring_noted(settings, log)
    folder = floor.folder / "floor"
    assert floor.signer.key.text in floor_command(floor, "init").output
    (folder / "witness.key").rename(tmp_path / "witness.key")
    refused = floor_command(floor, "init")
    assert (refused.exit_code, "copy it from another" in refused.output.replace("\n", " ")) == (2, True)
    floor.gateway.stop()
    floor.forget_gateways()
    grow(log, 3)
    bare = floor.enrol("table-7")
    done = bring_noted(bare, log)
    assert (done.state.status, done.state.note_code) == ("current", "not_found")
    (folder / "witness.key").write_text("another\n" + "11" * 32 + "\n", "ascii")
    assert "is not the key with which this floor cosigns" in floor_command(floor, "init").output
    floor.gateway.stop()
    floor.forget_gateways()
    done = bring_noted(floor.enrol("table-7"), log)
    assert "is not the key of the floor" in done.state.note_words
    assert cosigned_sizes(floor) == [32]
    # It was stolen: the old cosignatures stay valid, and new ones are made with a new key.
    renewed = key_of(floor_command(floor, "init", "--new-witness-key").output)
    assert renewed == key_of(floor_command(floor, "witness-key").output) != floor.signer.key
    floor.gateway.stop()
    floor.forget_gateways()
    bring_noted(floor.enrol("table-7"), log)
    assert kept(log).times((renewed, floor.signer.key)).keys() == {renewed}
    assert "cosigned up to row" in floor_command(floor, "verify").output


def test_without_keys_there_is_no_note_and_unsigned_rows_are_in_none(
    tmp_path: Path, log: Path, settings: FloorSettings
) -> None:
    keys_beside(log).rename(tmp_path / "elsewhere")
    done = bring_noted(settings, log)
    assert (done.state.status, done.state.cosigned, done.state.note_words) == ("current", 0, "")
    (tmp_path / "elsewhere").rename(keys_beside(log))
    assert log_note.kept_note(log) is None
    open_log = SmallLog(log)
    open_log.write(3)
    unsigned = bring_noted(settings, log)
    assert size_of(log) == unsigned.state.cosigned == 32 < unsigned.state.kept
    open_log.close()
