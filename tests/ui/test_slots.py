"""The panel of the due step: fixed slots and buttons, five type sizes, words to say, the progressive."""

from itertools import product

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtQuick import QQuickItem

from dealer_station.engine.model.kinds import StepName
from tests.ui import items
from tests.ui.scenes import SCENES, SIZES, Scene, Stage
from tests.ui.test_geometry import LOOKS, unit
from ui.dealer.spoken_words import AT_A_STEP
from ui.dealer.step_verbs import STEP_VERBS
from ui.dealer.window import SETTLE_MS, DealerWindow

SLOTS = ("slot place", "slot act", "slot say", "slot next", "button rule")
STEPS = ("bets", "call", "deal", "turn", "settle", "settle-last", "tie", "war", "war-deal", "pick-up", "cut")
TYPE_SIZES = (22, 28, 42, 56, 76)
WIN = (
    "profile maryland\noption progressive=on\n\ndealer Ana\nshoe 2c\nbets 1:10*5 3:10*5 4:10\ncall\n"
    "confirm lock_progressive\nconfirm collect_progressive\n"
)
WON = (
    "profile maryland\noption progressive=on\n\ndealer Ana\nshoe 2c\nbets 1:10*5\ncall\nshoe Kc\nshoe Kd\n"
    "1 war\nshoe 2c\nshoe 3c\nshoe 5c\nshoe 4s\nshoe 4h\nsettle\n"
)


def rect(window: DealerWindow, name: str) -> tuple[float, ...]:
    area = items.rect(items.named(window, name))
    return (area.x(), area.y(), area.width(), area.height())


@pytest.mark.parametrize(("size", "look"), list(product(SIZES, LOOKS)))
def test_a_slot_never_moves_between_steps(size: str, look: str) -> None:
    places: dict[str, set[tuple[float, ...]]] = {name: set() for name in SLOTS}
    for scene in STEPS:
        window = Stage(SCENES[scene], LOOKS[look]).window(SIZES[size])
        for name in SLOTS:
            places[name].add(rect(window, name))
        window.close()
    assert {name: len(found) for name, found in places.items()} == dict.fromkeys(SLOTS, 1)


@pytest.mark.parametrize(("size", "look"), list(product(SIZES, ("dark", "large spanish"))))
def test_no_second_button_is_where_the_primary_one_is(size: str, look: str) -> None:
    primary: dict[bool, set[tuple[float, ...]]] = {True: set(), False: set()}
    """By whether spots are shared: the felt of an upright screen is higher then, all day long."""
    second: dict[bool, list[tuple[float, ...]]] = {True: [], False: []}
    for scene in SCENES:
        stage = Stage(SCENES[scene], LOOKS[look])
        window = stage.window(SIZES[size])
        if items.has(window, "prompt"):
            shared = bool(stage.bridge.book.bettors)
            for button in stage.bridge._now._were["buttons"]:
                found = rect(window, f"button {button['says']}")
                if button["place"] == "primary":
                    primary[shared].add(found)
                else:
                    second[shared].append(found)
        window.close()
    assert [len(found) for found in primary.values()] == [1, 1]
    assert len(second[False]) > 5
    for shared, places in primary.items():
        place = QRectF(*places.pop())
        assert not [other for other in second[shared] if place.intersects(QRectF(*other))]


def of_the_panel(window: DealerWindow) -> list[QQuickItem]:
    panel = items.named(window, "prompt")
    return [item for item in items.texts(window) if panel.isAncestorOf(item)]


@pytest.mark.parametrize(("size", "look"), list(product(SIZES, LOOKS)))
def test_the_panel_has_five_type_sizes_and_cuts_nothing_short(size: str, look: str) -> None:
    for scene in STEPS:
        window = Stage(SCENES[scene], LOOKS[look]).window(SIZES[size])
        scale = unit(window) * LOOKS[look].text_percent / 100
        for item in of_the_panel(window):
            pixels = item.property("font").pixelSize()
            text = item.property("text")
            assert min(abs(pixels - one * scale) for one in TYPE_SIZES) <= 1, (scene, text, pixels)
            assert not item.property("truncated"), (scene, text)
        window.close()


@pytest.mark.parametrize("scene", STEPS)
def test_every_button_of_panel_and_bar_waits_until_its_label_was_read(scene: str) -> None:
    window = Stage(SCENES[scene]).window(SIZES["1280x800"])
    unguarded = [
        item.objectName()
        for item in items.targets(window)
        if item.objectName() != "button rule" and not item.property("act")
    ]
    window.close()
    assert unguarded == []


def test_undo_takes_no_tap_when_it_has_only_just_come_alive() -> None:
    stage = Stage(SCENES["settle-last"])
    window = stage.window(SIZES["1280x800"])
    undo = items.named(window, "button Undo")
    assert not undo.property("live")
    before = window.touches.now()
    stage.tap("settle")
    items.breathe()
    assert undo.property("labelled") >= before
    assert not window.touches.was_read(undo.property("labelled"), undo.property("labelled") + SETTLE_MS - 1)
    window.close()


def texts(window: DealerWindow) -> list[str]:
    return [item.property("text") for item in items.texts(window)]


def test_the_words_of_the_book_and_those_of_good_practice_are_told_apart() -> None:
    tie, settle = (Stage(SCENES[scene]).window(SIZES["1280x800"]) for scene in ("tie", "settle"))
    assert "“War or surrender?”" in texts(tie)
    assert "good practice" not in texts(tie)
    assert {"“Dealer has seven”", "good practice"} <= set(texts(settle))
    items.click(settle, "button rule")
    assert "The words to say are good practice. The book has none." in texts(settle)
    tie.close()
    settle.close()


def test_a_card_that_lies_face_down_is_not_announced() -> None:
    stage = Stage(SCENES["turn"])
    assert stage.bridge._now._were["prompt"]["say"] == "“Dealer's card”"


def test_every_step_has_a_verb_and_every_phrase_a_step() -> None:
    names = set(StepName.__args__)  # type: ignore[attr-defined]
    assert set(STEP_VERBS) == names
    assert set(AT_A_STEP) <= names


def test_what_is_next_has_the_numbers_of_the_order_of_settlement() -> None:
    window = Stage(SCENES["settle"]).window(SIZES["1920x1080"])
    shown = texts(window)
    window.close()
    assert {"2  Spot 4: TAKE 50", "3  Spot 2: TAKE 5 · PAY 10"} <= set(shown)


def test_side_bets_are_counted_against_a_number() -> None:
    window = Stage(Scene(WIN)).window(SIZES["1280x800"])
    shown = texts(window)
    window.close()
    assert {"Spots 1, 3", "COUNT 2"} <= set(shown)


def test_a_progressive_win_names_spot_hand_amount_and_light() -> None:
    stage = Stage(Scene(WON))
    window = stage.window(SIZES["1280x800"])
    assert {"Spot 1", "VERIFY"} <= set(texts(window))
    assert "Double Tie: pays $150. Do its cards make this hand?" in texts(window)
    items.click(window, "button Done")
    stage.settle_down()
    items.breathe()
    assert "Double Tie: pays $150. Lights on: spot 1." in texts(window)
    items.rested(window)
    items.click(window, "button Done")
    stage.settle_down()
    items.breathe()
    assert "VALIDATE 150" in texts(window)
    window.close()
