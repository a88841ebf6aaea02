"""Exact values follow from the composition of the shoe and the money lines of the book."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from dealer_station.engine.odds import exact
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import NAMES, load


def house_percent(value: Fraction) -> str:
    """The house's side of it, as odds are printed: percent with two decimals."""
    return f"{float(-value):.2%}"


@pytest.mark.parametrize(
    ("decks", "war", "surrender", "tie"),
    [(4, "2.31%", "3.62%", "20.29%"), (6, "2.33%", "3.70%", "18.65%"), (8, "2.34%", "3.73%", "17.83%")],
)
def test_the_house_has_its_known_share(decks: int, war: str, surrender: str, tie: str) -> None:
    rules = load("new_zealand", {"decks": str(decks)})
    assert house_percent(exact.main_value(rules, "war")) == war
    assert house_percent(exact.main_value(rules, "surrender")) == surrender
    assert house_percent(exact.tie_value(rules)) == tie


def test_a_six_deck_tie_is_twenty_three_in_three_hundred_and_eleven() -> None:
    rules = load("massachusetts")
    assert exact.chance_of_tie(rules) == Fraction(23, 311)
    assert exact.chance_of_war_tie(rules) == Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)


@pytest.mark.parametrize("book", NAMES)
def test_every_book_pays_the_same_for_the_same_decks(book: str) -> None:
    """exhibit_a pays even money on both bets of a tied war where the others pay two to one on one."""
    rules = load(book)
    same_decks = load("new_zealand", {"decks": str(rules.cards.decks.value)})
    for strategy in ("war", "surrender"):
        assert exact.main_value(rules, strategy) == exact.main_value(same_decks, strategy)
    assert exact.tie_value(rules) == exact.tie_value(same_decks)


def counted(decks: int) -> Fraction:
    """A unit at war, by going through every deal of four cards, rank by rank."""
    total = Fraction(0)
    for ranks in product(range(13), repeat=4):
        left = [4 * decks] * 13
        ways = 1
        for rank in ranks:
            ways *= left[rank]
            left[rank] -= 1
        player, dealer, player_at_war, dealer_at_war = ranks
        if player != dealer:
            total += ways * (1 if player > dealer else -1)
        elif player_at_war == dealer_at_war:
            total += ways * 2
        else:
            total += ways * (1 if player_at_war > dealer_at_war else -2)
    cards = 52 * decks
    return total / (cards * (cards - 1) * (cards - 2) * (cards - 3))


def test_the_formula_agrees_with_counting_every_deal() -> None:
    assert exact.main_value(load("massachusetts"), "war") == counted(6)


def with_lines(rules: Rules, section: str, name: str, *lines: str) -> Rules:
    """A house's own file in which one outcome pays otherwise."""
    part = getattr(rules, section)
    changed = replace(part, **{name: replace(getattr(part, name), value=lines)})
    return replace(rules, **{section: changed})


def test_a_house_that_pays_otherwise_has_its_own_value() -> None:
    rules = load("massachusetts")
    tie = exact.chance_of_tie(rules)
    eleven = with_lines(rules, "settlement", "tied", "tie pay 11")
    assert exact.tie_value(eleven) == 12 * tie - 1
    all_taken = with_lines(rules, "settlement", "surrender", "main take")
    assert exact.main_value(all_taken, "surrender") == -tie
    given_back = with_lines(rules, "settlement", "surrender", "main return")
    assert exact.main_value(given_back, "surrender") == 0
    no_bonus = with_lines(rules, "war", "tied", "main return", "war pay 1")
    war_tie = exact.chance_of_war_tie(rules)
    assert exact.main_value(no_bonus, "war") == tie * (war_tie - (1 - war_tie) / 2)


def test_what_a_tie_has_settled_the_war_does_not_settle_again() -> None:
    rules = with_lines(load("massachusetts"), "settlement", "tied", "tie pay 10", "main return")
    tie, war_tie = exact.chance_of_tie(rules), exact.chance_of_war_tie(rules)
    assert exact.main_value(rules, "surrender") == 0
    assert exact.main_value(rules, "war") == tie * 2 * war_tie
