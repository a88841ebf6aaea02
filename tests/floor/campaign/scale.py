"""The length of the long proofs: FLOOR_CAMPAIGN_SCALE=0.1 makes them ten times shorter, for a first try."""

import os

SCALE = float(os.environ.get("FLOOR_CAMPAIGN_SCALE", "1"))


def scaled(full: int, least: int = 1) -> int:
    """A number of seconds, stations or examples, at the chosen scale."""
    return max(least, round(full * SCALE))
