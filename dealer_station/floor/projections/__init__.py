"""Projections: the meaning of the floor's rows, computed from them and never stored as a second truth."""
