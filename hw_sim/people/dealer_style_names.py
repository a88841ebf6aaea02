"""The names of the dealer styles, in a module that imports nothing of the simulator."""

from typing import Literal, get_args

Manner = Literal["steady", "quick", "slow", "clumsy"]
MANNERS: tuple[Manner, ...] = get_args(Manner)
