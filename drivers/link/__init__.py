"""The reference link: frames, messages and the host side of a session."""
