"""Wagers over the maximum, reported on the real window: which wager it is, and after the round ended."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.table import Table
from tests.ui.test_rounds import call


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "log.db", "house_manual")
    made.sign_in()
    made.place("1:1000")
    call(made)
    yield made
    made.close()
    assert made.warnings == []


def report(table: Table, amount: str, wager: str) -> None:
    """From the first button to the supervisor who is called."""
    for act in ("open wrong", "choose over_limit", *(f"key {digit}" for digit in amount), "key enter"):
        table.bridge.tap(act)
    table.bridge.tap(f"choose {wager}")
    table.settle_down()
    if table.bridge.property("page").get("kind") == "confirm":
        table.tap("DO IT")


def test_the_dealer_says_that_the_tie_wager_of_the_war_is_too_high(table: Table) -> None:
    table.deal("9c 9d")
    table.tap("The card is turned", "Spot 1: war")
    table.tap("TIE WAGER", "1", "0", "0", "Enter")
    assert table.station.table.round.hands[0].war_tie_cents == 10000
    report(table, "150", "war_tie")
    assert table.station.table.round.hands[0].excess[0].cents == 5000
    assert table.station.table.holds[-1].decided


def test_an_excess_is_reported_after_the_round_ended(table: Table) -> None:
    table.deal("4c 9d")
    table.tap("The card is turned")
    table.tap("All hands are settled", "Done", "Done")
    assert table.station.table.last is not None
    report(table, "1200", "main")
    assert [(one.action, one.cents) for one in table.station.table.corrections] == [
        ("take", 20000),
        ("pay", 20000),
    ]


def test_what_was_paid_on_an_excess_is_taken_back_by_the_button_that_says_so(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "house_manual")
    table.sign_in()
    table.station.observe(Seen(o.BetsPlaced((o.Bet(1, main_cents=None),)), "dealer"))
    call(table)
    table.deal("9c 8d")
    table.tap("The card is turned", "All hands are settled")
    report(table, "1200", "main")
    table.tap("TAKE 200 FROM SPOT 1", "as the book says", *"1234", "Enter")
    assert table.step == "carry_out"
    assert "Take 200 from spot 1" in [item.property("text") for item in items.texts(table.window)]
    table.tap("Done")
    assert table.step == "pick_up"
    table.close()
    assert table.warnings == []
