"""Spaced repetition: what went wrong comes back soon, what is known comes back seldom.

Each ability of a trainee lies in one of five boxes. A right answer moves it up one box, a wrong one down to
the first. An ability in box N is asked with weight 16, 8, 4, 2 or 1 out of the sum of all weights: one that
went wrong just now is asked sixteen times as often as one that was right four times in a row.
"""

from collections.abc import Iterable, Mapping
from random import Random

BOXES = 5
FIRST_BOX, NEW_BOX = 0, 1
"""The box after a wrong answer, and that of an ability which was never asked."""


def moved(box: int, *, right: bool) -> int:
    """The box after an answer."""
    return min(box + 1, BOXES - 1) if right else FIRST_BOX


def boxes_after(answers: Iterable[tuple[str, bool]]) -> dict[str, int]:
    """The box of each ability after these answers, oldest first."""
    boxes: dict[str, int] = {}
    for skill, right in answers:
        boxes[skill] = moved(boxes.get(skill, NEW_BOX), right=right)
    return boxes


def weight(box: int) -> int:
    """The chance to be asked, relative to others."""
    return 1 << (BOXES - 1 - box)


def drawn(skills: tuple[str, ...], boxes: Mapping[str, int], chance: Random) -> str:
    """The ability that is asked next."""
    weights = [weight(boxes.get(skill, NEW_BOX)) for skill in skills]
    return chance.choices(skills, weights)[0]
