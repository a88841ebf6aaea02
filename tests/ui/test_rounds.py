"""Whole rounds on the real window, with a station, its log and a shoe: under each book, every tap counted."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from dealer_station.engine.rulebook.terms import spot_title, wager_words
from dealer_station.engine.words.prompts import goes_to_war
from dealer_station.log.read.reader import Reader
from dealer_station.rulebooks import NAMES
from tests.ui import items
from tests.ui.ruling_buttons import buttons
from tests.ui.table import Table

STAKE = {"exhibit_a": "2", "house_manual": "20"}


@pytest.fixture(params=NAMES)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """A signed-in dealer with wagers on spots 1 and 2, and one round behind them."""
    made = Table(tmp_path / "log.db", request.param)
    made.sign_in()
    stake = STAKE.get(request.param, "25")
    made.place(f"1:{stake} 2:{stake}")
    made.taps = 0
    plain_round(made)
    made.taps = 0
    yield made
    made.close()
    assert made.warnings == []


def call(table: Table) -> None:
    table.tap("Closing call")
    table.burn()


def turned(table: Table) -> None:
    if table.step == "turn_dealer_card":
        table.tap("The card is turned")


def war_deal(table: Table) -> None:
    """Burns and cards, in the order of the book, until the war is to be settled."""
    faces = cycle("2d 3d 4d Kc 5s 6s 7s".split())
    while table.step not in ("settle", "ruling"):
        table.deal(next(faces))


def plain_round(table: Table) -> None:
    """Both spots win; the next round's wagers are taken when it is over."""
    call(table)
    table.deal("9c Kh 8d")
    turned(table)
    table.tap("All hands are settled")


def test_a_plain_round_with_the_same_bets_needs_two_taps(table: Table) -> None:
    number = table.station.table.round.number
    plain_round(table)
    call(table)
    # Where the dealer's card lies face down nobody can settle before it is turned.
    assert table.taps - 1 <= 2 + (table.profile == "house_manual")
    assert table.station.table.round.number == number + 2
    assert table.station.table.round.closed


def test_from_call_to_call_a_plain_round_takes_two_taps_in_every_book(table: Table) -> None:
    call(table)
    table.taps, number = 0, table.station.table.round.number
    table.deal("9c Kh 8d")
    turned(table)
    table.tap("Closing call")
    assert table.taps <= 2
    assert table.station.table.round.number == number + 1
    assert table.station.table.round.closed


def test_a_round_with_progressives_takes_two_taps(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "maryland", options={"progressive": "on"})
    table.sign_in()
    table.tap("on spot 1")
    table.type("25")
    table.tap("Chips", wager_words("progressive", table.rules))
    table.type("5")
    table.tap("These are the wagers")
    table.taps, number = 0, table.station.table.round.number
    table.tap("Closing call")
    assert table.step == "lock_progressive"
    assert items.has(table.window, "button Done")
    assert "or draw the next card" in [item.property("text") for item in items.texts(table.window)]
    table.deal("9c")
    done = [step.step for step in table.station.table.round.steps]
    assert done == ["lock_progressive", "collect_progressive", "count_progressive"]
    table.deal("8d")
    table.tap("All hands are settled")
    assert table.taps == 2
    assert table.step == "pick_up"
    assert table.station.table.round.number == number
    table.close()
    assert table.warnings == []


def war_of(table: Table, spot: int) -> str:
    """The button of a tied player who goes to war, in the words of the book."""
    war = "Go to War" if goes_to_war(table.rules) else "war"
    return f"{spot_title(spot, table.rules)}: {war}"


def test_a_tie_needs_one_tap_more(table: Table) -> None:
    call(table)
    table.deal("9c 8h 8d")
    turned(table)
    table.tap(war_of(table, 2))
    war_deal(table)
    assert table.step == "settle"
    # The next call says that all is settled, in the one book where a card is turned.
    table.tap("Closing call" if table.profile == "house_manual" else "All hands are settled")
    war = table.taps
    assert war - (1 if table.profile == "house_manual" else 0) <= 3


def test_a_surrender_shows_how_the_half_goes_back(table: Table) -> None:
    call(table)
    table.deal("8c 9h 8d")
    turned(table)
    table.tap(f"{spot_title(1, table.rules)}: surrender")
    assert table.step == "settle"
    assert items.has(table.window, "button All hands are settled")
    table.tap("All hands are settled")
    assert table.taps - (table.profile == "house_manual") <= 3


def the_first_ruling(table: Table) -> str:
    """One that needs no hand to be named."""
    shown = table.bridge.shown
    assert shown
    return next(words for ruling, words in buttons(shown.view).items() if ruling not in ("void", "out"))


def test_a_card_out_of_place_holds_the_table_and_a_ruling_lets_it_go_on(table: Table) -> None:
    table.deal_early("Tc")
    assert items.has(table.window, "stopped")
    ruling = the_first_ruling(table)
    table.tap(ruling)
    table.tap("as the book says", "1", "2", "3", "4", "Enter")
    assert not table.station.table.holds
    with Reader(table.db) as log:
        assert any(row.who == "Lee" and row.source == "floor" for row in log.rows())


def test_a_wrong_pin_is_answered_and_rules_nothing(table: Table) -> None:
    table.deal_early("Tc")
    ruling = the_first_ruling(table)
    table.tap(ruling, "as the book says", "9", "9", "Enter")
    assert table.station.table.holds
    assert any("PIN is not known" in item.property("text") for item in items.texts(table.window))


def test_the_last_tap_is_taken_back(table: Table) -> None:
    table.tap("Closing call")
    assert table.station.table.round.closed
    assert table.step in ("deal", "burn")
    table.tap("Undo")
    assert table.step == "pick_up"
