"""Simulated dealers, players and floor."""
