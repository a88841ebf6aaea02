"""How a simulated dealer works, by name."""

from typing import Literal, get_args

Manner = Literal["steady", "quick", "slow", "clumsy"]
MANNERS: tuple[Manner, ...] = get_args(Manner)
