"""The gists of the books in other languages: none is missing, left over, or still English."""

import re
from itertools import product

import pytest

from dealer_station.rulebooks import NAMES
from dealer_station.rulebooks.book_addresses import addresses_of, gists_cited, translated_gists
from ui.common.translate import LANGUAGES

OTHERS = [language for language in LANGUAGES if language != "en"]
AMOUNT = re.compile(r"\d+")


@pytest.mark.parametrize(("book", "language"), list(product(NAMES, OTHERS)))
def test_every_gist_has_its_translation(book: str, language: str) -> None:
    english, translated = addresses_of(book), translated_gists(book, language)
    assert set(translated) == set(english)
    for address, one in english.items():
        assert translated[address] != one.gist, address
        assert translated[address].endswith("."), address


@pytest.mark.parametrize(("book", "language"), list(product(NAMES, OTHERS)))
def test_a_translation_says_the_same_numbers(book: str, language: str) -> None:
    """Numerals only: a half or a dozen is a word in both languages."""

    def numerals(text: str) -> list[str]:
        return sorted(AMOUNT.findall(re.sub(r"(?<=\d)[.,](?=\d{3}\b)", "", text)))

    translated = translated_gists(book, language)
    differ = {
        address: (one.gist, translated[address])
        for address, one in addresses_of(book).items()
        if numerals(one.gist) != numerals(translated[address])
    }
    assert differ == {}


def test_a_citation_is_explained_in_the_language_of_the_screen() -> None:
    assert gists_cited("massachusetts", "§9(a)(2), §9(a)(3)", "es")["§9(a)(2)"] == (
        "La apuesta de empate paga 10 a 1."
    )
    assert gists_cited("massachusetts", "§9(a)(2)", "en") == {"§9(a)(2)": "A Tie wager pays 10 to 1."}
    assert gists_cited("massachusetts", "§9(a)(2)", "xx") == gists_cited("massachusetts", "§9(a)(2)")
    assert gists_cited("my_house", "1", "es") == {}
