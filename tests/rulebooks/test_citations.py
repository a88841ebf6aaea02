"""The table of addresses: every citation is looked up in it, and a person can look one up too."""

import re
from pathlib import Path

import pytest

from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.rulebook.rules import rules_in
from dealer_station.rulebooks import NAMES, folder, read
from dealer_station.rulebooks.book_addresses import addresses_of, cited_in, gist
from dealer_station.rulebooks.parser import parse
from tests.rulebooks.damage import BOOK
from tests.rulebooks.test_command import data, said
from tools.documents.parts_citing_rules import ROUNDS


def test_the_gist_of_an_address_is_what_the_book_says_there_in_our_words() -> None:
    assert gist("massachusetts", "§9(a)(2)") == "A Tie wager pays 10 to 1."
    assert gist("new_zealand", "5.1").count(".") == 2, "two sentences, one after the other"
    with pytest.raises(ProfileError, match=r'"5\.61" is not an address of new_zealand; the nearest is 5\.6'):
        gist("new_zealand", "5.61")
    with pytest.raises(ProfileError, match="there is no table of its addresses"):
        gist("my_house", "1")


@pytest.mark.parametrize("book", NAMES)
def test_every_book_has_its_table_and_is_checked_against_it(book: str) -> None:
    known = addresses_of(book)
    cites = [
        rule.cite
        for topics in rules_in(read(book)).values()
        for rule in topics.values()
        if hasattr(rule, "cite")
    ]
    assert known
    assert not [address for cite in cites for address in cited_in(cite) if address not in known]


def test_a_book_of_another_name_has_no_table_and_says_so(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(BOOK.replace('id = "massachusetts"', 'id = "my_house"'), "utf-8")
    assert "no address table for my_house: citations are not checked" in said("check", str(own))
    assert "not checked" not in said("check", "massachusetts")


def test_the_text_that_a_log_keeps_is_read_with_the_citations_of_its_day() -> None:
    former = BOOK.replace('cite = "§8(g)(2)"', 'cite = "§8(g)(7)"').encode()
    assert isinstance(parse(former), tuple)
    assert not isinstance(parse(former, of_any_version=True), tuple)


def test_silence_and_the_tables_own_limits_are_no_addresses() -> None:
    assert cited_in("not addressed") == ()
    assert cited_in("the table's limits") == ()
    assert cited_in("§8(f), §8(e)") == ("§8(f)", "§8(e)")


def test_show_prints_what_stands_at_an_address_also_where_no_rule_cites_it() -> None:
    assert "§8(a)(2): A higher card wins the Initial wager" in said("show", "massachusetts", "§8(a)(2)")
    assert "§8(b): Losing Initial and Tie wagers" in said("show", "massachusetts", "§8(b)")
    shown = data("show", "massachusetts", "§8(b)")["address"]
    assert shown["name"] == "§8(b)"
    assert len(shown["sentences"]) == 2


def test_addresses_lists_a_book_or_one_address_sentence_by_sentence() -> None:
    text = said("addresses", "exhibit_a")
    assert "War 6: A lower war card loses both bets." in text
    assert len(data("addresses", "exhibit_a")) == len(addresses_of("exhibit_a"))
    one = said("addresses", "massachusetts", "§7(b)")
    assert "  1. Before any card the dealer makes the closing call." in one
    assert "\n  2. " in one


SPELLED = {
    "massachusetts": r"§\d+(?:\(\w+\))*",
    "house_manual": r"(?:step|Deck|Tokes|Disputes) \d+|SoP ¶\d",
    "maryland": r"(?<![\w.$])\d{1,2}\.[A-L](?:\(\w+\))*",
    "exhibit_a": r"(?:Deal|War|Tie|Irreg) \d\w?(?:\.i+)?",
    "new_zealand": r"(?<![\w.$])\d\.\d{1,2}(?:\.\d)?(?:\([a-f]\))?",
}
"""The look of an address in running text, book by book."""


@pytest.mark.parametrize("book", NAMES)
def test_an_address_in_a_note_or_a_gap_is_in_the_table_too(book: str) -> None:
    text = (folder() / f"{book}.toml").read_text("utf-8")
    mentioned = re.findall(SPELLED[book], text.replace("amount = 0.5", ""))
    assert len(mentioned) > 50
    assert not [address for address in mentioned if address not in addresses_of(book)]


@pytest.mark.parametrize("book", [book for book in NAMES if book != "new_zealand"])
def test_a_written_round_names_only_addresses_of_its_book(book: str) -> None:
    for path in sorted((ROUNDS / book).rglob("*.round")):
        comments = [line for line in path.read_text("utf-8").splitlines() if line.startswith("#")]
        mentioned = re.findall(SPELLED[book], "\n".join(comments))
        assert not [address for address in mentioned if address not in addresses_of(book)], path.name
