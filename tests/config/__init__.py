"""A station.toml: read with line numbers, written by asking, signed to go live."""
