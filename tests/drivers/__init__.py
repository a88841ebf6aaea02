"""The wires: every family against its vectors, against noise, and on a real port."""
