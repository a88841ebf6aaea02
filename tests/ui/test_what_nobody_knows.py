"""Faces that nobody at the table knows are on no screen: a card aside or face down may have any face."""

from tests.ui import items
from tests.ui.scenes import MASSACHUSETTS, SIZES, Scene, Stage

FIVE_ASIDE = (
    MASSACHUSETTS
    + "bets 2:10 4:10\ncall\nshoe 8c\nshoe 8h\nshoe 8d\n4 war\n2 surrender\n"
    + "".join(f"shoe {card}\nfloor forward\n" for card in "2d 3d 4d 5d Kd".split())
)


def test_a_war_whose_cards_lie_aside_is_not_told_while_a_wager_is_open() -> None:
    stage = Stage(Scene(FIVE_ASIDE))
    window = stage.window(SIZES["1280x800"])
    taps = ("The cards are as shown", "All hands are settled", "Done")
    while not items.has(window, "button TIE WAGER"):
        tap = next(tap for tap in taps if items.has(window, f"button {tap}"))
        items.click(window, f"button {tap}")
        stage.settle_down()
        words = [item.property("text") for item in items.texts(window)]
        assert not [text for text in words if "war 10" in text and "TAKE" in text]
    window.close()
