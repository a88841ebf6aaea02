"""The options of a book can be set, and nothing else."""

import pytest

from dealer_station.engine.model.errors import ProfileError
from dealer_station.engine.rulebook.rule_sections import Limits, Rule
from dealer_station.engine.rulebook.rules import rules_in
from dealer_station.rulebooks import NAMES, load, read
from dealer_station.rulebooks.operator_answers import options_of

OPEN = [(book, name) for book in NAMES for name in options_of(read(book))]

MA, HM, MD, EA, NZ = NAMES
ACCEPTED_BY = {
    "war_burn=once": NAMES,
    "war_burn=before_each_recipient": (MA, HM, MD, EA),
    "war_burn=none": (NZ,),
    "opening_burn=on": (NZ,),
    "opening_burn=off": (NZ,),
    "war_stake=player_only": (NZ,),
    "war_stake=dealer_matches": (NZ,),
    "dealer_war_cards=one_shared": (EA,),
    "dealer_war_cards=one_per_war_player": (EA,),
    "card_supply=manual_shoe": (MA, MD, EA, NZ),
    "card_supply=two_batch_shuffler": (MA, MD, NZ),
    "card_supply=csm": (HM, MD, NZ),
    "card_supply=hand_no_rules": (HM,),
    "dealer_cuts=on": (MA,),
    "cards=ordinary": NAMES,
    "cards=prechecked": (NZ,),
    "cards=preshuffled": (MA, MD, NZ),
    "cards=maker_preshuffled": (NZ,),
    "progressive=on": (MA, MD),
    "bonus_spin=on": (MD,),
    "suited_double_tie=each_pair_suited": (MA, MD),
    "suited_double_tie=all_four_one_suit": (MA, MD),
    "progressive_stake_on_win=kept": (MD,),
    "progressive_stake_on_win=returned": (MD,),
    "envy_hands=suited_double_tie:500,tie:5": (MD,),
    "meter_rate=2": (MA, MD),
    "meter_reset=25000": (MA, MD),
    "decks=6": (MA, HM, MD, NZ),
    "decks=7": (MA, NZ),
    "decks=8": (MA, MD, EA, NZ),
    "spots=1": NAMES,
    "spots=7": (MA, MD, EA, NZ),
    "spots=9": (MA, MD, EA),
    "spots=10": (),
    "bettors_per_spot=2": (NZ,),
    "hands_per_player=2": (MD, NZ),
}


def says(name: str, value: str) -> list[str]:
    """The books that say so themselves, and leave no choice."""
    return [
        book
        for book in NAMES
        for fields in rules_in(read(book)).values()
        if isinstance(fields.get(name), Rule) and str(fields[name].value) == value
    ]


@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("option", ACCEPTED_BY)
def test_an_option_is_accepted_by_the_books_that_leave_it_open(option: str, book: str) -> None:
    name, value = option.split("=", 1)
    if book in ACCEPTED_BY[option]:
        rules = load(book, {name: value})
        section, _ = options_of(read(book))[name]
        chosen = getattr(getattr(rules, section), name).value
        assert str(chosen) == value or chosen == float(value)
        assert rules.options == ((name, value),)
        return
    if book in says(name, value):
        assert load(book, {name: value}).war == load(book).war, "what holds anyway may be said again"
        return
    with pytest.raises(ProfileError) as refusal:
        load(book, {name: value})
    assert str(refusal.value).startswith(f"{book}: ")
    assert f'"{name}"' in str(refusal.value) or f'"{value}"' in str(refusal.value)
    assert " (" in str(refusal.value), "the reason names the paragraph, or that there is none"


@pytest.mark.parametrize(("book", "name"), OPEN)
def test_everything_that_is_declared_open_can_be_chosen(book: str, name: str) -> None:
    section, rule = options_of(read(book))[name]
    for choice in rule.open or rule.range or ():
        rules = load(book, {name: str(choice)})
        chosen = getattr(getattr(rules, section), name)
        assert chosen.value == choice
        assert type(chosen.value) is type(rule.value)
        assert (chosen.cite, chosen.status) == (rule.cite, rule.status)


@pytest.mark.parametrize(("book", "name"), OPEN)
@pytest.mark.parametrize("answer", ["", "nothing_like_it", "-1", "1.5", "9" * 5000])
def test_an_answer_that_is_not_allowed_is_refused_with_what_is(book: str, name: str, answer: str) -> None:
    if (name, answer) == ("meter_rate", "1.5"):
        assert load(book, {name: answer}).progressive.meter_rate.value == 1.5, "a rate may have decimals"
        return
    with pytest.raises(ProfileError, match=f"{book}: {name}"):
        load(book, {name: answer})


def test_the_refusal_says_why() -> None:
    refused = {
        (
            "exhibit_a",
            "war_stake",
        ): '"war_stake" is not an option: it is player_only (War 1); the options are card_supply',
        ("exhibit_a", "progressive"): '"progressive" (not addressed)',
        ("maryland", "war_brun"): 'no option is called "war_brun", did you mean war_burn; the options are ',
        ("maryland", "deal"): 'no option is called "deal"',
    }
    for (book, name), reason in refused.items():
        with pytest.raises(ProfileError) as refusal:
            load(book, {name: "on"})
        assert reason in str(refusal.value)


@pytest.mark.parametrize("book", NAMES)
def test_the_answers_select_the_order_of_the_war_deal(book: str) -> None:
    war = read(book).war
    for burn in war.war_burn.open:
        order = load(book, {"war_burn": burn}).war.deal
        assert [entry.war_burn for entry in order] == [burn]


def test_the_operators_limits_take_the_place_of_the_books() -> None:
    limits = Limits(min_cents=500, max_cents=20000, step_cents=500)
    rules = load("maryland", main_limits=limits, tie_limits=limits)
    assert rules.wagers.main_limits.value == limits
    assert rules.wagers.tie_limits.value == limits
    assert load("maryland").wagers.main_limits.value == Limits()


def test_answers_of_one_table_are_not_seen_at_another() -> None:
    load("massachusetts", {"war_burn": "before_each_recipient"})
    assert load("massachusetts").war.war_burn.value == "once"


def test_a_book_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(
        ProfileError, match="did you mean massachusetts\\? Use one of massachusetts, house_manual"
    ):
        load("massachusets")
    with pytest.raises(ProfileError, match='no rulebook is called "nevada"; use one of massachusetts'):
        load("nevada")
