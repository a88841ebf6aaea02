"""Nothing overlaps or is clipped, no target is too small or too near: every screen, size and language."""

from itertools import combinations, product
from typing import get_args

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtQuick import QQuickItem, QQuickView

from tests.ui import items
from tests.ui.scenes import MAIN, SCENES, SIZES, Stage
from ui.common.settings import Settings
from ui.common.translate import Speech
from ui.dealer.floor_copy import FloorCopy, FloorCopyState, lamp_name
from ui.dealer.window import DealerWindow

LEAST_MM, GAP_MM = 9, 8
PIXELS_PER_MM = 1280 / 217.1
"""A 10.1 inch panel of 1280 x 800 pixels is 217 mm wide."""

FELT_SIZES = (28, 42)
"""Sizes of type on the felt: `body`, whose capitals are 18 pixels high, and `glance`."""

LOOKS = {
    "dark": Settings(),
    "spanish": Settings(language="es", theme="light", hand="left"),
    "large": Settings(text_percent=130),
    "large spanish": Settings(language="es", text_percent=130),
    "small": Settings(text_percent=90, hand="left"),
}
AT_THE_LIMIT = (
    "war-nine",
    "unknown-nine",
    "war-sideways",
    "war-lower-left",
    "full-boxes",
    "three-on-a-box",
    "aside",
)
"""Felts that are as full as they can be."""
SHORT = {
    *((scene, "1280x800", "spanish") for scene in SCENES),
    *((scene, "800x1280", "large") for scene in MAIN),
    *((scene, "1280x800", "large spanish") for scene in (*MAIN, "turn", "seven-wars", *AT_THE_LIMIT)),
    *((scene, "800x1280", "spanish") for scene in ("three-on-a-box", "seven-wars", "wagers-shared")),
    *((scene, size, "large spanish") for scene in AT_THE_LIMIT for size in ("800x1280", "1280x800")),
    *((scene, "1280x800", "dark") for scene in AT_THE_LIMIT),
    *((scene, "1920x1080", "dark") for scene in (*MAIN, "war-nine", "full-boxes")),
}
"""Every screen once, the main ones in every size; the campaign has all combinations."""
CASES = [
    pytest.param(*case, marks=() if case in SHORT else pytest.mark.campaign)
    for case in product(SCENES, SIZES, LOOKS)
]


def unit(window: DealerWindow) -> float:
    """The scale at which everything is drawn, relative to the panel of 10.1 inches."""
    width, height = sorted((window.width(), window.height()), reverse=True)
    return min(width / 1280, height / 800)


def distance(one: QRectF, other: QRectF) -> float:
    across = max(one.left() - other.right(), other.left() - one.right(), 0)
    down = max(one.top() - other.bottom(), other.top() - one.bottom(), 0)
    return max(across, down)


def overlap(one: QRectF, other: QRectF) -> bool:
    """More than the air above and below letters."""
    shared = one.intersected(other)
    return shared.width() > 3 and shared.height() > 0.25 * min(one.height(), other.height())


def words(item: QQuickItem) -> str:
    return f"{item.objectName()}{item.property('text') or ''}"


def painted(item: QQuickItem) -> QRectF:
    """The part of a text's box that has ink."""
    width, height = item.property("contentWidth"), item.property("contentHeight")
    across, down = item.property("across") or 0, item.property("down") or 0
    left, top = (item.width() - width) * across, (item.height() - height) * down
    return item.mapRectToScene(QRectF(left, top, width, height))


def is_above(item: QQuickItem) -> bool:
    """Part of a note that lies over the rest for some seconds."""
    over = item.property("above")
    parent: QQuickItem | None = item.parentItem()
    return bool(over) or (parent is not None and is_above(parent))


@pytest.mark.parametrize(("scene", "size", "look"), CASES)
def test_the_geometry_of_a_screen(scene: str, size: str, look: str) -> None:
    warned: list[str] = []
    window = Stage(SCENES[scene], LOOKS[look]).window(SIZES[size], warned)
    window.grabWindow()
    items.breathe()
    try:
        faults = [*target_faults(window), *text_faults(window), *felt_faults(window)]
    finally:
        window.close()
    assert warned == []
    assert not faults, "\n".join(faults)


def felt_faults(window: DealerWindow) -> list[str]:
    """Texts on the felt that are too small or shrink, and things on it that cover each other."""
    if not items.has(window, "felt"):
        return []
    felt, scale = items.named(window, "felt"), unit(window)
    faults = []
    for item in items.within(felt):
        if not item.inherits("QQuickText") or not item.property("text"):
            continue
        if item.property("onFelt") is not None:
            size = item.property("font").pixelSize() / scale
            faults += [] if round(size) in FELT_SIZES else [f"{words(item)!r} is {size:.1f} px high"]
        elif item.parentItem().property("rank") is None:
            faults.append(f"{words(item)!r} may shrink: only a card has other texts than FeltWords")
    lying = [item for item in items.within(felt) if item.objectName() in ("outcome", "chip", "dealt card")]
    for item in lying:
        area = items.rect(item).adjusted(-scale, -scale, scale, scale)
        inside = [one for one in items.within(item) if one.inherits("QQuickText") and one.property("onFelt")]
        faults += [
            f"{words(one)!r} leaves its {words(item)}" for one in inside if not held(area, painted(one))
        ]
    whole = items.rect(felt).adjusted(-1, -1, 1, 1)
    faults += [f"{words(item)} leaves the felt" for item in lying if not whole.contains(items.rect(item))]
    for one, other in combinations(lying, 2):
        if one.objectName() == other.objectName() == "dealt card" and spot_of(one) is spot_of(other):
            continue  # A war card may lie over the first.
        shared = items.rect(one).intersected(items.rect(other))
        if min(shared.width(), shared.height()) > 2 * scale:
            faults.append(f"{words(one)} of {name(one)} covers {words(other)} of {name(other)}")
    return faults


def held(area: QRectF, text: QRectF) -> bool:
    """True if a text keeps to the width of what it is written on, and is centred in its height or above."""
    return area.left() <= text.left() and text.right() <= area.right() and area.contains(text.center())


def spot_of(item: QQuickItem) -> QQuickItem:
    """The spot, or the dealer's place, in which this lies."""
    while item.objectName() != "dealer" and not item.objectName().startswith("spot "):
        item = item.parentItem()
    return item


def name(item: QQuickItem) -> str:
    return spot_of(item).objectName()


def target_faults(window: DealerWindow) -> list[str]:
    mm = PIXELS_PER_MM * unit(window)
    found = [(item, items.rect(item)) for item in items.targets(window)]
    screen = QRectF(0, 0, window.width(), window.height())
    faults = [f"{words(item)} leaves the screen" for item, area in found if not screen.contains(area)]
    faults += [
        f"{words(item)} is only {min(area.width(), area.height()) / mm:.1f} mm"
        for item, area in found
        if min(area.width(), area.height()) < LEAST_MM * mm
    ]
    faults += [
        f"{words(one)} and {words(other)} are {distance(area, beside) / mm:.1f} mm apart"
        for (one, area), (other, beside) in combinations(found, 2)
        if distance(area, beside) < GAP_MM * mm - 0.5
        if not of_one_pad(one, other) and not (lies_on_the_felt(one) and lies_on_the_felt(other))
    ]
    return faults


def lies_on_the_felt(item: QQuickItem) -> bool:
    """Places of the felt lie as near to each other as on a real layout; the nearer one takes the touch."""
    return item.objectName() == "dealer" or item.objectName().startswith("spot ")


def of_one_pad(one: QQuickItem, other: QQuickItem) -> bool:
    """Keys of one pad touch each other."""
    return bool(one.property("padName")) and one.property("padName") == other.property("padName")


def text_faults(window: QQuickView, *, elided: bool = False) -> list[str]:
    """`elided` where names may lose their ends."""
    screen = QRectF(-1, -1, window.width() + 2, window.height() + 2)
    found = [(item, painted(item)) for item in items.texts(window) if not is_above(item)]
    faults = [f"{words(item)!r} leaves the screen" for item, area in found if not screen.contains(area)]
    faults += [
        f"{words(item)!r} is cut short"
        for item, _ in found
        if (item.property("truncated") and not (elided and item.property("shortens")))
        or item.property("contentWidth") > item.width() + 2
        or item.property("contentHeight") > item.height() + 2
    ]
    faults += [
        f"{words(one)!r} overlaps {words(other)!r}"
        for (one, area), (other, beside) in combinations(found, 2)
        if (shared := area.intersected(beside)).width() > 3
        and shared.height() > 0.25 * min(area.height(), beside.height())
    ]
    return faults


@pytest.mark.parametrize(("size", "look"), list(product(SIZES, LOOKS)))
def test_long_names_give_way_to_what_must_be_known(size: str, look: str) -> None:
    """A long table's and dealer's name, three marks and three devices, one of them in trouble."""
    stage = Stage(SCENES["keyed"], LOOKS[look])
    stage.bridge._about = {"name": "High Limit Casino War, pit 3, table 12", "mark": "TRAINING"}
    stage.bridge.lamps.statuses = {"shoe": "lost", "shuffler": "ready", "progressive": "ready"}
    stage.bridge._draw()
    stage.bridge._now.take({"lastRound": True, "dealer": "Maria-Fernanda Etxeberria Goikoetxea"})
    window = stage.window(SIZES[size])
    window.grabWindow()
    items.breathe()
    bar = [item for item in items.texts(window) if painted(item).top() < 100 * unit(window)]
    faults = text_faults(window, elided=True)
    shown = {item.property("text") for item in bar}
    window.close()
    assert not faults, "\n".join(faults)
    say = Speech(LOOKS[look].language)
    assert {say("TRAINING"), say("CARDS ARE KEYED IN"), say("LAST ROUND")} <= shown


@pytest.mark.parametrize(("size", "look"), list(product(SIZES, LOOKS)))
def test_the_trouble_with_the_floor_has_room_beside_long_names(size: str, look: str) -> None:
    say = Speech(LOOKS[look].language)
    states = [FloorCopy("kept", certificate_days=29), *map(FloorCopy, get_args(FloorCopyState))]
    copy = max(states, key=lambda one: len(lamp_name(one, say)))
    stage = Stage(SCENES["keyed"], LOOKS[look])
    stage.bridge._about = {"name": "High Limit Casino War, pit 3, table 12", "mark": ""}
    stage.bridge.lamps.statuses = {"shoe": "ready", "shuffler": "ready", "progressive": "ready"}
    stage.bridge.lamps.note_floor(copy)
    stage.bridge._draw()
    stage.bridge._now.take({"dealer": "Maria-Fernanda Etxeberria Goikoetxea"})
    window = stage.window(SIZES[size])
    window.grabWindow()
    items.breathe()
    faults = text_faults(window, elided=True)
    shown = {item.property("text") for item in items.texts(window)}
    window.close()
    assert not faults, "\n".join(faults)
    assert lamp_name(copy, say) in shown


@pytest.mark.parametrize("size", SIZES)
def test_what_says_that_a_step_is_done_is_twenty_millimetres_high(size: str) -> None:
    window = Stage(SCENES["tie"]).window(SIZES[size])
    mm = PIXELS_PER_MM * unit(window)
    for name in ("button Spot 7: war", "button Spot 7: surrender"):
        area = items.rect(items.named(window, name))
        assert min(area.width(), area.height()) >= 20 * mm
    for name in ("button Something is wrong", "button Undo", "button Floor", "button Dealer"):
        area = items.rect(items.named(window, name))
        assert min(area.width(), area.height()) >= 15 * mm
    window.close()


@pytest.mark.parametrize("scene", ["deal", "settle", "tie", "bets", "hold"])
def test_what_is_read_at_a_glance_has_capitals_of_four_and_a_half_millimetres(scene: str) -> None:
    window = Stage(SCENES[scene]).window(SIZES["1280x800"])
    window.grabWindow()
    largest = max(
        item.property("font").pixelSize() * items.rect(item).height() / max(1, item.height())
        for item in items.texts(window)
    )
    window.close()
    capital_share = 0.66
    assert largest * capital_share >= 4.5 * PIXELS_PER_MM
