"""Film strips of the tutorial: the page says what the strips show, and each picture is of its strip."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from dealer_station.rulebooks import NAMES
from tests.ui.test_pictures import difference
from tools.film_strips import PAGE, composed, page, pictures, strip_of, strips

IRREGULARITIES = 10


def test_the_page_shows_a_round_of_each_book_and_ten_irregularities() -> None:
    shown = strips()
    assert {strip.path.stem.removesuffix("-round") for strip in shown if strip.is_a_round} == set(NAMES)
    assert sum(not strip.is_a_round for strip in shown) == IRREGULARITIES
    assert PAGE.read_text(encoding="utf-8") == page(shown), "make shots writes it"
    named = re.findall(r"\(strips/(.*?\.png)\)", PAGE.read_text(encoding="utf-8"))
    assert sorted(named) == sorted(path.name for path in PAGE.parent.glob("strips/*.png"))


@pytest.mark.parametrize("name", ["a-card-face-up", "a-late-wager"])
def test_every_picture_of_a_strip_shows_something_new(name: str) -> None:
    strip = next(one for one in strips() if one.path.stem == name)
    drawn = pictures(strip)
    assert len(drawn) == len(strip.frames)
    for one, following in pairwise(drawn):
        assert difference(one, following) > 0
    kept = QImage(str(strip.path.with_suffix(".png")))
    assert kept.size() == composed(drawn).size(), "make shots draws it"


def test_a_caption_without_lines_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.round"
    path.write_text("# Title\nprofile massachusetts\n\n# Nothing follows.\n# A call.\ncall\n")
    with pytest.raises(ValueError, match=r"wrong.round:4: the caption has no lines"):
        strip_of(path)
