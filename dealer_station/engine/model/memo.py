"""One-slot cache: the driver, `decide` and `view` all ask for the due step of the same table object."""

from collections.abc import Callable
from typing import TypeVar

One = TypeVar("One")
Other = TypeVar("Other")
Answer = TypeVar("Answer")


def remembering_the_last(question: Callable[[One, Other], Answer]) -> Callable[[One, Other], Answer]:
    """The function with its last result cached."""
    # Only for frozen arguments: the answer for the very same objects cannot have changed. One slot is
    # enough, and it is replaced as a whole, so that threads can share it.
    last: tuple[One, Other, Answer] | None = None

    def answer(one: One, other: Other) -> Answer:
        nonlocal last
        known = last
        if known is not None and known[0] is one and known[1] is other:
            return known[2]
        found = question(one, other)
        last = (one, other, found)
        return found

    answer.__doc__ = question.__doc__
    return answer
