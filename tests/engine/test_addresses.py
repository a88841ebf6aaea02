"""Each prompt stands under the paragraph that asks for this very step, and as sure as that paragraph is."""

from collections.abc import Iterator

import pytest

from dealer_station.engine import observations as o
from dealer_station.engine.dues import Perform
from dealer_station.engine.step_rules import citations_by_step
from dealer_station.engine.words import Prompt, prompt
from dealer_station.profiles import load
from tests.engine.test_words import NEW_GAMES, player_at, prompt_at

TWO_BATCHES = "option card_supply=two_batch_shuffler"


def shown_while_confirming(header: str, *lines: str) -> Iterator[Prompt]:
    """Every prompt from here to the shoe, each confirmed in its turn; a player whom nobody names cuts."""
    player = player_at(header, *lines)
    while isinstance(player.due, Perform):
        yield prompt(player.due, player.rules)
        player.see(o.Confirmed(""))


def addresses(header: str, *lines: str) -> dict[str, str]:
    """The citation of each step on the way to the shoe, with its status where the text does not say so."""
    return {
        shown.step: shown.cite if shown.status == "stated" else f"{shown.cite} {shown.status}"
        for shown in shown_while_confirming(header, *lines)
    }


def words(header: str, *lines: str) -> dict[str, str]:
    return {shown.step: shown.do for shown in shown_while_confirming(header, *lines)}


def test_each_step_of_a_shuffle_by_hand_has_its_own_paragraph() -> None:
    found = addresses("profile massachusetts", "order shuffle")
    assert [found[step] for step in ("plug", "riffle", "turn", "strip")] == [
        f"§5(i)({number})" for number in (1, 2, 3, 4)
    ]
    assert found["cut"] == "§5(c), §5(e), §5(i)(5)", "the last step of a shuffle by hand"
    assert "§5(i)(5)" in citations_by_step(load("massachusetts"))["cut"]
    header = "profile massachusetts\nstart closed"
    opening = [f"confirm {step}" for step in "inspect verify_inspection spread_for_player wash".split()]
    early = player_at(header, *opening, "confirm riffle", "confirm turn", "confirm strip -> refused")
    assert early.due.rule.cite == "§5(i)(2)"


def test_the_cut_after_a_machine_is_no_step_of_a_shuffle_by_hand() -> None:
    assert addresses(f"profile massachusetts\n{TWO_BATCHES}", "order shuffle")["cut"] == "§5(c), §5(e)"


def test_an_idle_table_without_a_shuffler_is_not_under_the_paragraph_of_shufflers() -> None:
    found = addresses("profile massachusetts", "idle")
    assert found["remove_cards"] == found["spread_idle"] == found["first_player_looks"] == "§5(h)"
    assert (found["stack"], found["wash"]) == ("§5(h)", "§5(h)(1)")
    assert found["riffle"] == "§5(h)(1), §5(i)(2)"
    assert found["strip"] == "§5(h)(1), §5(i)(4)"
    assert not any("§5(h)(2)" in cite for cite in found.values())


def test_an_idle_table_with_a_shuffler_is() -> None:
    found = addresses(f"profile massachusetts\n{TWO_BATCHES}", "idle")
    assert found["stack"] == "§5(h)"
    assert found["load_shuffler"] == "§5(h)(2)"
    assert found["take_batch"] == "§5(h)(2), §5(h)(2)(i), §5(h)(2)(ii)"


def test_each_step_of_marylands_idle_table_has_its_own_paragraph() -> None:
    found = addresses("profile maryland", "idle")
    steps = ("remove_cards", "spread_idle", "first_player_looks", "shuffle")
    assert [found[step] for step in steps] == ["5.I(1)", "5.I(2)", "5.I(3)", "5.I(3), 5.B"]


@pytest.mark.parametrize(
    ("book", "line", "cite"),
    [
        ("maryland", "order shuffle", "5.A(3), 5.B"),
        ("new_zealand", "order shuffle", "7.1(e)"),
        ("new_zealand", "replace cards", "6.3, 7.8"),
    ],
)
def test_a_shuffle_stands_under_what_it_is_made_for(book: str, line: str, cite: str) -> None:
    assert addresses(f"profile {book}", line)["shuffle"] == cite


def test_the_first_shuffle_of_a_game_stands_under_the_opening() -> None:
    assert addresses("profile new_zealand\nstart closed")["shuffle"] == "6.3, 7.1(a)"
    assert addresses("profile maryland\nstart closed")["shuffle"] == "4.D, 5.A(1), 5.B"


def test_of_the_half_deck_passes_only_the_misprinted_one_is_a_reading() -> None:
    found = addresses("profile exhibit_a\nstart closed")
    readings = [step for step, cite in found.items() if cite.endswith("interpretive")]
    assert readings == ["riffle_with_middle"]


@pytest.mark.parametrize(
    ("book", "words_of_spread", "cite"),
    [
        ("massachusetts", "according to suit and in sequence", "§4(b)"),
        ("maryland", "columns, by deck, suit and sequence", "4.B"),
        ("new_zealand", "rows, by deck, suit and sequence", "6.2"),
    ],
)
def test_new_cards_are_spread_as_the_book_lays_them(book: str, words_of_spread: str, cite: str) -> None:
    header = f"profile {book}\nstart closed"
    assert words_of_spread in words(header)["spread_for_player"]
    assert addresses(header)["spread_for_player"] == cite


def test_two_batches_are_spread_and_stacked_or_washed_each_by_itself() -> None:
    for book, steps, note in (
        ("massachusetts", ("spread_for_player", "stack"), "Spread and stack each batch by itself"),
        ("maryland", ("spread_for_player", "wash"), "Spread, wash, stack and shuffle each batch by itself"),
    ):
        header = f"profile {book}\n{TWO_BATCHES}\nstart closed"
        notes = {shown.step: shown.note for shown in shown_while_confirming(header)}
        assert all(notes[step].startswith(note) for step in steps)
        one = {shown.step: shown.note for shown in shown_while_confirming(f"profile {book}\nstart closed")}
        assert not any(one[step] for step in steps if step in one)
    idle = shown_while_confirming(f"profile massachusetts\n{TWO_BATCHES}", "idle")
    assert not any(shown.note for shown in idle if shown.step in ("spread_idle", "stack")), "one batch only"


def test_the_cards_are_washed_as_the_book_washes_them() -> None:
    face_down = "Turn the cards face down, wash and stack them"
    assert words("profile massachusetts\nstart closed")["wash"] == face_down
    assert words("profile maryland\nstart closed")["wash"] == face_down
    brick = "Wash all eight decks together and form one brick"
    assert words("profile exhibit_a\nstart closed")["wash"] == brick
    assert words("profile massachusetts", "idle")["wash"] == "Wash the cards and stack them"


def test_any_player_may_be_asked_where_the_text_says_a_player() -> None:
    opening = [f"confirm {step}" for step in NEW_GAMES["exhibit_a"].split()]
    new = prompt_at("profile exhibit_a\nstart closed", *opening)
    assert (new.do, new.cite, new.status) == ("Offer the cut to a player", "Overview (shuffle)", "stated")
    later = ("bets 2:1", "call", "shoe 9c", "shoe cut", "shoe 8d", "settle all", "end")
    steps = [f"confirm {step}" for step in NEW_GAMES["exhibit_a"].split()[2:]]
    asked = prompt_at("profile exhibit_a", *later, *steps)
    assert asked.do == "Offer the cut to a player: spot 2 or another"


def test_a_rule_about_a_new_game_only_follows_for_cards_that_are_replaced() -> None:
    seated = ("bets 3:10", "call", "shoe 9c", "shoe 8d", "settle all", "end", "replace cards")
    steps = [f"confirm {step}" for step in NEW_GAMES["maryland"].split()]
    asked = prompt_at("profile maryland", *seated, *steps)
    assert (asked.step, asked.cite, asked.status) == ("offer_cut", "5.E(1)", "inferred")
    new = prompt_at("profile maryland\nstart closed", *steps)
    assert (new.cite, new.status) == ("5.E(1)", "stated")


DEALT = ("call", "shoe 9c", "shoe 8d")


def test_a_settlement_cites_the_paragraphs_of_the_wagers_that_it_moves() -> None:
    tie = prompt_at("profile exhibit_a", "bets 2:2+1", *DEALT)
    assert (tie.do, tie.cite, tie.status) == ("Spot 2: TAKE Tie Wager 1", "Deal 5a, Tie 2", "inferred")
    main = prompt_at("profile exhibit_a", "bets 2:2+1", *DEALT, "settle")
    assert (main.do, main.cite, main.status) == ("Spot 2: PAY original wager 2", "Deal 5b.i", "stated")
    boxes = prompt_at("profile new_zealand", "bets 2:20+5", *DEALT)
    assert (boxes.cite, boxes.status) == ("5.6, 8.5.1(a)", "stated")


def test_two_wagers_in_one_go_cite_both_paragraphs_and_the_less_sure_status() -> None:
    won = prompt_at("profile house_manual", "bets 2:20^5", *DEALT, "confirm turn_dealer_card")
    assert (won.cite, won.status) == ("step 14, Tokes 2", "stated")
    tied = ("bets 2:20^5", "call", "shoe 8c", "shoe 8d", "confirm turn_dealer_card")
    half = prompt_at("profile house_manual", *tied, "floor accept", "2 surrender")
    assert (half.cite, half.status) == ("step 16, not addressed", "house_default")
