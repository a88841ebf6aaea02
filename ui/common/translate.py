"""Translation of screen texts from English, using Qt Linguist files."""

import re
from functools import cache, cached_property
from pathlib import Path
from string import Formatter

from dealer_station.engine.model.translatable_sentences import Sentence, recalled, said

LANGUAGES = {"en": "English", "es": "Español"}
FILES = Path(__file__).parents[1] / "i18n"
NO_ADDRESS = "not addressed"
"""The citation that a profile uses for a matter its book does not address."""
RECALLED_MOST = 500
TELLING_LETTERS = 8
"""Minimum letters of a template outside its fields; a shorter template would match too many texts."""

FORMER = (
    "settled already: {hands}",
    "{wager} {action} {amount}",
    "nothing is to be settled now; due is {step}",
    "there are no wagers to close now; due is {step}",
    "wagers are not taken now; due is {step}",
    "{name} was not asked; due is {step}",
    "{step} is not due; due is {step2}",
    "{step} needs more than a confirmation",
    "the cut card is not put back now",
    "{name}: at most {value} to a box here",
    "at least {what:.0f} cards from the back",
    "the cut card at {cards} cards from the back is wrong: {measure_words}",
    "{where}: {amount} on the {wager} wager",
    "the {wager} wager of spot {name} is decided: report that the hand was settled wrongly",
    "no report can be found mistaken now: where cards or chips followed it, report a dispute",
    "nothing waits for a ruling: whoever steps in says why",
    "whoever steps in gives a name: by NAME, who is {title}",
    "a rule fixes what becomes of spot {name}: report a dispute or a wrong payment",
    "nothing waits for a ruling",
    '"{ruling}" is no ruling on this; it is {what}',
    'nobody knows "{kind}"; report one of {what}',
    "all that lies there is lost, {amount}: leave the amount out",
    "spot {name} has not been passed over: it is still to be asked",
    "there is no tap to take back since the last card or ruling",
    "{words}; who cannot place it can only surrender",
    "{what} of {amount} is above the most, {most}",
    "{what} of {amount} is below the least, {least}",
    "the shuffler says {shuffler}: a shuffle that is not complete never becomes a shoe",
    "this book knows no change of cards in the middle of a game",
    "this book knows no tokes",
    "this book knows no second cut",
    "this book knows no tokes; the tip box is the house's own",
    "this book knows no tie wager on the war deal",
    "{name}: this book knows no match play coupons",
    "{name}: this book knows no toke bets",
    "half of {amount} is no whole cent",
    "{name}: half of {amount} is no whole cent, and a tie may be surrendered",
    "the cards are out: whoever finds that more counts says why",
    "the cards are out: whoever finds that more counts is {title}: by NAME",
    "{name} is settled: nothing of it lies there any more",
    "no chips lie there: say how much, above zero",
    "the player loses all that lies there, {amount}: leave the amount out",
    "give the name of the person who steps in: by NAME, who is {title}",
    "the camera was looked at",
    "a mistake of the dealer",
    "a fault of a device",
    "the regulator or the management wants it so",
)
"""Sentences of earlier versions that logs still contain; the translation files must keep them."""


class Speech:
    """Translates texts into one language; a text without a translation stays English.

    A book with its own terms, such as *box* for a spot, has its own file beside that of the language.
    """

    def __init__(self, language: str = "en", book: str = "") -> None:
        self.language = language
        files = (FILES / f"{language}.ts", FILES / f"{language}_{book}.ts")
        self.words = {text: words for file in files if file.exists() for text, words in read(file).items()}
        self._recalled: dict[str, Sentence | None] = {}

    def __call__(self, text: str, **fields: object) -> str:
        """Translate `text`. The fields of a sentence are translated one by one."""
        sentence = said(text, **fields) if fields else text
        if not isinstance(sentence, Sentence) or not sentence.fields:
            return self._plain(sentence)
        template = self._template(sentence.template)
        return template.format(**{name: self._field(name, value) for name, value in sentence.fields.items()})

    def loud(self, text: str) -> str:
        """Translate `text` in capitals, as on a button; names and amounts keep their case."""
        sentence = text if isinstance(text, Sentence) else Sentence(text)
        template = self._template(sentence.template)
        if not sentence.fields:
            return self(text).upper()
        said_so = ""
        for words, name, _, _ in Formatter().parse(template):
            value = sentence.fields.get(name or "", "")
            said_so += words.upper() + str(
                self.loud(value) if isinstance(value, Sentence) else self._field(name or "", value)
            )
        return said_so

    def _template(self, template: str) -> str:
        """Return the translated template; itself if it has no translation."""
        return self.words.get(template, template)

    def _field(self, name: str, value: object) -> object:
        # A citation stays as the book writes it.
        if not isinstance(value, str) or (name == "cite" and value != NO_ADDRESS):
            return value
        if name == "card":
            from dealer_station.engine.model.cards import RANK_NAMES, SUIT_NAMES

            rank, suit = RANK_NAMES.get(value[:1], ""), SUIT_NAMES.get(value[1:], "")
            return self("{rank} of {suit}", rank=rank, suit=suit) if rank and suit else self(value)
        # Refusals of earlier versions name the due step by its id; people know it by its prompt.
        if name.startswith("step") and self.words:
            # Imported late: the first frame is painted before the engine is loaded.
            from dealer_station.engine.view.step_view import step_name

            value = _lowered(self(words)) if (words := step_name(value)) else value
        return self(value)

    def _plain(self, text: str) -> str:
        if text in self.words:
            return self.words[text]
        if capital := self.words.get(text[:1].upper() + text[1:]):
            return _lowered(capital)
        sentence = self._sentence(text)
        return self(sentence) if sentence else str(text)

    def _sentence(self, text: str) -> Sentence | None:
        """Match a plain text from a log to a known template; None if no template fits. Results are cached."""
        if len(text) < TELLING_LETTERS:
            return None
        if text not in self._recalled:
            if len(self._recalled) >= RECALLED_MOST:
                self._recalled.clear()
            found = (recalled(template, text) for template in self._templates)
            self._recalled[str(text)] = next((sentence for sentence in found if sentence), None)
        return self._recalled[text]

    @cached_property
    def _templates(self) -> list[str]:
        """The templates with enough letters to be recognised, longest first."""
        letters = {text: sum(map(str.isalpha, re.sub(r"\{\w+[^}]*\}", "", text))) for text in self.words}
        telling = [text for text, count in letters.items() if "{" in text and count >= TELLING_LETTERS]
        return sorted(telling, key=lambda text: -letters[text])


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


@cache
def read(path: Path) -> dict[str, str]:
    """The finished translations of a Linguist file, by source text."""
    from xml.etree import ElementTree

    messages = ElementTree.parse(path).getroot().iter("message")  # a trusted file, part of the package
    found: dict[str, str] = {}
    for message in messages:
        translation = message.find("translation")
        if translation is not None and translation.get("type") != "unfinished" and translation.text:
            found[message.findtext("source") or ""] = translation.text
    return found
