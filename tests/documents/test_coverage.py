"""Every normative sentence of a book is carried by something, and every citation is an address."""

import pytest

from dealer_station.rulebooks import NAMES
from dealer_station.rulebooks.book_addresses import addresses_of
from tools.documents.coverage import FURNITURE, carried_by, carrier_named
from tools.documents.parts_citing_rules import CARRIER_KINDS, carriers_of, shown_in_rounds


@pytest.mark.parametrize("book", NAMES)
def test_every_citation_that_a_table_shows_is_an_address_of_its_book(book: str) -> None:
    known = addresses_of(book)
    for carrier, cited in shown_in_rounds(book).items():
        assert not [address for address in cited if address not in known], carrier


@pytest.mark.parametrize("book", NAMES)
def test_every_normative_sentence_has_a_carrier(book: str) -> None:
    for address in addresses_of(book).values():
        for number, sentence in enumerate(address.sentences, start=1):
            assert carried_by(book, address, sentence), f"{address.name}, sentence {number}: {sentence.says}"


@pytest.mark.parametrize("book", NAMES)
def test_no_sentence_is_said_to_be_carried_by_what_does_not_exist(book: str) -> None:
    known = carriers_of(book)
    for address in addresses_of(book).values():
        for sentence in address.sentences:
            for carrier in sentence.by:
                if carrier.startswith(FURNITURE):
                    assert len(carrier) > len(FURNITURE) + 20, f"{address.name}: furniture needs a reason"
                else:
                    assert carrier_named(carrier) in known, f"{address.name}: {carrier} does not exist"


@pytest.mark.parametrize("book", NAMES)
def test_an_address_with_several_sentences_says_what_carries_each(book: str) -> None:
    for address in addresses_of(book).values():
        if len(address.sentences) > 1:
            unnamed = [sentence.says for sentence in address.sentences if not sentence.by]
            assert not unnamed, address.name


@pytest.mark.parametrize("book", NAMES)
def test_a_gist_is_one_sentence_in_our_words_and_no_two_addresses_share_a_name(book: str) -> None:
    for address in addresses_of(book).values():
        for said in (address.gist, *(sentence.says for sentence in address.sentences)):
            assert said.endswith("."), address.name
            assert "\n" not in said, address.name
            assert "shall" not in said.split(), f"{address.name}: that is the book speaking"


def test_a_carrier_is_of_a_kind_that_the_page_explains() -> None:
    for book in NAMES:
        assert {carrier.kind for carrier in carriers_of(book)} <= set(CARRIER_KINDS)
