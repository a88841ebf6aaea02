"""Drills: questions that are made for each trainee, and come back to what went wrong."""

from collections import Counter
from random import Random

import pytest

from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import NAMES, load
from dealer_station.training.drills import PAYOUTS, drill_exercise, drills_of
from dealer_station.training.errors import UnknownLessonError
from dealer_station.training.questions import SURE
from dealer_station.training.repetition import BOXES, FIRST_BOX, boxes_after, drawn, moved, weight

EVERY = [(book, drill) for book in NAMES for drill in drills_of(book)]


@pytest.mark.parametrize(("book", "drill"), EVERY)
def test_a_drill_is_the_same_for_a_seed_and_another_for_the_next(book: str, drill: str) -> None:
    one, again, other = (drill_exercise(book, drill, {}, seed) for seed in ("a", "a", "b"))
    assert one.questions
    assert [question.answer for question in one.questions] == [
        question.answer for question in again.questions
    ]
    assert [question.table for question in one.questions] != [question.table for question in other.questions]


@pytest.mark.parametrize("book", NAMES)
def test_the_order_is_drilled_where_the_book_names_one(book: str) -> None:
    rules: Rules = load(book)
    names_one = rules.settlement.settlement_direction.status in SURE
    assert ("order" in drills_of(book)) == names_one


@pytest.mark.parametrize("book", NAMES)
def test_one_hand_of_a_table_with_an_error_was_settled_otherwise_than_the_rules_say(book: str) -> None:
    for question in drill_exercise(book, "error", {}, "seed").questions:
        assert len(question.news) == len(question.places)
        at = question.places.index(question.place)
        assert str(question.news[at]) != str(question.answer)


@pytest.mark.parametrize("book", NAMES)
def test_a_war_at_every_spot_asks_each_of_them(book: str) -> None:
    questions = drill_exercise(book, "war_of_seven", {}, "seed").questions
    assert sum(question.skill == "offer" for question in questions) == load(book).table.spots.value


def test_what_went_wrong_comes_more_often() -> None:
    known = {f"payout {kind}": BOXES - 1 for kind in PAYOUTS} | {"payout surrender": FIRST_BOX}
    asked = Counter(
        question.skill
        for seed in range(20)
        for question in drill_exercise("massachusetts", "payouts", known, str(seed)).questions
    )
    assert asked["payout surrender"] > sum(asked.values()) / 2


def test_a_right_answer_moves_up_and_a_wrong_one_to_the_first_box() -> None:
    assert [moved(box, right=True) for box in range(BOXES)] == [1, 2, 3, 4, 4]
    assert {moved(box, right=False) for box in range(BOXES)} == {FIRST_BOX}
    assert boxes_after([("a", True), ("a", True), ("b", False), ("a", False)]) == {"a": 0, "b": 0}
    assert [weight(box) for box in range(BOXES)] == [16, 8, 4, 2, 1]
    assert drawn(("a",), {}, Random(1)) == "a"


def test_a_drill_that_does_not_exist_is_named() -> None:
    with pytest.raises(UnknownLessonError, match="payouts"):
        drill_exercise("maryland", "yodelling", {}, "")
