"""Details that reports and rulings give from the screen: amounts, wagers, hands and forgotten burns."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_station.engine.model import observations as o
from dealer_station.station.station import Seen
from tests.ui import items
from tests.ui.by_touch.fingers import Fingers
from tests.ui.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two players, and the call is made."""
    made = Table(tmp_path / "log.db", "massachusetts")
    made.sign_in()
    made.place("1:25 2:25")
    made.tap("Closing call")
    yield made
    made.close()
    assert made.warnings == []


def send(table: Table, *acts: str) -> None:
    """Touch what sends these taps, one after the other."""
    for act in acts:
        Fingers(table.window).send(act)
        table.settle_down()


def report(table: Table, group: str, kind: str) -> None:
    """Open the page of a report through its group."""
    send(table, "open wrong", f"group {group}", f"choose {kind}")


def at_war(table: Table) -> None:
    """Spot 1 goes to war, and its burns and card are dealt."""
    table.deal("9c 7d 9d")
    send(table, "war 1")
    table.deal("2c 3c 4c Kd")


def test_forgotten_burns_are_reported_and_the_station_knows_their_faces(table: Table) -> None:
    at_war(table)
    report(table, "card", "burn_forgotten")
    send(table, "choose 3")
    dealt = [drawn.card for drawn in table.station.table.round.draws if not drawn.burned]
    assert {"2c", "3c"} & set(dealt), "a card that was taken for a burn is the player's"


def test_a_keyed_zero_says_that_the_chips_are_gone(table: Table) -> None:
    table.deal("9c")
    report(table, "wager", "altered_wager")
    table.tap("on spot 2")
    send(table, "key 0", "key enter", "choose main")
    (hold,) = table.station.table.holds
    assert (hold.kind, hold.withdrawn) == ("altered_wager", True)


def test_chips_for_the_tie_of_a_war_are_reported_as_late(table: Table) -> None:
    at_war(table)
    report(table, "wager", "late_wager")
    table.tap("on spot 1")
    send(table, "key 5", "key enter")
    offered = [one["act"] for one in table.bridge.property("page")["choices"]]
    assert offered == ["choose main", "choose tie", "choose war_tie"]


def test_a_tie_wager_on_a_war_may_have_an_unknown_amount(table: Table) -> None:
    table.deal("9c 7d 9d")
    send(table, "war 1", "open war tie", "key skip")
    assert table.station.table.round.hands[0].war_tie_cents is None


def test_the_tap_behind_a_stop_is_taken_back_although_a_device_stopped_too(table: Table) -> None:
    table.deal("9c")
    report(table, "wager", "altered_wager")
    table.tap("on spot 2")
    send(table, "key skip")
    table.station.observe(Seen(o.DeviceSaid("shoe", "door"), "shoe"))
    items.breathe()
    send(table, "undo")
    assert [hold.kind for hold in table.station.table.holds] == ["device"]


def test_the_floor_refuses_the_progressive_of_one_hand_of_two(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "massachusetts", options={"progressive": "on"})
    table.sign_in()
    bets = tuple(o.Bet(spot, main_cents=2500, progressive_cents=500) for spot in (1, 2))
    table.station.observe(Seen(o.BetsPlaced(bets), "dealer"))
    items.breathe()
    table.tap("Closing call")
    table.station.observe(Seen(o.Reported("progressive_count"), "dealer"))
    items.breathe()
    send(table, "open rule refuse", "choose 1", "key enter", "choose another reason")
    send(table, *(f"key {digit}" for digit in "1234"), "key enter")
    gone = [bool(hand.beside) for hand in table.station.table.round.hands]
    assert gone == [True, False]
    table.close()
    assert table.warnings == []


def test_a_tied_player_who_was_not_asked_can_be_named(tmp_path: Path) -> None:
    table = Table(tmp_path / "log.db", "new_zealand")
    table.sign_in()
    table.place("1:25 4:25")
    table.tap("Closing call")
    table.deal("7c 7d 7h")
    send(table, "war 4")
    table.deal("2c")
    report(table, "player", "option_missed")
    table.tap("on spot 1")
    send(table, "confirm carry_out")
    assert table.step == "offer"
    assert not table.station.table.holds
    table.close()
    assert table.warnings == []
