"""Screens as they were looked at and found good, within a tolerance for the painter's rounding."""

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from tests.ui.pictures import KEPT, WIDTH, kept_picture

FOLDER = Path(__file__).parent / "kept"
TOLERANCE = 6.0
"""Mean difference of a pixel, of 255."""


@pytest.mark.parametrize("scene", KEPT)
def test_a_screen_looks_as_it_did(scene: str, tmp_path: Path) -> None:
    now = kept_picture(scene)
    before = QImage(str(FOLDER / f"{scene}.png"))
    assert not before.isNull(), "make shots draws it"
    assert now.size() == before.size() == QSize(WIDTH, WIDTH * 800 // 1280)
    off = difference(now, before)
    if off > TOLERANCE:
        now.save(str(tmp_path / f"{scene}.png"))
    assert off <= TOLERANCE, f"{tmp_path / scene}.png differs; look at it, and run make shots if it is right"


def difference(one: QImage, other: QImage) -> float:
    form = QImage.Format.Format_Grayscale8
    a, b = one.convertToFormat(form), other.convertToFormat(form)
    total = 0
    for y in range(a.height()):
        first, second = (bytes(cast(memoryview, one.constScanLine(y))) for one in (a, b))
        total += sum(abs(p - q) for p, q in zip(first, second, strict=True))
    return total / (a.width() * a.height())


def test_another_screen_is_told_apart() -> None:
    one, other = (kept_picture(name) for name in ("deal", "hold"))
    assert difference(one, other.scaled(one.size(), Qt.AspectRatioMode.IgnoreAspectRatio)) > TOLERANCE
