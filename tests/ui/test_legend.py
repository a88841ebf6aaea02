"""The signs of the felt: each has its word on a page that a dealer opens, and for a screen reader."""

from itertools import product

import pytest

from tests.ui import items
from tests.ui.scenes import SCENES, SIZES, Scene, Stage
from tests.ui.test_geometry import LOOKS
from ui.common.chip_texts import CHIP_NAMES
from ui.common.outcomes import FELT_ACTIONS, FELT_RESULTS
from ui.common.settings import Settings
from ui.common.translate import Speech


def signs(stage: Stage) -> dict[str, str]:
    return {one["name"]: one["text"] for one in stage.bridge.property("page")["signs"]}


def test_a_dealer_opens_the_signs_and_comes_back_to_the_table() -> None:
    stage = Stage(Scene("profile maryland\n\ndealer Ana\nshoe 2c\n"))
    window = stage.window(SIZES["1280x800"])
    items.click(window, "button Dealer")
    items.click(window, "button The signs on the felt")
    assert items.has(window, "sign down")
    items.click(window, "button Back to the table")
    assert not items.has(window, "sign down")
    window.close()


@pytest.mark.parametrize(("look", "language"), list(product(LOOKS, ("en", "es"))))
def test_every_sign_that_may_stand_for_a_word_has_its_word(look: str, language: str) -> None:
    settings = Settings(language=language, theme=LOOKS[look].theme)
    known, say = signs(Stage(SCENES["signs"], settings)), Speech(language, "maryland")
    shapes = {one.shape for one in (*FELT_ACTIONS.values(), *FELT_RESULTS.values())}
    assert shapes <= set(known)
    assert known["down"] == say("TAKE")
    assert known["up"] == say("PAY")
    assert known["progressive"] == say(CHIP_NAMES["progressive"])
    assert "toke" not in known, "no sign that this table never shows"


def test_a_spot_says_in_words_what_its_shapes_mean() -> None:
    stage = Stage(SCENES["next-call-nine"], Settings(language="es"))
    spots = {spot["spot"]: spot["says"] for spot in stage.bridge._now._were["spots"]}
    assert "RETIRE 25" in spots[1]
    assert "PAGUE 25" in spots[9]
