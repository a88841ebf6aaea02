"""Every item has a name that a screen reader can say, and it reads like a sentence."""

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible

from tests.ui import items
from tests.ui.scenes import SCENES, SIZES, Stage


def name_of(item: QObject) -> str:
    return QAccessible.queryAccessibleInterface(item).text(QAccessible.Text.Name)


@pytest.mark.parametrize("scene", SCENES)
def test_every_target_has_a_name(scene: str) -> None:
    window = Stage(SCENES[scene]).window(SIZES["1280x800"])
    nameless = [item.objectName() for item in items.targets(window) if not name_of(item).strip()]
    window.close()
    assert nameless == []


def test_a_spot_reads_like_a_sentence() -> None:
    window = Stage(SCENES["settle"]).window(SIZES["1280x800"])
    names = {number: name_of(items.named(window, f"spot {number}")) for number in (1, 2, 3)}
    dealer = name_of(items.named(window, "dealer"))
    prompt = name_of(items.named(window, "prompt"))
    window.close()
    assert names == {
        1: "Spot 1, seven of clubs, wager $25, 4: tie",
        2: "Spot 2, queen of hearts, wager $10, 3: PAY 10, tie $5, 3: TAKE 5",
        3: "Spot 3, empty",
    }
    assert dealer == "Dealer, seven of spades"
    assert prompt == "Spot 5: PAY Initial wager 100 “Dealer has seven”"


def test_a_choice_is_named_with_its_place_and_its_amount() -> None:
    window = Stage(SCENES["tie"]).window(SIZES["1280x800"])
    assert name_of(items.named(window, "button Spot 7: war")) == "Spot 7: war, $20 more"
    assert name_of(items.named(window, "button Spot 7: surrender")) == "Spot 7: surrender, $10 back"
    window.close()
