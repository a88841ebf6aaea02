"""Forgotten taps: the dealer's word that only a tap was missing, or that the card came too early."""

import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.table import Table
from dealer_station.engine.rulebook.rules import Rules
from dealer_station.engine.view.early_card_words import QuestionOfFact
from dealer_station.engine.view.table_view import view
from dealer_station.engine.words.prompts import step_id
from dealer_station.rulebooks import NAMES
from dealer_station.written_rounds.play import Player
from tests.engine.test_ruling_words import player_at

ASKING = [book for book in NAMES if book != "house_manual"]
"""One book calls the supervisor under all circumstances."""


def stake(book: str) -> int:
    return 4 if book == "exhibit_a" else 20


def before_the_call(book: str, faces: str = "7c") -> Player:
    cards = "\n".join(f"shoe {face}" for face in faces.split())
    return player_at(book, f"bets 1:{stake(book)} 2:{stake(book)}", cards)


def question(player: Player) -> QuestionOfFact | None:
    return view(player.table, player.rules).holds[-1].question


def refusal(table: Table, rules: Rules, seen: o.Observation) -> str:
    return next((event.reason for event in decide(table, rules, seen) if isinstance(event, e.TapRefused)), "")


@pytest.mark.parametrize("book", ASKING)
def test_a_card_before_the_call_is_a_question_of_fact(book: str) -> None:
    player = before_the_call(book)
    asked = question(player)
    assert asked
    assert asked.words == "Was the call made before this card?"
    call = player.rules.wagers.close_call.value
    assert asked.done == (f"“{call}” was called, with the wagers on the felt",)


@pytest.mark.parametrize("book", ASKING)
def test_yes_makes_the_call_and_the_card_stands(book: str) -> None:
    asked, called = (
        before_the_call(book),
        player_at(book, f"bets 1:{stake(book)} 2:{stake(book)}", "call\nshoe 7c"),
    )
    asked.see(o.Recalled(done=True))
    assert asked.table.round == called.table.round
    assert (asked.table.shoe, asked.table.rack) == (called.table.shoe, called.table.rack)
    assert [asked.table.holds, asked.table.moves, asked.table.kept] == [(), (), ()]
    assert asked.due == called.due


@pytest.mark.parametrize("book", ASKING)
def test_no_leaves_the_stop_with_its_rulings_and_nobody_is_asked_again(book: str) -> None:
    player = before_the_call(book)
    rulings = view(player.table, player.rules).holds[0].choices
    player.see(o.Recalled(done=False))
    assert view(player.table, player.rules).holds[0].choices == rulings
    assert question(player) is None
    assert refusal(player.table, player.rules, o.Recalled(done=True)).startswith("nobody is asked")
    player.see(o.Ruled("play_on", by="Lee", because="-"))
    assert not player.table.holds
    assert player.table.kept


def test_the_book_that_always_calls_the_supervisor_asks_nobody_else() -> None:
    player = before_the_call("house_manual")
    assert question(player) is None
    assert refusal(player.table, player.rules, o.Recalled(done=True))


def test_one_answer_is_about_all_cards_that_came() -> None:
    player = before_the_call("massachusetts", "7c 9d 2h")
    asked = question(player)
    assert asked
    assert (asked.words, asked.cards) == ("Was the call made before these 3 cards?", 3)
    player.see(o.Recalled(done=True))
    assert [player.table.round.card_at(place, "original") for place in (1, 2, 0)] == ["7c", "9d", "2h"]
    assert step_id(player.due) == "settle"


def test_a_card_that_came_while_the_question_was_read_is_asked_about_on_its_own() -> None:
    player = before_the_call("massachusetts", "7c 9d")
    player.see(o.Recalled(done=True, cards=1))
    assert player.table.round.card_at(1, "original") == "7c"
    assert len(player.table.holds) == 1


def test_a_card_beyond_the_deal_is_asked_about_on_its_own() -> None:
    player = before_the_call("massachusetts", "7c 9d 2h 5s")
    player.see(o.Recalled(done=True))
    assert [hold.card for hold in player.table.holds] == ["5s"]
    asked = question(player)
    assert asked
    assert asked.words == "Was this done before the card?"
    assert asked.done == (
        "Spot 2: PAY Initial wager 20",
        "Spot 1: PAY Initial wager 20",
        "“No more bets” was called, with the same wagers",
    )
    player.see(o.Recalled(done=True))
    assert player.table.round.number == 2
    assert player.table.round.card_at(1, "original") == "5s"
    assert player.table.last is not None
    assert [len(hand.lines) for hand in player.table.last.hands] == [1, 1]


TIED = ("bets 1:20 2:20", "call", "shoe 6h", "shoe 8c", "shoe 6s", "settle", "shoe 2c")


def test_a_war_that_was_not_tapped_takes_the_burn_that_came() -> None:
    player = player_at("massachusetts", *TIED)
    asked = question(player)
    assert asked
    assert asked.done == ("Spot 1: war, no Tie wager on the war",)
    player.see(o.Recalled(done=True))
    hand = player.table.round.hands[0]
    assert (hand.choice, hand.war_tie_cents) == ("war", 0)
    assert player.table.round.draws[-1].burned
    assert step_id(player.due) == "burn"


def test_two_players_who_were_not_asked_are_no_question_of_fact() -> None:
    player = player_at("massachusetts", "bets 1:20 2:20", "call", "shoe 6h", "shoe 6c", "shoe 6s", "shoe 2c")
    assert question(player) is None


@pytest.mark.parametrize(
    "lines",
    [
        ("shoe 7c",),
        ("bets 1:20", "call", "shoe 7c", "report dispute", "shoe 9d", "shoe 2c"),
        ("start closed", "shoe 7c"),
    ],
    ids=["no wagers are known", "something else waits", "the cards are not in the shoe"],
)
def test_where_no_tap_was_missing_nobody_is_asked(lines: tuple[str, ...]) -> None:
    player = player_at("massachusetts", *lines)
    assert all(hold.question is None for hold in view(player.table, player.rules).holds)


def test_a_device_that_fails_meanwhile_does_not_take_the_question_away() -> None:
    player = before_the_call("massachusetts")
    asked = question(player)
    player.see(o.DeviceSaid("shoe", "door"))
    assert question(player) == asked
    player.see(o.Recalled(done=True))
    assert [hold.kind for hold in player.table.holds] == ["device"]
    assert player.table.round.card_at(1, "original") == "7c"


def test_a_card_that_nobody_could_read_waits_to_be_keyed_in() -> None:
    player = before_the_call("massachusetts", "??")
    player.see(o.Recalled(done=True))
    assert [(hold.kind, hold.place) for hold in player.table.holds] == [("unreadable", 1)]


@pytest.mark.parametrize("done", [True, False])
def test_an_answer_is_taken_back(done: bool) -> None:
    player = before_the_call("massachusetts")
    asked = question(player)
    player.see(o.Recalled(done=done))
    player.see(o.TookBack())
    assert question(player) == asked
    assert not player.table.round.closed


def test_a_card_in_order_is_no_error_of_the_dealer() -> None:
    player = before_the_call("massachusetts")
    assert player.table.round.misdeals == 1
    player.see(o.Recalled(done=True))
    assert player.table.round.misdeals == 0


def test_the_wagers_that_stand_are_on_the_felt_while_the_dealer_is_asked() -> None:
    player = player_at(
        "massachusetts", "bets 1:20", "call", "shoe 9c", "shoe 8d", "settle", "confirm pick_up", "shoe 2c"
    )
    now = view(player.table, player.rules)
    assert [bettor.main_cents for spot in now.standing for bettor in spot.bettors] == [2000]
