"""The reference link: its frames, its messages and the host side of a session."""
