"""A dealer reads the terms of the book of the table, and no other book's."""

import re

import pytest

from dealer_station.engine.due.irregularity_kinds import CATALOGUE
from dealer_station.engine.view import ruling_texts_by_kind
from dealer_station.rulebooks import NAMES
from ui.common.translate import FILES, Speech, read

BOX = r"(?<!toke )(?<!tip )\bbox(es)?\b"
FOREIGN = {
    "massachusetts": rf"\bcutting card|\bcover card|{BOX}",
    "house_manual": rf"\bcutting card|\bcover card|{BOX}",
    "maryland": r"\bcut card|\bcutting card",
    "exhibit_a": rf"\bcut card|\bcover card|{BOX}",
    "new_zealand": r"\bspots?\b|\bburn|\bcut card|\bcover card",
}
"""Terms that a book does not use for its spots, its burns and its cut card."""
FOREIGN_IN_SPANISH = dict.fromkeys(NAMES, r"\bpuestos? \d") | {"new_zealand": r"\bpuestos? \d|\bquem"}


def foreign(book: str, language: str) -> re.Pattern[str]:
    """Words that nobody may read at a table of this book, in any case of letters."""
    return re.compile((FOREIGN if language == "en" else FOREIGN_IN_SPANISH)[book], re.IGNORECASE)


class Listening(Speech):
    """Remembers everything that it said."""

    def __init__(self, language: str, book: str) -> None:
        super().__init__(language, book)
        self.heard: set[str] = set()

    def __call__(self, text: str, **fields: object) -> str:
        told = super().__call__(text, **fields)
        self.heard.add(told)
        return told

    def loud(self, text: str) -> str:
        told = super().loud(text)
        self.heard.add(told)
        return told


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("book", NAMES)
def test_catalogue_findings_and_rulings_are_in_the_terms_of_the_book(book: str, language: str) -> None:
    say, wrong = Speech(language, book), foreign(book, language)
    tables = (ruling_texts_by_kind.PLAY_ON, ruling_texts_by_kind.CARRIED_OUT, ruling_texts_by_kind.ANSWERS)
    told = {words for kind in CATALOGUE.values() for words in (kind.words, kind.finding)}
    told |= {words for table in tables for pair in table.values() for words in pair}
    without_fields = {re.sub(r"\{\w+\}", "", say(words)) for words in told}
    assert sorted(words for words in without_fields if wrong.search(words)) == []


def test_the_spanish_words_of_a_book_are_those_that_spanish_has_for_all() -> None:
    of_all = read(FILES / "es.ts")
    own = read(FILES / "es_new_zealand.ts")
    assert set(own) <= set(of_all)
    fields = re.compile(r"\{\w+[^}]*\}|%\d")
    assert [
        text for text, other in own.items() if sorted(fields.findall(text)) != sorted(fields.findall(other))
    ] == []
    assert Speech("es", "new_zealand")("Burn the card") == "Descarte la carta"
    assert Speech("es", "massachusetts")("Burn the card") == "Queme la carta"
