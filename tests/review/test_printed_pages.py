"""Reports and dispute sheets as they come out of a printer: nothing is empty, nothing cut at the edge."""

from pathlib import Path

import pytest

from tests.log import shifts
from tests.review.asking import run
from tests.review.days import dealt
from tests.review.printed import Printed, printed
from tests.review.test_dispute_sheet import run as command

EDGE = 20
"""Of a page, in points: printers leave it white."""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day with irregularities."""
    db = tmp_path_factory.mktemp("printed") / "a-table-with-a-name-that-goes-on-and-on-and-on.db"
    return dealt(db, "2026-11-16T10:00", rounds=60, manner="clumsy")


def whole(page: Printed, number: int, count: int) -> None:
    """Head, middle and foot have ink, the edges none, and every letter lies on the paper."""
    assert f"page {number} of {count}" in page.words
    assert page.ink(0.08, 0.05, 0.92, 0.12) > 0.01, "the head"
    assert page.ink(0.05, 0.13, 0.95, 0.9) > 0.005, "the page is empty"
    assert page.ink(0.05, 0.9, 0.95, 0.97) > 0.005, "the foot"
    across, down = EDGE / page.width, EDGE / page.height
    for edge in ((0, 0, across, 1), (1 - across, 0, 1, 1), (0, 0, 1, down), (0, 1 - down, 1, 1)):
        assert page.ink(*edge) == 0, "something is cut at the edge"
    assert all(box.left() > EDGE and box.right() < page.width - EDGE for box in page.letters if box.width())


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_a_report_comes_out_whole_on_either_paper(
    log: Path, tmp_path: Path, paper: str, size: tuple[int, int]
) -> None:
    out = tmp_path / "r.pdf"
    done = run(log, "--format", "pdf", "--out", out, "--paper", paper)
    assert done.exit_code == 0, done.output
    pages = list(printed(out))
    assert f"{len(pages)} pages written" in done.output
    assert (round(pages[0].width), round(pages[0].height)) == size
    for number, page in enumerate(pages, start=1):
        whole(page, number, len(pages))
        assert "2026-11-16 06:00 to 2026-11-17 06:00" in page.words, "whatever the table is called"
        assert "chain verified" in page.words
    told = " ".join(page.words for page in pages)
    for words in (
        "Rounds by hour",
        "Irregularities by kind and favoured side",
        "Takes and pays by wager",
    ):
        assert words in told
    assert "Made on " in pages[0].words


def test_a_dispute_sheet_comes_out_whole(tmp_path: Path) -> None:
    db = shifts.play(tmp_path / "table7.db", rounds=6, players=5, seed=3)
    out = tmp_path / "sheet.pdf"
    code, said = command("dispute", "sheet", db, 4, "--out", out)
    assert code == 0, said
    pages = list(printed(out))
    assert 1 <= len(pages) <= 2
    for number, page in enumerate(pages, start=1):
        whole(page, number, len(pages))
    assert pages[0].ink(0.1, 0.15, 0.9, 0.4) > 0.02, "the table is drawn"
    assert "Round 4" in pages[0].words
    told = " ".join(page.words for page in pages)
    assert "After, s" in told, "letters that a font would draw as one are found all the same"
    assert "Proof" in pages[-1].words


def test_the_foot_names_what_is_broken_before_what_is_no_log(log: Path, tmp_path: Path) -> None:
    broken, foreign = tmp_path / "broken.db", tmp_path / "holiday.txt"
    dealt(broken, "2026-11-16T12:00", rounds=5, seed=2)
    connection = shifts.unguarded(broken)
    connection.execute("UPDATE event SET who = 'Eve' WHERE seq = 100")
    connection.close()
    foreign.write_text("no log at all")
    out = tmp_path / "r.pdf"
    done = run(foreign, log, broken, "--format", "pdf", "--out", out)
    assert done.exit_code == 1
    for page in printed(out):
        assert "chain broken: broken.db, of which rows up to 99 are counted" in page.words
        assert "counted; no log: holiday.txt" in page.words


def test_a_file_that_cannot_be_written_is_a_sentence_and_nothing_of_qt(log: Path, tmp_path: Path) -> None:
    done = run(log, "--format", "pdf", "--out", Path("/proc") / "r.pdf")
    assert done.exit_code == 2
    assert "/proc/r.pdf: cannot be written" in done.output
    assert not list(tmp_path.glob("*.pdf"))
