"""Nothing is certified that was not looked at: logs that grow, are changed or cut while somebody looks on."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from dealer_station.engine.model import observations as o
from dealer_station.log.catalogue import dispute_notes
from dealer_station.log.catalogue.dispute_notes import Claim
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import END, Reader
from dealer_station.log.store.append import Writer
from dealer_station.log.store.records import OpenedAs
from tests.log import shifts
from tests.log.shifts import unguarded
from tests.review.pdf_text import pages
from tests.ui import items
from tests.ui.review.pit import Dealt, Pit, pit
from tests.ui.test_accessible import name_of

Copied = Callable[[Path], Path]


def mark(it: Pit) -> str:
    return str(it.review.verifier.values(it.review.say)["title"])


def is_verified(it: Pit) -> None:
    it.until(lambda: mark(it).startswith("Verified: "), "an intact log")


def change(log: Path, seq: int) -> None:
    """Change a row as somebody would who knows SQLite."""
    connection = unguarded(log)
    connection.execute("UPDATE event SET who = 'Eve' WHERE seq = ?", (seq,))
    connection.close()


def end_of(table: Dealt) -> tuple[int, int]:
    """The last row, and when it was written."""
    with Reader(table.db) as reader:
        known = reader.recollect_before(END)
    return known.seq, known.wall_us


def test_a_row_that_is_changed_behind_the_window_breaks_the_chain(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    with Reader(log) as reader:
        seq = reader.span(4)[0] + 1
    with pit(log) as it:
        is_verified(it)
        it.until(lambda: bool(it.review.log_thread.cataloguers[0]._state), "a look at the file")
        change(log, seq)
        it.until(lambda: mark(it) == f"Broken at row {seq:,}", "a broken log")
        it.shows_round(12)
        assert name_of(it.item("doubts")) == f"NOT TO BE TRUSTED: row {seq:,} is broken"
        assert "not to be trusted" in name_of(it.item("round #12"))
        assert "barred" in [
            mark["shape"] for mark in it.review._rounds.data(it.review._rounds.index(0))["marks"]
        ]
        it.key(Qt.Key.Key_End)
        it.shows_round(1)
        assert not items.has(it.window, "doubts")


def test_a_sheet_of_a_changed_round_says_so(shift: Path, copied: Copied, tmp_path: Path) -> None:
    log, reviews = copied(shift), tmp_path / "sheets" / "reviews.db"
    with Reader(log) as reader:
        seq = reader.span(12)[0] + 1
    with pit(log, reviews=reviews) as it:
        is_verified(it)
        it.shows_round(12)
        change(log, seq)
        it.key(Qt.Key.Key_P)
        out = reviews.with_name("table7-round-12.pdf")
        it.until(lambda: f"The dispute sheet is in {out}" in it.words, "a sheet")
    words = "".join(pages(out))
    assert f"chainbrokenatrow{seq}" in words
    assert "chainverified" not in words


def test_a_sheet_is_of_the_round_that_is_chosen_however_fast(shift: Path, tmp_path: Path) -> None:
    with pit(shift, reviews=tmp_path / "reviews.db") as it:
        it.shows_round(12)
        it.review.tap("move 3")
        it.review.tap("paper")
        out = tmp_path / "table7-round-9.pdf"
        it.until(lambda: f"The dispute sheet is in {out}" in it.words, "a sheet")
    words = "".join(pages(out))
    assert "Round9" in words
    assert "UTC+" in words
    assert "werereadandhashedagainforthissheet" in words


def test_the_verification_mark_follows_a_table_that_is_dealt(tmp_path: Path) -> None:
    table = Dealt(tmp_path / "live.db")
    table.bets(1, 2)
    with pit(table.db) as it:
        is_verified(it)
        before = it.review.verifier.marks[0].report
        it.until(lambda: bool(it.review.log_thread.cataloguers[0]._state), "a look at the file")
        table.cards("7c 4h 9s")
        table.settle()
        last = end_of(table)[0]
        it.until(lambda: mark(it).startswith(f"Verified: {last:,} rows"), "the new rows")
        it.key(Qt.Key.Key_V)
        assert any(f"as they arrived, up to row {last:,} at " in words for words in it.words)
        report = it.review.verifier.marks[0].report
        assert before is not None
        assert report is not None
        assert (report.began_us, report.signed_seq) == (before.began_us, last)
    table.close()


def test_a_tail_that_was_taken_out_leaves_no_picture_of_another_round(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    with Reader(log) as reader:
        last = reader.span(9)[1]
    connection = unguarded(log)
    connection.execute("DELETE FROM event WHERE seq > ?", (last,))  # The list of rounds and anchors stay.
    connection.close()
    with pit(log) as it:
        it.until(lambda: "Broken at row" in mark(it), "a cut log")
        it.is_catalogued()
        it.review.tap("oldest")
        it.shows_round(1)
        it.review.tap("newest")
        it.until(lambda: it.review.playback.key == it.review._rounds.ids[0], "the newest")
        it.shows_round(9)
        assert it.review.log_thread._thread.is_alive()


def test_a_round_that_cannot_be_read_says_so_and_nothing_else(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    with Reader(log) as reader:
        first, _ = reader.span(7)
    connection = unguarded(log)
    connection.execute("UPDATE event SET body = x'00' WHERE seq = ?", (first + 2,))
    connection.close()
    with pit(log) as it:
        it.is_catalogued()
        it.shows_round(12) if it.last else None
        it.review.tap("row 5")
        it.until(lambda: items.has(it.window, "fault"), "a fault")
        it.until(lambda: it.says("fault").startswith("Round 7 cannot be read: "), "the reason")
        assert it.last == 0
        assert "No part of this round can be shown." in it.words
        assert "The rack is empty." not in it.words
        it.key(Qt.Key.Key_P)
        assert any(words.startswith("Round 7 cannot be read") for words in (it.review.now["notice"],))  # type: ignore[index]
        it.key(Qt.Key.Key_End)
        it.shows_round(1)


def test_rounds_whose_line_is_damaged_are_counted(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    with Reader(log) as reader:
        last = reader.span(7)[1]
    connection = unguarded(log)
    connection.execute("UPDATE event SET body = x'00' WHERE seq = ?", (last,))
    connection.close()
    with pit(log) as it:
        it.is_catalogued()
        assert it.says("found") == "Rounds: 11 · could not be read: 1"


def test_notes_of_a_changed_review_log_are_not_believed(shift: Path, tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.db"
    with Reader(shift) as reader:
        dispute_notes.write(reviews, dispute_notes.disputed(reader, 12, Claim("He said war", "", (), "Sam")))
    connection = unguarded(reviews)
    connection.execute(
        "UPDATE event SET body = CAST(replace(body, 'said war', 'said no!') AS BLOB) WHERE seq = 3"
    )
    connection.close()
    with pit(shift, reviews=reviews) as it:
        it.shows_round(12)
        it.until(lambda: "disputed" in name_of(it.item("round #12")), "a mark")
        it.key(Qt.Key.Key_D)
        it.until(lambda: any("is BROKEN at row 3" in words for words in it.words), "a warning")
        assert any("NOT PROVED · Sam" in words for words in it.words)


def test_a_copy_of_a_held_table_raises_no_alarm(tmp_path: Path) -> None:
    table = Dealt(tmp_path / "live.db", "new_zealand")
    table.bets(1)
    table.cards("Kc 8h 9c")
    held_at = end_of(table)[1]
    with pit(table.db) as it:
        it.until(lambda: bool(it.review.alarms.waiting), "an alarm")
        assert name_of(it.item("alarm")).startswith("TABLE HELD: ")
        table.tell(o.DealerArrived("Bo"))
        it.until(lambda: it.review.log_thread.cataloguers[0].known.wall_us > held_at, "more rows")  # type: ignore[union-attr]
        assert it.review.alarms.open[0].since_us == held_at
        it.key(Qt.Key.Key_D)
        assert items.has(it.window, "alarm")
        assert items.rect(it.item("sheet")).top() >= items.rect(it.item("alarm")).bottom()
        it.key(Qt.Key.Key_Escape)
        it.key(Qt.Key.Key_A)
        assert not it.review.alarms.waiting
    table.close()
    copy = tmp_path / "copy.db"
    shutil.copy(table.db, copy)
    with pit(copy) as it:
        it.until(lambda: bool(it.review.alarms.open), "the hold")
        assert not it.review.alarms.waiting
        assert name_of(it.item("alarm")).startswith("Held at the end of this log")
        assert not items.has(it.window, "button Acknowledge")


def test_the_face_of_a_card_that_became_a_burn_is_never_shown(tmp_path: Path) -> None:
    table = Dealt(tmp_path / "burned.db")
    table.bets(1, 2)
    table.cards("9h 7c 7s")
    table.tell(o.Answered(2, "", "war"))
    table.cards("Jd")
    table.tell(o.Ruled("play_on", by="Lee", because="it is the next card"), "floor")
    with pit(table.db) as it:
        it.until(lambda: it.last > 0, "a round")
        it.until(lambda: it.review.log_thread.cataloguers[0].known is not None, "the end of the log")
        for tab in ("rack", "rules", "frames"):
            it.review.tap(f"tab {tab}")
            for at in range(it.last + 1):
                it.review.tap(f"at {at}")
                items.breathe()
                assert not any("jack of diamonds" in words or "4a 64" in words for words in it.words), tab
        told = [step["did"] for step in it.review.round["steps"]]  # type: ignore[index]
        assert any(words.startswith("Held: a card; its face stays sealed") for words in told), told
        it.key(Qt.Key.Key_C)
        assert "stays face down" in str(it.review.now["notice"])  # type: ignore[index]
        it.review.sheet_holder._unsealed(it.review.playback.key, [])
        assert it.review.now["notice"] == "", "what it asked for is done"  # type: ignore[index]
    table.close()


def test_rounds_are_listed_from_the_rows_where_their_list_is_damaged(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    database = sqlite3.connect(log)
    (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'round'").fetchone()
    (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    with log.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    with pit(log) as it:
        it.until(lambda: "Broken" in mark(it), "a broken log")
        it.is_catalogued()
        assert it.says("found") == "Rounds: 12"
        assert it.review.log_thread._thread.is_alive()


def told_of(it: Pit, row: int) -> tuple[str, bool]:
    """The round number of a line in the list, and whether it is trusted."""
    it.review._rounds._pages.clear()
    values = it.review._rounds.data(it.review._rounds.index(row))
    return values["number"], values["trusted"]


def test_a_log_that_is_cut_behind_the_window_is_verified_as_a_whole(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    whole = log.read_bytes()
    with pit(log) as it:
        is_verified(it)
        it.is_catalogued()
        for tenths in (9, 7):  # The second cut is noticed like the first.
            with log.open("r+b") as file:
                file.truncate(len(whole) * tenths // 10)
            found = verify(log)
            good = found.sound_seq
            it.until(lambda good=good: it.review.verifier.marks[0].trusted_seq == good, "a broken log")  # type: ignore[misc]
            assert not found.ok
            assert told_of(it, 0) == ("#12", False)
            assert told_of(it, 11) == ("#1", True), found
            it.key(Qt.Key.Key_V)
            said = f"Up to row {found.sound_seq:,} everything is as it was written"
            it.until(lambda said=said: any(one.startswith(said) for one in it.words), said)  # type: ignore[misc]
            it.key(Qt.Key.Key_Escape)
        log.write_bytes(whole)
        is_verified(it)
        assert told_of(it, 0) == ("#12", True)


def test_a_log_that_is_overwritten_in_place_is_broken_where_it_was(shift: Path, copied: Copied) -> None:
    log = copied(shift)
    with pit(log) as it:
        is_verified(it)
        it.is_catalogued()
        with log.open("r+b") as file:
            file.seek(log.stat().st_size // 2)
            file.write(bytes(8192))
        found = verify(log)
        assert not found.ok
        it.until(lambda: mark(it) == f"Broken at row {found.broken_seq:,}", "a broken log")
        assert told_of(it, 0) == ("#12", False)
        assert it.review.verifier.trusts(0, found.sound_seq)
        assert not it.review.verifier.trusts(0, found.sound_seq + 1)


@pytest.mark.parametrize("percent", [50, 99])
def test_a_simulated_table_is_marked_at_once_also_where_its_log_is_cut(tmp_path: Path, percent: int) -> None:
    clock, log = shifts.SetClock(), tmp_path / "table.db"
    writer = Writer(log, shifts.keys_of(log), clock, start="loaded")
    writer.record(OpenedAs("simulated"))
    writer.close()
    content = shifts.play(log, rounds=40, clock=clock).read_bytes()
    log.write_bytes(content[: len(content) * percent // 100])
    with pit(log) as it:
        assert it.review.now["kind"] == "SIMULATED TABLE"  # type: ignore[index]
        it.until(lambda: mark(it).startswith("Broken"), "a broken log")
        assert any("SIMULATED TABLE" in words for words in it.words)
