"""Only what is meant counts: no bounce, no palm, no second tap on a step, no touch that wakes the screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest

from dealer_station.rulebooks import NAMES
from tests.ui import items
from tests.ui.scenes import CLOSED, LOADED, SIZES, Scene, Stage
from tests.ui.table import Table
from ui.dealer.window import SETTLE_MS, DealerWindow, TouchFilter


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "log.db", "massachusetts")
    made.sign_in()
    made.place("1:25")
    yield made
    made.close()
    assert made.warnings == []


def test_a_second_tap_within_300_ms_does_nothing(table: Table) -> None:
    place = items.centre(items.named(table.window, "button Closing call"))
    items.rested(table.window)
    QTest.mouseClick(table.window, Qt.MouseButton.LeftButton, pos=place)
    assert len(table._told) == 1
    QTest.mouseClick(table.window, Qt.MouseButton.LeftButton, pos=place)
    assert len(table._told) == 1


def tap_at(window: DealerWindow, place: QPoint) -> None:
    """A finger that has not rested: only the time since its last tap has passed."""
    window.touches._since.invalidate()
    QTest.mouseClick(window, Qt.MouseButton.LeftButton, pos=place)


@pytest.mark.parametrize("profile", NAMES)
def test_a_button_takes_no_tap_while_its_label_is_new(tmp_path: Path, profile: str) -> None:
    """A second tap where ALL SETTLED was would confirm the pick-up, and a third make the next call."""
    table = Table(tmp_path / "log.db", profile)
    table.sign_in()
    table.place("1:2" if profile == "exhibit_a" else "1:10")
    table.tap("Closing call")
    table.deal("9c 8d")
    while not items.has(table.window, "button All hands are settled"):
        table.tap("The card is turned")
    place = items.centre(items.named(table.window, "button All hands are settled"))
    table.tap("All hands are settled")
    before, step = table.station.table, table.step
    assert step in ("pick_up", "return_cards")
    tap_at(table.window, place)
    table.settle_down()
    assert table.station.table == before
    QTest.qWait(SETTLE_MS + 50)
    largest = max(
        (item for item in items.targets(table.window) if items.rect(item).contains(place)),
        key=lambda item: item.height(),
    )
    assert largest.objectName() == "button Done", "the step that is due is the largest button"
    tap_at(table.window, place)
    table.settle_down()
    assert table.step != step
    after = table.station.table.round
    assert after.number == before.round.number or not after.closed, "no call was made"
    table.close()


def test_several_contacts_at_once_are_a_palm(table: Table) -> None:
    items.touch(table.window, "button Closing call", "button Dealer")
    assert not table._told
    items.touch(table.window, "button Closing call")
    assert len(table._told) == 1


def test_the_touch_that_wakes_the_screen_does_nothing_else(table: Table) -> None:
    cover = next(
        item for item in table.window.rootObject().childItems() if item.property("minutes") is not None
    )
    cover.setProperty("visible", True)
    items.click(table.window, "button Closing call")
    assert not table._told
    assert not cover.isVisible()
    items.click(table.window, "button Closing call")
    assert len(table._told) == 1


def tap_quickly(window: DealerWindow, *names: str) -> None:
    """Without a rest between two of them."""
    places = [items.centre(items.named(window, f"button {name}")) for name in names]
    items.rested(window)
    for place in places:
        QTest.mouseClick(window, Qt.MouseButton.LeftButton, pos=place)


def press(window: DealerWindow, name: str, at_ms: int) -> None:
    """One press of 30 ms, as the screen's own driver would have timed it."""
    place = items.centre(items.named(window, f"button {name}")).toPointF()
    left, none, no_keys = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    down = QMouseEvent(QEvent.Type.MouseButtonPress, place, place, left, left, no_keys)
    up = QMouseEvent(QEvent.Type.MouseButtonRelease, place, place, left, none, no_keys)
    for event, when in ((down, at_ms), (up, at_ms + 30)):
        event.setTimestamp(when)
        QCoreApplication.sendEvent(window, event)


BADGE = Scene(CLOSED.replace("dealer Ana\n", ""), ("choose badge",))
WAGERS = Scene(LOADED + "shoe 2c\n", ("wager open", "wager digits"))
CHIPS = Scene(LOADED + "shoe 2c\n", ("wager open",))


def amount(stage: Stage) -> str:
    """The amount that the chip row shows."""
    shown: str = stage.bridge._now._were["chipRow"]["amount"]
    return shown


@pytest.mark.parametrize("every_ms", [100, 150, 200, 250, 280, 310])
@pytest.mark.parametrize(("scene", "keys", "value"), [(BADGE, "100", "100"), (WAGERS, "100", "$100")])
def test_every_press_on_a_pad_counts_however_quickly_it_comes(
    scene: Scene, keys: str, value: str, every_ms: int
) -> None:
    stage = Stage(scene)
    window = stage.window(SIZES["1280x800"])
    items.rested(window)
    for number, key in enumerate(keys):
        press(window, key, 5_000 + number * every_ms)
    assert (stage.bridge.property("page").get("value") or amount(stage)) == value
    window.close()


def test_two_chips_of_500_are_1000() -> None:
    stage = Stage(CHIPS)
    window = stage.window(SIZES["1280x800"])
    items.rested(window)
    for at_ms in (5_000, 5_180):
        press(window, "A chip of 500", at_ms)
    assert amount(stage) == "$1000"
    window.close()


def test_a_contact_that_bounces_is_one_press() -> None:
    stage = Stage(BADGE)
    window = stage.window(SIZES["1280x800"])
    items.rested(window)
    for at_ms in (5_000, 5_045, 5_300):
        press(window, "7", at_ms)
    assert stage.bridge.property("page")["value"] == "77"
    press(window, "8", 5_345)
    assert stage.bridge.property("page")["value"] == "778", "another key is no bounce"
    window.close()


def test_the_keys_of_a_pad_are_all_meant_also_the_same_one_twice() -> None:
    stage = Stage(Scene(CLOSED.replace("dealer Ana\n", ""), ("choose badge",)))
    window = stage.window(SIZES["1280x800"])
    tap_quickly(window, *"246810")
    assert stage.bridge.property("page")["value"] == "246810"
    tap_quickly(window, "Clear")
    tap_quickly(window, "7", "7", "8", "8")
    assert stage.bridge.property("page")["value"] == "7788"
    tap_quickly(window, "Clear")
    tap_quickly(window, *"21", "4", "Enter")
    assert stage.bridge.property("page")["name"] != "number"
    window.close()


def test_keys_after_a_step_and_steps_after_a_key_are_not_meant() -> None:
    touches = TouchFilter()
    assert touches.meant("Closing call", "")
    assert not touches.meant("Undo", "")
    assert not touches.meant("5", "key")
    touches._since.invalidate()
    assert [touches.meant(name, part) for name, part in (("5", "key"), ("6", "key"), ("Enter", "enter"))] == [
        True,
        True,
        True,
    ]
    assert not touches.meant("6", "key"), "a pad that came up under the finger"
    touches._since.invalidate()
    assert touches.meant("5", "key")
    assert not touches.meant("Closing call", "")
