"""Cards that lie aside: each is shown with its use, as far as everybody at the table knows the order."""

import pytest

from dealer_station.engine.notation.reader import read
from dealer_station.engine.view.upcoming import CardAside, look_ahead
from dealer_station.written_rounds.play import Player

TWO_TIES = "profile massachusetts\n\nbets 2:10 4:10\ncall\nshoe 8c\nshoe 8h\nshoe 8d\n"
BURN = CardAside("burn")


@pytest.mark.parametrize(
    ("written", "aside"),
    [
        (TWO_TIES + "4 war\n2 surrender\nshoe 2d\nfloor forward\n", (BURN,)),
        (
            TWO_TIES
            + "4 war\n2 surrender\n"
            + "".join(f"shoe {card}\nfloor forward\n" for card in "2d 3d 4d 5d Kd".split()),
            (BURN, BURN, BURN, CardAside("place", 4), CardAside("place", 0)),
        ),
        (TWO_TIES + "shoe 2d\nfloor forward\n", (CardAside("next"),)),
        ("profile massachusetts\n\nbets 2:10\nshoe 9c\nfloor forward\n", (CardAside("place", 2),)),
        (TWO_TIES, ()),
    ],
    ids=["one burn", "a whole war", "before the answer", "before the call", "none"],
)
def test_the_use_of_a_card_that_lies_aside(written: str, aside: tuple[CardAside, ...]) -> None:
    story = read(written)
    player = Player.at_table_of(story.header)
    player.play(story.lines)
    assert player.failure is None
    assert look_ahead(player.table, player.rules).aside == aside
