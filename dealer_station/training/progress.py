"""The progress of trainees: which lessons each has passed, and how often; computed from the results."""

from collections.abc import Iterable

from msgspec import Struct

from dealer_station.engine.model.translatable_sentences import Sentence, said
from dealer_station.log.school.results import SchoolRow
from dealer_station.log.store.records import ExerciseFinished, QuestionAnswered
from dealer_station.training.lessons import Lesson, lessons
from dealer_station.training.repetition import boxes_after

NAMED_MOST = 3
"""A sentence names at most this many lessons."""


class LessonProgress(Struct, frozen=True):
    """A trainee's attempts at one lesson."""

    lesson: Lesson
    attempts: int
    best_percent: int
    passed_us: int
    """The time of the first attempt that was passed; zero if there is none."""

    @property
    def passed(self) -> bool:
        return self.passed_us > 0


def trainees(rows: Iterable[SchoolRow]) -> tuple[str, ...]:
    """Everybody with a result, in the order of the alphabet."""
    return tuple(sorted({row.about.trainee for row in rows}, key=str.casefold))


def finished(rows: Iterable[SchoolRow], trainee: str, book: str) -> list[tuple[int, ExerciseFinished]]:
    """The finished exercises of a trainee in one book, each with its time."""
    return [
        (row.at_us, row.about)
        for row in rows
        if isinstance(row.about, ExerciseFinished) and is_of(row.about, trainee, book)
    ]


def is_of(about: ExerciseFinished | QuestionAnswered, trainee: str, book: str) -> bool:
    """True if a result is this trainee's, however the name is written."""
    return about.book == book and about.trainee.casefold() == trainee.casefold()


def progress_in(rows: tuple[SchoolRow, ...], trainee: str, book: str) -> tuple[LessonProgress, ...]:
    """The progress of a trainee in every lesson of a book."""
    done = [(at, one) for at, one in finished(rows, trainee, book) if one.kind == "lesson"]
    found = []
    for lesson in lessons(book):
        own = [(at, one) for at, one in done if one.topic == lesson.topic]
        best = max((100 * one.points // one.most for _, one in own if one.most), default=0)
        passed = next((at for at, one in own if one.passed), 0)
        found.append(LessonProgress(lesson, len(own), best, passed))
    return tuple(found)


def boxes_of(rows: Iterable[SchoolRow], trainee: str, book: str) -> dict[str, int]:
    """The box of each ability of a trainee, from all answers."""
    return boxes_after(
        (row.about.skill, row.about.right)
        for row in rows
        if isinstance(row.about, QuestionAnswered) and is_of(row.about, trainee, book)
    )


def missing_lessons(rows: tuple[SchoolRow, ...], trainee: str, required: Iterable[str]) -> tuple[str, ...]:
    """The required lessons, by their ids, that a trainee has not passed."""
    passed = {
        f"{row.about.book}/{row.about.topic}"
        for row in rows
        if isinstance(row.about, ExerciseFinished)
        and row.about.kind == "lesson"
        and row.about.passed
        and row.about.trainee.casefold() == trainee.casefold()
    }
    return tuple(name for name in required if name not in passed)


def refusal_of(trainee: str, missing: tuple[str, ...]) -> Sentence:
    """The sentence that refuses a dealer: the lessons that are missing, and how to take them."""
    named = ", ".join(missing[:NAMED_MOST])
    more = len(missing) - NAMED_MOST
    if more > 0:
        return said(
            "{name} has not passed lessons that this table requires: {lessons} and {more} more. Take them "
            "under Training on the start screen, or with `dealer-station train`",
            name=trainee,
            lessons=named,
            more=more,
        )
    return said(
        "{name} has not passed lessons that this table requires: {lessons}. Take them under Training on the "
        "start screen, or with `dealer-station train`",
        name=trainee,
        lessons=named,
    )


def unreadable_results(why: str) -> Sentence:
    """The sentence that refuses every dealer while nobody can know what they have passed."""
    return said("The results of the school cannot be read, so no dealer can sign in: {why}", why=why)
