"""The pads: large keys without a gap, ENTER beside the digits, and between two keys the nearer one counts."""

from itertools import combinations, product

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from tests.ui import items
from tests.ui.reach import keys_of
from tests.ui.scenes import LOADED, SCENES, SIZES, Scene, Stage
from tests.ui.test_geometry import unit
from ui.common.settings import Settings
from ui.dealer.window import DealerWindow

LEAST_PIXELS = 88
PADS = {
    "pin": SCENES["ruling-pin"],
    "number": SCENES["depth"],
    "amount": SCENES["wrong-amount"],
    "chips": SCENES["wagers"],
    "bettors": SCENES["wagers-shared"],
    "digits": Scene(LOADED + "shoe 2c\n", ("wager open", "wager digits")),
    "cards": SCENES["card-pad"],
    "rank and suit": SCENES["keyed"],
}
LOOKS = {
    "right": Settings(),
    "left": Settings(hand="left"),
    "large": Settings(language="es", text_percent=130),
}


def keys(window: DealerWindow) -> list[QQuickItem]:
    return [item for item in items.targets(window) if item.property("padName")]


def beside(one: QRectF, other: QRectF) -> QPointF | None:
    """The middle of the edge that two keys share, if they touch each other."""
    within = one.adjusted(-1, -1, 1, 1).intersected(other.adjusted(-1, -1, 1, 1))
    return within.center() if max(within.width(), within.height()) > 20 else None


@pytest.mark.parametrize(("pad", "size", "look"), list(product(PADS, SIZES, LOOKS)))
def test_keys_are_large_and_leave_no_gap(pad: str, size: str, look: str) -> None:
    window = Stage(PADS[pad], LOOKS[look]).window(SIZES[size])
    found = [items.rect(key) for key in keys(window)]
    least = LEAST_PIXELS * unit(window)
    for area in found:
        assert max(area.width(), area.height()) >= least
        if pad != "cards" or size != "1280x800":
            assert min(area.width(), area.height()) >= least
    whole = found[0]
    for area in found[1:]:
        assert not any(
            (shared := area.intersected(other)).width() > 1 and shared.height() > 1
            for other in found
            if other is not area
        )
        whole = whole.united(area)
    live = sum(area.width() * area.height() for area in found)
    # On an upright panel a suit has seven keys in one row and six in the other.
    share = 52 / 56 if pad == "cards" and size == "800x1280" else 1
    assert live >= 0.995 * share * whole.width() * whole.height(), "no dead place on the pad"
    window.close()


@pytest.mark.parametrize(("size", "hand"), list(product(SIZES, ("right", "left"))))
@pytest.mark.parametrize("pad", ["pin", "amount"])
def test_enter_lies_beside_the_digits_at_the_hand_of_the_dealer(pad: str, size: str, hand: str) -> None:
    window = Stage(PADS[pad], Settings(hand=hand)).window(SIZES[size])
    enter = items.rect(items.named(window, "button Enter"))
    digits = [items.rect(items.named(window, f"button {digit}")) for digit in "0123456789"]
    edge = (
        max(digit.right() for digit in digits) if hand == "right" else min(digit.left() for digit in digits)
    )
    assert abs((enter.left() if hand == "right" else enter.right()) - edge) < 1 or pad == "amount"
    assert any(beside(enter, items.rect(key)) for key in keys(window) if key.objectName() != "button Enter")
    if size != "800x1280":
        middle = window.width() / 2
        assert enter.left() > middle if hand == "right" else enter.right() < middle
    window.close()


def finger(window: DealerWindow, place: QPointF) -> None:
    items.rested(window)
    for act in ("press", "release"):
        event = QTest.touchEvent(window, items.FINGER)
        getattr(event, act)(0, place.toPoint(), window)
        event.commit()
    items.breathe()


@pytest.mark.parametrize("hand", ["right", "left"])
def test_a_finger_between_two_keys_presses_the_nearer_one(hand: str) -> None:
    stage = Stage(SCENES["badge"], Settings(hand=hand))
    window = stage.window(SIZES["1280x800"])
    digits = {digit: items.rect(items.named(window, f"button {digit}")) for digit in "0123456789"}
    pressed = ""
    edges = [
        (one, other, edge)
        for one, other in combinations(digits, 2)
        if (edge := beside(digits[one], digits[other]))
    ]
    assert len(edges) == 13, "three keys in three rows, and the 0 beneath the 8"
    for one, other, edge in edges:
        for digit in (one, other):
            towards = digits[digit].center() - edge
            length = max(abs(towards.x()), abs(towards.y()))
            for _ in range(12):
                stage.tap("key erase")
            finger(window, edge + towards * (3 / length))
            pressed = stage.bridge.property("page")["value"]
            assert pressed == digit, f"3 px from the edge of {one} and {other}"
    window.close()


def key(stage: Stage, window: DealerWindow, card: str) -> None:
    """Key a card on the pad beside the felt."""
    for name in keys_of(window, f"card {card}"):
        items.click(window, name)
    stage.settle_down()


def test_a_finger_between_two_cards_keys_the_nearer_one() -> None:
    for away, card in ((-4, "7h"), (4, "Th")):
        stage = Stage(SCENES["keyed"])
        window = stage.window(SIZES["1280x800"])
        seven = items.rect(items.named(window, "rank 7"))
        items.click(window, "suit h")
        finger(window, QPointF(seven.center().x(), seven.bottom() + away))
        stage.settle_down()
        assert stage.player.table.round.card_at(1, "original") == card
        window.close()


def test_the_card_pad_names_the_card_that_was_keyed_last() -> None:
    stage = Stage(SCENES["keyed"])
    window = stage.window(SIZES["1280x800"])
    said = []
    for card in ("9d", "7h", "8s"):
        key(stage, window, card)
        said.append(stage.bridge._now._were["justKeyed"])
    assert said == ["Keyed: nine of diamonds, Spot 1", "Keyed: seven of hearts, Spot 2", ""]
    window.close()


def test_the_card_pad_never_names_a_burn_or_a_card_that_lies_face_down() -> None:
    written = (
        "profile house_manual\n\ndealer Ana\nshoe 2c\ndevice reader lost\nfloor accept\nbets 1:25\ncall\n"
    )
    stage = Stage(Scene(written))
    window = stage.window(SIZES["1280x800"])
    for card in ("9d", "8s"):
        key(stage, window, card)
    assert stage.player.table.round.draws[-1].card == "8s"
    assert stage.bridge._now._were["justKeyed"] == ""
    window.close()


def test_a_finger_between_two_chips_adds_the_nearer_one() -> None:
    for away, amount in ((-4, "$30"), (4, "$35")):
        stage = Stage(SCENES["wagers"])
        window = stage.window(SIZES["1280x800"])
        five = items.rect(items.named(window, "button A chip of 5"))
        finger(window, QPointF(five.right() + away, five.center().y()))
        assert stage.bridge._now._were["chipRow"]["amount"] == amount
        window.close()
