"""The simulator panel: controls for shoe, players, faults and autoplay."""
