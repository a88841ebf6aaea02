"""Rounds found by anything that a pit asks for, and notes on them."""
