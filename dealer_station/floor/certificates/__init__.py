"""The certificates of the floor: its own authority, its server and its stations."""
