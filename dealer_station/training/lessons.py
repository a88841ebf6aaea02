"""The lessons of each book: folders of written rounds that ship with the program.

`rounds/BOOK/CHAPTER` holds the rounds of a chapter, `rounds/BOOK/irregular/KIND` those of an irregularity.
A round that is put there is a lesson, or another case of one: no list names it.
"""

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal, get_args

from msgspec import Struct

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.model.translatable_sentences import said
from dealer_station.engine.notation.model import Written
from dealer_station.engine.notation.reader import read
from dealer_station.rulebooks import NAMES
from dealer_station.training.errors import UnknownLessonError

Chapter = Literal["opening", "round", "ties", "war", "settlement", "burns", "shuffle", "side_bets"]
CHAPTERS: tuple[Chapter, ...] = get_args(Chapter)
TITLES: dict[str, str] = {
    "opening": said("The opening of the table"),
    "round": said("A round"),
    "ties": said("Ties and surrender"),
    "war": said("War"),
    "settlement": said("The order of settlement"),
    "burns": said("Burn cards"),
    "shuffle": said("Shuffle and cut"),
    "side_bets": said("Side bets"),
}
"""The titles of the chapters, in the order in which a dealer learns them."""
IRREGULAR = "irregular"


class LessonRound(Struct, frozen=True):
    """One written round of a lesson, with the sentence that opens its file."""

    name: str
    about: str
    written: Written


class Lesson(Struct, frozen=True):
    """A lesson: the written rounds about one chapter or one irregularity of a book."""

    book: str
    topic: str
    """A chapter, or the kind of an irregularity."""
    rounds: tuple[LessonRound, ...]

    @property
    def id(self) -> str:
        """The name of the lesson on the command line and in station.toml: `maryland/war`."""
        return f"{self.book}/{self.topic}"

    @property
    def title(self) -> str:
        return TITLES[self.topic] if self.topic in TITLES else CATALOGUE[self.topic].words

    @property
    def is_irregular(self) -> bool:
        return self.topic not in TITLES


@cache
def lessons(book: str) -> tuple[Lesson, ...]:
    """Every lesson of a book: the chapters in their order, then the irregularities."""
    if book not in NAMES:
        raise UnknownLessonError(
            f'there are no lessons for "{book}"; there are lessons for {", ".join(NAMES)}'
        )
    shelf = _shelf().joinpath(book)
    of_chapters = (_lesson(book, chapter, shelf.joinpath(chapter)) for chapter in CHAPTERS)
    irregular = shelf.joinpath(IRREGULAR)
    of_kinds = (_lesson(book, kind, irregular.joinpath(kind)) for kind in CATALOGUE)
    return tuple(lesson for lesson in (*of_chapters, *of_kinds) if lesson.rounds)


def lesson_called(name: str) -> Lesson:
    """The lesson with this id; raise UnknownLessonError with the command that lists them."""
    book, _, topic = name.partition("/")
    if book in NAMES:
        for lesson in lessons(book):
            if lesson.topic == topic:
                return lesson
    raise UnknownLessonError(
        f'there is no lesson "{name}"; write BOOK/LESSON, such as massachusetts/war: '
        "`dealer-station train lessons` lists them"
    )


def _shelf() -> Traversable:
    return resources.files(__package__).joinpath("rounds")


def _lesson(book: str, topic: str, folder: Traversable) -> Lesson:
    if not folder.is_dir():
        return Lesson(book, topic, ())
    files = sorted((one for one in folder.iterdir() if one.name.endswith(".round")), key=lambda one: one.name)
    return Lesson(book, topic, tuple(_round(file) for file in files))


def _round(file: Traversable) -> LessonRound:
    text = file.read_text("utf-8")
    about = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        about.append(line.removeprefix("#").strip())
    return LessonRound(file.name.removesuffix(".round"), " ".join(about), read(text))
