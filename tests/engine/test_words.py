"""Prompts: every step has one, in the words and the order of the book."""

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.values import Line
from dealer_station.engine.model.wager_outcomes import Action, Wager
from dealer_station.engine.notation.reader import read
from dealer_station.engine.view.table_view import view
from dealer_station.engine.words.pay_and_take_words import line_words
from dealer_station.engine.words.prompts import Prompt, prompt
from dealer_station.rulebooks import NAMES, load
from dealer_station.written_rounds.play import Player

METHOD_B = "profile new_zealand\noption war_stake=dealer_matches"


def player_at(header: str, *lines: str) -> Player:
    """A table at which these lines have been played."""
    written = read("\n".join((header, *lines)))
    player = Player.at_table_of(written.header)
    player.play(written.lines)
    assert player.failure is None
    return player


def prompt_at(header: str, *lines: str) -> Prompt:
    player = player_at(header, *lines)
    return prompt(player.due, player.rules)


@pytest.mark.parametrize(
    ("name", "words", "cite"),
    [
        ("massachusetts", "No more bets", "§7(b)"),
        ("house_manual", "No more bets", "step 10, step 5"),
        ("maryland", "no more bets", "8.C"),
        ("exhibit_a", "All Bets Down; No More Bets", "Deal 3"),
        ("new_zealand", "No more bets", "8.4"),
    ],
)
def test_the_closing_call_is_made_in_the_words_of_the_book(name: str, words: str, cite: str) -> None:
    shown = prompt_at(f"profile {name}", "bets 1:?")
    assert (shown.step, shown.say, shown.cite) == ("call", words, cite)
    assert f'"{words}"' in prompt_at(f"profile {name}").do


def test_a_tied_player_is_asked_aloud() -> None:
    shown = prompt_at("profile massachusetts", "bets 3:25", "call", "shoe 7c", "shoe 7d")
    assert (shown.do, shown.say) == ("Spot 3 ties: war for 25 more, or surrender?", "War or surrender?")
    assert (shown.spot, shown.cents, shown.satisfied_by) == ("3", 2500, ("Answered",))


TIED = ("call", "shoe 7c", "shoe 7d")
BURNS = ("shoe 2c", "shoe 2d", "shoe 2h")


@pytest.mark.parametrize(
    ("bets", "cards", "words", "cents"),
    [
        ("1:25+5", ("9c", "7d"), "Spot 1: TAKE Tie wager 5; PAY Initial wager 25", 3000),
        ("1:7.50", ("9c", "7d"), "Spot 1: PAY Initial wager 7.50", 750),
        ("1:25+5", ("2c", "7d"), "Spot 1: TAKE Tie wager 5; TAKE Initial wager 25", 3000),
        ("1:25+5", ("7c", "7d"), "Spot 1: PAY Tie wager 50", 5000),
        ("1:?", ("9c", "7d"), "Spot 1: PAY Initial wager 1 to 1", None),
        ("1:?+?", ("2c", "7d"), "Spot 1: TAKE Tie wager; TAKE Initial wager", None),
        ("1:25+?", ("7c", "7d"), "Spot 1: PAY Tie wager 10 to 1", None),
        ("1:?+5", ("9c", "7d"), "Spot 1: TAKE Tie wager 5; PAY Initial wager 1 to 1", None),
    ],
)
def test_settlement_is_said_in_money_or_where_nobody_knows_it_in_odds(
    bets: str, cards: tuple[str, str], words: str, cents: int | None
) -> None:
    shown = prompt_at("profile massachusetts", f"bets {bets}", "call", *(f"shoe {card}" for card in cards))
    assert (shown.step, shown.do, shown.cents) == ("settle", words, cents)
    assert shown.spot == "1"


@pytest.mark.parametrize(
    ("bet", "cards", "words"),
    [
        (
            "1:25",
            ("9c", "5d"),
            "Spot 1: RETURN Initial wager 25; PAY War wager 25; TAKE Tie wager on the war 10",
        ),
        (
            "1:25",
            ("4c", "5d"),
            "Spot 1: TAKE Initial wager 25; TAKE War wager 25; TAKE Tie wager on the war 10",
        ),
        (
            "1:25",
            ("5c", "5d"),
            "Spot 1: RETURN Initial wager 25; PAY War wager 50; PAY Tie wager on the war 100",
        ),
        (
            "1:?",
            ("9c", "5d"),
            "Spot 1: RETURN Initial wager; PAY War wager 1 to 1; TAKE Tie wager on the war 10",
        ),
        ("1:?", ("4c", "5d"), "Spot 1: TAKE Initial wager; TAKE War wager; TAKE Tie wager on the war 10"),
        (
            "1:?",
            ("5c", "5d"),
            "Spot 1: RETURN Initial wager; PAY War wager 2 to 1; PAY Tie wager on the war 100",
        ),
    ],
)
def test_a_war_is_settled_in_money_or_odds(bet: str, cards: tuple[str, str], words: str) -> None:
    war = (f"bets {bet}", *TIED, "1 war +10", *BURNS, *(f"shoe {card}" for card in cards))
    assert prompt_at("profile massachusetts", *war).do == words


@pytest.mark.parametrize(
    ("name", "bet", "words"),
    [
        ("massachusetts", "1:25", "TAKE 12.50 of Initial wager; RETURN 12.50"),
        ("maryland", "1:25", "TAKE 12.50 of Initial Wager; RETURN 12.50"),
        (
            "house_manual",
            "1:25",
            "BRING primary wager to the left, above the chip rack; RETURN 12.50; LOCK UP 12.50",
        ),
        ("exhibit_a", "1:3", "TAKE 1.50 of original wager; RETURN 1.50"),
        ("new_zealand", "1:25", "TAKE 12.50 of Casino War Wager; RETURN 12.50"),
        ("massachusetts", "1:?", "TAKE half of Initial wager; RETURN half"),
        (
            "house_manual",
            "1:?",
            "BRING primary wager to the left, above the chip rack; RETURN half; LOCK UP half",
        ),
    ],
)
def test_the_chips_of_a_surrender_move_as_each_book_moves_them(name: str, bet: str, words: str) -> None:
    shown = prompt_at(f"profile {name}", f"bets {bet}", *TIED, "1 surrender")
    assert shown.do == f"{'Box' if name == 'new_zealand' else 'Spot'} 1: {words}"
    assert shown.cite == load(name).settlement.surrender.cite


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (("9c", "5d"), "RETURN Casino War Wager 20; PAY Go to War Wager 20: the 20 beside it"),
        (("5c", "5d"), "RETURN Casino War Wager 20; PAY Go to War Wager 40: 20, and the 20 beside it"),
        (("4c", "5d"), "TAKE Casino War Wager 20; TAKE Go to War Wager 20, and your 20"),
    ],
)
def test_under_method_b_the_chips_that_lie_there_pay_or_go_back(cards: tuple[str, str], words: str) -> None:
    war = ("bets 1:20", *TIED, "1 war", *BURNS, *(f"shoe {card}" for card in cards))
    assert prompt_at(METHOD_B, *war).do == f"Box 1: {words}"
    plain = prompt_at("profile new_zealand", *war).do
    assert "lie there" not in plain
    assert "and your" not in plain


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (("9c", "5d"), "PAY Go to War Wager 1 to 1: the chips beside it"),
        (("5c", "5d"), "PAY Go to War Wager 2 to 1: the chips beside it, and as much again"),
        (("4c", "5d"), "TAKE Go to War Wager, and your matching chips"),
    ],
)
def test_the_matching_chips_are_named_also_where_nobody_entered_the_wager(
    cards: tuple[str, str], words: str
) -> None:
    war = ("bets 1:?", *TIED, "1 war", *BURNS, *(f"shoe {card}" for card in cards))
    assert prompt_at(METHOD_B, *war).do.endswith(words)


WAR_WITHOUT_BURNS = f"{METHOD_B}\noption war_burn=none"
TWO_WARS = (
    *("bets 1:20 3:10", "call", "shoe 8c", "shoe 8d", "shoe 8h", "3 war", "1 war"),
    *("confirm match_war", "confirm confirm_war", "shoe 5c", "shoe Tc"),
)
FACE_UP = ("settle all", "report face_up dealer", "floor discard", "confirm carry_out")


@pytest.mark.parametrize(
    ("dealers", "box_3"),
    [
        (
            "9d",
            (
                "take back the 10 that you paid on the Go to War Wager; the stake is on the layout again, "
                "and your 10"
            ),
        ),
        (
            "Td",
            (
                "take back the 20 that you paid on the Go to War Wager; the stake is on the layout again, "
                "and your 10"
            ),
        ),
        ("Jd", "put 10 back on the Go to War Wager, and your 10"),
    ],
)
def test_a_war_that_is_settled_anew_has_the_matching_chips_beside_it_again(dealers: str, box_3: str) -> None:
    player = player_at(WAR_WITHOUT_BURNS, *TWO_WARS, f"shoe {dealers}", *FACE_UP)
    shown = prompt(player.due, player.rules)
    assert shown.step == "restore_wagers"
    for_box_1 = "put 20 back on the Go to War Wager, and your 20 beside it"
    assert f"Box 1: put 20 back on the Casino War Wager; {for_box_1}" in shown.do
    assert f"{box_3} beside it" in shown.do
    assert [hand.matched for hand in player.table.round.hands] == [True, True]


def test_matching_chips_of_an_unknown_wager_lie_there_again() -> None:
    unknown = tuple(line.replace("1:20 3:10", "1:? 3:?") for line in TWO_WARS)
    shown = prompt_at(WAR_WITHOUT_BURNS, *unknown, "shoe 9d", *FACE_UP)
    assert "put the Go to War Wager back, and your matching chips beside it" in shown.do
    assert "the stake is on the layout again, and your matching chips beside it" in shown.do


def test_without_matching_chips_none_are_put_back() -> None:
    lines = tuple(line for line in TWO_WARS if line != "confirm match_war")
    shown = prompt_at("profile new_zealand\noption war_burn=none", *lines, "shoe 9d", *FACE_UP)
    assert "put 20 back on the Go to War Wager" in shown.do
    assert "beside it" not in shown.do


@pytest.mark.parametrize(
    ("wager", "words"),
    [("20", "Take your 20 at box 1 back"), ("?", "Take your matching chips at box 1 back")],
)
def test_who_has_not_gone_to_war_leaves_no_matching_chips(wager: str, words: str) -> None:
    lines = (*(line.replace("1:20", f"1:{wager}") for line in TWO_WARS), "report option_missed 1")
    player = player_at(WAR_WITHOUT_BURNS, *lines)
    told = []
    while (shown := prompt(player.due, player.rules)).step == "carry_out":
        told.append(shown.do)
        player.see(o.Confirmed("carry_out"))
    assert words in told
    assert [hand.matched for hand in player.table.round.hands] == [False, True]


def test_only_who_is_not_matched_yet_is_matched_after_a_missed_option() -> None:
    missed = (
        *("bets 1:20 2:40 3:10", "call", "shoe 8c", "shoe 8d", "shoe 8h", "shoe 8s", "3 war"),
        *("2 surrender", "settle", "1 war", "confirm match_war", "confirm confirm_war", "shoe 2c"),
        *("report option_missed 2", "2 war -> due match_war"),
    )
    player = player_at(WAR_WITHOUT_BURNS, *missed)
    assert prompt(player.due, player.rules).do == "Match the Go to War Wager on box 2 from the chip rack"
    lying = [
        bettor.matched_cents for spot in view(player.table, player.rules).spots for bettor in spot.bettors
    ]
    assert lying == [2000, 0, 1000]


def test_of_a_shared_box_only_the_bettor_who_is_not_matched_is_named() -> None:
    missed = (
        *("bets 1a:20 1b:40", "call", "shoe 8c", "shoe 8s", "1a war", "1b surrender", "settle"),
        *("confirm match_war", "confirm confirm_war", "report option_missed 1b", "1b war"),
    )
    shown = prompt_at(WAR_WITHOUT_BURNS, *missed)
    assert shown.do == "Match the Go to War Wager on box 1b from the chip rack"


def test_under_method_b_the_dealer_matches_before_the_war_is_confirmed() -> None:
    at_war = ("bets 1:20 3:20", "call", "shoe 7c", "shoe 7d", "shoe 7h", "3 war", "1 war -> due match_war")
    shown = prompt_at(METHOD_B, *at_war)
    assert shown.do == "Match the Go to War Wager on boxes 1, 3 from the chip rack"
    assert shown.cite == "8.7.1(b)"
    assert prompt_at(METHOD_B, *at_war, "confirm match_war").step == "confirm_war"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("massachusetts", "Confirm the War wager on spot 1; offer a Tie wager on the war"),
        ("house_manual", "Confirm the war wager on spot 1; a Tie wager on the war may be placed"),
        ("new_zealand", "Confirm the Go to War Wager on box 1"),
    ],
)
def test_the_war_wager_is_confirmed_in_the_words_of_the_book(name: str, words: str) -> None:
    assert prompt_at(f"profile {name}", "bets 1:20", *TIED, "1 war -> due confirm_war").do == words


@pytest.mark.parametrize(
    ("lines", "words", "spot"),
    [
        (("bets 1:20", "call"), "Deal to spot 1, face up", "1"),
        (("bets 1:20", "call", "shoe 7c"), "Deal to yourself, face down", "dealer"),
        (
            ("bets 1:20", *TIED, "1 war", "shoe 2c"),
            "Burn 2 of 3: face down into the discard rack, unseen",
            "",
        ),
        (
            ("bets 1:20", *TIED, "1 war", *BURNS),
            "Deal to spot 1, face up, sideways over one pip of the first card",
            "1",
        ),
    ],
)
def test_a_card_is_dealt_as_the_book_lays_it(lines: tuple[str, ...], words: str, spot: str) -> None:
    shown = prompt_at("profile house_manual", *lines)
    assert (shown.do, shown.spot) == (words, spot)


def test_a_card_that_lies_face_down_is_turned_up() -> None:
    shown = prompt_at("profile house_manual", "bets 1:20", *TIED)
    assert shown.do.endswith("card face up")
    assert (shown.step, shown.cite, shown.satisfied_by) == ("turn_dealer_card", "step 13 (b)", ("Confirmed",))


def test_each_war_card_of_the_dealer_is_named_where_every_player_has_one() -> None:
    own_card = "profile exhibit_a\noption dealer_war_cards=one_per_war_player"
    shown = prompt_at(own_card, "bets 1:2", *TIED, "1 war", *BURNS, "shoe 9c", *BURNS)
    assert shown.do == "Deal to yourself, against spot 1, face up, to the lower left of the first card"
    assert shown.spot == "dealer"


def test_the_cards_are_picked_up_in_the_order_in_which_they_are_named() -> None:
    won = ("bets 1:20 3:20", "call", "shoe 9c", "shoe 8c", "shoe 2c", "settle all")
    assert prompt_at("profile massachusetts", *won).do == "Pick up the cards of spots 3, 1, then your own"


def test_a_stopped_table_calls_the_authority_that_the_book_names() -> None:
    for name in NAMES:
        shown = prompt_at(
            f"profile {name}", "bets 1:2" if name == "exhibit_a" else "bets 1:20", "report dispute"
        )
        assert shown.step == "ruling"
        assert shown.do.startswith("STOP. ")
        assert shown.do.endswith(f"Call the {load(name).roles.role_map.value[0]}")
        assert "Ruled" in shown.satisfied_by


MOVEMENTS: tuple[tuple[Action, str, str], ...] = (
    ("take", "TAKE {} 25", "TAKE {}"),
    ("pay", "PAY {} 25", "PAY {} 10 to 1"),
    ("return", "RETURN {} 25", "RETURN {}"),
)


@pytest.mark.parametrize(
    ("wager", "name"),
    [
        ("main", "Initial Wager"),
        ("tie", "Tie Wager"),
        ("war", "War Wager"),
        ("war_tie", "Tie Wager on the war"),
        ("progressive", "Progressive Payout Wager"),
        ("bonus", "Bonus Spin Xtreme Wager"),
        ("toke", "toke"),
    ],
)
def test_every_movement_of_chips_has_words(wager: Wager, name: str) -> None:
    rules = load("maryland")
    for action, known, unknown in MOVEMENTS:
        for cents, words in ((2500, known), (None, unknown)):
            assert line_words(Line(wager, action, cents, 10, "original", "§1"), rules) == words.format(name)


NEW_GAMES = {
    "massachusetts": "inspect verify_inspection spread_for_player wash riffle turn riffle strip",
    "maryland": "inspect verify_inspection spread_for_player wash shuffle",
    "exhibit_a": "inspect wash halve_brick riffle_halves riffle_with_middle split_brick riffle_final",
    "new_zealand": "inspect inspect_independently spread_for_player shuffle",
}


@pytest.mark.parametrize(
    ("book", "words"),
    [
        (
            "massachusetts",
            "the next player counterclockwise from spot 3; if all refuse: cut the cards yourself",
        ),
        ("maryland", "the next player counterclockwise from spot 3; if all refuse: cut the cards yourself"),
        ("exhibit_a", "another player; if all refuse: cut the cards yourself"),
        ("new_zealand", "the next player clockwise from box 3; if all refuse: a casino employee cuts"),
    ],
)
def test_at_a_new_game_a_refused_cut_goes_on_to_whoever_sits_next(book: str, words: str) -> None:
    opening = [f"confirm {step}" for step in NEW_GAMES[book].split()]
    header = f"profile {book}\nstart closed"
    first = "a player" if book == "exhibit_a" else "the first player"
    assert prompt_at(header, *opening).do == f"Offer the cut to {first}"
    refused = prompt_at(header, *opening, "cut offer 3 refused")
    assert refused.do == f"Offer the cut to {words}"
    assert "CutMade" in refused.satisfied_by
    assert prompt_at(header, *opening, "cut offer 4 refused", "cut offer 3 refused").do == refused.do


def test_a_new_cut_is_offered_to_whoever_cut_last() -> None:
    opening = [f"confirm {step}" for step in NEW_GAMES["maryland"].split()]
    header = "profile maryland\nstart closed"
    named = prompt_at(header, *opening, "cut offer 3 accepted", "cut depth 100", "recut")
    assert (named.do, named.cite) == ("Offer the new cut to spot 3, who cut last", "5.G, 5.G(1), 5.G(2)")
    unnamed = prompt_at(header, *opening, "confirm offer_cut", "cut depth 100", "recut")
    assert unnamed.do == "Offer the new cut to the player who cut last"
