"""Exercises: the questions of a lesson or a drill, in order, with what is asked of the whole."""

from random import Random
from typing import Literal

from msgspec import Struct

from dealer_station.engine.due.step_types import Draw, Due, Offer, Settle, TakeBets
from dealer_station.training.course import LessonMoment, moments_of
from dealer_station.training.lessons import Lesson
from dealer_station.training.questions import LessonQuestion, questions_at

QUESTIONS_MAX = 30
"""Nobody attends to more questions than that at a stretch."""
PASS_PERCENT = 70

ExerciseKind = Literal["lesson", "drill", "shift"]
Begins = Literal["bets", "offer", "settle", "trouble"]
BEGINS: dict[str, Begins] = {"ties": "offer", "war": "offer", "settlement": "settle"}
"""The moment from which a chapter asks; the others ask from the start."""


class Exercise(Struct, frozen=True):
    """Questions that are answered one after the other, and passed or not as a whole."""

    kind: ExerciseKind
    book: str
    topic: str
    title: str
    questions: tuple[LessonQuestion, ...]
    seconds: int = 0
    """Time for each answer; zero where nobody hurries."""

    @property
    def id(self) -> str:
        return f"{self.book}/{self.topic}"


def lesson_exercise(lesson: Lesson, seed: str) -> Exercise:
    """The questions of a lesson; `seed` mixes the answers, so that nobody learns their places by heart."""
    rounds = [moments_of(one.written) for one in lesson.rounds]
    pool = steps_of([moment for one in rounds for moment in one])
    begins = "trouble" if lesson.is_irregular else BEGINS.get(lesson.topic, "bets")
    questions: list[LessonQuestion] = []
    for number, moments in enumerate(rounds):
        questions += asked(moments, begins, pool, f"{seed} {lesson.id} {number}")
    return Exercise("lesson", lesson.book, lesson.topic, lesson.title, tuple(questions[:QUESTIONS_MAX]))


def asked(
    moments: tuple[LessonMoment, ...], begins: Begins, pool: tuple[Due, ...], seed: str
) -> list[LessonQuestion]:
    """The questions of a round from the moment where the lesson begins; the news before it are kept."""
    chance = Random(seed)
    questions: list[LessonQuestion] = []
    begun = False
    for moment in moments:
        begun = begun or _begins(moment, begins)
        if begun:
            questions += questions_at(moment, pool, chance)
    return questions


def _begins(moment: LessonMoment, begins: Begins) -> bool:
    match begins:
        case "bets":
            return True
        case "offer":
            return isinstance(moment.due, Offer)
        case "settle":
            return isinstance(moment.due, Settle)
        case "trouble":
            return moment.after_trouble


def steps_of(moments: list[LessonMoment]) -> tuple[Due, ...]:
    """The different steps of a lesson: wrong answers for each other."""
    found: list[Due] = []
    for moment in moments:
        if not isinstance(moment.due, TakeBets) and moment.due not in found:
            found.append(moment.due)
    # A draw names its place, and places of other rounds would be strange on this felt.
    return tuple(step for step in found if not isinstance(step, Draw | Settle | Offer))
