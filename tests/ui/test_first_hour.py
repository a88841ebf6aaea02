"""The first hour of a new dealer: what used to trap one, tapped on the real window."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_station.engine import observations as o
from dealer_station.engine.errors import PeopleError
from tests.ui import items
from tests.ui.scenes import Scene, Stage
from tests.ui.sitting import sitting
from tests.ui.table import Table
from ui.signing import Acquaintances
from ui.window import DealerWindow

NOBODY_HAS_A_PIN = Acquaintances({"1": "Ana"}, {})


def words(window: DealerWindow) -> list[str]:
    """Everything that stands on the screen, from the top to the foot."""
    found = sorted(items.texts(window), key=lambda item: items.rect(item).top())
    return [item.property("text") for item in found]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "log.db", "massachusetts")
    made.sign_in()
    yield made
    made.close()
    assert made.warnings == []


def test_the_simulated_floor_signs_without_a_pin(tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db") as here:
        here.sign_in()
        here.tap("Floor", "Close the table")
        here.until_step("inspect")
        here.tap("Done")
        here.until_step("verify_inspection")
        here.tap("SIGN", "floorperson")
        here.until_step("spread_for_player")
        here.until(lambda: items.has(here.window, "button Done"), "the next step on the screen")


def test_a_form_that_has_nothing_to_ask_is_done_at_once() -> None:
    written = (
        "profile exhibit_a\noption card_supply=manual_shoe\nstart closed\n\ndealer Ana\nconfirm inspect\n"
    )
    stage = Stage(Scene(written), signing=NOBODY_HAS_A_PIN)
    stage.bridge.open("sign verify_inspection")
    assert stage.bridge.property("page")["name"] == ""
    assert [told.observation for told in stage._told] == [o.Confirmed("verify_inspection", "supervisor")]


def test_an_error_leaves_the_form_open_with_a_message(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise PeopleError("the file of the people cannot be read; call the technician")

    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    table.bridge.tap("open floor")
    for fault, message in (
        (fails, "the file of the people cannot be read; call the technician"),
        (breaks, "This could not be done. Try again, or go back to the table."),
    ):
        monkeypatch.setattr(Acquaintances, "pin", fault)
        table.bridge.tap("open rule reshuffle")
        table.bridge.tap("choose as the book says")
        table.tap("1", "2", "3", "4", "Enter")
        assert message in words(table.window)
        assert items.has(table.window, "button Back to the table")
        assert items.has(table.window, "button 7"), "the PIN is asked again"
    table.tap("Back to the table")
    assert items.has(table.window, "button Closing call") or items.has(table.window, "button WAGERS")


def wagers_on_the_pad(table: Table) -> dict[str, str]:
    return {spot["text"]: spot["under"] for spot in table.bridge.property("page")["spots"] if spot["under"]}


@pytest.mark.parametrize(
    ("profile", "entries", "reason", "spot"),
    [
        ("house_manual", ("Spot 2", *"1500"), "above the most, 1000", "2"),
        ("house_manual", ("Spot 2", *"7"), "below the least, 10", "2"),
        ("massachusetts", ("Spot 2", "0", "Point", "3", "7"), "half of 0.37", "2"),
        ("massachusetts", ("Spot 2", "tie", *"5"), "a tie wager needs", "2"),
    ],
)
def test_a_wager_that_is_not_taken_stays_in_the_pad_with_its_reason(
    tmp_path: Path, profile: str, entries: tuple[str, ...], reason: str, spot: str
) -> None:
    table = Table(tmp_path / "log.db", profile)
    table.sign_in()
    table.place("1:25 3:50")
    before = table.station.table.round.hands
    table.tap("WAGERS", "Spot 1", "No wager", "3", "0", *entries, "The wagers lie like this")
    assert not table._told
    assert table.station.table.round.hands == before
    page = table.bridge.property("page")
    assert page["name"] == "wagers", "the pad stays open"
    assert wagers_on_the_pad(table)["1"] == "30", "what was entered for the others stays"
    assert [one["text"] for one in page["spots"] if one["wrong"]] == [spot]
    assert [one["text"] for one in page["spots"] if one["chosen"]] == [spot]
    assert reason in page["complaint"]
    assert page["complaint"] in words(table.window)
    assert not items.has(table.window, "button Closing call"), "no old wagers are dealt"
    table.tap("Spot out", "The wagers lie like this")
    assert [(hand.name, hand.bet.main_cents) for hand in table.station.table.round.hands] == [
        ("1", 3000),
        ("3", 5000),
    ]
    table.close()
