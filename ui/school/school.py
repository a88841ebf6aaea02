"""The Qt object between the school's QML and the lessons: pages, answers, results."""

import time
from collections.abc import Callable
from typing import Any, Literal, Protocol

from msgspec import Struct
from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot

from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.log.school.results import SchoolRecord, SchoolRow, checked_name
from dealer_station.log.store.records import ExerciseFinished, QuestionAnswered
from dealer_station.rulebooks import NAMES, load
from dealer_station.training.drills import DRILL_TITLES, drill_exercise, drills_of
from dealer_station.training.errors import LessonFaultError
from dealer_station.training.exercises import Exercise, lesson_exercise
from dealer_station.training.lessons import lesson_called, lessons
from dealer_station.training.progress import boxes_of, progress_in, trainees
from dealer_station.training.repetition import NEW_BOX, moved
from dealer_station.training.session import Session
from ui.common import qt_ownership
from ui.common.settings import Settings
from ui.common.translate import Speech
from ui.school.exercise_picture import Overlay, exercise_values, result_values

Page = Literal["who", "name", "book", "menu", "lessons", "drills", "shift", "dealing", "exercise", "result"]
BEFORE: dict[Page, Page] = {
    "name": "who",
    "book": "who",
    "menu": "book",
    "lessons": "menu",
    "drills": "menu",
    "shift": "menu",
    "dealing": "shift",
    "exercise": "menu",
    "result": "menu",
}
"""The page to which Back leads."""
TICK_MS = 500
PACES: dict[str, float] = {"slow": 0.5, "steady": 1.0, "fast": 2.0}
"""The paces of simulated players, as multiples of a quiet table's."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class ResultsStore(Protocol):
    """Keeps the results of trainees."""

    def rows(self) -> tuple[SchoolRow, ...]:
        """Every result so far."""
        ...

    def read_again(self) -> tuple[SchoolRow, ...]:
        """Every result so far, also those that another process has kept."""
        ...

    def add(self, *records: SchoolRecord) -> None:
        """Keep more results, durably."""
        ...


class ShiftWanted(Struct, frozen=True):
    """A trainee wants to deal a shift."""

    trainee: str
    book: str
    pace: float
    faults: bool
    """True if the program causes faults; otherwise only an instructor does, from the panel."""


class DealShift(Protocol):
    """Deals shifts in a window of their own while the school waits."""

    def begin(self, wanted: ShiftWanted, language: str, over: Callable[[], None]) -> None:
        """Begin a shift; `over` is called when it has ended and its result is kept."""
        ...

    def end(self) -> None:
        """End the shift that is being dealt, if any."""
        ...


class School(QObject):
    """The properties and slots that the school's QML uses."""

    changed = Signal()
    left = Signal()
    """Emitted when the trainee leaves the school or begins a shift."""

    def __init__(
        self,
        store: ResultsStore,
        *,
        settings: Settings | None = None,
        people: tuple[str, ...] = (),
        trainee: str = "",
        book: str = "",
        deal: DealShift | None = None,
        has_panel: bool = True,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        qt_ownership.keep(self)
        self.settings = settings or Settings()
        self._store, self._people, self._now = store, people, now
        self.trainee, self.book = trainee, book
        self._deal, self._has_panel = deal, has_panel
        self.say = Speech(self.settings.language, book)
        self.page: Page = "menu" if trainee and book else "book" if trainee else "who"
        self.session: Session | None = None
        self.overlay: Overlay = ""
        self.shift: ShiftWanted | None = None
        """The shift that was asked for when the school was left."""
        self._typed = ""
        self._kept = self._rows_before = 0
        self._finished: ExerciseFinished | None = None
        self._clock = QTimer(self, interval=TICK_MS)
        self._clock.timeout.connect(self._tick)

    # What QML sees.

    @Property("QVariant", notify=changed)  # type: ignore[arg-type]
    def style(self) -> dict[str, Any]:
        return self.settings.style(self.say)

    @Property("QVariant", notify=changed)  # type: ignore[arg-type]
    def now(self) -> dict[str, Any]:
        """The values of the page that is shown."""
        values: dict[str, Any] = {"page": self._layout(), "top": self._top(), "back": self._back_words()}
        if self.page == "exercise" and self.session:
            book = RulebookView(load(self.book))
            return values | exercise_values(self.session, book, self.say, self.overlay, self._left_seconds())
        if self.page == "result" and self._finished:
            title = self._title() or self.say("Shift")
            return values | result_values(self._finished, title, self.say)
        if self.page == "name":
            keys = [*LETTERS, "-", "space", "erase"]
            return values | {"title": self.say("Your name"), "typed": self._typed, "keys": keys}
        return values | self._grid()

    def _layout(self) -> str:
        return self.page if self.page in ("exercise", "result", "name") else "grid"

    def _top(self) -> dict[str, Any]:
        title = load(self.book).book.title if self.book else ""
        return {
            "name": self._title() if self.page == "exercise" else self.say("School"),
            "mark": self.say("TRAINING"),
            "book": title,
            "dealer": self.trainee,
            "devices": [],
        }

    def _back_words(self) -> str:
        if self.page == "dealing":
            return self.say("END THE SHIFT")
        return self.say("LEAVE THE SCHOOL") if self.page == "who" else self.say("BACK")

    def _title(self) -> str:
        return self.say(self.session.exercise.title) if self.session else ""

    def _grid(self) -> dict[str, Any]:
        match self.page:
            case "who":
                known = dict.fromkeys((*trainees(self._store.rows()), *self._people))
                tiles = [_tile(name, f"trainee {name}") for name in known]
                new = _tile(self.say("Somebody new"), "new", under=self.say("enter a name"), tone="win")
                return {"title": self.say("Who learns?"), "tiles": [*tiles, new]}
            case "book":
                tiles = [
                    _tile(load(name).book.title, f"book {name}", under=self._lessons_passed(name))
                    for name in NAMES
                ]
                return {"title": self.say("Which rulebook?"), "tiles": tiles}
            case "lessons":
                return {"title": self.say("Lessons"), "tiles": self._lesson_tiles()}
            case "drills":
                tiles = [
                    _tile(self.say(DRILL_TITLES[name]), f"drill {name}") for name in drills_of(self.book)
                ]
                return {"title": self.say("Drills"), "tiles": tiles}
            case "dealing":
                return {"title": self.say("The shift is dealt in a window of its own."), "tiles": []}
            case "shift":
                return {"title": self.say("Deal a shift"), "tiles": self._shift_tiles()}
            case _:
                return {"title": self.say("What do you want to do?"), "tiles": self._menu_tiles()}

    def _lessons_passed(self, book: str) -> str:
        done = progress_in(self._store.rows(), self.trainee, book)
        passed = sum(one.passed for one in done)
        return self.say("{passed} of {count} lessons passed", passed=passed, count=len(done))

    def _menu_tiles(self) -> list[dict[str, Any]]:
        drills = self.say("what you got wrong comes first")
        tiles = [
            _tile(self.say("Lessons"), "open lessons", under=self._lessons_passed(self.book), tone="win"),
            _tile(self.say("Drills"), "open drills", under=drills),
        ]
        tiles.append(_tile(self.say("Shift"), "open shift", under=self.say("deal at a simulated table")))
        return tiles

    def _lesson_tiles(self) -> list[dict[str, Any]]:
        tiles = []
        for one in progress_in(self._store.rows(), self.trainee, self.book):
            if one.passed:
                under = self.say("passed, {percent} %", percent=one.best_percent)
            elif one.attempts:
                under = self.say("not passed yet, {percent} %", percent=one.best_percent)
            else:
                under = ""
            act, title = f"lesson {one.lesson.id}", self.say(one.lesson.title)
            tiles.append(_tile(title, act, under=under, done=one.passed))
        return tiles

    def _shift_tiles(self) -> list[dict[str, Any]]:
        words = {
            "slow": self.say("A quiet table"),
            "steady": self.say("A steady table"),
            "fast": self.say("A busy table"),
        }
        alone = self.say("with faults from the program")
        tiles = [_tile(words[pace], f"shift {pace} alone", under=alone) for pace in PACES]
        if not self._has_panel:
            return tiles
        taught = self.say("with an instructor at the panel")
        return [*tiles, _tile(words["steady"], "shift steady taught", under=taught)]

    def _left_seconds(self) -> int:
        if self.session is None or not self.session.exercise.seconds:
            return -1
        return max(0, round(self.session.exercise.seconds - self.session.seconds_on_question))

    # Taps.

    @Slot(str)
    def tap(self, act: str) -> None:
        """Act on a tap; `act` is the word of a button with its arguments, such as `choose 2`."""
        word, _, rest = act.partition(" ")
        match word:
            case "back":
                self._back()
            case "new":
                self._typed, self.page = "", "name"
            case "key":
                self._key(rest)
            case "trainee":
                self._enter(rest)
            case "book":
                self.book, self.page = rest, "menu"
                self.say = Speech(self.settings.language, self.book)
            case "open" if rest in ("lessons", "drills", "shift"):
                self._open(rest)
            case "lesson":
                self.begin(lesson_exercise(lesson_called(rest), self._seed()))
            case "drill":
                boxes = boxes_of(self._store.rows(), self.trainee, self.book)
                self.begin(drill_exercise(self.book, rest, boxes, self._seed()))
            case "shift":
                pace, _, how = rest.partition(" ")
                self._begin_shift(ShiftWanted(self.trainee, self.book, PACES[pace], how == "alone"))
            case "again":
                self._again()
            case "next":
                self._next_lesson()
            case _:
                self._at_a_question(word, rest)
        self.changed.emit()

    def _begin_shift(self, wanted: ShiftWanted) -> None:
        """Leave the school for a shift, or wait until it has been dealt in a window of its own."""
        if self._deal is None:
            self.shift = wanted
            self.left.emit()
            return
        self.page, self._rows_before = "dealing", len(self._store.rows())
        self._deal.begin(wanted, self.settings.language, self._shift_is_over)

    def _shift_is_over(self) -> None:
        """Show the result of the shift; without one, return to the choice of a shift."""
        if self.page != "dealing":
            return
        new = [row.about for row in self._store.read_again()[self._rows_before :]]
        shifts = [one for one in new if isinstance(one, ExerciseFinished) and one.trainee == self.trainee]
        self.page = "shift"
        self.session = None
        if shifts:
            self.show_result(shifts[-1])
        self.changed.emit()

    def _open(self, name: str) -> None:
        pages: dict[str, Page] = {"lessons": "lessons", "drills": "drills", "shift": "shift"}
        self.page = pages[name]

    def _back(self) -> None:
        self.overlay = ""
        self._clock.stop()
        if self.page == "dealing" and self._deal:
            self._deal.end()
            return
        if self.page == "who":
            self.left.emit()
        elif self.page in ("exercise", "result") and self.session is not None:
            self.page = "lessons" if self.session.exercise.kind == "lesson" else "drills"
        else:
            self.page = BEFORE[self.page]

    def _key(self, key: str) -> None:
        if key == "erase":
            self._typed = self._typed[:-1]
        elif key == "enter":
            if self._typed.strip():
                self._enter(self._typed)
        else:
            self._typed += " " if key == "space" else key

    def _enter(self, name: str) -> None:
        self.trainee = checked_name(name)
        self.page = "menu" if self.book else "book"

    def _seed(self) -> str:
        """A seed of its own for each attempt, so that nobody learns the places of the answers by heart."""
        return f"{self.trainee} {len(self._store.rows())}"

    def begin(self, exercise: Exercise) -> None:
        """Begin an exercise; raise LessonFaultError if it asks nothing."""
        if not exercise.questions:
            raise LessonFaultError(f"{exercise.id}: there is nothing to ask in this exercise")
        self.session, self.overlay, self.page, self._kept = Session(exercise, self._now), "", "exercise", 0
        if exercise.seconds:
            self._clock.start()

    def receive(self, settings: Settings) -> None:
        """Receive the next trainee, with the settings of the screen at that moment."""
        self.rest()
        self.settings, self.say = settings, Speech(settings.language)
        self.trainee = self.book = self._typed = ""
        self.session = self.shift = self._finished = None
        self.page, self.overlay = "who", ""
        self.changed.emit()

    def rest(self) -> None:
        """End what nobody attends to any more: the clock of an exercise, and a shift."""
        self._clock.stop()
        if self._deal:
            self._deal.end()

    def show_result(self, finished: ExerciseFinished) -> None:
        """Show the result of a shift that was dealt meanwhile."""
        self._finished, self.page = finished, "result"

    def _again(self) -> None:
        if self.session is None:
            self.page = "shift"
        else:
            exercise = self.session.exercise
            self.tap(f"{exercise.kind} {exercise.id if exercise.kind == 'lesson' else exercise.topic}")

    def _next_lesson(self) -> None:
        """Begin the lesson after this one; after the last, show the list."""
        known = lessons(self.book)
        at = next((at for at, one in enumerate(known) if self.session and one.topic == self._topic()), -1)
        if at + 1 < len(known):
            self.tap(f"lesson {known[at + 1].id}")
        else:
            self.page = "lessons"

    def _topic(self) -> str:
        return self.session.exercise.topic if self.session else ""

    def _at_a_question(self, word: str, rest: str) -> None:
        session = self.session
        if session is None or self.page != "exercise":
            return
        match word:
            case "choose" if not self.overlay:
                session.choose(int(rest))
                self.overlay = "wrong" if session.last == "wrong" else ""
            case "place" if not self.overlay:
                session.tap(int(rest))
                self.overlay = "wrong" if session.last == "wrong" else ""
            case "hint":
                session.hint()
                self.overlay = "hint"
            case "show":
                session.show()
                self.overlay = "shown"
            case "go":
                session.go_on()
                self.overlay = ""
        self._keep_answers()

    def _tick(self) -> None:
        """Let the time for a question run out; draw the seconds that are left."""
        session = self.session
        if session is None or self.page != "exercise":
            return
        if not self.overlay and session.seconds_on_question >= session.exercise.seconds:
            session.run_out()
            self.overlay = "late"
        self.changed.emit()

    def _keep_answers(self) -> None:
        """Keep new answers; after the last one, also the result of the whole."""
        session = self.session
        assert session
        exercise = session.exercise
        if self._kept == len(session.answered):
            return
        boxes = boxes_of(self._store.rows(), self.trainee, exercise.book)
        for one in session.answered[self._kept :]:
            box = moved(boxes.get(one.skill, NEW_BOX), right=one.right)
            boxes[one.skill] = box
            self._store.add(
                QuestionAnswered(
                    trainee=self.trainee,
                    book=exercise.book,
                    exercise=exercise.topic,
                    skill=one.skill,
                    right=one.right,
                    points=one.points,
                    hints=one.hints,
                    wrong=one.wrong,
                    seconds=one.seconds,
                    box=box,
                )
            )
        self._kept = len(session.answered)
        if session.is_over:
            self._finish(session)

    def _finish(self, session: Session) -> None:
        exercise, score = session.exercise, session.score
        self._clock.stop()
        self._finished = ExerciseFinished(
            trainee=self.trainee,
            book=exercise.book,
            kind=exercise.kind,
            topic=exercise.topic,
            points=score.points,
            most=score.most,
            passed=score.passed,
            hints=score.hints,
            wrong=score.wrong,
            shown=score.shown,
            seconds=score.seconds,
            rules=load(exercise.book).digest,
        )
        self._store.add(self._finished)
        self.page, self.overlay = "result", ""


def _tile(text: str, act: str, *, under: str = "", tone: str = "", done: bool = False) -> dict[str, Any]:
    return {"text": text, "act": act, "under": under, "tone": tone, "done": done}
