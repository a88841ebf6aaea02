"""Forms: questions that the screen asks one by one until an observation is complete."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

Answers = dict[str, str]


class Choice(Struct, frozen=True):
    """One choice of a question."""

    value: str
    text: str
    under: str = ""


class Question(Struct, frozen=True):
    """One question and the kind of answer that it takes."""

    about: str
    kind: Literal["choices", "several", "number", "money", "pin", "card", "confirm"]
    title: str
    choices: tuple[Choice, ...] = ()
    may_skip: bool = False
    hint: str = ""
    lines: tuple[str, ...] = ()
    """For a confirmation: the lines to read before the answer."""
    marked: tuple[str, ...] | None = None
    """For several choices: those marked at first. If set, the answer may be empty."""
    check: Callable[[str, Callable[[str], None]], None] | None = None
    """Asks whether an answer would be refused, before the next question; the callable gets the reason."""
    always: bool = False
    """Ask even if there is only one choice, because the consequence cannot be undone by hand."""


Ask = Callable[[Answers], Question | None]
"""Returns the next question for the answers so far; None when the form is complete."""
DIGITS_MAX = 12


class Form:
    """A form. It stores only the answers, including those known at first, and derives each question."""

    def __init__(self, ask: Ask, done: Callable[[Answers], str | None], **known: str) -> None:
        self._ask = ask
        self._done = done
        self.answers: Answers = dict(known)
        self.complaint = ""
        self.checked: Callable[[bool], None] = lambda _: None
        """Called after an answer was checked; True if the form is finished."""
        self._skip_single_choices()
        self.typed = self._marked_at_first()

    def begin(self) -> bool:
        """Finish a form that has no questions. True if the form is finished."""
        if self.question is not None:
            return False
        complaint = self._done(dict(self.answers))
        self.complaint = complaint or self.complaint
        return complaint == ""

    @property
    def question(self) -> Question | None:
        return self._ask(self.answers)

    def choose(self, value: str) -> bool:
        """Take a choice. True if the form is finished."""
        question = self.question
        if question is None:
            return True
        if question.kind == "several":
            chosen = [one for one in self.typed.split() if one != value]
            self.typed = " ".join(chosen if value in self.typed.split() else (*chosen, value))
            return False
        return self._answer(question.about, value)

    def key(self, key: str) -> bool:
        """Take a key of the pad. True if the form is finished."""
        question = self.question
        if question is None:
            return True
        match key:
            case "enter":
                return self._enter(question)
            case "skip":
                return self._answer(question.about, "")
            case "clear":
                self.typed = ""
            case "erase":
                self.typed = self.typed[:-1]
            case _ if len(self.typed) < DIGITS_MAX and (key != "." or "." not in self.typed):
                self.typed += key
        self.complaint = ""
        return False

    def back(self) -> bool:
        """Return to the previous question. False if there is none."""
        asked = list(self.answers)
        while asked:
            del self.answers[asked.pop()]
            self.complaint = ""
            self.typed = self._marked_at_first()
            question = self.question
            if question is not None and (len(question.choices) != 1 or question.always):
                return True
        return False

    def _marked_at_first(self) -> str:
        """The choices of the current question that are marked before any touch."""
        question = self.question
        return " ".join(question.marked or ()) if question else ""

    def _enter(self, question: Question) -> bool:
        if not self.typed and question.marked is None:
            return False
        if question.check is None:
            return self._answer(question.about, self.typed)
        typed = self.typed
        question.check(typed, lambda reason: self._was_checked(question.about, typed, reason))
        return False

    def _was_checked(self, about: str, typed: str, reason: str) -> None:
        """Go on with a checked answer, or show why it would be refused; unless it was changed meanwhile."""
        question = self.question
        if question is None or (question.about, self.typed) != (about, typed):
            return
        if reason:
            self.complaint, self.typed = reason, ""
            self.checked(False)
        else:
            self.checked(self._answer(about, typed))

    def _answer(self, about: str, value: str) -> bool:
        self.answers[about] = value
        self._skip_single_choices()
        self.typed = self._marked_at_first()
        if self.question is not None:
            return False
        complaint: str | None = None
        try:
            complaint = self._done(dict(self.answers))
        finally:
            # Unless the form is done, ask the last question again and show the reason. This includes a PIN
            # check that is still running and an exception: the page must never be without a question.
            if complaint != "":
                del self.answers[about]
                self.complaint = complaint or self.complaint
        return complaint == ""

    def _skip_single_choices(self) -> None:
        """Answer questions that have only one choice without asking."""
        while (question := self.question) and question.kind == "choices" and not question.always:
            if len(question.choices) != 1:
                break
            self.answers[question.about] = question.choices[0].value

    def values(self) -> dict[str, Any]:
        """The values for QML."""
        question = self.question or Question("", "choices", "")
        chosen = self.typed.split() if question.kind == "several" else []
        return {
            "kind": {"several": "choices", "money": "number"}.get(question.kind, question.kind),
            "title": question.title,
            "hint": self.complaint or question.hint,
            "complains": bool(self.complaint),
            "value": "•" * len(self.typed) if question.kind == "pin" else self.typed,
            "money": question.kind == "money",
            "maySkip": question.may_skip,
            "several": question.kind == "several",
            "hasBefore": bool(self.answers),
            "lines": list(question.lines),
            "choices": [
                {
                    "text": one.text,
                    "under": one.under,
                    "act": f"choose {one.value}",
                    "chosen": one.value in chosen,
                }
                for one in question.choices
            ],
        }


def cents_of(text: str) -> int:
    """The cents of a keyed amount such as `25` or `7.5`."""
    whole, _, part = text.partition(".")
    return int(whole or 0) * 100 + int((part + "00")[:2])
