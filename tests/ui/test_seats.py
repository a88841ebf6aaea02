"""Seats that the dealer marks once, on the real window: a player without a wager is offered the cut."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize

from dealer_station.engine.due.step_types import Perform
from dealer_station.engine.model import observations as o
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.table import Table
from tests.ui.test_rounds import call


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "log.db", "massachusetts")
    made.sign_in()
    made.place("4:10")
    yield made
    made.close()
    assert made.warnings == []


def marked(table: Table) -> list[str]:
    page = table.bridge.property("page")
    return [choice["text"] for choice in page["choices"] if choice["chosen"]]


def seats(table: Table) -> tuple[int, ...]:
    return table.station.table.seats


def test_a_player_without_a_wager_is_marked_once_and_offered_the_cut(table: Table) -> None:
    table.tap("Dealer", "Who is seated")
    assert marked(table) == ["Spot 4"]
    table.tap("Spot 2", "Spot 7", "Enter")
    assert seats(table) == (2, 4, 7)
    call(table)
    table.deal("9c")
    table.station.observe(Seen(o.CutCardSeen(), "shoe"))
    table.deal("8d")
    table.tap("All hands are settled")
    while table.step != "offer_cut":
        table.station.observe(Seen(o.Confirmed(""), "dealer"))
    items.breathe()
    assert isinstance(table.station.due, Perform)
    assert table.station.due.places == (7,)
    table.tap("The cut is refused")
    assert isinstance(table.station.due, Perform)
    assert table.station.due.places == (4,)


def test_a_seat_is_taken_off_again_and_undone(table: Table) -> None:
    table.tap("Dealer", "Who is seated", "Spot 1", "Spot 4", "Enter")
    assert seats(table) == (1,)
    table.tap("Undo")
    assert seats(table) == ()
    table.tap("Dealer", "Who is seated", "Spot 4", "Enter")
    assert seats(table) == ()


def test_every_seat_fits_on_the_page(table: Table) -> None:
    table.window.resize(QSize(1024, 600))
    table.tap("Dealer", "Who is seated")
    for spot in range(1, 8):
        assert items.has(table.window, f"button Spot {spot}")
