"""The stand-in for a casino: its shoe, its people and its console script."""
