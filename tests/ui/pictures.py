"""Draws the screens: all of them for docs/screens, a few small ones that the tests compare with."""

from collections import Counter
from itertools import product
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from tests.house.rules import ROOT
from tests.ui.panels import Beside
from tests.ui.scenes import SCENES, SIZES, Scene, Stage, start_window
from ui.common.qt_ownership import destroy_kept
from ui.common.settings import Settings

COLOURS = 64
FEW_COLOURS = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
START = "start"
KEPT = ("deal", "settle", "tie", "hold", "wagers", "opening", START)
WIDTH = 480
SHARE = {"1280x800": 0.5, "1920x1080": 0.34, "800x1280": 0.5}
"""The scale of the pictures for people, so that the repository stays small."""


def picture(scene: Scene, size: str, settings: Settings | None = None) -> QImage:
    """One screen as it is painted; the clock stands still."""
    stage = Stage(scene, settings)
    window = stage.window(SIZES[size])
    stage.bridge._now.take({"clock": "21:47"})
    painted = window.grabWindow()
    window.close()
    destroy_kept()
    return painted


def start_picture(size: str, settings: Settings) -> QImage:
    """The first thing that is painted."""
    window = start_window(SIZES[size], settings)
    painted = window.grabWindow()
    window.close()
    destroy_kept()
    return painted


def kept_picture(name: str) -> QImage:
    """Small, as the tests compare it."""
    whole = start_picture("1280x800", Settings()) if name == START else picture(SCENES[name], "1280x800")
    return whole.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)


def draw_all(folder: Path) -> int:
    """Every screen in every size and both themes; how many pictures were drawn."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, scene in SCENES.items():
        for size in SIZES:
            for theme in ("dark", "light"):
                painted = picture(scene, size, Settings(theme=theme))
                _save(painted, size, folder / f"{name}-{size}-{theme}.png")
                count += 1
    for size, theme in product(SIZES, ("dark", "light")):
        _save(start_picture(size, Settings(theme=theme)), size, folder / f"start-{size}-{theme}.png")
        count += 1
    return count


def _save(painted: QImage, size: str, path: Path) -> None:
    save_small(painted, SHARE[size], path)


def save_small(painted: QImage, share: float, path: Path) -> None:
    """Small and in few colours."""
    width = int(painted.width() * share)
    small = painted.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
    few = small.convertToFormat(QImage.Format.Format_Indexed8, _palette(small), FEW_COLOURS)
    few.save(str(path), quality=0)  # 0: as small as it gets


def _palette(painted: QImage) -> list[int]:
    """The colours that it has most of; a screen has few, and their mixtures at the edges of letters."""
    pixels = painted.convertToFormat(QImage.Format.Format_RGB32)
    counted = Counter(memoryview(pixels.constBits()).cast("I"))
    return [colour for colour, _ in counted.most_common(COLOURS)]


def draw_panel(folder: Path) -> None:
    """The panel of a table with all devices."""
    beside = Beside({"what": "draw"})
    beside.window.grabWindow().save(str(folder / "panel.png"), quality=0)
    beside.window.close()
    destroy_kept()


def keep() -> None:
    """Keep the pictures that the tests compare with from now on."""
    for name in KEPT:
        kept_picture(name).save(str(ROOT / "tests" / "ui" / "kept" / f"{name}.png"), quality=0)
