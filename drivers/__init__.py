"""The wires: one file per device family, turning bytes from shoes, shufflers and lamps into observations."""
