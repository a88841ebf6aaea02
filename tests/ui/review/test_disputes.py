"""Disputes in the window: a note is written, signed, shown again, and marks its round."""

from pathlib import Path

from PySide6.QtCore import Qt

from dealer_station.log.catalogue.dispute_notes import notes
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.log.transparency.row_proof import read_proof
from tests.review.pdf_text import pages
from tests.ui.review.pit import Pit, pit
from tests.ui.test_accessible import name_of


def fill_in(it: Pit, **fields: str) -> None:
    for name, text in fields.items():
        it.click(f"field {name}")
        it.write(text)


def test_a_dispute_is_noted_and_its_round_is_marked(shift: Path, tmp_path: Path) -> None:
    before, reviews = shift.read_bytes(), tmp_path / "reviews.db"
    with pit(shift, reviews=reviews) as it:
        it.shows_round(12)
        it.key(Qt.Key.Key_D)
        assert "Nothing was noted about this round yet." in it.words
        it.click("button WRITE IT DOWN")
        assert it.says("hint") == "Enter the claim and your name."
        fill_in(it, claimed="He said war", decided="Paid", names="Ana, Mr. Lee", by="Sam")
        it.click("button WRITE IT DOWN")
        it.until(lambda: any("noted and signed: row 3" in words for words in it.words), "a note")
        it.until(lambda: "disputed" in name_of(it.item("round #12")), "a mark")
        assert "disputed" not in name_of(it.item("round #11"))
        it.click("button Note a dispute")
        assert any("Sam · claimed: He said war · decided: Paid · Ana, Mr. Lee" in words for words in it.words)
    (note,) = notes(reviews)
    assert (note.about.number, note.about.names) == (12, ("Ana", "Mr. Lee"))
    assert verify(reviews).ok
    assert shift.read_bytes() == before


def test_a_table_of_the_same_number_is_not_meant(shift: Path, ruled: Path, tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.db"
    with pit(ruled, reviews=reviews) as it:
        it.shows_round(2)
        it.key(Qt.Key.Key_D)
        fill_in(it, claimed="A card was missing", by="Sam")
        it.click("button WRITE IT DOWN")
        it.until(lambda: "disputed" in name_of(it.item("round #2")), "a mark")
    with pit(shift, reviews=reviews) as it:
        it.is_catalogued()
        it.key(Qt.Key.Key_End)
        assert "disputed" not in name_of(it.item("round #2"))


def test_one_key_makes_the_dispute_sheet(shift: Path, tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.db"
    with pit(shift, reviews=reviews) as it:
        it.shows_round(12)
        it.key(Qt.Key.Key_P)
        first, second = tmp_path / "table7-round-12.pdf", tmp_path / "table7-round-12-2.pdf"
        it.until(lambda: f"The dispute sheet is in {first}" in it.words, "a sheet")
        it.click("button Dispute sheet")
        it.until(lambda: f"The dispute sheet is in {second}" in it.words, "another sheet")
        proved = [path.with_suffix(".tlog-proof") for path in (first, second)]
        it.until(lambda: all(path.exists() for path in proved), "proofs beside the sheets")
    words = "".join(pages(first))
    assert "Round12" in words
    assert "chainverified" in words
    assert not reviews.exists()
    proofs = [read_proof(path.read_bytes()) for path in proved]
    with Reader(shift) as log:
        assert {one.index for one in proofs} == {log.span(12)[1] - 1}


def test_notes_never_go_into_the_log_of_a_table(shift: Path) -> None:
    before = shift.read_bytes()
    with pit(shift, reviews=shift) as it:
        it.until(lambda: any("is the log of a table" in words for words in it.words), "a refusal")
        it.key(Qt.Key.Key_D)
        fill_in(it, claimed="He said war", by="Sam")
        it.click("button WRITE IT DOWN")
        it.until(lambda: any("which holds no notes" in words for words in it.words), "a refusal")
    assert shift.read_bytes() == before


def test_the_sheet_names_the_log_where_several_are_open(shift: Path, ruled: Path, tmp_path: Path) -> None:
    with pit(shift, ruled, reviews=tmp_path / "reviews.db") as it:
        it.is_catalogued()
        it.until(lambda: it.last > 0, "a round")
        it.key(Qt.Key.Key_D)
        log = it.review.log_thread.names[it.review.playback.log]
        assert f"Dispute on round {it.review.playback.number} of {log}" in it.words
