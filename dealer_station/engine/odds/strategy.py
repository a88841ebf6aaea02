"""The two answers of a simulated player to a tie."""

from typing import Literal

Strategy = Literal["war", "surrender"]
"""A player's choice at every tie."""
