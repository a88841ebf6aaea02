"""Scenes: the files that come with the simulator, and the reader of their form."""
