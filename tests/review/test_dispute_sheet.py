"""The dispute sheet: looked at as an image, read back from the PDF, and honest about a broken log."""

import shutil
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from dealer_station.cli.main import main
from dealer_station.log.integrity.verify import verify
from dealer_station.log.read.reader import Reader
from dealer_station.review.dispute_data import DisputeData, dispute_data_of
from tests.log import shifts
from tests.review.pdf_text import pages
from tests.review.test_paper import inked
from ui.paper.dispute_sheet import dispute_sheet


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shift with wars and burns."""
    db = tmp_path_factory.mktemp("sheets") / "table7.db"
    return shifts.play(db, rounds=20, players=5, seed=3, clock=shifts.SetClock(step_us=700_000))


def with_a_war(log: Path) -> int:
    with Reader(log) as reader:
        return next(kept.number for kept in reader.rounds() if kept.wars and kept.burns)


def found(log: Path, number: int, reviews: Path) -> DisputeData:
    with Reader(log) as reader:
        return dispute_data_of(reader, number, reviews, verify(log))


def run(*words: str | int | Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


def test_a_sheet_is_a_page_or_two_and_nothing_is_cut_off(log: Path, tmp_path: Path) -> None:
    for number, paper in product((1, with_a_war(log)), ("a4", "letter")):
        sheet = dispute_sheet((found(log, number, tmp_path / "none.db"),), paper)
        assert len(sheet.pages) <= 2
        for page in range(len(sheet.pages)):
            image, pen = sheet.image(page)
            inside = sheet.page.adjusted(200, 200, -200, -200)
            assert [words for words, box in pen.texts if not inside.contains(box)] == []
            assert inked(image) > 0.005, f"page {page + 1} is empty"


def test_the_picture_has_every_card_and_burns_stay_sealed(log: Path, tmp_path: Path) -> None:
    one = found(log, with_a_war(log), tmp_path / "none.db")
    burns = [card for card in one.cards if card.to == "burn"]
    assert burns
    assert all(card.card is None for card in burns)
    on_felt = [card for spot in one.felt.spots for card in spot.cards] + list(one.felt.dealer_cards)
    assert sorted(card.card or "" for card in on_felt) == sorted(
        card.card or "" for card in one.cards if card.to not in ("burn", "rack")
    )
    sheet = dispute_sheet((one,))
    words = [text for page in range(len(sheet.pages)) for text, _ in sheet.image(page)[1].texts]
    assert words.count("burn, sealed") == len(burns)


def test_the_command_prints_notes_money_and_proof(log: Path, tmp_path: Path) -> None:
    number, reviews, out = with_a_war(log), tmp_path / "reviews.db", tmp_path / "sheet.pdf"
    note = ("--claimed", "He said war", "--decided", "Paid as dealt", "--name", "Mr. Lee", "--by", "Sam")
    assert run("dispute", "note", log, number, *note, "--reviews", reviews)[0] == 0
    code, said = run("dispute", "sheet", log, number, "--out", out, "--reviews", reviews)
    assert (code, "chain verified" in said) == (0, True), said
    words = "".join(pages(out))
    for wanted in ("Hesaidwar", "Paidasdealt", "Mr.Lee", "settlements", "§8", "sealed", "Checkpointatrow"):
        assert wanted in words
    assert f"Round{number}" in words
    assert "Reviewlogreviews.db:chainverified" in words
    code, said = run("dispute", "sheet", log, number, "--out", out)
    assert (code, "already exists" in said) == (2, True)
    code, said = run("dispute", "sheet", log, 99, "--out", tmp_path / "x.pdf")
    assert (code, "no round 99" in said) == (2, True)
    assert not (tmp_path / "x.pdf").exists()


def test_a_note_that_was_changed_is_marked_on_the_sheet(log: Path, tmp_path: Path) -> None:
    reviews, out = tmp_path / "reviews.db", tmp_path / "sheet.pdf"
    note = ("--claimed", "He said war", "--decided", "Paid as dealt", "--by", "Sam")
    assert run("dispute", "note", log, 2, *note, "--reviews", reviews)[0] == 0
    connection = shifts.unguarded(reviews)
    connection.execute("UPDATE event SET body = CAST(replace(body, 'Paid', 'Lost') AS BLOB) WHERE seq = 3")
    connection.close()
    code, said = run("dispute", "sheet", log, 2, "--out", out, "--reviews", reviews)
    assert (code, f"{reviews}: the review log is BROKEN at row 3" in said) == (1, True), said
    words = "".join(pages(out))
    assert "NOTPROVED:2" in words
    assert "thereviewlogisBROKENatrow3" in words


def test_a_broken_log_is_said_to_be_broken(log: Path, tmp_path: Path) -> None:
    changed, none = tmp_path / "table7.db", tmp_path / "none.db"
    shutil.copy(log, changed)
    with Reader(log) as reader:
        bad = reader.span(10)[0]
    connection = shifts.unguarded(changed)
    connection.execute("UPDATE event SET who = 'Eve' WHERE seq = ?", (bad,))
    connection.close()
    before, after = found(changed, 9, none), found(changed, 11, none)
    assert before.chain == after.chain == f"chain broken at row {bad:,}"
    assert "They come before the bad row and are as they were written." in before.proof
    assert "They are not proved: a bad row comes before their end." in after.proof
    code, said = run("dispute", "sheet", changed, 11, "--out", tmp_path / "broken.pdf")
    assert (code, f"chain broken at row {bad:,}" in said) == (1, True), said


def test_rows_that_came_after_the_verification_are_verified_with_the_sheet(log: Path, tmp_path: Path) -> None:
    whole, none = verify(log), tmp_path / "none.db"
    with Reader(log) as reader:
        seq = reader.span(9)[1]
        head = next(reader.rows(seq, seq)).hash.hex()
        seen = replace(whole, rows=seq, last_seq=seq, head=head, signed_seq=seq)
        late = dispute_data_of(reader, 10, none, seen)
        assert late.sound
        assert f"all {whole.rows:,} rows, up to row {whole.last_seq:,}" in late.chain
        rewritten = dispute_data_of(reader, 10, none, replace(seen, head="00" * 32))
    assert not rewritten.sound
    assert rewritten.chain == f"chain broken at row {seq:,}"


def test_a_row_that_is_changed_after_the_verification_is_not_certified(log: Path, tmp_path: Path) -> None:
    changed, none = tmp_path / "table7.db", tmp_path / "none.db"
    shutil.copy(log, changed)
    report = verify(changed)
    assert report.ok
    with Reader(changed) as reader:
        bad = reader.span(10)[0] + 2
    connection = shifts.unguarded(changed)
    connection.execute("UPDATE event SET who = 'Eve' WHERE seq = ?", (bad,))
    connection.close()
    with Reader(changed) as reader:
        one = dispute_data_of(reader, 10, none, report)
    assert not one.sound
    assert one.chain == f"chain broken at row {bad:,}"
    assert any(f"ROW {bad:,} WAS CHANGED" in words for words in one.proof)


def test_the_rack_is_told_as_it_is_now(log: Path, tmp_path: Path) -> None:
    with Reader(log) as reader:
        last = max(kept.number for kept in reader.rounds())
    none = tmp_path / "none.db"
    newest, older = found(log, last, none), found(log, last - 2, none)
    heads = [column.head for column in newest.tables[0].columns][-2:]
    assert heads == ["Take when it ended", "Take now"]
    assert "are on top" in newest.rack
    assert "of later rounds are on top of those of this round" in older.rack
    then, now = older.tables[0].rows[-1][-2:]
    assert isinstance(then, int)
    assert isinstance(now, int)
    assert now > then


def test_the_rack_of_a_closed_month_is_that_of_the_log_that_goes_on(tmp_path: Path) -> None:
    clock, none = shifts.SetClock(step_us=700_000), tmp_path / "none.db"
    db = shifts.play(tmp_path / "table.db", rounds=3, clock=clock)
    clock.wall += 31 * 86_400_000_000
    shifts.play(db, rounds=2, clock=clock)
    closed = next(tmp_path.glob("table-*.db"))
    (tmp_path / "alone").mkdir()
    alone = Path(shutil.copy(closed, tmp_path / "alone" / closed.name))
    beside, away = found(closed, 3, none), found(alone, 3, none)
    with Reader(alone) as reader:
        named = dispute_data_of(reader, 3, none, verify(alone), (db,))
    then, now = beside.tables[0].rows[-1][-2:]
    assert isinstance(then, int)
    assert isinstance(now, int)
    assert now > then
    assert named.tables[0] == beside.tables[0]
    assert [row[-1] for row in away.tables[0].rows] == [None] * len(away.tables[0].rows)
    assert "the log continues in another file: as of 2026-12" in away.rack
    assert "continues in another file" not in beside.rack


def test_an_export_has_a_sheet_for_each_round(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    out = tmp_path / "rounds.pdf"
    code, said = run("log", "export", log, "--form", "pdf", "--out", out, "--from", 3, "--to", 5)
    assert (code, "pages written" in said) == (0, True), said
    words = "".join(pages(out))
    assert all(f"Round{number}" in words for number in (3, 4, 5))
    code, said = run("log", "export", log, "--form", "pdf")
    assert (code, "name a new file with --out" in said) == (2, True)
    code, said = run("log", "export", log, "--form", "pdf", "--out", tmp_path / "n.pdf", "--from", 900)
    assert (code, "0 rounds are selected" in said) == (2, True)
