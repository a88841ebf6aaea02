"""Rules in our words: sentences, and only those that belong to a step."""

import pytest

from dealer_station.engine.rulebook.rules import rules_in
from dealer_station.review.rule_sentences import SENTENCES, sentence
from dealer_station.rulebooks import load
from dealer_station.rulebooks.describe import in_words

BOOKS = ("massachusetts", "maryland", "new_zealand", "exhibit_a", "house_manual")


@pytest.mark.parametrize("book", BOOKS)
def test_no_rule_is_told_as_a_word_of_the_program(book: str) -> None:
    for section, fields in rules_in(load(book)).items():
        for name, rule in fields.items():
            for one in rule if isinstance(rule, tuple) else (rule,):
                said = sentence(f"{section}.{name}", in_words(name, one))
                assert said.endswith((".", "?", "!")), said
                assert len(said.split()) > 1 or section == "terms", f"{section}.{name}: {said}"


def test_every_sentence_belongs_to_a_rule() -> None:
    names = {f"{section}.{name}" for section, fields in rules_in(load("maryland")).items() for name in fields}
    assert sorted(set(SENTENCES) - names) == []


def test_money_is_told_in_words() -> None:
    assert sentence("settlement.higher", "tie take, main pay 1") == (
        "The tie wager is taken; the main wager is paid 1 to 1."
    )
    assert sentence("war.war_confirm", "on") == "The war wagers are confirmed before the war deal."
