"""Something is wrong: five groups, the three likeliest, answers on the felt, no act without a word."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF

from dealer_station.engine.due.irregularity_kinds import KINDS
from dealer_station.engine.view.reports_view import reports
from dealer_station.rulebooks import NAMES
from tests.ui import items
from tests.ui.scenes import SCENES, SIZES, Stage
from tests.ui.table import Table
from tests.ui.test_rounds import STAKE, call
from ui.dealer.report_form import words_of
from ui.dealer.report_groups import GROUPS, LIKELIEST

Seat = Callable[[str], Table]


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    made: list[Table] = []

    def at(book: str) -> Table:
        table = Table(tmp_path / f"{len(made)}.db", book)
        table.sign_in()
        stake = STAKE.get(book, "25")
        table.place(f"1:{stake} 2:{stake} 4:{stake}")
        made.append(table)
        return table

    yield at
    for table in made:
        table.close()
        assert table.warnings == []


def test_every_report_has_one_group_and_the_likeliest_are_reports() -> None:
    grouped = [kind for group in GROUPS for kind in group.kinds]
    assert sorted(grouped) == sorted(KINDS)
    assert [group.name for group in GROUPS] == ["card", "wager", "player", "payout", "device"]
    assert all(set(three) <= set(KINDS) and len(set(three)) == 3 for three in LIKELIEST.values())


def on_the_first_page(table: Table) -> set[str]:
    return {item.objectName() for item in items.targets(table.window)}


@pytest.mark.parametrize("book", NAMES)
def test_every_report_that_the_table_takes_is_reached_by_touch(book: str, seat: Seat) -> None:
    table = seat(book)
    for cards in ("", "9c", "Kh 5d 8s"):
        if cards and not table.station.table.round.closed:
            call(table)
        table.deal(cards)
        wanted = {
            f"button {table.bridge.say(words_of(kind))}" for kind in reports(table.station.table, table.rules)
        }
        table.tap("Something is wrong")
        found = on_the_first_page(table)
        for group in GROUPS:
            if any(f"button {table.bridge.say(words_of(kind))}" in wanted for kind in group.kinds):
                table.tap(group.text)
                found |= on_the_first_page(table)
                table.tap("Back")
        table.tap("Back to the table")
        assert wanted <= found, cards


def test_a_report_keeps_its_place_in_its_group(seat: Seat) -> None:
    table = seat("massachusetts")
    call(table)
    places = []
    for cards in ("9c", "Kh"):
        table.deal(cards)
        table.tap("Something is wrong", "Card")
        places.append(
            {
                name: items.rect(items.named(table.window, name))
                for name in on_the_first_page(table)
                if "card" in name
            }
        )
        table.tap("Back to the table")
    both = places[0].keys() & places[1].keys()
    assert len(both) > 3
    assert all(places[0][name] == places[1][name] for name in both)


def test_the_likeliest_reports_of_a_moment_keep_their_places(seat: Seat) -> None:
    table = seat("massachusetts")
    call(table)
    places = []
    for cards in ("9c", "Kh"):
        table.deal(cards)
        table.tap("Something is wrong")
        offered = [words_of(kind) for kind in LIKELIEST["deal"]]
        places.append(
            [items.rect(items.named(table.window, f"button {table.bridge.say(one)}")) for one in offered]
        )
        table.tap("Back to the table")
    assert places[0] == places[1]
    assert [one.left() for one in places[0]] == sorted(one.left() for one in places[0])


def test_which_spot_is_answered_on_the_felt_and_no_other_spot_answers() -> None:
    stage = Stage(SCENES["wrong-spot"])
    window = stage.window(SIZES["1280x800"])
    asked = items.named(window, "asked on the felt")
    dealt = {1, 2, 4, 5, 7}
    assert {int(place) for place in asked.property("choosable").toVariant()} == dealt
    assert not [name for name in (f"button Spot {spot}" for spot in dealt) if items.has(window, name)]
    items.click(window, "spot 3")
    assert stage.bridge.property("page")["name"] == "wrong"
    items.click(window, "spot 2")
    stage.settle_down()
    assert stage.bridge.property("page")["name"] == ""
    assert [hand.name for hand in stage.player.table.round.hands if hand.voided] == ["2"]
    window.close()


def test_several_bettors_on_a_box_are_named_after_the_box_was_tapped() -> None:
    stage = Stage(SCENES["wrong-bettor"])
    window = stage.window(SIZES["1280x800"])
    assert not items.has(window, "button Box 4b")
    items.click(window, "spot 4")
    for bettor in "abc":
        assert items.has(window, f"button Box 4{bettor}")
    items.click(window, "button Box 4b")
    assert stage.bridge.property("page")["kind"] == "number"
    window.close()


def test_a_card_in_the_wrong_place_is_named_and_may_be_another_one(seat: Seat) -> None:
    table = seat("massachusetts")
    call(table)
    table.deal("9c Kh")
    table.tap("Something is wrong", "A card lies in the wrong place")
    shown = [item.property("text") for item in items.texts(table.window)]
    assert "King of hearts, the last card, was due at spot 2. Where does it lie?" in shown
    table.tap("It is another card")
    assert [hold.kind for hold in table.station.table.holds] == ["impossible_card"]
    table.tap("CORRECT THE CARD", "spot 1")
    assert table.bridge.property("page")["kind"] == "card"


def test_a_report_that_acts_at_once_waits_for_the_dealers_word(seat: Seat) -> None:
    table = seat("massachusetts")
    table.deal("9c")
    before = table.station.table
    table.tap("Something else is wrong", "A card was drawn in error, unseen")
    shown = [item.property("text") for item in items.texts(table.window)]
    assert "The card is kept and becomes the next card out." in shown
    assert table.station.table == before
    table.tap("CHANGE NOTHING")
    assert table.station.table == before
    assert table.bridge.property("page")["name"] == ""
    table.taps = 0
    table.tap("Something else is wrong", "A card was drawn in error, unseen", "DO IT")
    assert not table.station.table.holds
    assert len(table.station.table.kept) == 1
    assert table.taps <= 4


def test_the_felt_says_what_each_answer_does_before_it_is_tapped(seat: Seat) -> None:
    table = seat("massachusetts")
    call(table)
    table.deal("9c Kh")
    table.tap("Something is wrong", "A card lay face up in the shoe")
    shown = [item.property("text") for item in items.texts(table.window)]
    assert "The last card: King of hearts goes to the discard rack, out of play." in shown
    assert "spot 1: The table stops." in shown


def test_a_place_beside_a_choosable_spot_is_no_answer() -> None:
    stage = Stage(SCENES["wrong-spot"])
    window = stage.window(SIZES["1280x800"])
    felt = items.named(window, "dealer")
    assert felt.mapToScene(QPointF(0, 0)).y() > 0
    items.click(window, "dealer")
    assert stage.bridge.property("page")["name"] == "wrong"
    window.close()
