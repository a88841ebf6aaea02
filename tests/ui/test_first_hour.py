"""The first hour of a new dealer: what used to trap one, tapped on the real window."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.engine.model.errors import PeopleError
from dealer_station.people.sign_in import FixedStaff
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.scenes import SCENES, Scene, Stage
from tests.ui.sitting import sitting
from tests.ui.table import Table
from ui.dealer.window import DealerWindow

NOBODY_HAS_A_PIN = FixedStaff({"1": "Ana"}, {})


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
        here.tap("Floor", "Close the table", "OPEN THE TABLE", "Ana")
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
        monkeypatch.setattr(FixedStaff, "pin", fault)
        table.bridge.tap("open rule reshuffle")
        table.tap("a device fault", "1", "2", "3", "4", "Enter")
        assert message in words(table.window)
        assert items.has(table.window, "button Back to the table")
        assert items.has(table.window, "button 7"), "the PIN is asked again"
    table.tap("Back to the table")
    assert items.has(table.window, "button Closing call") or items.has(table.window, "button WAGERS")


@pytest.mark.parametrize(
    ("profile", "taps", "reason"),
    [
        ("house_manual", ("on spot 2", *"1500"), "above the maximum, 1000"),
        ("house_manual", ("on spot 2", *"7"), "below the minimum, 10"),
        ("massachusetts", ("on spot 2", "0", "Point", "3", "7"), "half of 0.37"),
        ("massachusetts", ("on spot 2", "Chips", "Tie wager", "A chip of 5"), "a tie wager needs"),
    ],
)
def test_a_wager_that_is_not_taken_stays_at_its_spot_with_the_reason(
    tmp_path: Path, profile: str, taps: tuple[str, ...], reason: str
) -> None:
    table = Table(tmp_path / "log.db", profile)
    table.sign_in()
    table.place("1:25 3:50")
    before = table.station.table.round.hands
    table.tap("on spot 1", "Digits and more", "3", "0", *taps)
    assert reason in row(table)["note"], "at once"
    table.tap("on spot 3")
    assert "CHECK" in words(table.window), "on the felt, while another spot is being changed"
    for leave in ("These are the wagers", "Closing call"):
        table.tap(leave)
        assert table.station.table.round.hands == before, "neither old wagers nor some of the new ones"
        assert not table.station.table.round.closed
        assert row(table)["title"].startswith("Spot 2")
        assert reason in row(table)["note"]
        assert row(table)["note"] in words(table.window)
    assert items.named(table.window, "spot 1").property("spot").property("says") == "Spot 1, wager $30"
    table.tap(*(("Chips",) if row(table)["digits"] else ()), "Spot out", "Closing call")
    assert [(hand.name, hand.bet.main_cents) for hand in table.station.table.round.hands] == [
        ("1", 3000),
        ("3", 5000),
    ]
    assert table.station.table.round.closed
    table.close()


def row(table: Table) -> dict[str, Any]:
    """The chip row."""
    shown: dict[str, Any] = table.bridge._now._were["chipRow"]
    return shown


def test_the_first_round_asks_for_wagers_before_it_offers_the_call(table: Table) -> None:
    assert not items.has(table.window, "button Closing call")
    assert "Enter the wagers on the layout." in words(table.window)
    table.place("1:25")
    assert items.has(table.window, "button Closing call")


def test_after_a_dealer_change_the_burn_comes_first_and_no_call_is_offered(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("9c 8d")
    table.tap("All hands are settled")
    assert items.has(table.window, "button Closing call")
    table.tap("Dealer", "Another dealer", "Bo")
    assert table.step == "pick_up"
    assert not items.has(table.window, "button Closing call")
    table.tap("Done")
    assert table.step == "burn"
    assert not items.has(table.window, "button Closing call")
    table.burn()
    assert items.has(table.window, "button Closing call")


def test_in_the_last_round_of_a_shoe_no_call_is_offered(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.station.observe(Seen(o.CutCardSeen(), "shoe"))
    table.deal("9c 8d")
    assert not items.has(table.window, "button Closing call")
    table.tap("All hands are settled")
    assert table.step == "pick_up"
    assert not items.has(table.window, "button Closing call")


def test_a_refusal_says_what_comes_first_in_the_words_of_the_prompt(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("9c 8d")
    table.bridge.tap("call")
    table.tap("All hands are settled")
    table.bridge.tap("confirm load")
    table.settle_down()
    said = table.bridge._refusal["reason"]
    assert (
        said == '"Put the stack into the shoe" is not next. First: Pick up the cards of spot 1, then your own'
    )
    assert f"Not now: {said}" in " ".join(words(table.window))


def test_the_game_goes_on_after_a_count_that_was_accepted(tmp_path: Path) -> None:
    with sitting(tmp_path / "table.db", "house_manual") as here:
        here.sign_in()
        here.bets()
        here.table.panel.tap("shuffler count_off_by_one")
        here.tap("Closing call")
        here.until(lambda: here.state.round.closed, "the call")
        for _ in range(60):
            items.breathe()
            if here.step == "return_cards":
                break
            here.do_what_is_due()
        here.tap("Done")
        here.until(lambda: bool(here.state.holds), "the wrong count")
        beside = here.table.simulation.devices.shuffler
        assert beside
        here.until(lambda: beside.shuffler.now.state == "ready", "a green lamp")
        here.tap("GO ON WITH THIS COUNT", "Enter")
        here.until(lambda: not here.state.holds, "the ruling")
        number = here.state.round.number
        here.play_round()
        assert here.state.round.number == number + 1


def test_a_closed_table_stays_closed_until_somebody_opens_it(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("9c 8d")
    table.tap("All hands are settled", "Done")
    table.tap("Floor", "Close the table", "1", "2", "3", "4", "Enter")
    assert items.has(table.window, "closed")
    shown = words(table.window)
    assert "TABLE CLOSED" in shown
    rows = {row["name"]: row["value"] for row in table.bridge._now._were["closed"]["rows"]}
    assert rows["Closed by"] == "Lee"
    assert rows["Rounds dealt"] == "1"
    assert rows["Result for the house"] == "-25"
    assert rows["Cards left in the shoe"] == "not known", "nobody saw this shoe loaded"
    assert rows["Cards in the rack"] == "3"
    assert {*rows.values()} <= {*shown}
    assert not items.has(table.window, "button Done"), "nothing of the opening is asked for"
    again = table.restarted()
    assert items.has(again.window, "closed"), "also after a restart"
    again.tap("OPEN THE TABLE", "Bo")
    assert not items.has(again.window, "closed")
    assert again.step == "inspect"
    assert items.has(again.window, "button Done")
    assert again.station.table.dealer == "Bo"
    again.window.close()


def test_the_floor_of_a_closed_table_is_offered_nothing_that_is_refused(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("9c 8d")
    table.tap("All hands are settled", "Done", "Floor")
    open_table = {"PAY", "TAKE", "Shuffle the cards"}
    assert open_table <= {*words(table.window)}
    assert "RESHUFFLE" not in words(table.window), "the order does the same, and rests on a rule"
    table.tap("Close the table", "1", "2", "3", "4", "Enter", "Floor")
    assert not open_table & {*words(table.window)}
    assert "Shift summary" in words(table.window)


def test_a_depth_that_is_refused_stays_in_the_pad_with_the_range() -> None:
    stage = Stage(SCENES["depth"])
    assert stage.bridge.property("page")["hint"] == "at least 52 cards from either end"
    stage.tap("key 9")
    stage.tap("key enter")
    page = stage.bridge.property("page")
    assert page["name"] == "depth cut"
    assert page["complains"]
    assert "at least 52 cards from either end" in page["hint"]
    for key in ("1", "0", "0", "enter"):
        stage.tap(f"key {key}")
    assert stage.bridge.property("page")["name"] == ""
    assert "cut" in stage.player.table.preparing.done  # type: ignore[union-attr]


def test_an_amount_that_is_refused_stays_in_the_pad(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("9c 8d")
    table.tap("All hands are settled", "Floor", "PAY", "Spot 1", "Enter", "0", "Enter")
    page = table.bridge.property("page")
    assert page["complains"]
    assert "an amount above zero" in page["hint"]
    table.tap("5", "Enter")
    assert not table.bridge.property("page")["complains"]
    assert "Pay 5 to spot 1." in words(table.window)


def test_a_table_that_was_closed_by_mistake_is_taken_back(table: Table) -> None:
    table.tap("Floor", "Close the table", "1", "2", "3", "4", "Enter")
    assert items.has(table.window, "closed")
    table.tap("Undo")
    assert not items.has(table.window, "closed")
    assert table.step == "bets"
