"""Simulated devices as they speak, apart from any wire, and the faults that each can have."""
