"""One trainee's way through an exercise: answers, hints, points."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from dealer_station.engine.model.values import Place
from dealer_station.training.exercises import PASS_PERCENT, Exercise
from dealer_station.training.questions import LessonQuestion

POINTS = 3
"""Points for a right answer without help."""
HINT_COST = 1
WRONG_COST = 2
HINTS_MAX = 2
"""The first hint shows the rule, the second takes a wrong answer away."""

Outcome = Literal["", "right", "wrong", "shown", "late"]


class GivenAnswer(Struct, frozen=True):
    """The answer to one question, with the help that it took."""

    skill: str
    right: bool
    """True if the first answer was right, without being shown."""
    points: int
    hints: int
    wrong: int
    shown: bool
    seconds: float


class Score(Struct, frozen=True):
    """The result of an exercise so far."""

    points: int
    most: int
    hints: int
    wrong: int
    shown: int
    seconds: float

    @property
    def percent(self) -> int:
        return 100 * self.points // self.most if self.most else 0

    @property
    def passed(self) -> bool:
        return self.percent >= PASS_PERCENT


class Session:
    """The state of an exercise: the question, what was tried, and the points."""

    def __init__(self, exercise: Exercise, now: Callable[[], float]) -> None:
        self.exercise = exercise
        self.answered: list[GivenAnswer] = []
        self.last: Outcome = ""
        """The outcome of the last answer."""
        self.before: LessonQuestion | None = None
        """The question that was answered last, so that the screen can say how."""
        self._now = now
        self._begin()

    def _begin(self) -> None:
        self.hints = self.wrong = 0
        self.tried_choices: set[int] = set()
        self.tried_places: set[Place] = set()
        self.is_shown = False
        self.last_choice: int | None = None
        """The choice that was wrong just now; None after a place."""
        self._since = self._now()

    @property
    def number(self) -> int:
        """The number of the question, from 0."""
        return len(self.answered)

    @property
    def is_over(self) -> bool:
        return self.number >= len(self.exercise.questions)

    @property
    def question(self) -> LessonQuestion | None:
        return None if self.is_over else self.exercise.questions[self.number]

    @property
    def seconds_on_question(self) -> float:
        """The time since the question was put."""
        return self._now() - self._since

    @property
    def worth(self) -> int:
        """The points that a right answer brings now."""
        if self.is_shown:
            return 0
        return max(0, POINTS - HINT_COST * self.hints - WRONG_COST * self.wrong)

    @property
    def can_hint(self) -> bool:
        return not self.is_over and not self.is_shown and self.hints < HINTS_MAX

    @property
    def score(self) -> Score:
        done = self.answered
        return Score(
            points=sum(one.points for one in done),
            most=POINTS * len(self.exercise.questions),
            hints=sum(one.hints for one in done),
            wrong=sum(one.wrong for one in done),
            shown=sum(one.shown for one in done),
            seconds=round(sum(one.seconds for one in done), 1),
        )

    def choose(self, index: int) -> None:
        """Answer with one of the choices."""
        question = self.question
        if question is None or self.is_shown or index in self.tried_choices:
            return
        if not 0 <= index < len(question.choices):
            return
        if question.choices[index].right:
            self._right()
        else:
            self.tried_choices.add(index)
            self.last_choice = index
            self._wrong()

    def tap(self, place: Place) -> None:
        """Answer with a place on the felt."""
        question = self.question
        if question is None or self.is_shown or place not in self.open_places:
            return
        if place == question.place:
            self._right()
        else:
            self.tried_places.add(place)
            self._wrong()

    @property
    def open_places(self) -> tuple[Place, ...]:
        """The places that may still be tapped; the second hint leaves two."""
        question = self.question
        if question is None or self.is_shown:
            return ()
        left = tuple(place for place in question.places if place not in self.tried_places)
        if self.hints < HINTS_MAX:
            return left
        other = next((place for place in left if place != question.place), question.place)
        return tuple(place for place in left if place in (question.place, other))

    def hint(self) -> None:
        """Show the rule, then take a wrong answer away."""
        question = self.question
        if question is None or not self.can_hint:
            return
        self.last = ""
        self.hints += 1
        if self.hints == HINTS_MAX:
            left = (
                at
                for at, choice in enumerate(question.choices)
                if not choice.right and at not in self.tried_choices
            )
            self.tried_choices.update([at] if (at := next(left, None)) is not None else [])

    def show(self) -> None:
        """Show the right answer, for no points; `go_on` leads to the next question."""
        if self.question is not None:
            self.is_shown, self.last = True, "shown"

    def run_out(self) -> None:
        """End the time for this question."""
        if self.question is not None and not self.is_shown:
            self.is_shown, self.last = True, "late"

    def go_on(self) -> None:
        """Leave a question whose answer was shown."""
        if self.is_shown:
            self._finish(self.last)

    def _right(self) -> None:
        self._finish("right")

    def _wrong(self) -> None:
        self.wrong += 1
        self.last = "wrong"

    def _finish(self, outcome: Outcome) -> None:
        question = self.question
        assert question is not None
        first_time = outcome == "right" and self.wrong == 0
        seconds = round(self._now() - self._since, 2)
        self.answered.append(
            GivenAnswer(
                question.skill, first_time, self.worth, self.hints, self.wrong, self.is_shown, seconds
            )
        )
        self.before, self.last = question, outcome
        self._begin()
