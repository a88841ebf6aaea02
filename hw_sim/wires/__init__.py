"""Wires for simulated devices: pseudo-terminals and USB buses."""
