"""Every book has its lessons, and the questions of a lesson have one right answer each."""

from functools import cache
from random import Random

import pytest

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.due.step_types import (
    AwaitRuling,
    Call,
    Draw,
    Due,
    Offer,
    Perform,
    Settle,
    TakeBets,
)
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.model.observations import Bet
from dealer_station.engine.notation.reader import read
from dealer_station.engine.view import trial
from dealer_station.engine.words.prompts import imperative
from dealer_station.rulebooks import NAMES
from dealer_station.training.course import LessonMoment, WatchedPlayer, moments_of
from dealer_station.training.errors import UnknownLessonError
from dealer_station.training.exercises import QUESTIONS_MAX, lesson_exercise, steps_of
from dealer_station.training.lessons import CHAPTERS, Lesson, lesson_called, lessons
from dealer_station.training.questions import LessonQuestion, questions_at
from tests.house.rules import ROOT

ALL = [lesson for book in NAMES for lesson in lessons(book)]
TABLES = ROOT / "tests" / "rounds"


@cache
def kinds_in(book: str) -> frozenset[str]:
    """The irregularities that the written rounds of a book report, or that stop a table in them."""
    found: set[str] = set()
    for path in (TABLES / book).rglob("*.round"):
        written = read(path.read_text("utf-8"))
        player = WatchedPlayer.at_table_of(written.header)
        player.play(written.lines)
        for taken in player.taken:
            found |= {taken.seen.kind} if isinstance(taken.seen, o.Reported) else set()
            found |= {event.hold.kind for event in taken.events if isinstance(event, e.HoldRaised)}
    return frozenset(found)


@pytest.mark.parametrize("book", NAMES)
def test_every_irregularity_of_a_book_has_a_lesson(book: str) -> None:
    """A written round of a kind that no lesson teaches yet asks for a round under dealer_station/training."""
    missing = sorted(kinds_in(book) - {lesson.topic for lesson in lessons(book)})
    assert not missing, (
        f"put a written round into dealer_station/training/rounds/{book}/irregular/KIND: {missing}"
    )


@pytest.mark.parametrize("book", NAMES)
def test_every_book_has_every_chapter_in_the_order_of_learning(book: str) -> None:
    topics = [lesson.topic for lesson in lessons(book)]
    assert tuple(topics[: len(CHAPTERS)]) == CHAPTERS
    assert topics[len(CHAPTERS) :] == [kind for kind in CATALOGUE if kind in topics]


@pytest.mark.parametrize("lesson", [lesson for lesson in ALL if lesson.is_irregular], ids=lambda one: one.id)
def test_the_lesson_of_an_irregularity_is_about_it(lesson: Lesson) -> None:
    for one in lesson.rounds:
        player = WatchedPlayer.at_table_of(one.written.header)
        player.play(one.written.lines)
        assert player.failure is None
        stops = {
            event.hold.kind
            for taken in player.taken
            for event in taken.events
            if isinstance(event, e.HoldRaised)
        }
        reports = {taken.seen.kind for taken in player.taken if isinstance(taken.seen, o.Reported)}
        assert lesson.topic in stops | reports
        assert one.written.header.profile == lesson.book


@pytest.mark.parametrize("lesson", ALL, ids=lambda one: one.id)
def test_a_lesson_asks_a_bearable_number_of_questions(lesson: Lesson) -> None:
    assert 1 <= len(lesson_exercise(lesson, "anybody").questions) <= QUESTIONS_MAX


def asked(lesson: Lesson) -> list[tuple[LessonMoment, LessonQuestion]]:
    moments = [moment for one in lesson.rounds for moment in moments_of(one.written)]
    pool: tuple[Due, ...] = steps_of(moments)
    chance = Random(lesson.id)
    return [(moment, question) for moment in moments for question in questions_at(moment, pool, chance)]


@pytest.mark.parametrize("lesson", ALL, ids=lambda one: one.id)
def test_the_right_answer_is_the_step_that_is_due_and_there_is_only_one(lesson: Lesson) -> None:
    for moment, question in asked(lesson):
        right = [choice for choice in question.choices if choice.right]
        words = [str(choice.words) for choice in question.choices]
        assert len(words) == len(set(words))
        if question.kind == "step":
            assert [str(choice.words) for choice in right] == [str(imperative(moment.due, moment.rules))]
            assert 2 <= len(words) <= 3
        elif question.kind == "remedy":
            assert len(right) == 1
        else:
            assert question.place in question.places
            assert len(set(question.places)) == len(question.places) > 1


def taken(moment: LessonMoment, step: Due) -> bool:
    """True if a dealer could do this step now without a refusal and without a stop."""
    table, rules = moment.table, moment.rules
    match step:
        case TakeBets():
            return trial.is_taken(table, rules, o.BetsPlaced((Bet(2, main_cents=None),)))
        case Call():
            return trial.is_taken(table, rules, o.Called())
        case Perform(step=name):
            return trial.is_taken(table, rules, o.Confirmed(name, "somebody"))
        case Offer(hand):
            return trial.is_taken(table, rules, o.Answered(hand.spot, hand.bettor, "war"))
        case Draw(place) if isinstance(moment.due, Draw):
            return place == moment.due.place
        case Draw():
            events = trial.events_of(table, rules, o.CardDrawn(Card("2c")))
            return not any(isinstance(event, e.HoldRaised) for event in events)
        case Settle(hand, lines) if isinstance(moment.due, Settle):
            return (hand.name, lines) == (moment.due.hand.name, moment.due.lines)
        case Settle(hand):
            return trial.is_taken(table, rules, o.Settled(hand.name))
        case _:
            return isinstance(moment.due, AwaitRuling)


@pytest.mark.parametrize("lesson", ALL, ids=lambda one: one.id)
def test_a_wrong_answer_is_nothing_that_the_table_would_take(lesson: Lesson) -> None:
    for moment, question in asked(lesson):
        steps = [choice.step for choice in question.choices if not choice.right and choice.step]
        assert [imperative(step, moment.rules) for step in steps if taken(moment, step)] == []


@pytest.mark.parametrize("lesson", ALL, ids=lambda one: one.id)
def test_the_felt_of_a_question_gives_no_answer_away(lesson: Lesson) -> None:
    for _, question in asked(lesson):
        shown = question.shown
        assert not any(spot.lit or any(bettor.lit for bettor in spot.bettors) for spot in shown.spots)
        assert (shown.step.do, shown.prompt.do, shown.holds) == ("", "", ())
        open_hands = [bettor for spot in shown.spots for bettor in spot.bettors if "main" not in bettor.gone]
        assert [bettor.result for bettor in open_hands if bettor.result] == []


def test_a_stop_is_asked_with_what_the_book_lets_somebody_rule() -> None:
    questions = [question for _, question in asked(lesson_called("massachusetts/drawn_exposed"))]
    remedy = next(question for question in questions if question.kind == "remedy")
    assert str(remedy.answer) == "Burn 5♠"
    assert remedy.explained.cite == "§10(a)"


def test_a_rule_is_explained_with_our_words_its_address_and_its_status() -> None:
    questions = [question for _, question in asked(lesson_called("massachusetts/war"))]
    burn = next(question for question in questions if question.skill == "burn")
    assert burn.explained.cite == "§8(f)"
    assert burn.explained.gist().startswith("The war deal begins with three burn cards")
    assert str(burn.explained.status_words).startswith("The book can be read in two ways")


def test_news_say_what_players_and_the_floor_did() -> None:
    news = [str(one) for _, question in asked(lesson_called("massachusetts/war")) for one in question.news]
    assert "Spot 2 goes to war." in news
    told = [
        str(one)
        for _, question in asked(lesson_called("massachusetts/drawn_exposed"))
        for one in question.news
    ]
    assert {"A card was drawn in error and seen", "The ruling: Burn 5♠."} <= set(told)


@pytest.mark.parametrize("name", ["massachusetts/waltz", "atlantis/war", "war"])
def test_a_lesson_that_does_not_exist_is_named_with_the_command_that_lists_them(name: str) -> None:
    with pytest.raises(UnknownLessonError, match="train lessons"):
        lesson_called(name)
