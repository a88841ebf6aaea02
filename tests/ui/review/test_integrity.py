"""Integrity: the verification in words, damaged, cut or foreign files, and burn cards that stay sealed."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import Qt

from dealer_station.cli import review as command
from dealer_station.cli.main import main
from dealer_station.log.read.reader import Reader
from dealer_station.log.store.codec import decode
from dealer_station.log.store.records import Unsealed
from dealer_station.review.verify_process import RunningVerification
from tests.log.shifts import SetClock, play, unguarded
from tests.ui.review.pit import Pit, pit
from ui.common.display_check import DISPLAYS
from ui.review.window import ReviewWindow

Copied = Callable[[Path], Path]


def verified_as(it: Pit, state: str) -> None:
    it.until(lambda: it.review.verifier.values(it.review.say)["state"] == state, state)


def test_a_whole_log_is_verified_and_says_what_that_means(shift: Path) -> None:
    with pit(shift) as it:
        verified_as(it, "whole")
        it.until(lambda: any(words.startswith("Verified: ") for words in it.words), "the verification mark")
        it.click(
            "button "
            + next(f"Verification mark: {words}" for words in it.words if words.startswith("Verified"))
        )
        assert any("as they were written" in words for words in it.words)
        it.click("button VERIFY AGAIN")
        verified_as(it, "whole")


def test_a_process_verifies_and_can_be_given_up(shift: Path, tmp_path: Path) -> None:
    check = RunningVerification(shift)
    assert check.run(lambda _: None).ok
    check.give_up()
    (tmp_path / "letter.db").write_text("no log at all", "utf-8")
    check = RunningVerification(tmp_path / "letter.db")
    with pytest.raises(Exception, match="is not a Dealer Station log"):
        check.run(lambda _: None)
    check.give_up()


def test_a_changed_row_breaks_the_chain_and_rounds_before_it_stay_good(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    with Reader(log) as reader:
        seq = reader.span(5)[0] + 1
    connection = unguarded(log)
    connection.execute("UPDATE event SET who = 'Nobody' WHERE seq = ?", (seq,))
    connection.close()
    with pit(log) as it:
        verified_as(it, "broken")
        it.is_catalogued()
        it.until(lambda: f"Broken at row {seq:,}" in it.words, "a broken log")
        trusted = {
            row: it.review._rounds.data(it.review._rounds.index(row))["trusted"] for row in (0, 7, 8, 11)
        }
        assert trusted == {0: False, 7: False, 8: True, 11: True}
        it.click(f"button Verification mark: Broken at row {seq:,}")
        assert (
            f"Up to row {seq - 1:,} everything is as it was written; what comes after is not proved."
            in it.words
        )


def test_a_damaged_page_leaves_what_can_be_read(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    size = log.stat().st_size // 4096
    with log.open("r+b") as file:
        file.seek(size // 2 * 4096)
        file.write(b"\xff" * 4096)
    with pit(log) as it:
        verified_as(it, "broken")
        it.is_catalogued()
        assert 0 < len(it.review._rounds.ids) <= 12


def test_a_cut_log_is_seen(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    connection = unguarded(log)
    with Reader(log) as reader:
        last = reader.span(10)[1]
    for table, column in (("event", "seq"), ("checkpoint", "seq"), ("round", "last_seq"), ("anchor", "seq")):
        connection.execute(f"DELETE FROM {table} WHERE {column} > ?", (last,))
    connection.close()
    with pit(log) as it:
        verified_as(it, "broken")
        it.until(lambda: f"Broken at row {last + 1:,}" in it.words, "a cut tail")
        it.is_catalogued()
        it.shows_round(10)


def test_a_foreign_file_is_named_and_the_others_are_shown(shift: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.db"
    letter.write_text("no log at all", "utf-8")
    with pit(shift, letter) as it:
        it.shows_round(12)
        assert any("letter.db" in words and "is not a Dealer Station log" in words for words in it.words)
    result = CliRunner().invoke(main, ["review", str(letter)])
    assert result.exit_code == 2
    assert "is not a Dealer Station log" in result.stderr


def test_without_a_display_it_says_what_to_do(shift: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    result = CliRunner().invoke(main, ["review", str(shift)])
    assert result.exit_code == 2
    assert "no display for the review window" in result.stderr
    assert "log rounds" in result.stderr
    result = CliRunner().invoke(main, ["review", str(shift), "--size", "large"])
    assert result.exit_code == 2
    assert "write it like 1280x800" in result.stderr


def test_the_command_opens_the_window_and_ends_when_it_is_closed(
    shift: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def look(window: ReviewWindow) -> None:
        window.show()
        it = Pit(window.review, window)
        it.shows_round(12)
        seen.append(window.title())

    monkeypatch.setattr(command, "until_closed", look)
    words = ["review", str(shift), "--theme", "light", "--size", "1920x1080", "--follow"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert seen == ["Pit review"]


def test_a_log_in_a_read_only_folder_is_read(shift: Path, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    shutil.copy(shift, folder / shift.name)
    folder.chmod(0o555)
    try:
        with pit(folder / shift.name) as it:
            it.shows_round(12)
    finally:
        folder.chmod(0o755)


def entered(it: Pit, **fields: object) -> str:
    """Fills the sheet in and confirms it; what it says then."""
    for name, text in fields.items():
        it.review.enter(name, str(text))
    it.click("button OPEN THE SEALS")
    it.until(lambda: "being written" not in it.says("note"), "an answer")
    return it.says("hint") if it.review.sheet_holder.is_open("unseal") else "opened"


def test_keys_in_another_folder_are_named_on_the_sheet(shift: Path, copied: Copied, tmp_path: Path) -> None:
    log = copied(shift)
    elsewhere = tmp_path / "safe" / "keys"
    elsewhere.parent.mkdir()
    log.with_name(log.name + ".keys").rename(elsewhere)
    with Reader(log) as reader:
        sealed = next(reader.sealed())
        number = next(number for last, first, number in reader.spans() if first <= sealed.seq <= last)
    with pit(log) as it:
        it.is_catalogued()
        it.review.tap(f"row {12 - number}")
        it.shows_round(number)
        it.click("button Open a seal")
        assert it.item("field keys").property("value") == f"{log}.keys"
        said = entered(it, key=tmp_path / "none.key", by="Lee", because="a dispute")
        assert "there is no such key file. Name another one under “File of the private escrow key”." in said
        said = entered(it, key=log.parent / "escrow.key")
        assert "Name their place under “Folder of the station's keys”." in said
        assert "--" not in said
        said = entered(it, record=tmp_path / "none.db")
        assert "under “Log in which this is recorded”." in said
        assert entered(it, record=log, keys=elsewhere) == "opened"


def test_the_folder_of_the_keys_is_an_option(
    shift: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Path] = []
    monkeypatch.setattr(
        command, "until_closed", lambda window: seen.append(window.review.sheet_holder.keys_of(shift))
    )
    result = CliRunner().invoke(main, ["review", str(shift), "--keys", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert seen == [tmp_path]


def test_a_seal_of_a_closed_month_is_recorded_where_it_goes_on(tmp_path: Path) -> None:
    clock = SetClock()
    db = play(tmp_path / "table.db", rounds=2, clock=clock)
    clock.wall += 31 * 24 * 3600 * 1_000_000
    play(db, rounds=1, clock=clock)
    month = tmp_path / "table-2026-11.db"
    for logs in ((month, db), (month,)):
        with pit(*logs) as it:
            it.is_catalogued()
            it.until(lambda it=it: all(one.known for one in it.review.log_thread.cataloguers), "the logs")  # type: ignore[misc]
            it.review.tap("oldest")
            it.shows_round(1)
            it.key(Qt.Key.Key_O)
            assert it.item("field record").property("value") == str(logs[-1])
            said = entered(it, key=tmp_path / "escrow.key", by="Lee", because="?", keys=f"{db}.keys")
            assert said == "opened" if db in logs else said.startswith("This month is closed. Name the log")


def test_a_seal_is_opened_with_key_name_and_reason_and_recorded_first(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    with Reader(log) as reader:
        sealed = next(reader.sealed())
        number = next(number for last, first, number in reader.spans() if first <= sealed.seq <= last)
    with pit(log) as it:
        it.is_catalogued()
        it.review.tap(f"row {12 - number}")
        it.shows_round(number)
        it.click("button Open a seal")
        it.click("button OPEN THE SEALS")
        assert it.says("hint") == "Enter the key file, your name and the reason."
        for name, text in (("key", log.parent / "escrow.key"), ("by", "Lee"), ("because", "a dispute")):
            it.click(f"field {name}")
            it.write(str(text))
        it.click("button OPEN THE SEALS")
        it.until(lambda: "The log records who looked, and why." in it.words, "an open seal")
        assert any(words.startswith(f"Row {sealed.seq}: ") for words in it.words)
    with Reader(log) as reader:
        records = [decode(row.part, row.body) for row in reader.rows() if row.part == "record"]
    assert Unsealed(log.name, sealed.seq, "Lee", "a dispute") in records
