"""Each rulebook is complete: every axis, every gap, every value with its citation and status."""

import re

import pytest

from dealer_station.engine.model.wager_outcomes import read_lines
from dealer_station.engine.rulebook.rules import SECTIONS, rules_in
from dealer_station.rulebooks import NAMES, folder, load, read
from tests.rulebooks.axes import (
    AXES,
    AXES_WITH_OTHER_NAMES,
    GAPS_OF,
    NAMES_OF_AXES,
    PREFIXES,
    SHARED_GAPS,
    rule_at,
    written,
)

each_book = pytest.mark.parametrize("name", NAMES)


@each_book
def test_the_book_loads_under_its_own_name(name: str) -> None:
    rules = load(name)
    assert rules.book.id == name
    assert len(rules.war.deal) == 1, "the loader leaves the one war deal that is in force"
    assert re.fullmatch(r"[0-9a-f]{64}", rules.digest)


def test_every_axis_has_its_place_and_its_expected_values() -> None:
    tabled = {where.split(".")[1] for where in AXES}
    renamed = {name for names in AXES_WITH_OTHER_NAMES.values() for name in names}
    assert {*NAMES_OF_AXES, *renamed} <= tabled


@each_book
@pytest.mark.parametrize("where", AXES)
def test_the_axis_has_the_value_of_the_book(where: str, name: str) -> None:
    expected = AXES[where][name]
    rule = rule_at(read(name), where)
    if expected == "-":
        assert rule.status == "silent"
        return
    assert written(rule.value) == expected.strip("~*"), rule.cite
    if expected.startswith("~"):
        assert rule.status == "house_default"
    if expected.endswith("*"):
        assert rule.status in ("inferred", "interpretive")


@each_book
def test_every_value_has_a_citation_and_a_status(name: str) -> None:
    sections = rules_in(read(name))
    assert tuple(sections) == SECTIONS
    for fields in sections.values():
        for rule in fields.values():
            for value in rule if isinstance(rule, tuple) else (rule,):
                assert value.cite.strip()
                assert value.status
                if value.cite == "not addressed":
                    assert value.status in ("silent", "house_default")


@each_book
def test_every_gap_of_the_book_is_there_with_what_we_do_and_why(name: str) -> None:
    rules = read(name)
    own = {f"{PREFIXES[name]}-G{number}" for number in range(1, GAPS_OF[name] + 1)}
    assert {gap.id for gap in rules.gaps} == own | SHARED_GAPS[name]
    for gap in rules.gaps:
        assert all((gap.where, gap.problem, gap.resolution, gap.reason, gap.impact)), gap.id


@each_book
def test_the_pay_model_of_the_war_agrees_with_its_money_lines(name: str) -> None:
    war = load(name).war
    paid = {
        outcome: {line.wager: line.odds for line in read_lines(lines) if line.action == "pay"}
        for outcome, lines in (("won", war.won.value), ("lost", war.lost.value), ("tied", war.tied.value))
    }
    paid["tied"].pop("war_tie", None)
    even_both = war.war_pay_model.value == "half_total_or_even_both"
    assert paid == {"won": {"war": 1}, "lost": {}, "tied": {"main": 1, "war": 1} if even_both else {"war": 2}}
    has_war_tie = war.war_tie_wager.value != "forbidden"
    assert ("war_tie pay 10" in war.tied.value) == has_war_tie


def test_a_tie_on_the_original_deal_pays_ten_to_one_in_every_book() -> None:
    for name in NAMES:
        assert load(name).settlement.tied.value == ("tie pay 10",)


def test_three_cards_are_burned_wherever_a_war_burns_at_all() -> None:
    for name in NAMES:
        for order in read(name).war.deal:
            sizes = [len(run) for run in re.findall(r"b+", _letters(order.value))]
            assert set(sizes) <= {3}
            assert bool(sizes) == (order.war_burn != "none")


def _letters(order: tuple[str | tuple[str, ...], ...]) -> str:
    words = [word for item in order for word in ((item,) if isinstance(item, str) else item)]
    return "".join("b" if word == "burn" else "-" for word in words)


@pytest.mark.parametrize("cards", ["one_shared", "one_per_war_player"])
def test_once_in_exhibit_a_still_burns_three_before_the_dealers_war_card(cards: str) -> None:
    order = load("exhibit_a", {"war_burn": "once", "dealer_war_cards": cards}).war.deal[0]
    burns = ("burn", "burn", "burn")
    expected = {
        "one_shared": (*burns, "players", *burns, "dealer"),
        "one_per_war_player": ((*burns, "player", *burns, "dealer"),),
    }
    assert order.value == expected[cards]
    assert order.cite == "War 2, War 3, War Note"
    assert order.status == "interpretive"


@each_book
def test_a_search_for_burn_finds_each_burn_rule_with_its_citation(name: str) -> None:
    lines = (folder() / f"{name}.toml").read_text("utf-8").split("\n")
    gaps_from = lines.index("[[gaps]]")
    found = [number for number, line in enumerate(lines[:gaps_from]) if re.match(r"\w+ = .*\bburn", line)]
    assert len(found) >= 5
    for number in found:
        nearby = "\n".join(lines[max(number - 6, 0) : number + 3])
        cited = "cite = " in lines[number] or re.search(r"^cite = ", nearby, re.MULTILINE)
        assert cited, f"{name}.toml line {number + 1}: no citation in sight"


@each_book
@pytest.mark.parametrize("rule", ["opening_burn", "dealer_change_burn", "war_burn", "burn_exposed"])
def test_a_burn_rule_has_its_citation_on_its_own_line(name: str, rule: str) -> None:
    text = (folder() / f"{name}.toml").read_text("utf-8")
    line = next(line for line in text.split("\n") if line.startswith(f"{rule} = {{"))
    assert re.search(r'cite = ".+", status = "', line)
