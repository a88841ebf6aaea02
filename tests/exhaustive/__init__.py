"""Every reachable state of a round, every observation in each of them, and what must be true afterwards."""
