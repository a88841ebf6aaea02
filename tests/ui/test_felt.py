"""The dealer's felt: places that can be tapped, motion, burns, the rack, and cards laid aside."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtQuick import QQuickItem

from tests.ui import items
from tests.ui.scenes import AT_WAR, MASSACHUSETTS, SCENES, SIZES, Scene, Stage
from tests.ui.table import Table
from ui.common.settings import Settings
from ui.dealer.window import SETTLE_MS, DealerWindow, wait_a_moment

MOVING = Settings(motion=True)
PATIENCE = 1000
"""Moments to wait for a card that slides; a busy machine paints late."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "log.db", "massachusetts")
    made.sign_in()
    yield made
    made.close()
    assert made.warnings == []


def felt_of(window: DealerWindow) -> QQuickItem:
    return items.named(window, "felt")


def role_of(item: QQuickItem) -> QAccessible.Role:
    return QAccessible.queryAccessibleInterface(item).role()


def test_only_places_that_may_be_chosen_are_tapped() -> None:
    window = Stage(SCENES["settle"]).window(SIZES["1280x800"])
    felt, chosen = felt_of(window), list[int]()
    felt.spotTapped.connect(chosen.append)  # type: ignore[attr-defined]
    items.click(window, "spot 2")
    assert chosen == []
    felt.setProperty("choosable", [2, 5, 0])
    for name in ("spot 2", "spot 3", "spot 5", "dealer"):
        items.click(window, name)
    assert chosen == [2, 5, 0]
    assert role_of(items.named(window, "spot 2")) == QAccessible.Role.Button
    assert role_of(items.named(window, "spot 3")) == QAccessible.Role.StaticText
    assert role_of(items.named(window, "dealer")) == QAccessible.Role.Button
    window.close()


def test_several_places_may_be_chosen_quickly_and_a_fresh_question_takes_no_tap() -> None:
    window = Stage(SCENES["settle"]).window(SIZES["1280x800"])
    felt, chosen = felt_of(window), list[int]()
    felt.spotTapped.connect(chosen.append)  # type: ignore[attr-defined]
    felt.setProperty("choosable", [1, 2])
    for name in ("spot 1", "spot 2"):
        # Not rested: the next finger comes at once, but the question has been on the screen for long enough.
        items.named(window, name).setProperty("labelled", -SETTLE_MS)
    for name in ("spot 1", "spot 2", "spot 1"):
        items.press(window, name)
    assert chosen == [1, 2, 1]
    felt.setProperty("choosable", [])
    felt.setProperty("choosable", [1, 2])
    items.press(window, "spot 2")
    assert chosen == [1, 2, 1], "the finger came for what was there before"
    window.close()


def cards_of(window: DealerWindow, place: str) -> list[QQuickItem]:
    found = items.within(items.named(window, place))
    return sorted((item for item in found if item.objectName() == "dealt card"), key=lambda item: item.x())


@pytest.mark.parametrize("motion", [True, False])
def test_a_card_shows_its_face_in_its_own_place_from_the_first_frame_on(motion: bool) -> None:
    stage = Stage(Scene(MASSACHUSETTS + "bets 1:25 2:10\ncall\n"), Settings(motion=motion))
    window = stage.window(SIZES["1280x800"])
    items.breathe()
    stage.deal("Qh")
    (card,) = cards_of(window, "spot 1")
    away = card.property("away")
    assert (card.property("rank"), card.property("suit")) == ("Q", "h")
    assert 0 <= away <= (40 if motion else 0)
    column = items.rect(items.named(window, "spot 1"))
    assert column.left() <= items.rect(card).left()
    assert items.rect(card).right() <= column.right()
    for _ in range(PATIENCE):
        if card.property("away") == 0:
            break
        wait_a_moment(10)
    assert card.property("away") == 0
    window.close()


def test_a_card_that_lies_there_does_not_move_when_the_next_one_comes() -> None:
    stage = Stage(Scene(AT_WAR + "shoe 2d\nshoe 3d\nshoe 4d\n"), MOVING)
    window = stage.window(SIZES["1280x800"])
    items.breathe()
    stage.deal("Kh")
    first, second = cards_of(window, "spot 1")
    assert (first.property("rank"), second.property("rank")) == ("7", "K")
    assert first.property("away") == 0
    window.close()


def test_the_burns_fill_dot_by_dot_and_are_gone_after_the_next_card(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    table.deal("7c 7d")
    table.tap("Spot 1: war", "Done")
    dots = []
    for _ in range(4):
        dots.append(table.bridge._now._were["burns"])
        table.deal("2c")
    assert dots == [[False] * 3, [True, False, False], [True, True, False], [True] * 3]
    assert table.bridge._now._were["burns"] == []
    assert not items.has(table.window, "burns")


def test_the_rack_counts_its_cards(table: Table) -> None:
    rack = len(table.station.table.rack)
    assert table.bridge._now._were["rackWords"] == f"Rack {rack}"
    assert items.has(table.window, "rack")


def test_a_card_laid_aside_says_what_becomes_of_it() -> None:
    stage = Stage(SCENES["aside"])
    window = stage.window(SIZES["1280x800"])
    aside = items.named(window, "aside")
    name = QAccessible.queryAccessibleInterface(aside).text(QAccessible.Text.Name)
    assert name == "Aside 5: 3 × burn, spot 4, your card"
    window.close()


def test_the_dealers_place_is_in_focus_when_the_dealer_gets_a_card_and_lies_on_the_axis(table: Table) -> None:
    table.place("1:25")
    table.tap("Closing call")
    assert not felt_of(table.window).property("dealerLit")
    table.deal("7c")
    assert felt_of(table.window).property("dealerLit")
    table.deal("8d")
    (card,) = cards_of(table.window, "dealer")
    felt = items.rect(felt_of(table.window))
    assert abs(items.rect(card).center().x() - felt.center().x()) < 1


@pytest.mark.parametrize(
    ("scene", "lies"),
    [("war-settle", "beside"), ("war-sideways", "crosswise"), ("war-lower-left", "lower left")],
)
def test_a_war_card_lies_where_the_book_lays_it(scene: str, lies: str) -> None:
    window = Stage(SCENES[scene]).window(SIZES["1280x800"])
    spot = {"war-settle": "spot 1", "war-sideways": "spot 3", "war-lower-left": "spot 3"}[scene]
    found = [item for item in items.within(items.named(window, spot)) if item.objectName() == "dealt card"]
    first, war = sorted(found, key=lambda item: item.property("index"))
    one, two = items.rect(first), items.rect(war)
    assert war.property("crosswise") == (lies == "crosswise")
    if lies == "beside":
        assert two.left() >= one.right()
    elif lies == "crosswise":
        assert two.width() > two.height()
        assert one.top() + 0.5 * one.height() <= two.top() < one.bottom()
    else:
        assert two.left() < one.left()
        assert two.top() > one.top() + 0.5 * one.height()
    window.close()


def test_cards_are_large_enough_to_be_read_from_afar() -> None:
    for scene in ("settle", "war-settle", "three-on-a-box", "full-boxes", "seven-wars"):
        window = Stage(SCENES[scene]).window(SIZES["1280x800"])
        for spot in items.spots(window):
            for card in items.within(spot):
                if card.objectName() == "dealt card":
                    assert card.width() >= 104
                    assert card.height() >= 128
        window.close()


def test_motion_is_turned_off_on_the_page_of_settings() -> None:
    stage = Stage(SCENES["settings"], Settings(motion=True))
    window = stage.window(SIZES["1280x800"])
    moves = [stage.bridge.settings.motion]
    items.click(window, "button Motion")
    stage.settle_down()
    items.breathe()
    moves.append(stage.bridge.settings.motion)
    assert moves == [True, False]
    window.close()
