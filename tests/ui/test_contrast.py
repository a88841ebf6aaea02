"""Contrast, computed: 4.5 to 1 for text and 3 to 1 for shapes, in both themes."""

from itertools import product

import pytest
from PySide6.QtGui import QColor
from PySide6.QtQml import QQmlEngine, QQmlExpression

from tests.ui.scenes import SCENES, SIZES, Stage
from ui.common.settings import Settings

GROUNDS = ("bar", "panel", "felt", "band", "circle", "stop")
TONES = ("win", "lose", "tie", "surrender", "warn")


def luminance(colour: QColor) -> float:
    parts = [colour.redF(), colour.greenF(), colour.blueF()]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_text_and_shapes_stand_out(theme: str) -> None:
    window = Stage(SCENES["tie"], Settings(theme=theme)).window(SIZES["1280x800"])
    root = window.rootObject()
    context = QQmlEngine.contextForObject(root)

    def colour(name: str) -> QColor:
        found, _ = QQmlExpression(context, root, f"Theme.{name}").evaluate()
        assert isinstance(found, QColor), name
        return found

    texts = [
        *product(("ink", "faint"), GROUNDS),
        ("ink", "button"),
        *product(("onBright",), (*TONES, "faint", "side")),
        ("chipInk", "chip"),
    ]
    texts += [
        *product(TONES, ("panel",)),
        ("lose", "stop"),
        ("warn", "bar"),
        ("warn", "stop"),
        ("tie", "felt"),
    ]
    shapes = [*product(TONES, ("felt", "band", "panel")), *product(("line",), ("circle", "panel", "bar"))]
    shapes += product(("focus", "side"), ("felt", "band", "circle"))
    faults = [
        f"{a} on {b}: {contrast(colour(a), colour(b)):.2f}"
        for a, b in texts
        if contrast(colour(a), colour(b)) < 4.5
    ]
    faults += [
        f"{a} on {b}: {contrast(colour(a), colour(b)):.2f}"
        for a, b in shapes
        if contrast(colour(a), colour(b)) < 3
    ]
    window.close()
    assert not faults, "\n".join(faults)
