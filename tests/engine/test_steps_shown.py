"""The steps that a dealer from another casino must be shown: the cut, the burns, new cards, matched chips."""

import pytest

from tests.engine.test_words import BURNS, METHOD_B, NEW_GAMES, TIED, prompt_at

SECOND_CARD = (
    "The first cutting card stays at the back and covers the last card. "
    "When the second comes out, that hand is the last of the shoe"
)


@pytest.mark.parametrize(
    ("book", "words", "cite"),
    [
        ("massachusetts", "Move all cards in front of the cut card to the back of the stack", "§5(f)"),
        ("maryland", "Move all cards on top of the cover card to the bottom of the stack", "5.F(1)"),
        (
            "exhibit_a",
            "Move the cards behind the cutting card to the front of the brick",
            "Overview (shuffle)",
        ),
        ("new_zealand", "Move all cards in front of the cutting card to the back of the stack", "7.7"),
    ],
)
def test_the_second_half_of_the_cut_is_told_as_the_book_has_it(book: str, words: str, cite: str) -> None:
    opening = [f"confirm {step}" for step in NEW_GAMES[book].split()]
    shown = prompt_at(f"profile {book}\nstart closed", *opening, "confirm offer_cut", "cut depth 100")
    assert (shown.step, shown.do, shown.cite, shown.status) == ("complete_cut", words, cite, "stated")


@pytest.mark.parametrize(
    ("book", "words", "note"),
    [
        ("massachusetts", "Put the cut card into the stack, at least 78 cards from the back", ""),
        (
            "maryland",
            "Put the cover card into the stack, at least 104 cards from the bottom",
            "Put the second cover card at the very bottom, so that nobody sees the last card (3.A(2))",
        ),
        (
            "exhibit_a",
            "Put the second cutting card into the stack, about 52 cards from the back",
            f"{SECOND_CARD} (Overview (shuffle))",
        ),
        (
            "new_zealand",
            (
                "Put the cutting card into the stack, 1 to 156 cards from the back; "
                "a full round may need 19 cards"
            ),
            "",
        ),
    ],
)
def test_no_cut_card_is_put_back_that_was_never_in(book: str, words: str, note: str) -> None:
    opening = [f"confirm {step}" for step in NEW_GAMES[book].split()]
    cut = ("confirm offer_cut", "cut depth 100", "confirm complete_cut")
    shown = prompt_at(f"profile {book}\nstart closed", *opening, *cut)
    assert (shown.do, shown.note) == (words, note)


def test_the_stack_is_held_out_with_its_backs_away_from_the_dealer() -> None:
    for book, cite in (("massachusetts", "§5(b)"), ("maryland", "5.C"), ("new_zealand", "7.3")):
        opening = [f"confirm {step}" for step in NEW_GAMES[book].split()]
        shown = prompt_at(f"profile {book}\nstart closed", *opening)
        assert shown.note == f"Hold out the stack with the backs away from you ({cite})"
    silent = prompt_at(
        "profile exhibit_a\nstart closed", *(f"confirm {step}" for step in NEW_GAMES["exhibit_a"].split())
    )
    assert not silent.note


SHORT_SHOE = ("bets 1:10", "call", "shoe 9c", "report shoe_empty", "floor accept", "confirm shuffle")


def test_after_a_short_shoe_the_range_of_the_cutting_card_is_the_range_that_is_accepted() -> None:
    opened = ("cut offer 1 accepted", "cut depth 60", "cut placed 104", "confirm load")
    opening = (*(f"confirm {step}" for step in NEW_GAMES["new_zealand"].split()), *opened)
    cut = ("confirm offer_cut", "cut depth 104", "confirm complete_cut")
    known = prompt_at("profile new_zealand\ndecks 4\nstart closed", *opening, *SHORT_SHOE, *cut)
    assert "1 to 103 cards from the back" in known.do
    unknown = prompt_at(
        "profile new_zealand",
        *SHORT_SHOE[:-2],
        "confirm shuffle",
        "confirm offer_cut",
        "cut depth 60",
        *cut[2:],
    )
    assert "at most 50% of the stack from the back" in unknown.do


def test_players_may_see_the_opening_discard_on_request() -> None:
    shown = prompt_at("profile new_zealand\noption opening_burn=on\nstart loaded")
    assert shown.do == "Discard the first card: face down into the discard rack"
    assert shown.note == "Players may see it on request (8.3)"
    assert not prompt_at("profile massachusetts\nstart loaded").note


@pytest.mark.parametrize(
    ("header", "lines", "numbers"),
    [
        ("profile massachusetts", ("shoe 2c", "shoe 2d"), "Burn 3 of 3"),
        ("profile new_zealand", ("shoe 2c",), "Discard 2 of 3"),
        ("profile exhibit_a", (*BURNS, "shoe 9c"), "Burn 1 of 3"),
        ("profile maryland\noption war_burn=before_each_recipient", (*BURNS, "shoe 9c"), "Burn 1 of 3"),
    ],
)
def test_the_burns_of_a_war_are_numbered(header: str, lines: tuple[str, ...], numbers: str) -> None:
    bets = "bets 1:2" if "exhibit" in header else "bets 1:20"
    shown = prompt_at(header, bets, *TIED, "1 war", *lines)
    assert shown.do.startswith(f"{numbers}: face down into the discard rack")


@pytest.mark.parametrize(
    ("book", "inspect", "second"),
    [
        ("massachusetts", "Inspect the cards", "The floorperson verifies the inspection"),
        ("maryland", "Inspect the cards for any defects", "The floorperson verifies the inspection"),
        ("exhibit_a", "Spread each deck: all cards there? Verify all eight decks", ""),
        (
            "new_zealand",
            "Sort and inspect the cards",
            "The Game Supervisor sorts and inspects the cards too, independently",
        ),
    ],
)
def test_new_cards_are_inspected_for_what_the_book_wants(book: str, inspect: str, second: str) -> None:
    header = f"profile {book}\nstart closed"
    assert prompt_at(header).do == inspect
    if second:
        assert prompt_at(header, "confirm inspect").do == second


def test_a_stored_batch_is_asked_about_with_its_paragraphs() -> None:
    idle = ("idle", "confirm remove_cards", "confirm spread_idle", "confirm first_player_looks")
    header = "profile massachusetts\noption card_supply=two_batch_shuffler"
    shown = prompt_at(header, *idle, "confirm stack", "confirm load_shuffler", "confirm take_batch")
    assert (
        shown.do == "Was the stored batch secured in the shuffler and released under the internal controls?"
    )
    assert (shown.step, shown.cite) == ("check_batch", "§5(h)(2)(i), §5(h)(2)(ii)")


def test_wagers_stand_only_where_there_was_a_round_before() -> None:
    assert prompt_at("profile massachusetts").do == 'Take wagers, then call "No more bets"'
    played = ("bets 1:20", "call", "shoe 9c", "shoe 8d", "settle", "end")
    again = prompt_at("profile massachusetts", *played)
    assert again.do == 'Take wagers. If nothing changed, call "No more bets"'


def test_a_void_war_takes_back_only_the_chips_that_the_dealer_put_down() -> None:
    at_war = ("bets 1:20 3:20", "call", "shoe 7c", "shoe 7d", "shoe 7h", "3 war", "1 war")
    before = prompt_at(METHOD_B, *at_war, 'floor void 3 by Lee because "it must be"')
    assert "your" not in before.do
    after = prompt_at(
        METHOD_B,
        *at_war,
        "confirm match_war",
        "confirm confirm_war",
        'floor void 3 by Lee because "it must be"',
    )
    assert after.do == "Box 3: RETURN Casino War Wager 20; RETURN Go to War Wager 20; TAKE your 20 back"
