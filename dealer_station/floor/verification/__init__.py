"""Verification of a floor: every row from the first one on, and everything that vouches for the rows."""
