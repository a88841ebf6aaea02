"""Cards that were read wrongly: who is a suspect, what the floor reads, and how the count follows."""

import pytest

from dealer_station.engine.due.where_cards_lie import reads_of
from dealer_station.engine.model import observations as o
from dealer_station.engine.model.cards import Card
from dealer_station.engine.view.table_view import view
from tests.engine.test_words import player_at, prompt_at

SIX_DEUCES = [
    "bets 1:10 2:10 3:10 4:10 5:10 6:10 7:10",
    "call",
    *(f"shoe 2c -> {spot}" for spot in range(1, 7)),
]
DEUCE = Card("2c")


def test_both_suspects_are_named_with_what_to_say() -> None:
    stopped = prompt_at("profile massachusetts", *SIX_DEUCES, "shoe 2c -> held")
    assert "2c now; before: spot 1, spot 2, spot 3, spot 4, spot 5, spot 6" in stopped.do
    assert "correct CARD at 1 or at 2 or at 3 or at 4 or at 5 or at 6" in stopped.do


def test_a_suspect_in_the_rack_is_counted_from_the_top() -> None:
    bets = [line for line in SIX_DEUCES if not line.endswith("6")]
    first = [*bets, "shoe Kd -> 6", "shoe Ks -> 7", "shoe Ad -> dealer", "settle all", "end"]
    stopped = player_at(
        "profile massachusetts", *first, "bets 3:10", "call", "shoe 2c -> 3", "shoe 2c -> held"
    )
    words = view(stopped.table, stopped.rules).holds[0].words
    assert (
        "before: spot 3, rack 2 from the top (round 1, spot 1), rack 3 from the top (round 1, spot 2)"
        in words
    )
    assert "at 3 or at rack 2 or at rack 3" in words


def test_war_cards_are_told_from_first_cards() -> None:
    war = ["bets 1:10", "call", "shoe 9c -> 1", "shoe 9c -> dealer", "1 war"]
    burns = ["shoe 2c -> burn", "shoe 3c -> burn", "shoe 4c -> burn"]
    there = player_at("profile massachusetts", *war, *burns, "shoe 9c -> 1", "shoe 9c -> dealer")
    assert [read.at for read in reads_of(there.table, Card("9c"))] == ["1", "dealer", "1 war", "dealer war"]


def test_a_dealer_with_a_war_card_for_each_player_is_told_apart() -> None:
    header = "profile exhibit_a\noption dealer_war_cards=one_per_war_player"
    war = ["bets 1:1 2:1", "call", "shoe 9c -> 1", "shoe 9d -> 2", "shoe 9h -> dealer", "2 war", "1 war"]
    burns = ["shoe 2c -> burn", "shoe 3c -> burn", "shoe 4c -> burn"]
    cards = [*burns, "shoe 9s -> 1", *burns, "shoe Ks -> dealer", *burns, "shoe 8s -> 2", *burns, "shoe Ks"]
    there = player_at(header, *war, *cards)
    assert [read.at for read in reads_of(there.table, Card("Ks"))] == ["dealer 1", "dealer 2"]


@pytest.mark.parametrize(
    "last", ["shoe 7s -> held", "shoe 9d -> dealer\nshoe 7s -> held"], ids=["face down", "not due"]
)
def test_while_the_dealers_card_lies_face_down_nothing_is_named(last: str) -> None:
    bets = "bets 1:10 2:10 3:10 4:10 5:10 6:10"
    cards = [f"shoe 7s -> {spot}" for spot in range(1, 7)]
    assert "7s" not in prompt_at("profile house_manual", bets, "call", *cards, *last.split("\n")).do


def test_a_report_names_the_earlier_read_and_not_the_card_itself() -> None:
    reported = ["bets 1:10 2:10", "call", "shoe 2c -> 1", "shoe 2c -> 2", "report impossible_card"]
    assert "2c now; before: spot 1; " in prompt_at("profile massachusetts", *reported).do
    alone = prompt_at("profile massachusetts", *reported[:3], "report impossible_card")
    assert "2c now; before: nowhere in sight" in alone.do


def test_of_a_reported_card_the_earlier_read_may_be_corrected() -> None:
    reported = ["bets 1:10 2:10", "call", "shoe 2c -> 1", "shoe 2c -> 2", "report impossible_card"]
    put_right = player_at("profile massachusetts", *reported, "floor correct 2d at 1 -> due confirm_layout")
    assert [drawn.card for drawn in put_right.table.round.draws] == ["2d", "2c"]


def test_a_burn_that_cannot_be_has_no_suspects() -> None:
    war = [*SIX_DEUCES, "shoe Kd -> 7", "shoe Kh -> dealer", "7 war", "settle all", "shoe 2c -> held"]
    assert "2c" not in prompt_at("profile massachusetts", *war).do
    player_at("profile massachusetts", *war, "floor correct 3c at rack 1 -> refused", "floor play_on -> burn")


def test_the_count_follows_a_correction_of_either_read() -> None:
    newer = player_at("profile massachusetts", *SIX_DEUCES, "shoe 2c -> held", "floor correct 2d -> 7")
    older = player_at("profile massachusetts", *SIX_DEUCES, "shoe 2c -> held", "floor correct 2d at 3")
    for player in (newer, older):
        assert player.count.is_impossible(DEUCE)
        for _ in range(4):
            player.see(o.CardDrawn(Card("2d")))
        assert not player.count.is_impossible(Card("2d"))
        player.see(o.CardDrawn(Card("2d")))
        assert player.count.is_impossible(Card("2d"))


def test_a_card_that_was_keyed_in_and_taken_back_is_not_counted() -> None:
    keyed = ["bets 1:10", "call", "shoe ?? -> held", *["report unreadable 2c -> 1", "undo"] * 6]
    assert not player_at("profile massachusetts", *keyed).count.is_impossible(DEUCE)


def test_cards_on_the_felt_are_counted_although_the_others_were_shuffled() -> None:
    header = "profile new_zealand\ndecks 4"
    felt = ["bets 1:10 2:10 3:10 4:10", "call", *(f"shoe 2c -> {spot}" for spot in range(1, 5))]
    short = [*felt, "report shoe_empty", "confirm shuffle", "confirm offer_cut", "confirm cut"]
    loaded = player_at(header, *short, "confirm place_cut_card", "confirm load -> due deal")
    assert loaded.count.is_impossible(DEUCE)
    assert not loaded.count.is_impossible(Card("2d"))


def test_nobody_is_asked_for_the_face_of_a_burn() -> None:
    war = [*SIX_DEUCES, "shoe Kd -> 7", "shoe Kh -> dealer", "7 war", "settle all", "shoe 2c -> held"]
    player_at("profile massachusetts", *war, "floor correct 3c -> refused")
    burned = player_at("profile massachusetts", *war, "floor play_on -> burn")
    assert burned.table.round.draws[-1].card is None
    assert burned.count.is_impossible(DEUCE)


def test_nobody_reports_a_burn_as_impossible() -> None:
    war = ["bets 1:10", "call", "shoe Kd -> 1", "shoe Kh -> dealer", "1 war", "shoe 2c -> burn"]
    player_at("profile massachusetts", *war, "report impossible_card -> refused")
