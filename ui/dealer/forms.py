"""Forms: questions that the screen asks one by one until an observation is complete."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from dealer_station.engine.model.values import DEALER, Place

Answers = dict[str, str]


class Tile(Struct, frozen=True):
    """The fixed place of a report: its group, its number in the group, and its number among the likeliest."""

    group: str
    glyph: str
    number: int
    rank: int = -1
    """0 to 2 for one of the three likeliest reports; -1 for any other."""


class Choice(Struct, frozen=True):
    """One choice of a question."""

    value: str
    text: str
    under: str = ""
    place: Place | None = None
    """The place on the felt that stands for this choice; None if the felt cannot show it."""
    tile: Tile | None = None
    """The fixed place of a report among the others."""


class Part(Struct, frozen=True):
    """One choice of a signature: the reason or the signer, with the value that is marked at first."""

    about: Literal["because", "signer"]
    title: str
    choices: tuple[Choice, ...]
    marked: str = ""


class Question(Struct, frozen=True):
    """One question and the kind of answer that it takes."""

    about: str
    kind: Literal["choices", "several", "number", "money", "sign", "card", "confirm", "reports"]
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
    parts: tuple[Part, ...] = ()
    """For a signature: the choices on the same page as the PIN."""
    groups: tuple[Choice, ...] = ()
    """For a report: the groups in their order; `tile` has the shape of each."""
    warns: bool = False
    """For a confirmation: the first line is a warning."""
    takes_pin: bool = True
    """For a signature: False at a simulated table, where nobody has a PIN."""


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
        self.picked: dict[str, str] = {}
        """The choices on the signature page, by their question."""
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
        if question.kind == "sign":
            self._pick(question, value)
            return False
        if question.kind != "card" and all(one.value != value for one in question.choices):
            return False  # A button of the question before, which is answered already.
        return self._answer(question.about, value)

    def _pick(self, question: Question, value: str) -> None:
        """Mark a reason or a signer; another signer begins with an empty PIN."""
        parts = (part for part in question.parts if any(one.value == value for one in part.choices))
        part = next(parts, None)
        if part is None:
            return
        self.picked[part.about] = value
        self.complaint = ""
        if part.about == "signer":
            self.typed = ""

    def _chosen(self, part: Part) -> str:
        """The marked choice of a part; the only one is marked at first."""
        only = part.choices[0].value if len(part.choices) == 1 else ""
        return self.picked.get(part.about) or part.marked or only

    def _may_sign(self, question: Question) -> bool:
        """True if nothing is missing for the signature."""
        return (bool(self.typed) or not question.takes_pin) and all(map(self._chosen, question.parts))

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
        if question.kind == "sign":
            if not self._may_sign(question):
                return False
            for part in question.parts:
                self.answers[part.about] = self._chosen(part)
            return self._answer(question.about, self.typed)
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
                for part in self._parts_of(about):
                    self.answers.pop(part.about, None)
                self.complaint = complaint or self.complaint
        return complaint == ""

    def _parts_of(self, about: str) -> tuple[Part, ...]:
        """The parts that are asked again together with this question."""
        question = self.question
        return question.parts if question is not None and question.about == about else ()

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
            "value": "•" * len(self.typed) if question.kind == "sign" else self.typed,
            "money": question.kind == "money",
            "maySkip": question.may_skip,
            "several": question.kind == "several",
            "hasBefore": bool(self.answers),
            "lines": list(question.lines),
            "choices": [_shown(one, chosen=one.value in chosen) for one in question.choices],
            "parts": [
                {
                    "title": part.title,
                    "choices": [_shown(one, chosen=one.value == self._chosen(part)) for one in part.choices],
                }
                for part in question.parts
            ],
            "groups": [_shown(one, chosen=False) for one in question.groups],
            "onFelt": question.kind == "choices" and any(one.place is not None for one in question.choices),
            "warns": question.warns,
            "takesPin": question.takes_pin,
            "maySign": question.kind == "sign" and self._may_sign(question),
        }


def _shown(choice: Choice, *, chosen: bool) -> dict[str, Any]:
    """A choice as values for QML; a place of -1 is not on the felt."""
    tile = choice.tile or NO_TILE
    return {
        "text": choice.text,
        "under": choice.under,
        "act": f"choose {choice.value}",
        "chosen": chosen,
        # The dealer's card against one spot lies at the dealer's place too.
        "place": -1 if choice.place is None else max(DEALER, choice.place),
        "group": tile.group,
        "glyph": tile.glyph,
        "number": tile.number,
        "rank": tile.rank,
    }


NO_TILE = Tile("", "", -1)


def cents_of(text: str) -> int:
    """The cents of a keyed amount such as `25` or `7.5`."""
    whole, _, part = text.partition(".")
    return int(whole or 0) * 100 + int((part + "00")[:2])


def in_capital(sentence: str) -> str:
    """The sentence with a capital at its beginning and a full stop at its end."""
    return f"{sentence[:1].upper()}{sentence[1:]}."
