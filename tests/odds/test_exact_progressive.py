"""The progressive by combinatorics: known figures, and every deal of four cards counted one by one."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from dealer_station.engine.model.cards import PACK
from dealer_station.engine.odds import exact, exact_progressive
from dealer_station.engine.odds.strategy import Strategy
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.rulebooks import load

STRICT = {"suited_double_tie": "all_four_one_suit"}


def rules_for(book: str = "massachusetts", **options: str) -> Rules:
    return load(book, {"progressive": "on", **options})


def one_in(chance: Fraction) -> int:
    return round(1 / chance)


def test_a_suited_four_of_a_kind_is_two_in_993023_with_six_decks() -> None:
    assert exact_progressive.chances(rules_for(), "war")["Suited 4 of a Kind"] == Fraction(2, 993_023)


def test_the_lines_are_hit_as_often_as_the_readings_say() -> None:
    each_pair = exact_progressive.chances(rules_for(), "war")
    one_suit = exact_progressive.chances(rules_for(**STRICT), "war")
    assert list(each_pair) == [line.hand for line in rules_for().progressive.paytable.value]
    assert one_in(each_pair["Suited Double Tie"]) == 3_894
    assert one_in(each_pair["4 of a Kind"]) == 2_945
    assert one_in(one_suit["Suited Double Tie"]) == 16_550
    assert each_pair["Suited 4 of a Kind"] == one_suit["Suited 4 of a Kind"]


def test_the_return_without_the_meter_is_known_for_both_readings() -> None:
    returned = exact_progressive.return_without_meter
    assert f"{float(returned(rules_for(), 'war')):.1%}" == "74.2%"
    assert f"{float(returned(rules_for(**STRICT), 'war')):.1%}" == "71.0%"


@pytest.mark.parametrize("strategy", ["war", "surrender"])
@pytest.mark.parametrize(("book", "decks"), [("massachusetts", "7"), ("maryland", "6"), ("maryland", "8")])
def test_every_tie_is_on_one_line_and_nothing_else_is(book: str, decks: str, strategy: Strategy) -> None:
    rules = rules_for(book, decks=decks)
    assert sum(exact_progressive.chances(rules, strategy).values()) == exact.chance_of_tie(rules)


def test_who_always_surrenders_has_ties_and_suited_ties_alone() -> None:
    found = exact_progressive.chances(rules_for(), "surrender")
    assert {hand: chance for hand, chance in found.items() if chance} == {
        "Suited Tie": Fraction(5, 311),
        "Tie": Fraction(18, 311),
    }
    assert exact_progressive.meter_dollar(rules_for(), "surrender") == 0
    assert exact_progressive.envy(rules_for(), "surrender") == 0


def line_made(cards: tuple[str, ...], strict: bool) -> str:
    """The highest hand of player, dealer, player at war, dealer at war, from the words of the paytable."""
    player, dealer, player_at_war, dealer_at_war = cards
    if player[0] != dealer[0]:
        return ""
    if player_at_war[0] != dealer_at_war[0]:
        return "Suited Tie" if player == dealer else "Tie"
    if len(set(cards)) == 1:
        return "Suited 4 of a Kind"
    suits = {card[1] for card in cards}
    if player == dealer and player_at_war == dealer_at_war and (len(suits) == 1 or not strict):
        return "Suited Double Tie"
    return "4 of a Kind" if player[0] == player_at_war[0] else "Double Tie"


def counted(decks: int, strict: bool) -> dict[str, Fraction]:
    """All deals in which the player's first card is a deuce: as many ties as with any other rank."""
    found: dict[str, int] = {}
    deuces = [card for card in PACK if card[0] == "2"]
    for cards in product(deuces[:1], deuces, PACK, PACK):
        ways, left = 1, dict.fromkeys(PACK, decks)
        for card in cards:
            ways *= left[card]
            left[card] -= 1
        made = line_made(cards, strict)
        found[made] = found.get(made, 0) + ways
    size = len(PACK) * decks
    deals = decks * (size - 1) * (size - 2) * (size - 3)
    return {made: Fraction(ways, deals) for made, ways in found.items() if made}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("decks", [1, 2, 6])
def test_the_chances_agree_with_counting_every_deal(decks: int, strict: bool) -> None:
    rules = rules_for(**STRICT) if strict else rules_for()
    few = replace(rules.cards, decks=replace(rules.cards.decks, value=decks))
    found = exact_progressive.chances(replace(rules, cards=few), "war")
    expected = counted(decks, strict)
    assert found == {hand: expected.get(hand, 0) for hand in found}


def test_a_stake_that_goes_back_with_a_win_adds_a_unit_for_every_tie() -> None:
    kept, returned = rules_for("maryland"), rules_for("maryland", progressive_stake_on_win="returned")
    difference = exact_progressive.return_without_meter(
        returned, "war"
    ) - exact_progressive.return_without_meter(kept, "war")
    assert difference == exact.chance_of_tie(kept)


def test_the_meter_and_the_envy_are_worth_their_chance() -> None:
    chance = Fraction(2, 993_023)
    assert exact_progressive.meter_dollar(rules_for(), "war") == chance
    assert exact_progressive.envy(rules_for(), "war") == 200 * chance
    assert exact_progressive.envy(rules_for("maryland", decks="6"), "war") == 1000 * chance


def test_where_nobody_is_paid_to_envy_it_is_worth_nothing() -> None:
    rules = rules_for()
    envy = replace(rules.progressive.envy, value="none")
    none = replace(rules, progressive=replace(rules.progressive, envy=envy))
    assert exact_progressive.envy(none, "war") == 0


def test_a_house_with_a_shorter_paytable_pays_the_next_line() -> None:
    rules = rules_for()
    lines = tuple(line for line in rules.progressive.paytable.value if line.hand in ("Double Tie", "Tie"))
    paytable = replace(rules.progressive.paytable, value=lines)
    found = exact_progressive.chances(
        replace(rules, progressive=replace(rules.progressive, paytable=paytable)), "war"
    )
    double = exact.chance_of_tie(rules) * exact.chance_of_war_tie(rules)
    assert found == {"Double Tie": double, "Tie": exact.chance_of_tie(rules) - double}


def test_the_variance_is_that_of_one_wager() -> None:
    rules = rules_for()
    suited, tie = Fraction(5, 311), Fraction(18, 311)
    mean = 15 * suited + 5 * tie
    assert exact_progressive.return_without_meter(rules, "surrender") == mean
    assert exact_progressive.variance(rules, "surrender") == 225 * suited + 25 * tie - mean**2


def test_an_envy_hand_that_the_operator_named_adds_its_chance_times_its_payment() -> None:
    own, named = rules_for("maryland"), rules_for("maryland", envy_hands="suited_tie:20")
    more = exact_progressive.envy(named, "war") - exact_progressive.envy(own, "war")
    assert more == exact_progressive.chances(own, "war")["Suited Tie"] * 4
