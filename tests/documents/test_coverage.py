"""Every normative sentence of a book is carried by something, and every citation is an address."""

import pytest

from dealer_station.rulebooks import NAMES
from dealer_station.rulebooks.book_addresses import addresses_of
from tests.documents.test_documents import COVERAGE, stale, text_of
from tools.documents.coverage import FURNITURE, carried_by, carrier_named
from tools.documents.pages import PAGES
from tools.documents.parts_citing_rules import CARRIER_KINDS, carriers_of, shown_in_rounds


@pytest.mark.parametrize("book", NAMES)
def test_every_citation_is_an_address_and_every_sentence_of_a_book_has_a_carrier_that_exists(
    book: str,
) -> None:
    known, carriers = addresses_of(book), carriers_of(book)
    for carrier, cited in shown_in_rounds(book).items():
        assert not [address for address in cited if address not in known], carrier
    for address in known.values():
        for number, sentence in enumerate(address.sentences, start=1):
            assert carried_by(book, address, sentence), f"{address.name}, sentence {number}: {sentence.says}"
            for named in sentence.by:
                if named.startswith(FURNITURE):
                    assert len(named) > len(FURNITURE) + 20, f"{address.name}: furniture needs a reason"
                else:
                    assert carrier_named(named) in carriers, f"{address.name}: {named} does not exist"
    assert {carrier.kind for carrier in carriers} <= set(CARRIER_KINDS), "the page explains every kind"
    complaint = stale(COVERAGE[book], text_of(COVERAGE[book]), PAGES[COVERAGE[book]]())
    assert not complaint, complaint


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
