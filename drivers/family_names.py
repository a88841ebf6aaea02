"""The families of shoes by name, for whoever asks before anything is plugged in."""

from typing import Literal, get_args

Family = Literal["reference", "angel_eye", "scanner"]
FAMILIES: tuple[Family, ...] = get_args(Family)
