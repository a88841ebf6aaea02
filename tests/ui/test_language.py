"""Every sentence of the screen can be said in every language that it offers."""

import re
from functools import cache

import pytest

from dealer_station.engine.model.translatable_sentences import joined, recalled, said
from tests.ui import items
from tests.ui.phrases import phrases
from tests.ui.scenes import SCENES, SIZES, Stage
from ui.common.settings import Change, Settings
from ui.common.translate import FILES, LANGUAGES, Speech, read

OTHERS = [language for language in LANGUAGES if language != "en"]
FIELD = re.compile(r"\{\w+[^}]*\}")


def fields(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+[^}]*\}|%\d", text))


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing_and_nothing_is_left_over(language: str) -> None:
    translated = read(FILES / f"{language}.ts")
    missing, unused = sorted(phrases() - set(translated)), sorted(set(translated) - phrases())
    assert not missing, f"missing in ui/i18n/{language}.ts:\n" + "\n".join(missing)
    assert not unused, f"in ui/i18n/{language}.ts, but no screen says it:\n" + "\n".join(unused)


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_fields_of_its_sentence(language: str) -> None:
    wrong = [text for text, other in read(FILES / f"{language}.ts").items() if fields(text) != fields(other)]
    assert not wrong, "other fields than the sentence:\n" + "\n".join(wrong)


OUR_WORDS = {
    "new_zealand": re.compile(r"\b[Ss]pots?\b|\b[Bb]urn(s|ed)?\b|\bBURN(ED)?\b|\b[Cc]ut card\b"),
    "maryland": re.compile(r"\b[Cc]ut card\b"),
    "exhibit_a": re.compile(r"\b[Cc]ut card\b"),
}
"""Words of ours that a book has others for: a spot, a burn, the cut card."""


@pytest.mark.parametrize("book", OUR_WORDS)
def test_a_book_with_other_words_has_them_in_every_sentence(book: str) -> None:
    own, words = read(FILES / f"en_{book}.ts"), OUR_WORDS[book]
    ours = {phrase for phrase in phrases() if words.search(FIELD.sub("", phrase))}
    missing, unused = sorted(ours - set(own)), sorted(set(own) - ours)
    assert not missing, f"say it with the book's own words in ui/i18n/en_{book}.ts:\n" + "\n".join(missing)
    assert not unused, f"in ui/i18n/en_{book}.ts, but no screen says it:\n" + "\n".join(unused)
    assert [text for text, other in own.items() if fields(text) != fields(other)] == []
    left = {other for other in own.values() if words.search(FIELD.sub("", other))}
    assert left == set()


def test_other_books_are_said_as_they_are() -> None:
    assert Speech("en", "new_zealand")("Which spot?") == "Which box?"
    assert Speech("en", "massachusetts")("Which spot?") == "Which spot?"


def test_a_sentence_is_taken_apart_and_each_part_is_translated() -> None:
    say = Speech("es")
    move = said("{action} {wager} {amount}", action="PAY", wager="main", amount="50")
    moves = joined("; ", [move, move])
    whole = said("{where}: {moves}", where=said("Spot {name}", name=5), moves=moves)
    assert say(whole) == "Casilla 5: PAGUE principal 50; PAGUE principal 50"
    assert Speech("en")(move) == move == "PAY main 50"


def test_a_conjunction_is_translated_with_what_it_joins() -> None:
    places = joined(" or ", (said("Spot {name}", name=number) for number in (1, 2, 3)))
    assert places == "Spot 1 or Spot 2 or Spot 3"
    assert Speech("es")(places) == "Casilla 1 o Casilla 2 o Casilla 3"


def test_a_refusal_names_the_step_that_is_due_in_words() -> None:
    assert Speech("es")(said("{name} was not asked; due is {step}", name="3", step="deal")) == (
        "no se preguntó a 3; toca: reparta la carta que sigue"
    )


@cache
def only_english() -> frozenset[str]:
    """English phrases that are not Spanish too."""
    say = Speech("es")
    english = {phrase for phrase in phrases() if say(phrase) != phrase}
    return frozenset(english - {say(phrase) for phrase in english})


@pytest.mark.parametrize("scene", SCENES)
def test_a_spanish_screen_has_no_english_sentence(scene: str) -> None:
    """The book's own words, and what a person is called, stay as they are."""
    window = Stage(SCENES[scene], Settings(language="es")).window(SIZES["1280x800"])
    shown = {item.property("text") for item in items.texts(window)}
    window.close()
    assert sorted(shown & only_english()) == []


NAMES_OF_THINGS = {"primary", "secondary", "red"}
"""The operator's names of meters, and a shuffler's name of its batch."""


class Attentive(Speech):
    """Remembers every sentence and every template that has no translation."""

    def __init__(self) -> None:
        super().__init__(OTHERS[0])
        self.unsaid: set[str] = set()

    def _plain(self, text: str) -> str:
        translated = super()._plain(text)
        if translated == text:
            self._notice(text)
        return translated

    def _template(self, template: str) -> str:
        self._notice(template)
        return super()._template(template)

    def _notice(self, text: str) -> None:
        if text not in self.words and re.search("[A-Za-z]{2}", FIELD.sub("", text)):
            self.unsaid.add(str(text))


def test_a_template_with_fields_that_has_no_translation_is_noticed() -> None:
    say = Attentive()
    say(said("{action} {wager} {amount}", action="PAY", wager="main", amount="50"))
    assert say.unsaid == set()
    say(said("{count} owls sit on spot {name}", count=3, name="2"))
    say.loud(said("{count} owls fly", count=3))
    assert say.unsaid == {"{count} owls sit on spot {name}", "{count} owls fly"}


def test_what_a_log_kept_as_words_is_said_like_the_sentence_that_it_was() -> None:
    kept = said("{which} cards counted, {expected} belong there", which="311", expected=312)
    say = Speech("es")
    assert say(str(kept)) == say(kept) != kept
    assert recalled("{which} cards counted, {expected} belong there", "no such words") is None


def test_the_language_changes_at_once_and_is_kept() -> None:
    kept: list[tuple[str, object]] = []

    def keep(change: Change) -> None:
        kept.append((change.key, change.value))
        change.answer(True, "")

    stage = Stage(SCENES["settings"])
    stage.bridge._keep = keep
    window = stage.window(SIZES["1280x800"])
    items.click(window, "button Language")
    items.breathe()
    assert items.has(window, "button Idioma")
    assert kept == [("language", "es")]
    window.close()
