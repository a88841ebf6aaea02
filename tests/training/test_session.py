"""Points, hints, wrong answers, and an answer that was shown."""

import pytest

from dealer_station.training.drills import drill_exercise
from dealer_station.training.exercises import Exercise, lesson_exercise
from dealer_station.training.lessons import lesson_called
from dealer_station.training.session import HINTS_MAX, POINTS, Session


class Hourglass:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def begun(exercise: Exercise | None = None) -> Session:
    return Session(exercise or lesson_exercise(lesson_called("massachusetts/round"), "seed"), Hourglass())


def answer(session: Session) -> None:
    question = session.question
    assert question
    if question.choices:
        session.choose(next(at for at, choice in enumerate(question.choices) if choice.right))
    else:
        session.tap(question.place)


def miss(session: Session) -> None:
    question = session.question
    assert question
    if question.choices:
        wrong = (at for at, choice in enumerate(question.choices) if not choice.right)
        session.choose(next(at for at in wrong if at not in session.tried_choices))
    else:
        session.tap(next(place for place in session.open_places if place != question.place))


def test_right_answers_bring_all_points() -> None:
    session = begun()
    while not session.is_over:
        answer(session)
    assert session.score.percent == 100
    assert session.score.passed
    assert all(one.right for one in session.answered)


def test_a_wrong_answer_costs_points_and_is_not_asked_as_right_any_more() -> None:
    session = begun()
    miss(session)
    assert (session.last, session.worth, session.number) == ("wrong", 1, 0)
    answer(session)
    assert session.answered[0].points == 1
    assert not session.answered[0].right


def test_the_first_hint_shows_the_rule_and_the_second_takes_a_wrong_answer_away() -> None:
    session = begun()
    question = session.question
    assert question
    assert question.choices
    session.hint()
    assert session.tried_choices == set()
    session.hint()
    (gone,) = session.tried_choices
    assert not question.choices[gone].right
    assert not session.can_hint
    session.hint()
    assert session.hints == HINTS_MAX
    answer(session)
    assert session.answered[0].points == POINTS - HINTS_MAX


def test_on_the_felt_the_second_hint_leaves_two_places() -> None:
    session = begun(drill_exercise("massachusetts", "order", {}, "seed"))
    while session.question and len(session.question.places) < 3:
        answer(session)
    question = session.question
    assert question
    session.hint()
    session.hint()
    assert len(session.open_places) == 2
    assert question.place in session.open_places


def test_an_answer_that_was_shown_brings_nothing_and_can_no_longer_be_tapped() -> None:
    session = begun()
    session.show()
    answer(session)
    assert session.number == 0
    session.go_on()
    assert (session.number, session.answered[0].points, session.answered[0].shown) == (1, 0, True)


def test_time_runs_out_for_a_payout() -> None:
    exercise = drill_exercise("maryland", "payouts", {}, "seed")
    glass = Hourglass()
    session = Session(exercise, glass)
    glass.now = exercise.seconds + 1.0
    assert session.seconds_on_question > exercise.seconds
    session.run_out()
    assert (session.last, session.worth) == ("late", 0)


@pytest.mark.parametrize("answered", ["places", "choices"])
def test_a_tap_beside_the_question_is_no_answer(answered: str) -> None:
    session = begun()
    if answered == "places":
        session.tap(99)
    else:
        session.choose(99)
    assert (session.number, session.wrong, session.last) == (0, 0, "")
