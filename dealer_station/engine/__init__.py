"""The procedure engine: pure functions over frozen facts, no clock, no files, no threads, no chance."""
