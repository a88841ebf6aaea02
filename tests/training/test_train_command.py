"""`dealer-station train`: lists, results, score sheets and certificates."""

import csv
import io
import json
from pathlib import Path

import pypdfium2
import pytest

from dealer_station.log.school.results import ResultsLog, results
from dealer_station.log.store.records import CertificateIssued, ExerciseFinished, QuestionAnswered
from dealer_station.rulebooks import NAMES
from dealer_station.training.lessons import lessons
from tests.config.stations import Desk, minimal
from ui.common.display_check import DISPLAYS


def passed(trainee: str, book: str, topic: str, *, points: int = 30) -> ExerciseFinished:
    return ExerciseFinished(trainee, book, "lesson", topic, points, 30, points >= 21, 1, 2, 0, 60.0)


def write(path: Path, *done: ExerciseFinished | QuestionAnswered) -> Path:
    with ResultsLog(path) as log:
        log.add(*done)
    return path


def text_of(pdf: Path) -> str:
    document = pypdfium2.PdfDocument(pdf)
    text = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return text


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    return Desk(tmp_path)


@pytest.mark.parametrize("book", NAMES)
def test_the_lessons_of_a_book_are_listed_by_their_names(book: str, desk: Desk) -> None:
    told = desk.good("train", "lessons", "--book", book)
    assert all(lesson.id in told for lesson in lessons(book))
    data = json.loads(desk.good("train", "lessons", "--book", book, "--json"))
    assert [one["lesson"] for one in data] == [lesson.id for lesson in lessons(book)]
    assert all(one["rounds"] for one in data)


def test_an_overview_names_every_trainee_with_what_is_to_be_practised(desk: Desk) -> None:
    wrong = QuestionAnswered("Lee", "maryland", "war", "settle war pay", False, 0, 0, 2, 9.0, 0)
    path = write(
        desk.folder / "r.db", wrong, passed("Lee", "maryland", "war"), passed("Ana", "exhibit_a", "war")
    )
    told = desk.good("train", "results", "--results", str(path))
    assert "Lee" in told
    assert "Ana" in told
    rows = list(
        csv.DictReader(io.StringIO(desk.good("train", "results", "--results", str(path), "--format", "csv")))
    )
    assert [(row["Trainee"], row["Rulebook"], row["Lessons passed"]) for row in rows] == [
        ("Ana", "exhibit_a", "1"),
        ("Lee", "maryland", "1"),
    ]
    assert rows[1]["To practise"] == "settle war pay"
    data = json.loads(desk.good("train", "results", "--results", str(path), "--format", "json"))
    assert [one["Trainee"] for one in data["Trainees"]] == ["Ana", "Lee"]


def test_a_score_sheet_and_an_overview_are_printed(desk: Desk) -> None:
    path = write(
        desk.folder / "r.db", passed("Lee", "maryland", "war", points=12), passed("Lee", "maryland", "war")
    )
    sheet, overview = desk.folder / "sheet.pdf", desk.folder / "all.pdf"
    of = ("--results", str(path), "--format", "pdf")
    desk.good("train", "results", "--trainee", "lee", "--book", "maryland", *of, "--out", str(sheet))
    desk.good("train", "results", *of, "--out", str(overview))
    assert "Score sheet of Lee" in text_of(sheet)
    assert "chain verified" in text_of(sheet)
    assert "Results of the school" in text_of(overview)
    told = desk.bad("train", "results", *of, "--out", str(sheet))
    assert "already exists" in told


def test_a_certificate_takes_every_lesson_of_the_book(desk: Desk) -> None:
    *but_one, last = lessons("exhibit_a")
    path = write(desk.folder / "r.db", *(passed("Lee", "exhibit_a", lesson.topic) for lesson in but_one))
    out = desk.folder / "certificate.pdf"
    asked = ("train", "certificate", "--trainee", "Lee", "--book", "exhibit_a", "--results", str(path))
    told = desk.bad(*asked, "--out", str(out))
    assert last.id in told
    assert f"{len(but_one)} of {len(but_one) + 1}" in told
    assert not out.exists()
    write(path, passed("Lee", "exhibit_a", last.topic))
    desk.good(*asked, "--out", str(out))
    printed = text_of(out)
    assert "CERTIFICATE" in printed
    assert "Lee" in printed
    assert isinstance(results(path)[-1].about, CertificateIssued)


def test_results_are_where_station_toml_says(desk: Desk) -> None:
    desk.file.write_text(minimal(more='[training]\nresults = "school.db"\n'), "utf-8")
    write(desk.folder / "school.db", passed("Lee", "maryland", "war"))
    assert "Lee" in desk.good("train", "results", "--config", str(desk.file))


def test_what_cannot_be_is_refused_in_a_sentence(desk: Desk) -> None:
    path = write(desk.folder / "r.db", passed("Lee", "maryland", "war"))
    assert "there are results of Lee" in desk.bad(
        "train", "results", "--results", str(path), "--trainee", "Nobody"
    )
    assert "--book" in desk.bad("train", "--lesson", "war", "--trainee", "Lee")
    assert "--trainee" in desk.bad("train", "--lesson", "maryland/war")
    assert "train lessons" in desk.bad("train", "--lesson", "maryland/waltz", "--trainee", "Lee")
    assert "--out" in desk.bad("train", "results", "--results", str(path), "--format", "pdf")


def test_a_required_lesson_that_does_not_exist_keeps_the_table_closed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a display the reason would stay on the screen until somebody closes it.
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    desk.file.write_text(minimal(more='[training]\nrequired = ["massachusetts/waltz"]\n'), "utf-8")
    told = desk.bad("run", "--config", str(desk.file))
    assert 'there is no lesson "massachusetts/waltz"' in told
