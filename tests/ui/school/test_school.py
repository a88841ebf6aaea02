"""The school through its window: lessons, drills, marks, languages, sizes."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QSize

from dealer_station.app.school_window import KeptResults
from dealer_station.cli.main import main
from dealer_station.log.school.results import results
from dealer_station.log.store.records import ExerciseFinished, QuestionAnswered
from dealer_station.rulebooks import NAMES
from dealer_station.training.exercises import lesson_exercise
from dealer_station.training.lessons import lesson_called
from tests.ui import items
from tests.ui.scenes import SIZES
from tests.ui.school.trainee import PersonWhoLearns
from tests.ui.test_geometry import LOOKS, target_faults, text_faults
from tests.ui.test_language import only_english
from ui.common.settings import Settings
from ui.dealer.window import DealerWindow, application
from ui.school.school import School
from ui.school.window import show_school


class Classroom:
    """The school in a window, with its results on the disk."""

    def __init__(self, folder: Path, size: str = "1280x800", settings: Settings | None = None) -> None:
        application()
        self.path = folder / "results.db"
        self.school = School(KeptResults(self.path), settings=settings, people=("Ana", "Bo"))
        self.warnings: list[str] = []
        self.window = DealerWindow(None, SIZES[size], self.warnings.append)
        show_school(self.window, self.school)
        self.window.show()
        items.breathe()

    def touch(self, *names: str) -> None:
        for name in names:
            way = items.touch if len(name) % 2 else items.click
            way(self.window, name)

    def begin(self, lesson: str) -> None:
        """Go to a lesson as the list does."""
        found = lesson_called(lesson)
        self.touch("button Ana")
        self.school.tap(f"book {found.book}")
        self.school.begin(lesson_exercise(found, "seed"))
        self.school.changed.emit()
        items.breathe()

    @property
    def right(self) -> str:
        """The object to touch for the right answer."""
        session = self.school.session
        assert session
        question = session.question
        assert question
        if not question.choices:
            return items.place(question.place)
        return f"button {question.answer}"

    @property
    def wrong(self) -> str:
        session = self.school.session
        assert session
        question = session.question
        assert question
        if not question.choices:
            return items.place(next(place for place in question.places if place != question.place))
        return f"button {next(choice.words for choice in question.choices if not choice.right)}"

    def says(self) -> set[str]:
        return {str(item.property("text")) for item in items.texts(self.window)}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Classroom]:
    made = Classroom(tmp_path)
    yield made
    assert made.warnings == []
    made.window.close()


def test_a_trainee_with_nothing_but_the_start_screen_passes_the_first_lesson_of_an_unread_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers are shown on the first way through, and known on the second; afterwards the table opens."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    person = PersonWhoLearns("LEE", "Exhibit A: Casino War", "The opening of the table", DealerWindow.close)
    shown = CliRunner().invoke(main, ["run", "--sim", "--screen", "--profile", "exhibit_a"])
    person.rest()
    assert person.failed == ""
    assert shown.exit_code == 0, shown.output
    assert person.verdicts == ["NOT PASSED YET", "PASSED"]
    assert person.marks
    assert all(person.marks), "a screen of the school did not say that it is training"
    done = [row.about for row in results(tmp_path / "dealer-station" / "training-results.db")]
    lessons = [one for one in done if isinstance(one, ExerciseFinished)]
    assert [(one.trainee, one.book, one.topic, one.passed) for one in lessons] == [
        ("LEE", "exhibit_a", "opening", False),
        ("LEE", "exhibit_a", "opening", True),
    ]
    assert lessons[1].points == lessons[1].most


def test_a_right_answer_leads_on_and_is_confirmed(room: Classroom) -> None:
    room.begin("massachusetts/war")
    room.touch(room.right)
    said = room.says()
    assert "RIGHT: +3" in said
    assert any("Question 2 of" in words for words in said)


def test_a_wrong_answer_is_explained_with_the_rule_its_address_and_its_status(room: Classroom) -> None:
    room.begin("massachusetts/war")
    room.touch(room.wrong)
    said = room.says()
    assert {"NOT NOW", "§8(c)(1), §8(c)(2)", "The book says this."} <= said
    assert any(words.startswith("The player may give up half") for words in said)
    room.touch("button TRY AGAIN", room.right)
    assert "RIGHT: +1" in room.says()
    (kept,) = [row.about for row in results(room.path)]
    assert isinstance(kept, QuestionAnswered)
    assert (kept.trainee, kept.right, kept.points, kept.wrong, kept.box) == ("Ana", False, 1, 1, 0)


def test_hints_show_the_rule_and_take_a_wrong_answer_away(room: Classroom) -> None:
    room.begin("massachusetts/war")
    room.touch("button HINT")
    assert "This is the rule." in room.says()
    room.touch("button TRY AGAIN", "button HINT")
    assert "One wrong answer is taken away." in room.says()
    room.touch("button TRY AGAIN")
    assert not items.named(room.window, "button HINT").property("live")
    room.touch(room.right)
    (kept,) = [row.about for row in results(room.path)]
    assert isinstance(kept, QuestionAnswered)
    assert (kept.points, kept.hints) == (1, 2)


def test_the_imperative_is_hidden_until_it_is_asked_for(room: Classroom) -> None:
    room.begin("massachusetts/round")
    session = room.school.session
    assert session
    while session.question and session.question.choices:
        room.touch(room.right)
    question = session.question
    assert question
    assert not items.has(room.window, "told")
    assert {str(question.answer)} & room.says() == set()
    room.touch("button SHOW ME")
    assert str(question.answer) in str(items.named(room.window, "told").property("text"))
    on_felt = ("spot ", "dealer")
    assert not [item for item in items.targets(room.window) if item.objectName().startswith(on_felt)]


def test_the_felt_answers_where_the_next_card_goes(room: Classroom) -> None:
    room.begin("massachusetts/round")
    session = room.school.session
    assert session
    while session.question and session.question.choices:
        room.touch(room.right)
    before = session.number
    room.touch(room.right)
    assert session.number == before + 1


def test_a_payout_whose_time_runs_out_is_shown(tmp_path: Path) -> None:
    application()
    clock = [0.0]
    school = School(KeptResults(tmp_path / "r.db"), trainee="Ana", book="maryland", now=lambda: clock[0])
    window = DealerWindow(None, QSize(1280, 800))
    show_school(window, school)
    window.show()
    items.breathe()
    for name in ("Drills", "Payouts against time"):
        items.click(window, f"button {name}")
    clock[0] = 99.0
    school._tick()
    items.breathe()
    assert "TIME IS UP" in {item.property("text") for item in items.texts(window)}
    window.close()


def test_the_list_of_lessons_says_what_was_passed(room: Classroom) -> None:
    room.begin("new_zealand/ties")
    session = room.school.session
    while session and not session.is_over:
        room.touch(room.right)
    assert {"PASSED", "100 %"} <= room.says()
    room.touch("button BACK")
    assert "passed, 100 %" in room.says()


PAGES: dict[str, tuple[str, ...]] = {
    "who": (),
    "name": ("new", "key A"),
    "book": ("trainee Ana",),
    "menu": ("trainee Ana", "book {book}"),
    "lessons": ("trainee Ana", "book {book}", "open lessons"),
    "drills": ("trainee Ana", "book {book}", "open drills"),
    "shift": ("trainee Ana", "book {book}", "open shift"),
    "question": ("trainee Ana", "book {book}", "lesson {book}/war"),
    "hint": ("trainee Ana", "book {book}", "lesson {book}/war", "hint"),
    "order": ("trainee Ana", "book {book}", "drill war_of_seven"),
}


@pytest.mark.parametrize(("page", "look"), [*product(PAGES, LOOKS)])
def test_nothing_is_clipped_and_every_target_is_large_enough(page: str, look: str, tmp_path: Path) -> None:
    for size in SIZES:
        room = Classroom(tmp_path, size, LOOKS[look])
        for act in PAGES[page]:
            room.school.tap(act.format(book="massachusetts"))
        items.breathe()
        room.window.grabWindow()
        # Spots lie as near to each other as on a real layout.
        found = [fault for fault in target_faults(room.window) if fault.count("spot ") < 2]
        found += text_faults(room.window, elided=True)
        assert "TRAINING" in room.says() or "PRÁCTICA" in room.says()
        room.window.close()
        assert found == [], f"{page} {size}: {found}"
        assert room.warnings == []


@pytest.mark.parametrize("page", PAGES)
def test_a_spanish_page_has_no_english_sentence(page: str, tmp_path: Path) -> None:
    room = Classroom(tmp_path, settings=Settings(language="es"))
    for act in PAGES[page]:
        room.school.tap(act.format(book="massachusetts"))
    items.breathe()
    shown = room.says()
    room.window.close()
    assert sorted(shown & only_english()) == []


@pytest.mark.parametrize("book", NAMES)
def test_every_lesson_of_a_book_can_be_shown(book: str, room: Classroom) -> None:
    """Each question of each lesson is drawn once, with its answer."""
    from dealer_station.training.lessons import lessons

    room.touch("button Ana")
    room.school.tap(f"book {book}")
    for lesson in lessons(book)[::4]:
        room.school.begin(lesson_exercise(lesson, "seed"))
        session = room.school.session
        assert session
        while not session.is_over:
            room.school.tap("show")
            items.breathe()
            assert items.has(room.window, "told")
            room.school.tap("go")
