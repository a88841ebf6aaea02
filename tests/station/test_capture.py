"""`run --capture` and `run --replay` as a person uses them, and what they show of burn cards."""

import json
import time
from pathlib import Path

import pytest

from dealer_station.engine.due.step_types import Draw, Due
from dealer_station.engine.model.events import HoldRaised
from dealer_station.engine.model.observations import CardDrawn, DeviceSaid
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.rulebooks import load
from drivers.shoe_reference import byte_of
from hw_sim.devices.journaled_shoe import JournaledShoe
from hw_sim.devices.shuffler_faults import SHUFFLER_FAULTS
from hw_sim.tables.shuffler_at_table import TableShuffler
from tests.log import shifts
from tests.station.test_wire import happened, run

SHIFT = ("--rounds", "4", "--seed", "5")


@pytest.mark.parametrize("family", ["reference", "angel_eye", "scanner"])
def test_a_captured_shift_is_played_again(family: str, tmp_path: Path) -> None:
    capture = tmp_path / "capture"
    first = run(tmp_path / "a.db", *SHIFT, "--wire", family, "--capture", str(capture), "--capture-plain")
    assert "contains the faces of burn cards" in first.stderr
    again = run(tmp_path / "b.db", *SHIFT, "--replay", str(capture))
    assert (first.exit_code, again.exit_code) == (0, 0), again.stderr
    assert happened(tmp_path / "b.db") == happened(tmp_path / "a.db")


def test_a_replay_has_a_log_of_its_own(tmp_path: Path) -> None:
    db, capture = tmp_path / "a.db", tmp_path / "capture"
    run(db, *SHIFT, "--wire", "scanner", "--capture", str(capture), "--capture-plain")
    rows = shifts.rows(db)
    again = run(db, *SHIFT, "--replay", str(capture))
    assert again.exit_code == 2
    assert "needs a new log" in again.stderr
    assert shifts.rows(db) == rows


def test_a_replay_that_is_longer_than_its_capture_ends_with_it(tmp_path: Path) -> None:
    capture = tmp_path / "capture"
    run(tmp_path / "a.db", *SHIFT, "--wire", "scanner", "--capture", str(capture), "--capture-plain")
    again = run(tmp_path / "b.db", "--rounds", "9", "--seed", "5", "--replay", str(capture))
    assert again.exit_code == 1, again.stderr
    assert f"{capture}: the capture ended after 4 of 9 rounds" in again.stderr
    assert "next is round 5" in again.stdout
    whole = run(tmp_path / "c.db", "--seed", "5", "--replay", str(capture))
    assert whole.exit_code == 0, whole.stderr
    assert "the capture ended after 4 rounds" in whole.stdout


@pytest.mark.parametrize("family", ["reference", "scanner"])
def test_a_capture_without_a_card_ends_with_a_sentence(family: str, tmp_path: Path) -> None:
    capture = tmp_path / "capture"
    lines = [
        {"at": "", "seconds": second, "device": "shoe", "family": family, "what": what}
        for second, what in enumerate(("open", "closed"))
    ]
    capture.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = run(tmp_path / "a.db", "--replay", str(capture))
    assert done.exit_code == 1
    assert f"{capture}: the capture ended after 0 rounds" in done.stderr


def journal_of_the_shuffler(db: Path) -> list[str]:
    """The events that it noticed; its other reports depend on when its status was asked for."""
    with Reader(db) as log:
        rows = [row for row in log.rows() if row.device_seq and row.source == "shuffler"]
    said = [decode(row.part, row.body) for row in rows]
    return [f"{one.status} {one.told}".rstrip() for one in said if isinstance(one, DeviceSaid)]


@pytest.mark.parametrize(
    ("words", "batches"),
    [
        (("--profile", "maryland", "--option", "card_supply=csm", "--rounds", "4"), 0),
        (("--option", "card_supply=two_batch_shuffler", "--rounds", "40"), 1),
    ],
)
def test_what_a_shuffler_said_over_usb_is_kept_and_comes_again(
    words: tuple[str, ...], batches: int, tmp_path: Path
) -> None:
    capture = tmp_path / "capture"
    shift = (*words, "--seed", "5")
    first = run(
        tmp_path / "a.db", *shift, "--wire", "reference", "--capture", str(capture), "--capture-plain"
    )
    assert first.exit_code == 0, first.stderr
    lines = [json.loads(line) for line in capture.read_text().splitlines()]
    kept = [line for line in lines if line["device"] == "shuffler"]
    assert (kept[0]["what"], kept[0]["serial"]) == ("open", "SIM-S5")
    assert {line["what"] for line in kept} == {"open", "in", "out", "closed"}
    assert all(line["at"] and line["hex"] for line in kept if line["what"] in ("in", "out"))
    again = run(tmp_path / "b.db", *shift, "--replay", str(capture))
    assert again.exit_code == 0, again.stderr
    told, told_again = (journal_of_the_shuffler(tmp_path / name) for name in ("a.db", "b.db"))
    both = min(len(told), len(told_again))
    assert both >= len(told) - 3, "the last words may come after the last round"
    assert told_again[:both] == told[:both]
    assert sum(words.startswith("batch") for words in told) >= batches
    assert happened(tmp_path / "b.db") == happened(tmp_path / "a.db")


def test_a_sealed_capture_leaves_the_shuffler_open_who_knows_no_face(tmp_path: Path) -> None:
    capture, db = tmp_path / "capture", tmp_path / "a.db"
    shifts.keys_of(db)
    supply = ("--profile", "maryland", "--option", "card_supply=csm")
    done = run(db, *SHIFT, *supply, "--wire", "reference", "--capture", str(capture))
    assert done.exit_code == 0, done.stderr
    lines = [json.loads(line) for line in capture.read_text().splitlines()]
    told = [line for line in lines if line["what"] == "in"]
    assert {line["device"] for line in told if line.get("sealed")} == {"shoe"}
    assert {line["device"] for line in told if line.get("hex")} == {"shuffler"}


def test_a_capture_is_sealed_for_the_escrow_key(tmp_path: Path) -> None:
    capture, db = tmp_path / "capture", tmp_path / "a.db"
    shifts.keys_of(db)
    assert run(db, *SHIFT, "--wire", "scanner", "--capture", str(capture)).exit_code == 0
    lines = [json.loads(line) for line in capture.read_text().splitlines()]
    assert not any(line.get("hex") for line in lines if line["what"] == "in")
    shut = run(tmp_path / "b.db", *SHIFT, "--replay", str(capture))
    assert shut.exit_code == 2
    assert "is sealed; name the escrow key" in shut.stderr
    wrong = run(tmp_path / "c.db", *SHIFT, "--replay", str(capture), "--escrow", f"{db}.keys/signing.key")
    assert wrong.exit_code == 2
    opened = run(
        tmp_path / "d.db", *SHIFT, "--replay", str(capture), "--escrow", str(tmp_path / "escrow.key")
    )
    assert opened.exit_code == 0, opened.stderr
    assert happened(tmp_path / "d.db") == happened(db)


def test_no_face_of_a_burn_is_in_a_log_or_a_message_or_a_sealed_capture(tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    done = run(
        db, "--rounds", "8", "--seed", "5", "--wire", "reference", "--capture", str(tmp_path / "capture")
    )
    with Reader(db) as log:
        burned = {row.device_seq for row in log.rows() if row.seal is not None}
        drawn = [decode(row.part, row.body) for row in log.rows() if row.device_seq in burned and row.seal]
    assert burned
    assert all(one.card is None for one in drawn)
    shoe = JournaledShoe(load("massachusetts"), 5, tmp_path / "a.db.shoe")
    words = done.stdout + done.stderr + (tmp_path / "capture").read_text()
    for sent in shoe.sent:
        if sent.seq in burned:
            assert isinstance(sent.out, CardDrawn)
            face = sent.out.card
            assert face
            assert f'"{face}"' not in words
            assert f"01 {byte_of(face).hex()} " not in words
    shoe.close()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--capture", "x"], "--capture needs --wire or --shoe"),
        (["--wire", "scanner", "--capture-plain"], "--capture-plain needs --capture"),
        (["--wire", "scanner", "--escrow", "x"], "--escrow needs --replay"),
        (["--wire", "scanner", "--replay", "x"], "--wire and --replay cannot be combined: a replay has"),
        (["--shuffler", "reference", "--replay", "x"], "--shuffler and --replay cannot be combined"),
        (
            ["--wire", "scanner", "--shoe", "scanner:x"],
            "--wire and --shoe cannot be combined: the cards come from one shoe",
        ),
        (["--replay", "x"], "x: the capture cannot be read"),
    ],
)
def test_what_cannot_be_captured_or_replayed_is_said_in_a_sentence(
    words: list[str], complaint: str, tmp_path: Path
) -> None:
    result = run(tmp_path / "log.db", *words)
    assert result.exit_code == 2
    assert complaint in result.stderr


@pytest.mark.parametrize("name", ["log.db", "log.db.shoe", "log.db-wal", "log.db.new", "log.db.keys/new"])
def test_a_capture_is_not_written_where_the_log_is(name: str, tmp_path: Path) -> None:
    db = tmp_path / "log.db"
    assert run(db, "--rounds", "1", "--wire", "scanner").exit_code == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    result = run(db, "--rounds", "1", "--wire", "scanner", "--capture", str(tmp_path / name))
    assert result.exit_code == 2
    assert "that path belongs to the log" in result.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("held", [b"SQLite format 3\0", b"{}\n", b"\xff\xfe\n", b"a letter\n"])
def test_a_file_that_is_no_capture_is_left_alone(held: bytes, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(held)
    result = run(tmp_path / "log.db", "--wire", "scanner", "--capture", str(other))
    assert result.exit_code == 2
    assert "exists and is not a capture" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
    assert other.read_bytes() == held


@pytest.mark.parametrize(
    ("before", "then", "complaint"),
    [
        (
            ("scanner",),
            ("angel_eye",),
            "was recorded from a scanner shoe, and this one is angel_eye; name a new file",
        ),
        (("scanner",), ("scanner", "--capture-plain"), "is sealed; leave --capture-plain out, or name a new"),
        (("scanner", "--capture-plain"), ("scanner",), "is not sealed; write --capture-plain, or name a new"),
    ],
)
def test_a_capture_of_another_kind_is_not_gone_on_with(
    before: tuple[str, ...], then: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    capture = tmp_path / "capture"
    first = run(tmp_path / "a.db", "--rounds", "1", "--capture", str(capture), "--wire", *before)
    assert first.exit_code == 0, first.output
    held = capture.read_bytes()
    refused = run(tmp_path / "b.db", "--rounds", "1", "--capture", str(capture), "--wire", *then)
    assert refused.exit_code == 2
    assert complaint in refused.stderr
    assert capture.read_bytes() == held
    assert not (tmp_path / "b.db.keys").exists()


def test_a_capture_that_was_cut_in_a_line_says_where(tmp_path: Path) -> None:
    capture = tmp_path / "capture"
    words = ("--rounds", "1", "--wire", "scanner", "--capture", str(capture), "--capture-plain")
    assert run(tmp_path / "a.db", *words).exit_code == 0
    whole = capture.read_bytes()
    capture.write_bytes(whole + b'{"at":"20')
    broken = f"{capture}: the last line, {whole.count(bytes([10])) + 1}, is cut off after 9 bytes"
    again = run(tmp_path / "b.db", "--rounds", "1", "--replay", str(capture))
    assert again.exit_code == 0, again.output
    assert f"{broken}; what comes before it is played" in again.stderr
    refused = run(tmp_path / "c.db", *words)
    assert refused.exit_code == 2
    assert f"{broken}; nothing can be appended" in refused.stderr


def test_a_capture_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    refused = run(tmp_path / "log.db", "--wire", "scanner", "--capture", str(tmp_path / "no" / "capture"))
    assert refused.exit_code == 2
    assert "the capture cannot be written" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_capture_that_would_turn_over_into_the_log_is_refused(tmp_path: Path) -> None:
    result = run(tmp_path / "c.3", "--wire", "scanner", "--capture", str(tmp_path / "c"))
    assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_capture_goes_on_and_may_begin_in_an_empty_file(tmp_path: Path) -> None:
    capture = tmp_path / "capture"
    capture.touch()
    for name in ("a.db", "b.db"):
        before = capture.read_bytes()
        words = ("--rounds", "1", "--wire", "scanner", "--capture", str(capture))
        assert run(tmp_path / name, *words).exit_code == 0
        assert capture.read_bytes().startswith(before)
        assert capture.read_bytes() != before


def test_a_replay_that_is_not_there_leaves_nothing_behind(tmp_path: Path) -> None:
    result = run(tmp_path / "log.db", "--replay", str(tmp_path / "nosuch"))
    assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_ends_the_capture_and_not_the_table(tmp_path: Path) -> None:
    result = run(tmp_path / "log.db", "--wire", "reference", "--capture", "/dev/full")
    assert result.exit_code == 0, result.output
    assert "the capture has ended" in result.stderr


def test_a_jam_that_was_captured_stops_the_table_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attend = TableShuffler.attend
    drawn: list[Due] = []

    def jams(table: TableShuffler, step: Due) -> None:
        drawn.extend([step] if isinstance(step, Draw) else [])
        if len(drawn) == 5:
            drawn.append(step)
            table.bus.act(lambda: SHUFFLER_FAULTS["jam"](table.device))
            until = time.monotonic() + 20
            while table._arrived_to < table.shuffler.newest and time.monotonic() < until:
                time.sleep(0.005)
        attend(table, step)

    monkeypatch.setattr(TableShuffler, "attend", jams)
    capture = tmp_path / "capture"
    shift = ("--option", "card_supply=two_batch_shuffler", *SHIFT)
    kept = ("--wire", "reference", "--capture", str(capture), "--capture-plain")
    assert run(tmp_path / "a.db", *shift, *kept).exit_code == 0
    again = run(tmp_path / "b.db", *shift, "--replay", str(capture))
    assert again.exit_code == 0, again.stderr
    for name in ("a.db", "b.db"):
        assert "jam" in journal_of_the_shuffler(tmp_path / name)
        with Reader(tmp_path / name) as log:
            facts = [decode(row.part, row.body) for row in log.rows() if row.part == "fact"]
        assert any(isinstance(fact, HoldRaised) and fact.hold.trouble == "jam" for fact in facts)
