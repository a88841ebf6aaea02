"""Notes beside a step: whose it is, how we read the text, and where there is no text at all."""

import re

import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.irregularity_kinds import CATALOGUE, authority_for
from dealer_station.engine.due.step_types import Perform
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.table_view import view
from dealer_station.engine.words.prompts import STEPS, prompt
from dealer_station.rulebooks import NAMES, folder, load
from dealer_station.rulebooks.operator_answers import options_of
from dealer_station.rulebooks.parser import parse
from tests.engine.test_addresses import shown_while_confirming
from tests.engine.test_words import BURNS, TIED, player_at, prompt_at

OTHER_BATCH = "Then put the other batch into the shuffler: it is shuffled and stored while this one is dealt"
PLAYED = ("bets 1:20", "call", "shoe 9c", "shoe 7d", "confirm turn_dealer_card", "settle", "confirm pick_up")


def test_cards_go_into_the_shuffler_as_the_device_requires_and_the_manuals_words_are_shown() -> None:
    for facing, header in (
        ("face down", "profile house_manual"),
        ("face up", "profile house_manual\noption return_facing=face_up"),
    ):
        loading = prompt_at(f"{header}\nstart closed")
        returning = prompt_at(header, *PLAYED)
        assert (loading.step, returning.step) == ("load_shuffler", "return_cards")
        for shown in (loading, returning):
            assert shown.do.endswith(f"the shuffler, {facing}")
            assert "The manual says face up (step 11)" in shown.note
            assert ("not confirmed yet" in shown.note) == (facing == "face down")
    assert "ALL-G2" in options_of(load("house_manual"))["return_facing"][1].gaps, "asked before a live table"


@pytest.mark.parametrize("book", ["maryland", "new_zealand"])
def test_where_no_text_says_which_way_up_nothing_is_said(book: str) -> None:
    won = ("bets 1:20", "call", "shoe 9c", "shoe 7d", "settle", "confirm pick_up")
    shown = prompt_at(f"profile {book}\noption card_supply=csm", *won)
    assert (shown.do, shown.note) == ("Put the played cards back into the shuffler", "")


def test_without_the_shuffler_every_step_of_a_shuffle_is_for_the_floor_supervisor() -> None:
    header = "profile house_manual\noption card_supply=hand_no_rules\nstart closed"
    steps = list(shown_while_confirming(header))
    assert [shown.step for shown in steps] == ["shuffle", "load"]
    for shown in steps:
        assert shown.role == "Floor Supervisor"
        assert (
            shown.note == "Games Department Casino War Manual has no rule for this. Call the Floor Supervisor"
        )


@pytest.mark.parametrize("book", NAMES)
def test_the_burns_of_a_war_show_the_reading_that_this_table_plays_by(book: str) -> None:
    war: tuple[str, ...] = ("bets 1:2" if book == "exhibit_a" else "bets 1:20", *TIED, "1 war")
    if book == "exhibit_a":  # Its text is about one player at war; with two the reading begins.
        war = ("bets 1:2 2:2", "call", "shoe 8c", "shoe 8h", "shoe 8d", "2 war", "1 war")
    rule = load(book).war.war_burn
    shown = prompt_at(f"profile {book}", *war)
    while shown.step != "burn":
        war = (*war, f"confirm {shown.step}")
        shown = prompt_at(f"profile {book}", *war)
    readings = {"once": "once", "before_each_recipient": "before each card of the war"}
    ours = f"Three burns {readings.get(str(rule.value))}: our reading, until the operator chooses"
    assert shown.note.startswith(ours) == (rule.status == "interpretive")
    if rule.status == "interpretive":
        other = next(value for value in rule.open if value != rule.value)
        chosen = prompt_at(f"profile {book}\noption war_burn={other}", *war).note
        assert chosen.startswith(f"Three burns {readings[str(other)]}, as the operator chose")
        assert f"({rule.cite} can be read both ways)" in chosen
    assert not prompt_at(f"profile {book}", *war, *BURNS).note


@pytest.mark.parametrize(
    ("header", "lines", "title"),
    [
        ("profile new_zealand", ("idle",), "Casino Supervisor"),
        (
            "profile new_zealand\noption card_supply=csm",
            ("bets 1:20", "call", "shoe 9c", "shuffler jam"),
            "Casino Operator",
        ),
        (
            "profile new_zealand",
            (
                "bets 1:20 2:20",
                "call",
                "shoe 9c",
                "shoe 9d",
                "shoe 8d",
                "settle",
                'floor void_round by Lee because "it must be"',
            ),
            "Casino Operator",
        ),
        (
            "profile new_zealand\noption card_supply=two_batch_shuffler",
            ("order shuffle", "shuffler jam"),
            "Game Supervisor",
        ),
        ("profile new_zealand", ("bets 1:20", "report dispute"), "Game Supervisor"),
        ("profile maryland", ("bets 1:20", "report dispute"), "floorperson"),
    ],
)
def test_a_stop_calls_whom_the_book_names_for_it(header: str, lines: tuple[str, ...], title: str) -> None:
    player = player_at(header, *lines)
    shown = view(player.table, player.rules)
    assert shown.prompt.step == "ruling"
    assert shown.prompt.do.endswith(f"Call the {title}")
    assert shown.prompt.role == shown.holds[0].authority == title


@pytest.mark.parametrize(
    ("book", "lines", "note"),
    [
        ("new_zealand", ("report misplaced",), "void and void round: only the Casino Operator"),
        ("massachusetts", ("report misplaced",), "out: only the licensee"),
        ("house_manual", ("shoe 8c", "report missed_spot 1"), "out: only the supervisor or above"),
    ],
)
def test_a_ruling_that_the_book_gives_to_somebody_else_says_so(
    book: str, lines: tuple[str, ...], note: str
) -> None:
    shown = prompt_at(f"profile {book}", "bets 1:20 2:20", "call", "shoe 9c", *lines)
    assert shown.step == "ruling"
    assert shown.note.startswith(note)


@pytest.mark.parametrize("book", NAMES)
def test_everybody_who_is_called_has_a_title_of_the_book(book: str) -> None:
    rules = load(book)
    assert {authority_for(kind, rules) for kind in CATALOGUE} <= set(rules.roles.role_map.value)


MISSED = ("bets 1:10 2:20 3:30", "call", "shoe 4h", "shoe Td", "shoe 6c", "report missed_spot 2 -> dealer")
TURNED = ("floor accept", "confirm confirm_layout", "confirm turn_dealer_card")
LATE = e.Noted("out", "dealer_card_seen")


def test_a_courtesy_before_the_dealers_card_is_turned_needs_no_warning() -> None:
    player = player_at("profile house_manual", *MISSED)
    assert "card is known" not in view(player.table, player.rules).prompt.note
    assert LATE not in decide(player.table, player.rules, o.Ruled("out", hands=("3",)))


def test_a_courtesy_after_the_dealers_card_was_turned_is_warned_of_and_logged() -> None:
    player = player_at("profile house_manual", *MISSED, *TURNED, "report dispute")
    assert LATE in decide(player.table, player.rules, o.Ruled("out", hands=("3",)))
    again = player_at(
        "profile house_manual",
        *MISSED[:-1],
        "shoe 8s",
        "confirm turn_dealer_card",
        "report missed_spot 2",
        "floor play_on",
        "confirm carry_out",
    )
    assert "The dealer's card is known" in view(again.table, again.rules).prompt.note


def test_nobody_is_warned_of_a_courtesy_where_the_book_sets_no_such_moment() -> None:
    player = player_at("profile massachusetts", "bets 1:20 2:20", "call", "shoe 9c", "shoe 9d", "shoe 8d")
    assert LATE not in decide(player.table, player.rules, o.Ruled("out", hands=("1",)))


def test_a_second_card_face_up_stops_under_our_own_rule_and_not_under_the_one_about_a_single_card() -> None:
    first = ("bets 1:20 2:20", "call", "shoe 9c", "report face_up")
    one = prompt_at("profile house_manual", *first)
    assert (one.cite, one.status) == ("Disputes 4", "stated")
    two = prompt_at("profile house_manual", *first, "floor accept", "shoe 8c", "report face_up")
    assert (two.cite, two.status) == ("not addressed", "house_default")
    assert two.do.startswith("STOP. A second card lay face up: shuffle the shoe?")


ADDED_LATER = (
    *("wash_way", "batches_apart", "return_facing", "called_for"),
    *("spot_word", "burn_word", "war_word", "progressive_wager", "bonus_wager", "inspection_way"),
    *("stored_batch", "offer_way", "complete_cut", "reinserted_card"),
)


@pytest.mark.parametrize("book", NAMES)
def test_a_former_rulebook_without_these_topics_is_read_as_it_was(book: str) -> None:
    lines = (folder() / f"{book}.toml").read_text("utf-8").split("\n")
    former = "\n".join(line for line in lines if not line.startswith(ADDED_LATER))
    rules = parse(re.sub(r", at = \[[^\]]*\]", "", former).encode(), of_any_version=True)
    assert isinstance(rules, Rules)
    assert {authority_for(kind, rules) for kind in CATALOGUE} == {rules.roles.role_map.value[0]}
    loading = prompt(Perform("load_shuffler", rules.cards.continuous_shuffler), rules)
    washing = prompt(Perform("wash", rules.opening.wash), rules)
    assert (loading.do, loading.note) == (STEPS["load_shuffler"], "")
    assert (washing.do, washing.note) == (STEPS["wash"], "")


def test_no_note_speaks_of_a_ruling_that_is_not_offered() -> None:
    between_rounds = player_at("profile massachusetts", "shoe 9c")
    shown = view(between_rounds.table, between_rounds.rules)
    assert shown.prompt.step == "ruling"
    assert "out" not in shown.holds[0].rulings
    assert not shown.prompt.note


@pytest.mark.parametrize(
    ("book", "note"),
    [
        ("massachusetts", f"{OTHER_BATCH} (§2(d)(4))"),
        ("maryland", f"{OTHER_BATCH} (3.B(3))"),
        ("new_zealand", ""),
    ],
)
def test_the_opening_puts_the_other_batch_into_the_shuffler_where_the_book_stores_it(
    book: str, note: str
) -> None:
    header = f"profile {book}\noption card_supply=two_batch_shuffler\nstart closed"
    player = player_at(header)
    while isinstance(player.due, Perform) and player.due.step != "take_batch":
        player.see(o.Confirmed(""))
    assert prompt(player.due, player.rules).note == note
    later = player_at(f"profile {book}\noption card_supply=two_batch_shuffler", "order shuffle")
    later.see(o.Confirmed("load_shuffler"))
    shown = prompt(later.due, later.rules)
    assert (shown.step, shown.note) == ("take_batch", "")
