"""Conversion of an exercise into plain values that the school's QML binds to."""

from typing import Any, Literal

from dealer_station.engine.view.rulebook_view import RulebookView
from dealer_station.log.store.records import ExerciseFinished
from dealer_station.training.exercises import PASS_PERCENT
from dealer_station.training.explanations import Explanation
from dealer_station.training.questions import LessonQuestion
from dealer_station.training.session import HINTS_MAX, Session
from ui.common.translate import Speech
from ui.dealer.picture import Picture

Values = dict[str, Any]
Overlay = Literal["", "wrong", "hint", "shown", "late"]
"""The explanation that covers the question: after a wrong answer, a hint, or when the answer was shown."""


def exercise_values(
    session: Session, book: RulebookView, say: Speech, overlay: Overlay, seconds: int
) -> Values:
    """The values of a question: the felt, the answers, and what is explained."""
    question = session.question
    if question is None:
        return {}
    score, count = session.score, len(session.exercise.questions)
    values: Values = {
        "title": say(session.exercise.title),
        "felt": felt_values(question, book, say),
        "number": say("Question {number} of {count}", number=session.number + 1, count=count),
        "share": session.number / count,
        "points": say("Points: {points}", points=score.points),
        "seconds": "" if seconds < 0 else say("{seconds} s", seconds=seconds),
        "news": [say(one) for one in question.news],
        "ask": _asked(question, say),
        "choices": _choices(session, question, say),
        "choosable": [] if overlay else list(session.open_places),
        "feedback": _feedback(session, say),
        "hint": say("HINT") if session.can_hint else "",
        "hintUnder": say("1 point less"),
        "overlay": _overlay(session, question, say, overlay),
    }
    return values


def felt_values(question: LessonQuestion, book: RulebookView, say: Speech) -> Values:
    """The values of the felt, made as for the dealer's screen."""
    whole = Picture(question.shown, question.table, book, say).values()
    return whole | {"direction": "", "directionWords": ""}


def _asked(question: LessonQuestion, say: Speech) -> str:
    match question.kind:
        case "step":
            return say("What now?")
        case "remedy":
            return say("What may be ruled here by the book?")
        case "place":
            return say("What now? Touch the place on the felt that is next.")
        case "error":
            return say("One hand was settled wrongly. Touch its spot.")


def _choices(session: Session, question: LessonQuestion, say: Speech) -> list[Values]:
    return [
        {"text": say(choice.words), "act": f"choose {at}", "open": at not in session.tried_choices}
        for at, choice in enumerate(question.choices)
    ]


def _feedback(session: Session, say: Speech) -> Values | None:
    """The line about the question before, which was just answered."""
    before = session.before
    if before is None or session.hints or session.wrong or session.last != "right":
        return None
    last = session.answered[-1]
    told = say("RIGHT: +{points}", points=last.points)
    spoken = f"“{say(before.say)}”" if before.say else ""
    return {"tone": "win", "words": told, "answer": say(before.answer), "say": spoken}


def _overlay(session: Session, question: LessonQuestion, say: Speech, overlay: Overlay) -> Values | None:
    """The explanation over the question, with the rule in our words."""
    rule = rule_values(question.explained, say)
    again = {"text": say("TRY AGAIN"), "act": "go"}
    match overlay:
        case "":
            return None
        case "wrong":
            return rule | {
                "title": say("NOT NOW"),
                "tone": "lose",
                "words": _why_not(session, say),
                "go": again,
            }
        case "hint":
            taken_away = session.hints == HINTS_MAX
            words = say("One wrong answer is taken away.") if taken_away else say("This is the rule.")
            return rule | {"title": say("HINT"), "tone": "tie", "words": words, "go": again}
        case "shown" | "late":
            title = say("THE ANSWER") if overlay == "shown" else say("TIME IS UP")
            go = {"text": say("GO ON"), "act": "go"}
            spoken = f"“{say(question.say)}”" if question.say else ""
            words = " ".join(part for part in (say(question.answer), spoken) if part)
            return rule | {"title": title, "tone": "surrender", "words": words, "go": go}


def _why_not(session: Session, say: Speech) -> str:
    """The sentence about a wrong answer."""
    question = session.question
    tried = session.last_choice
    if question is None or tried is None or not question.choices:
        return say("The book puts another place first.")
    chosen = question.choices[tried]
    if question.kind == "remedy":
        return say("“{answer}” departs from the book.", answer=chosen.words)
    return say("“{answer}” is not what the book asks for now.", answer=chosen.words)


def rule_values(explained: Explanation, say: Speech) -> Values:
    """The rule: our words for it, its address, its status in plain words."""
    return {
        "gist": explained.gist(say.language),
        "cite": say("{cite}", cite=explained.cite),
        "status": say(explained.status_words),
    }


def result_values(finished: ExerciseFinished, title: str, say: Speech) -> Values:
    """The values of the result page."""
    percent = 100 * finished.points // finished.most if finished.most else 0
    rows = [
        (say("Points"), say("{points} of {most}", points=finished.points, most=finished.most)),
        (say("Hints"), str(finished.hints)),
        (say("Wrong answers"), str(finished.wrong)),
        (say("Answers shown"), str(finished.shown)),
        (say("Seconds"), f"{finished.seconds:.0f}"),
        *((say(name), value) for name, value in finished.details),
    ]
    buttons = [{"text": say("AGAIN"), "act": "again", "tone": "" if finished.passed else "win"}]
    if finished.passed and finished.kind == "lesson":
        buttons.insert(0, {"text": say("NEXT LESSON"), "act": "next", "tone": "win"})
    needed = say("{percent} % are needed to pass.", percent=PASS_PERCENT)
    return {
        "title": title,
        "passed": finished.passed,
        "verdict": say("PASSED") if finished.passed else say("NOT PASSED YET"),
        "percent": f"{percent} %",
        "needed": "" if finished.passed else needed,
        "rows": [{"name": name, "value": value} for name, value in rows],
        "buttons": buttons,
    }
