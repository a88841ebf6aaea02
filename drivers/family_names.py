"""The names of the shoe families, in a module that imports no driver."""

from typing import Literal, get_args

Family = Literal["reference", "angel_eye", "scanner"]
FAMILIES: tuple[Family, ...] = get_args(Family)
