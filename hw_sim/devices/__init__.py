"""Simulated devices apart from any wire, and the faults that each can have."""
