"""Nothing overlaps or is cut off, targets are large enough, everything has a name, no English in Spanish."""

from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize

from tests.ui import items
from tests.ui.review.pit import Pit, pit
from tests.ui.test_accessible import name_of
from tests.ui.test_geometry import distance, painted, words
from tests.ui.test_language import only_english
from ui.common.settings import Settings

SIZES = {"1280x800": QSize(1280, 800), "1920x1080": QSize(1920, 1080), "800x1280": QSize(800, 1280)}
PAGES = (
    "tab rack",
    "tab rules",
    "tab frames",
    "tab written",
    "open filters",
    "open verification",
    "open unseal",
)
LEAST, APART = 53, 5
"""Of a target, in pixels of a panel with 1280 x 800: 9 mm, and nearly a millimetre between two."""


def opened(it: Pit, page: str) -> None:
    it.shows_round(2)
    it.is_catalogued()
    it.until(lambda: not any(one.report is None for one in it.review.verifier.marks), "the verification mark")
    it.review.tap(page)
    it.until(lambda: page != "tab written" or bool(it.review.playback.written), "the written round")
    it.window.grabWindow()
    items.breathe()


def is_in_a_list(item: object) -> bool:
    """Lines at the edge of a list are cut off on purpose; whoever looks scrolls."""
    while item is not None:
        if item.inherits("QQuickFlickable"):  # type: ignore[attr-defined]
            return True
        item = item.parentItem()  # type: ignore[attr-defined]
    return False


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", PAGES)
def test_the_geometry_of_a_page(page: str, size: str, ruled: Path) -> None:
    look = Settings(language="es", theme="light") if size == "1280x800" else Settings()
    unit = min(max(SIZES[size].toTuple()) / 1280, min(SIZES[size].toTuple()) / 800)
    with pit(ruled, size=SIZES[size], settings=look) as it:
        it.until(lambda: it.last > 0, "a round")
        it.review.tap(page)
        it.until(lambda: page != "tab written" or bool(it.review.playback.written), "the written round")
        it.window.grabWindow()
        items.breathe()
        over = items.has(it.window, "sheet")
        screen = QRectF(0, 0, it.window.width(), it.window.height())
        inside = [one for one in items.targets(it.window) if not is_in_a_list(one)]
        if over:
            inside = [one for one in inside if one.parentItem().parentItem().objectName() == "sheet"]
        areas = [(one, items.rect(one)) for one in inside]
        faults = [f"{words(one)} leaves the window" for one, area in areas if not screen.contains(area)]
        faults += [
            f"{words(one)} is too small"
            for one, area in areas
            if min(area.width(), area.height()) < LEAST * unit
        ]
        faults += [
            f"{words(one)} and {words(other)} are too near"
            for (one, area), (other, beside) in combinations(areas, 2)
            if distance(area, beside) < APART * unit
        ]
        texts = [one for one in items.texts(it.window) if not is_in_a_list(one)] if not over else []
        inked = [(one, painted(one)) for one in texts]
        faults += [
            f"{words(one)!r} leaves the window"
            for one, area in inked
            if not screen.adjusted(-1, -1, 1, 1).contains(area)
        ]
        faults += [
            f"{words(one)!r} is cut short" for one in texts if one.property("contentWidth") > one.width() + 2
        ]
        faults += [
            f"{words(one)!r} overlaps {words(other)!r}"
            for (one, area), (other, beside) in combinations(inked, 2)
            if (both := area.intersected(beside)).width() > 3
            and both.height() > 0.25 * min(area.height(), beside.height())
        ]
        assert not faults, "\n".join(faults)


def test_everything_that_can_be_touched_has_a_name(ruled: Path) -> None:
    for page in PAGES:
        with pit(ruled) as it:
            opened(it, page)
            nameless = [one.objectName() for one in items.targets(it.window) if not name_of(one).strip()]
            assert nameless == [], page


@pytest.mark.parametrize("page", PAGES)
def test_a_spanish_window_has_no_english_sentence(page: str, ruled: Path) -> None:
    with pit(ruled, settings=Settings(language="es")) as it:
        it.until(lambda: it.last > 0, "a round")
        it.review.tap(page)
        it.until(lambda: page != "tab written" or bool(it.review.playback.written), "the written round")
        found = {part for words in it.words for part in words.split(" · ")}
        assert sorted(found & only_english()) == []


def test_a_page_can_be_left_while_its_list_is_being_made(shift: Path) -> None:
    with pit(shift, size=SIZES["800x1280"]) as it:
        it.until(lambda: it.last > 0, "a round")
        for _ in range(8):
            it.review.tap("tab rack")
            it.window.grabWindow()
            it.review.tap("tab rules")
            items.breathe()
