"""Early cards: one ruling for all that came in a row, each with its place, and for nothing else."""

import pytest

from dealer_station.engine.decide.decisions import decide
from dealer_station.engine.due.step_types import TakeBets
from dealer_station.engine.evolve.table_evolution import fold
from dealer_station.engine.model import events as e
from dealer_station.engine.model import observations as o
from dealer_station.engine.view.ruling_view import RulingView
from dealer_station.engine.view.table_view import HoldView, view
from dealer_station.rulebooks import NAMES
from dealer_station.written_rounds.play import Player
from tests.engine.test_ruling_words import player_at

FIVE = "bets 1:{0} 2:{0} 4:{0} 5:{0}\nshoe 7c\nshoe 9d\nshoe 2h\nshoe 7s\nshoe Kc"


def five(book: str = "massachusetts") -> Player:
    return player_at(book, FIVE.format(4 if book == "exhibit_a" else 20))


def oldest(player: Player) -> HoldView:
    return view(player.table, player.rules).holds[-1]


def of_all(hold: HoldView) -> list[RulingView]:
    return [one for one in hold.choices if one.cards]


@pytest.mark.parametrize("book", NAMES)
def test_five_early_cards_take_one_ruling_in_every_book(book: str) -> None:
    player = five(book)
    hold = oldest(player)
    first = of_all(hold)[0]
    assert (first.ruling, first.cards, first.kind) == ("play_on", 5, "remedy")
    assert first.words == "All 5 cards are the next ones out"
    assert first.detail == "in the order in which they came: spot 1, spot 2, spot 4, spot 5, the dealer"
    assert first.cite == next(one.cite for one in hold.choices if one.ruling == "play_on" and not one.cards)
    player.see(o.Ruled(first.ruling, by="Lee", because="-", about=hold.raised, cards=first.cards))
    assert not player.table.holds
    player.see(o.Called())
    cards = [player.table.round.card_at(place, "original") for place in (1, 2, 4, 5, 0)]
    assert cards == ["7c", "9d", "2h", "7s", "Kc"]


def test_one_ruling_records_the_same_facts_as_a_ruling_on_each_card() -> None:
    together, alone = five(), five()
    first = together.table.holds[0].raised
    together.see(o.Ruled("forward", by="Lee", because="-", about=first, cards=5))
    for hold in alone.table.holds:
        alone.see(o.Ruled("forward", by="Lee", because="-", about=hold.raised))
    assert together.table == alone.table


def test_a_single_card_is_still_ruled_on_alone() -> None:
    player = five()
    hold = oldest(player)
    assert {one.ruling for one in hold.choices if not one.cards and one.kind == "remedy"} >= {
        "play_on",
        "burn",
    }
    player.see(o.Ruled("burn", by="Lee", because="-", about=hold.raised))
    assert len(player.table.holds) == 4
    assert of_all(oldest(player))[0].cards == 4


def test_before_the_wagers_are_known_the_places_are_not_named() -> None:
    told = of_all(oldest(player_at("maryland", "shoe 7c", "shoe 9d")))[0]
    assert told.detail == "they go to the next 2 places, in the order in which they came"


def test_more_cards_than_places_are_counted() -> None:
    told = of_all(oldest(player_at("maryland", "bets 1:20", "shoe 7c", "shoe 9d", "shoe 2c")))[0]
    assert told.detail == "in the order in which they came: spot 1, the dealer, 1 more after that"


def test_a_burn_that_a_new_dealer_owes_takes_the_first_of_them() -> None:
    told = of_all(oldest(player_at("massachusetts", "bets 1:20 2:20", "shoe 9c", "dealer Bo", "shoe 3d")))
    assert told[0].detail == "in the order in which they came: a burn, spot 1"


def test_no_face_of_an_early_card_is_named() -> None:
    for one in of_all(oldest(five())):
        assert not any(face in one.sentence for face in ("7", "9", "K", "♣", "♦", "♥", "♠"))


def test_a_card_that_comes_meanwhile_is_not_ruled_on_with_the_others() -> None:
    player = five()
    hold = oldest(player)
    player.see(o.CardDrawn(hold.card))
    player.see(o.Ruled("play_on", by="Lee", because="-", about=hold.raised, cards=5))
    assert len(player.table.holds) == 1


@pytest.mark.parametrize(
    ("ruled", "reason"),
    [
        (o.Ruled("play_on", cards=6), "fewer cards wait here than were ruled on: look at the screen again"),
        (o.Ruled("burn", cards=5), "each of these cards needs a ruling of its own"),
        (o.Ruled("discard", cards=5, departs=True), "each of these cards needs a ruling of its own"),
    ],
)
def test_what_cannot_be_ruled_together_is_refused(ruled: o.Ruled, reason: str) -> None:
    player = five()
    about = player.table.holds[0].raised
    made = o.Ruled(ruled.ruling, by="Lee", because="-", about=about, cards=ruled.cards, departs=ruled.departs)
    events = decide(player.table, player.rules, made)
    assert [event.reason for event in events if isinstance(event, e.TapRefused)] == [reason]
    assert fold(player.table, events) == player.table


def test_cards_with_another_stop_between_them_are_no_row() -> None:
    lines = "bets 1:20 2:20\nshoe 7c\nreport face_up\nshoe 9d\nshoe 2h"
    player = player_at("massachusetts", lines)
    assert not isinstance(player.due, TakeBets)
    assert [one.cards for hold in view(player.table, player.rules).holds for one in of_all(hold)][:1] == [2]
